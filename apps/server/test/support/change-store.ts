import { type AuditedTransaction, inTransaction } from '../../src/flows/platform/audit.ts'
import type { TestWorld } from './world.ts'

/** Calls functions of the store without the flow that records what they do. Nothing of it would be committed otherwise. */
export const changeStore = <T>(deps: TestWorld['deps'], work: (tx: AuditedTransaction) => Promise<T>): Promise<T> =>
  inTransaction(deps, (tx) => {
    tx.commitWithoutEvent('queue')
    return work(tx)
  })
