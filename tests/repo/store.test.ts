import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readModel, tablesOf } from '../../apps/server/scripts/rows.mjs'
import { storeFunctions } from '../../apps/server/test/support/store-functions.ts'
import { hotWrites } from './hot-writes.ts'

// docs/decisions/0009: prepared statements where they are hot or where Prisma has no words, and Prisma everywhere else.

const store = join(import.meta.dirname, '../../apps/server/src/store')
const sourcesOf = (folder: string) =>
  readdirSync(join(store, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const source = readFileSync(join(store, folder, name), 'utf8')
      return [`${folder}/${name}`, source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')] as const
    })

test.each(sourcesOf('hot').concat(sourcesOf('beyond-prisma')))('%s has no Prisma in it', (_name, source) => {
  expect(source.replaceAll(/beyond-prisma/g, '')).not.toMatch(/prisma/i)
})

test.each(sourcesOf('prisma'))('%s has no statement in it', (_name, source) => {
  expect(source).not.toMatch(/\bsql\b/i)
})

describe('the columns that statements name', () => {
  const tables = new Map(tablesOf(readModel()).map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  /** Derived by the database (migration 0008), names that a statement gives, and SQL's own. */
  const others = [
    'team_slug',
    'team_name',
    'team_id',
    'grant_id',
    'organization_fields',
    'json_each',
    'json_text',
    'string_agg',
  ]
  const known = new Set([...tables.keys(), ...[...tables.values()].flat(), ...others])
  const statements = [...sourcesOf('hot'), ...sourcesOf('beyond-prisma')].flatMap(([name, source]) =>
    [
      ...source.matchAll(/(['`])((?:(?!\1)[\s\S])*?\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) (?:(?!\1)[\s\S])*)\1/g),
    ].map(([, , text]) => [basename(name), text ?? ''] as const),
  )

  test('are of the model, wherever they stand', () => {
    expect(statements.length).toBeGreaterThan(80)
    const unknown = statements.flatMap(([name, text]) =>
      [...text.replaceAll(/\$\{[^}]*\}/g, ' ').matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)]
        .filter(([word]) => !known.has(word))
        .map(([word]) => `${name}: ${word}`),
    )
    expect(unknown).toEqual([])
  })

  // PostgreSQL refuses a prepared `SELECT *` once another version's migration has added a column.
  test('are listed: no statement reads `*` of a table', () => {
    const all = statements.filter(([, text]) =>
      /\b(?:RETURNING|SELECT)\s+(?:\w+\.)?\*(?! FROM (?:\(|\$\{runs\})|, run\.index FROM inserted)/.test(text),
    )
    expect(all).toEqual([])
  })

  test('of an INSERT are those of its table', () => {
    const inserts = statements.flatMap(([name, text]) =>
      [...text.matchAll(/INSERT INTO (\w+) \(([^)]*)\)/g)].map(
        ([, table, columns]) => [name, table ?? '', columns?.split(',').map((column) => column.trim()) ?? []] as const,
      ),
    )
    expect(inserts.length).toBeGreaterThan(15)
    for (const [name, table, columns] of inserts)
      expect({ name, table, unknown: columns.filter((column) => !tables.get(table)?.includes(column)) }).toEqual({
        name,
        table,
        unknown: [],
      })
  })
})

describe('one write path', () => {
  // Types do the rest: what asks for `SqlStore`, `PrismaStore` or `Reads` can't write (store/connections/transaction.ts).
  test('whatever writes asks for a `Change`, or is a hot write with its reason', () => {
    const others = storeFunctions.filter(({ asksFor }) => asksFor !== 'Change').map(({ name }) => name)
    expect(others.sort()).toEqual(Object.keys(hotWrites).sort())
  })

  test('a transaction is opened by `inTransaction` and `inOneTransaction` alone', () => {
    const sources = join(store, '..')
    const opening = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('store/connections/'))
      .filter((name) => readFileSync(join(sources, name), 'utf8').includes('.transaction('))
    // Measuring passes it on.
    const others = ['telemetry/instrumentation.ts']
    expect(opening.sort()).toEqual(['flows/platform/audit.ts', ...others])
  })

  test('nothing outside runs a statement or an operation of Prisma by itself', () => {
    const sources = join(store, '..')
    const running = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('store/'))
      .filter((name) => /\.(?:sql\.(?:read|write)|prisma\.\w+\.\w+)\(/.test(readFileSync(join(sources, name), 'utf8')))
    expect(running).toEqual([])
  })
})
