import { findUnindexed, indexExisting } from '../../store/beyond-prisma/people/person-search.ts'
import { inTransaction } from './audit.ts'
import type { Deps } from './deps.ts'
import { day } from './durations.ts'

/** People who are looked at by one statement, and who are indexed in one transaction: other writes wait for it. */
const lookedAt = 500
const batch = 50
/** Milliseconds that a step may take. */
const stepFor = 500

/**
 * Indexes people for the search who are not yet: those of a database that an older version or a backup filled. Whoever is
 * changed is indexed with the change (`indexPeople`), so this goes through everybody once, the newest first, and again each
 * day for what a process of an older version wrote meanwhile. Replicas may do it at the same time.
 */
export class PeopleIndex {
  /** Milliseconds between two steps. */
  static readonly stepEvery = 1000
  readonly #deps: Pick<Deps, 'db' | 'now' | 'webhookEndpoints'>
  #before: string | null = null
  #notBefore = 0

  constructor(deps: Pick<Deps, 'db' | 'now' | 'webhookEndpoints'>) {
    this.#deps = deps
  }

  /** It has been through everybody, and waits for the next day. */
  get waits(): boolean {
    return this.#deps.now().getTime() < this.#notBefore
  }

  /** Goes on for half a second. The number says that the rest can wait for the next step. */
  async step(): Promise<0> {
    const { db, now } = this.#deps
    const started = performance.now()
    while (!this.waits && performance.now() - started < stepFor) {
      const { unindexed, next } = await findUnindexed(db, this.#before, lookedAt)
      for (let at = 0; at < unindexed.length; at += batch)
        await inTransaction(this.#deps, (tx) => {
          tx.commitWithoutEvent('index')
          return indexExisting(tx, unindexed.slice(at, at + batch))
        })
      this.#before = next
      if (next === null) this.#notBefore = now().getTime() + day
    }
    return 0
  }
}
