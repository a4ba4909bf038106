import { type SweptTable, sweepAudit, sweepSome, sweptTables } from '../../store/beyond-prisma/sweep.ts'
import { deleteDueOrganizations } from '../../store/prisma/organizations.ts'
import type { Deps } from './deps.ts'

/** Rows looked at in one bite: what else is written at that moment waits for it. */
const batchSize = 500
/** How long one table is swept at a time, in milliseconds: while it is looked through, and while much of it is dead. */
const looking = 50
const cleaning = 1000
/** Dead rows stay a while: a second use of a code is still recognised long after the first. */
const keepDead = 24 * 3600_000

const cursors = new WeakMap<Deps['db'], Map<SweptTable, string>>()

/**
 * Takes some bites of every table, going on where the last ones ended. A table that grows fast is cleaned as fast: where
 * many rows are dead, it goes on. Replicas may sweep at the same time.
 */
export async function sweep({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<void> {
  const cursor = cursors.get(db) ?? new Map<SweptTable, string>()
  cursors.set(db, cursor)
  const before = new Date(now().getTime() - keepDead)
  for (const table of sweptTables)
    await inBites(async () => {
      const { next, seen, deleted } = await sweepSome(db, table, cursor.get(table) ?? '', before, batchSize)
      cursor.set(table, next ?? '')
      return { ended: next === null, much: deleted > seen / 4 }
    })
  await deleteDueOrganizations(db, now())
  const unwanted = new Date(now().getTime() - config.auditRetention * 1000)
  await inBites(async () => {
    const deleted = await sweepAudit(db, unwanted, batchSize)
    return { ended: deleted < batchSize, much: true }
  })
}

async function inBites(take: () => Promise<{ ended: boolean; much: boolean }>): Promise<void> {
  const started = performance.now()
  for (;;) {
    const { ended, much } = await take()
    if (ended || performance.now() - started > (much ? cleaning : looking)) return
  }
}
