import type { MiddlewareHandler } from 'hono'
import type { Deps } from '../flows/platform/deps.ts'
import { peerAddress } from '../http/visitor.ts'

/**
 * For what is in the memory of one process, not in the database: with WORKERS, the oldest worker has it, and answers the
 * requests that others get. A worker whose oldest one has just ended answers itself, and says that there is nothing.
 */
export const answeredByOldestWorker =
  ({ workers }: Pick<Deps, 'workers'>): MiddlewareHandler =>
  async (c, next) =>
    (await workers?.askOldest(c.req.raw, peerAddress(c))) ?? next()
