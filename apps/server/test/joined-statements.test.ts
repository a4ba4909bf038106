import { join as path } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/store/connections/database.ts'
import { type FrequentStatement, frequent, type Statement } from '../src/store/connections/frequent-statements.ts'
import { type JoinedStatement, JoinedStatements } from '../src/store/connections/postgresql/joined-statements.ts'
import { PostgresConnection } from '../src/store/connections/postgresql/postgresql.ts'
import type { SqlValue } from '../src/store/connections/sql.ts'
import { redeemAuthorizationCode } from '../src/store/hot/grants.ts'
import { findLiveGrant, findMethodOfToken, findSubjectOfToken, rotatePlainGrant } from '../src/store/hot/live-grants.ts'
import { findMemberships, findMembershipsOfSession, findPerson } from '../src/store/hot/people.ts'
import { findSignIn } from '../src/store/hot/sessions.ts'
import { freshPostgres } from './support/postgres.ts'

/** What the server asks at each request. */
async function statementsOfServer(): Promise<FrequentStatement[]> {
  const asked: Statement[] = []
  const record = async (statement: Statement) => {
    asked.push(statement)
    return []
  }
  const store = { sql: { read: record, write: record } }
  const [now, idleSince] = [new Date(), new Date(0)]
  const token = { id: 't', grantId: 'g', issuedAt: now }
  const unknown = { scope: [], resource: [], amr: [], createdAt: now }
  for (const organizationId of [null, 'o']) {
    await findMethodOfToken(store, { ...token, organizationId }, now)
    await findSubjectOfToken(store, { ...token, organizationId }, now)
  }
  await findLiveGrant(store, 'g', now)
  await rotatePlainGrant(store, { id: 'g', generation: 0, clientId: 'c', now, idleSince })
  await redeemAuthorizationCode(store, unknown as never)
  await findPerson(store, 'u')
  await findMemberships(store, 'u')
  await findMembershipsOfSession(store, 's')
  await findSignIn(store, 's', 'digest', idleSince, now)
  return asked.map((statement) => {
    if (typeof statement === 'string') throw new Error(`it is not declared: ${statement}`)
    return statement
  })
}
const ofServer = await statementsOfServer()

const reading = frequent('SELECT id, text FROM noted WHERE id = $1 AND text < $2 ORDER BY text DESC', 'text text')
const rotating = frequent(
  'UPDATE noted AS n SET times = times + 1 WHERE n.id = $1 AND n.times = $2 AND n.text = $3 RETURNING id, times',
  'text integer text',
)
const redeeming = frequent(
  'INSERT INTO redeemed (id, at, who) VALUES ($1, $2, (SELECT $3)) ON CONFLICT (id) DO NOTHING RETURNING id, who',
  'text timestamptz text',
)

let url: string
let sql: PostgresConnection
beforeAll(async () => {
  url = await freshPostgres()
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
const join = (...batch: ReturnType<typeof waiting>[]) => new JoinedStatements().join(batch)
const sizesOf = (...batch: ReturnType<typeof waiting>[]) => join(...batch).map((one) => one.waiting.length)

describe('what is joined', () => {
  test('is the same frequent statement', () => {
    const other = 'SELECT id FROM noted WHERE id = $1'
    expect(sizesOf(waiting(reading, 'a', 'z'), waiting(other, 'a'), waiting(reading, 'a', 'z'))).toEqual([2, 1])
    expect(sizesOf(waiting(other, 'a'), waiting(other, 'a'))).toEqual([1, 1])
  })

  test('writes no row twice', () => {
    const batch = ['a', 'b', 'a', 'c', 'a', 'b'].map((id) => waiting(rotating, id, 0, '1'))
    expect(join(...batch).map((one) => one.waiting.map(({ values }) => values[0]))).toEqual([
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

describe('a joined statement of the server', () => {
  const sample: Record<string, SqlValue> = { text: 'x', timestamptz: new Date(0), boolean: true, integer: 1 }
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client({ connectionString: url })
    await client.connect()
    // The tables are empty, so that PostgreSQL would read them whole wherever it may.
    await client.query('SET enable_seqscan = off')
  })
  afterAll(() => client?.end())

  test.each(ofServer)('reads no table whole: %#', async (statement) => {
    const values = statement.types.map((type) => sample[type] ?? null)
    const run = (id: string) => waiting(statement, id, ...values.slice(1))
    const { text: joined, values: runs } = join(run('x'), run('y'))[0] as JoinedStatement
    expect(joined).toContain('json_to_recordset')
    const plan = await client.query({ text: `EXPLAIN ${joined}`, values: [...runs] })
    const lines = plan.rows.map((row) => String(row['QUERY PLAN']))
    expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
  })
})
