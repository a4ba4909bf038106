import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { WorkerCount } from '../flows/platform/deps.ts'

/** The values of one process. */
export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[]

/** A request and its response as messages. Bodies are base64. */
export interface RequestMessage {
  method: string
  url: string
  headers: [string, string][]
  body: string | null
  /** Of the connection that it came by. */
  remoteAddress: string
}
export interface ResponseMessage {
  status: number
  headers: [string, string][]
  body: string
}

/** What the parent says to a worker. */
export type ToWorker =
  | { kind: 'end' }
  | { kind: 'count'; count: WorkerCount; oldest: boolean }
  /** Asks for the metrics of the worker. */
  | { kind: 'report'; request: number }
  /** The metrics of all, which the worker had asked for. Null if the parent couldn't collect them. */
  | { kind: 'metrics'; request: number; text: string | null }
  /** To the oldest worker: a request that another one got. */
  | { kind: 'answer'; request: number; message: RequestMessage }
  /** The response of the oldest worker. Null if it ended. */
  | { kind: 'answered'; request: number; response: ResponseMessage | null }

/** What a worker says to the parent. */
export type ToParent =
  | { kind: 'report'; request: number; metrics: MetricsReport }
  /** Asks for the metrics of all workers. */
  | { kind: 'metrics'; request: number }
  /** Asks the oldest worker for its response. */
  | { kind: 'answer'; request: number; message: RequestMessage }
  | { kind: 'answered'; request: number; response: ResponseMessage | null }
