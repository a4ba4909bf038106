import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readModel, tablesOf } from '../scripts/rows.mjs'
import { openTestWorld, type TestWorld } from './support/world.ts'

// prisma/models.prisma and the migrations say the same of every table, on both databases.

/** What each database calls the types of the model. */
const types = {
  sqlite: { String: 'TEXT', Int: 'INTEGER', BigInt: 'BIGINT', Boolean: 'BOOLEAN', DateTime: 'DATETIME' },
  postgresql: {
    String: 'text',
    Int: 'integer',
    BigInt: 'bigint',
    Boolean: 'boolean',
    DateTime: 'timestamp with time zone',
  },
} as const

/** `sqlite_schema` and the like are left out by both: these two belong to migrations and to data that is being moved. */
const ours = ['schema_migration', 'data_migration']

/** Every column but those that the database derives. */
const columnsIn = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name, c.type AS type, c."notnull" = 0 AND c.pk = 0 AS nullable
    FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.hidden = 0`,
  postgresql: `SELECT table_name, column_name, data_type AS type, is_nullable = 'YES' AS nullable FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_generated = 'NEVER'`,
}

describe.each(['sqlite', 'postgresql'] as const)('the tables of %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({}, { database })
  })
  afterAll(() => world?.close())

  test('are those of the model, with their columns and types', async () => {
    const rows = await world.deps.db.sql.read(columnsIn[database], [])
    const found = rows
      .filter((row) => !ours.includes(String(row.table_name)))
      .map((row) => `${row.table_name}.${row.column_name} ${row.type}${row.nullable ? ' or null' : ''}`)
    const wanted = tablesOf(readModel()).flatMap(({ name, columns }) =>
      columns.map(
        (column) => `${name}.${column.name} ${types[database][column.type]}${column.nullable ? ' or null' : ''}`,
      ),
    )
    expect(found.sort()).toEqual(wanted.sort())
  })
})
