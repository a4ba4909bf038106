import type { Change } from '../connections/database.ts'
import type { ChangeCounterRow } from '../generated/rows.ts'

/** The tables that every process holds in memory (flows/platform/rows-in-memory.ts). */
type CountedTable = 'client' | 'resource' | 'client_rule'

/**
 * The number of a change of a table. It is asked for first: the counter is locked until the commit, so changes are made
 * one after the other and committed in the order of their numbers, and a process that knows a number has missed none
 * before it.
 */
export async function nextChangeNumber({ locks }: Change, table: CountedTable): Promise<number> {
  const [row] = await locks.sql.write<Pick<ChangeCounterRow, 'change_number'>>(
    `INSERT INTO change_counter (table_name, change_number) VALUES ($1, 1)
     ON CONFLICT (table_name) DO UPDATE SET change_number = change_counter.change_number + 1 RETURNING change_number`,
    [table],
  )
  return Number(row?.change_number)
}
