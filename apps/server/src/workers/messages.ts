import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { WorkerCount } from '../flows/platform/deps.ts'

/** The values of one process. */
export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[]

/** What the parent says to a worker. */
export type ToWorker =
  | { kind: 'count'; count: WorkerCount }
  /** Asks for the metrics of the worker. */
  | { kind: 'report' }
  /** The metrics of all, which the worker had asked for. Null if the parent couldn't collect them. */
  | { kind: 'metrics'; text: string | null }

/** What a worker says to the parent. */
export type ToParent =
  | { kind: 'report'; metrics: MetricsReport }
  /** Asks for the metrics of all workers. */
  | { kind: 'metrics' }
