import { withinTransaction } from '../../store/connections/within-transaction.ts'
import type { Deps } from './deps.ts'

/**
 * Makes one change of several flows. `work` calls them with the `Deps` it is given: what they write is committed together,
 * or nothing of it. One that is refused undoes its own part, and `work` may go on. Nothing may be waited for but the
 * database, since others wait for this transaction. Queues are woken, and what is held in memory is read again, after the
 * commit.
 */
export async function inOneTransaction<T>(deps: Deps, work: (deps: Deps) => Promise<T>): Promise<T> {
  let committed: (() => unknown)[] = []
  const done = await deps.db.transaction((tx) => {
    committed = []
    return work({
      ...deps,
      db: withinTransaction(deps.db, tx),
      wake: () => {},
      afterCommit: async (then) => {
        committed.push(then)
      },
    })
  })
  deps.wake()
  // What is done stays done: other processes take it over within seconds, and so does this one if that fails now.
  await Promise.allSettled(committed.map((then) => deps.afterCommit(then)))
  return done
}
