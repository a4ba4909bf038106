import { join as path } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/store/connections/database.ts'
import { frequentRead, frequentWrite, type Statement } from '../src/store/connections/frequent-statements.ts'
import { joinRuns } from '../src/store/connections/postgresql/batches.ts'
import { PostgresConnection } from '../src/store/connections/postgresql/postgresql.ts'
import type { SqlValue } from '../src/store/connections/sql.ts'
import { freshPostgres } from './support/postgres.ts'

const reading = frequentRead(
  { id: 'text', below: 'text' },
  ({ id, below }) => `SELECT id, text FROM noted WHERE id = ${id} AND text < ${below} ORDER BY text DESC`,
)
const rotating = frequentWrite(
  { id: 'text', known: 'integer', mine: 'text' },
  {
    row: 'id',
    single: () =>
      'UPDATE noted SET times = times + 1 WHERE noted.id = $1 AND times = $2 AND text = $3 RETURNING noted.id, times',
    many: (of, runs) =>
      `UPDATE noted SET times = times + 1 FROM ${runs} WHERE noted.id = ${of.id} AND times = ${of.known} AND text = ${of.mine} RETURNING noted.id, times, run.index`,
  },
)
const insertion = (rows: string) =>
  `INSERT INTO redeemed (id, at, who) ${rows} ON CONFLICT (id) DO NOTHING RETURNING id, who`
const redeeming = frequentWrite(
  { id: 'text', at: 'timestamptz', who: 'text' },
  {
    row: 'id',
    single: (of) => insertion(`VALUES (${of.id}, ${of.at}, ${of.who})`),
    many: (_, runs) =>
      `WITH run AS (SELECT * FROM ${runs}), inserted AS (${insertion('SELECT id, at, who FROM run')})
       SELECT inserted.*, run.index FROM inserted JOIN run USING (id)`,
  },
)

let sql: PostgresConnection
beforeAll(async () => {
  const url = await freshPostgres()
  await (await openDatabase({ kind: 'postgresql', url }, path(import.meta.dirname, '../migrations'))).close()
  sql = await PostgresConnection.open(url)
  await sql.write('CREATE TABLE noted (id text, text text, times int NOT NULL DEFAULT 0)', [])
  await sql.write('CREATE TABLE redeemed (id text PRIMARY KEY, at timestamptz, who text)', [])
})
beforeEach(async () => {
  await sql.write('DELETE FROM redeemed', [])
  await sql.write('DELETE FROM noted', [])
  await sql.write("INSERT INTO noted VALUES ('a', '1'), ('a', '2'), ('a', '3'), ('b', '1'), ('quote\"\\', '1')", [])
})
afterAll(() => sql?.close())

const waiting = (statement: Statement, ...values: SqlValue[]) => ({
  statement,
  values,
  resolve: () => {},
  reject: () => {},
})
const sizesOf = (...batch: ReturnType<typeof waiting>[]) => joinRuns(batch).map((runs) => runs.length)

describe('what is joined', () => {
  test('is the same frequent statement', () => {
    const other = 'SELECT id FROM noted WHERE id = $1'
    expect(sizesOf(waiting(reading, 'a', 'z'), waiting(other, 'a'), waiting(reading, 'a', 'z'))).toEqual([2, 1])
    expect(sizesOf(waiting(other, 'a'), waiting(other, 'a'))).toEqual([1, 1])
  })

  test('writes no row twice', () => {
    const batch = ['a', 'b', 'a', 'c', 'a', 'b'].map((id) => waiting(rotating, id, 0, '1'))
    expect(joinRuns(batch).map((runs) => runs.map(({ values }) => values[0]))).toEqual([
      ['a', 'b'],
      ['a', 'c'],
      ['a', 'b'],
    ])
  })
})

test('each read gets its rows, in their order', async () => {
  const read = (id: string, below = '9') => sql.read<{ id: string; text: string }>(reading, [id, below])
  const all = await Promise.all([read('b'), read('nobody'), read('a'), read('quote"\\'), read('a', '3')])
  expect(all.map((rows) => rows.map(({ id, text }) => id + text))).toEqual([
    ['b1'],
    [],
    ['a3', 'a2', 'a1'],
    ['quote"\\1'],
    ['a2', 'a1'],
  ])
})

test('a read that PostgreSQL refuses takes no other with it', async () => {
  const read = (id: string) => sql.read(reading, [id, '9'])
  const ends = await Promise.allSettled([read('b'), read('no\0text'), read('b'), read('\ud800')])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect((ends[2] as PromiseFulfilledResult<unknown[]>).value).toHaveLength(1)
})

test('a row changes for the one whose conditions hold, and once for each', async () => {
  const rotate = async (id: string, times: number, text = '1') =>
    (await sql.write<{ times: number }>(rotating, [id, times, text])).map((row) => row.times)
  // Somebody else's try at the same row comes first, in the same turn.
  const all = [rotate('b', 0, 'not mine'), rotate('a', 0, '2'), rotate('b', 0), rotate('b', 0), rotate('b', 1)]
  expect(await Promise.all(all)).toEqual([[], [1], [1], [], [2]])
})

test('what is redeemed in one turn is redeemed once', async () => {
  const redeem = async (id: string, who: string | null) =>
    (await sql.write<{ who: string }>(redeeming, [id, new Date(0), who])).map((row) => row.who)
  const all = [redeem('x', 'first'), redeem('y', null), redeem('x', 'second'), redeem('x', 'third')]
  expect(await Promise.all(all)).toEqual([['first'], [null], [], []])
  expect(await sql.read('SELECT at FROM redeemed WHERE who IS NULL', [])).toEqual([{ at: new Date(0) }])
})

test('a write that fails takes no other with it', async () => {
  const redeem = (id: string) => sql.write(redeeming, [id, new Date(), 'me'])
  const ends = await Promise.allSettled([redeem('x'), redeem('no\0text'), redeem('y')])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
