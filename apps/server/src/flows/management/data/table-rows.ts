import { type Transfer, type Table, type ValueRow, keyOf } from '../../../store/connections/transfer.ts'


/*
 * A backup is gzipped lines of JSON: a head, then for each table a line that names its columns and a line per row, then
 * a foot with the number of rows and a SHA-256 of everything before it. It is the same for both databases, so what was
 * made on SQLite can be restored into PostgreSQL and the other way round.
 */

export const batch = 1000

/** Every row of a table in the order of its key, in batches. */
export async function* rowsOf(
  source: Transfer,
  table: Table,
  from: ValueRow | null = null,
): AsyncGenerator<ValueRow[]> {
  let after = from
  for (;;) {
    const some = await source.read(table, after, batch)
    if (some.length > 0) yield some
    if (some.length < batch) return
    after = keyOf(table, some.at(-1) as ValueRow)
  }
}
