import { keyOf, type Table, type Transfer, type ValueRow } from '../../../store/connections/transfer.ts'

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

/**
 * The target refuses a row of the source. The message names the row by its key, which holds no secret: secrets are
 * stored as digests.
 */
class RefusedRow extends Error {
  constructor(table: Table, row: ValueRow, cause: unknown) {
    const key = table.key.map((column, at) => `${column} ${JSON.stringify(keyOf(table, row)[at])}`).join(', ')
    super(
      `the database refuses the row of ${table.name} with ${key}: ${cause instanceof Error ? cause.message : cause}`,
    )
  }
}

/** Inserts rows in the transaction that is open. @throws RefusedRow */
export async function insertRows(target: Transfer, table: Table, rows: readonly ValueRow[]): Promise<void> {
  await target.execute('SAVEPOINT batch')
  try {
    await target.insert(table, rows)
  } catch {
    // Of several rows, the database does not say which one it refused.
    await target.execute('ROLLBACK TO SAVEPOINT batch')
    for (const row of rows) {
      try {
        await target.insert(table, [row])
      } catch (error) {
        throw new RefusedRow(table, row, error)
      }
    }
  }
  await target.execute('RELEASE SAVEPOINT batch')
}
