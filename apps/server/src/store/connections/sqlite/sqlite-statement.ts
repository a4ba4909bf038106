import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Row, SqlValue } from '../sql.ts'

/** SQLite binds values by position to `?1`, which PostgreSQL knows as `$1`. */
export const sqlitePlaceholders = (text: string): string => text.replaceAll(/\$(\d+)/g, '?$1')

/**
 * A prepared statement whose rows become plain objects. node:sqlite can make objects too, but interns the name of each
 * column for each of them, and reads of what it makes are slow: together more than everything that SQLite does for a row.
 */
export class PreparedStatement {
  readonly #statement: StatementSync
  readonly #columns: readonly string[]

  constructor(database: DatabaseSync, text: string) {
    this.#statement = database.prepare(sqlitePlaceholders(text))
    this.#columns = this.#statement.columns().map(({ name }) => name)
    this.#statement.setReturnArrays(true)
  }

  run(params: readonly SqlValue[]): Row[] {
    const rows = this.#statement.all(...params.map(toSqlite)) as unknown as (readonly unknown[])[]
    return rows.map((values) => toRow(this.#columns, values))
  }
}

function toRow(columns: readonly string[], values: readonly unknown[]): Row {
  const row: Row = {}
  for (let at = 0; at < columns.length; at++) row[columns[at] as string] = values[at]
  return row
}

const toSqlite = (value: SqlValue): string | number | null =>
  value instanceof Date ? value.getTime() : typeof value === 'boolean' ? Number(value) : value
