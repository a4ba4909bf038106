import { deleteDueOrganizations } from '../store/organizations.ts'
import { type SweptTable, sweepAudit, sweepSome, sweptTables } from '../store/sweep.ts'
import type { Deps } from './deps.ts'

/** Rows looked at in one bite. */
const bite = 1000
/** Dead rows stay a while: a second use of a code is still recognised long after the first. */
const keepDead = 24 * 3600_000

const cursors = new WeakMap<Deps['db'], Map<SweptTable, string>>()

/** Takes one bite of every table, going on where the last one ended. Replicas may sweep at the same time. */
export async function sweep({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<void> {
  const cursor = cursors.get(db) ?? new Map<SweptTable, string>()
  cursors.set(db, cursor)
  for (const table of sweptTables) {
    const next = await sweepSome(db, table, cursor.get(table) ?? '', new Date(now().getTime() - keepDead), bite)
    cursor.set(table, next ?? '')
  }
  await deleteDueOrganizations(db, now())
  await sweepAudit(db, new Date(now().getTime() - config.auditRetention * 1000), bite)
}
