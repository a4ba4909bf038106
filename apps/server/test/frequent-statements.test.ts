import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../src/store/connections/database.ts'
import type { FrequentRead, FrequentWrite } from '../src/store/connections/frequent-statements.ts'
import { joinedQuery, joinRuns, resolveRuns } from '../src/store/connections/postgresql/batches.ts'
import { PostgresConnection } from '../src/store/connections/postgresql/postgresql.ts'
import type { Row, SqlValue } from '../src/store/connections/sql.ts'
import { freshPostgres } from './support/postgres.ts'

// Every frequent statement has two forms (docs/decisions/0019). What one does to runs one by one, the other does to them
// together.

type Types = Record<string, 'text' | 'timestamptz' | 'boolean' | 'integer'>
type Frequent = FrequentRead | FrequentWrite

/** Whatever the files of the store declare. */
const declared = vi.hoisted(() => [] as { types: Types; statement: Frequent }[])
vi.mock(import('../src/store/connections/frequent-statements.ts'), async (load) => {
  const module = await load()
  const noting =
    (declare: (types: never, forms: never) => Frequent) =>
    (types: Types, forms: unknown): Frequent => {
      const statement = declare(types as never, forms as never)
      declared.push({ types, statement })
      return statement
    }
  return {
    ...module,
    frequentRead: noting(module.frequentRead) as typeof module.frequentRead,
    frequentWrite: noting(module.frequentWrite) as typeof module.frequentWrite,
  }
})
const hot = join(import.meta.dirname, '../src/store/hot')
for (const file of readdirSync(hot)) await import(join(hot, file))

/** Each names a person with a session, a grant, an organization and a team of their own, and its client. */
const ids = ['plain', 'disabled', 'member', 'passkey-wanted', 'revoked', 'signed-out', 'quote"\\ü\u2028']
const [begin, during, now, end] = ['2021-01-01', '2021-02-01', '2021-06-01', '2030-01-01'].map(
  (day) => new Date(`${day}T12:34:56.789Z`),
) as [Date, Date, Date, Date]

async function insertRows(client: pg.Client): Promise<void> {
  const [from, until] = [begin, end].map((time) => `timestamptz '${time.toISOString()}'`)
  const insert = (table: string, columns: string, values: string) =>
    client.query(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM unnest($1::text[]) AS id`, [ids])
  await insert(
    'user_account',
    'id, given_name, address, created_at, updated_at, disabled_at',
    `id, 'Ada', '{"locality":"Köln"}', ${from}, ${from}, CASE WHEN id = 'disabled' THEN ${from} END`,
  )
  await insert('email', 'address, user_id, is_primary, verified_at', `id || '@example.test', id, true, ${from}`)
  await insert(
    'organization',
    'id, slug, name, created_at, require_passkey',
    `id, id, 'The ' || id, ${from}, id = 'passkey-wanted'`,
  )
  await insert('membership', 'organization_id, user_id, roles, created_at', `id, id, 'owner', ${from}`)
  await insert('team', 'id, organization_id, slug, name, created_at', `id, id, id, id, ${from}`)
  await insert('team_membership', 'team_id, user_id, created_at', `id, id, ${from}`)
  await insert(
    'session',
    'id, secret_digest, user_id, authenticated_at, acr, amr, user_agent, network, created_at, seen_at, expires_at, previous_secret_digest, bound_at, ended_at',
    `id, id, id, ${from}, 'acr', 'otp', '', '', ${from}, ${from}, ${until}, id, ${from}, CASE WHEN id = 'signed-out' THEN ${from} END`,
  )
  await insert(
    'token_grant',
    'id, client_id, user_id, session_id, offline, organization_id, scope, acr, amr, authenticated_at, created_at, rotated_at, expires_at',
    `id, id, id, id, id = 'signed-out', CASE WHEN id <> 'plain' THEN id END, 'openid', 'acr', 'otp', ${from}, ${from}, ${from}, ${until}`,
  )
  // A person of two organizations gets two rows, in the order of their names.
  await client.query(
    `INSERT INTO membership (organization_id, user_id, roles, created_at) VALUES ('plain', 'member', 'member', ${from})`,
  )
  await client.query("INSERT INTO revocation (user_id, client_id, revoked_at) VALUES ('revoked', '', $1)", [during])
  await client.query("INSERT INTO revoked_token (id, expires_at) VALUES ('disabled', $1)", [end])
}

const nullable = ['organization_id', 'team_id', 'claims', 'resource', 'auth_method']
const anyId = fc.constantFrom(...ids, 'nobody')
const times: Record<string, Date[]> = {
  idle_since: [new Date(0), end],
  rotated_since: [new Date(0), new Date(0), end],
  created_at: [begin, now],
  expires_at: [end],
  member_before: [now, now, new Date(0)],
}

/** Mostly the one id for everything, so that many runs find something. */
function anyValue({ kind }: Frequent, name: string, type: Types[string], id: string): fc.Arbitrary<SqlValue> {
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.constantFrom(0, 0, 1)
  if (type === 'timestamptz') return fc.constantFrom(...(times[name] ?? [now, now, now, new Date('2031-01-01')]))
  // What is inserted is new, or it is there already.
  if (kind === 'write' && name === 'id') return fc.constantFrom('new', 'newer', 'newest', 'plain')
  const text = fc.oneof({ weight: 6, arbitrary: fc.constant(id) }, { weight: 1, arbitrary: anyId })
  return kind === 'read' || nullable.includes(name) ? fc.option(text, { freq: 8, nil: null }) : text
}

const runOf = ({ statement, types }: (typeof declared)[number]): fc.Arbitrary<SqlValue[]> =>
  anyId.chain((id) => fc.tuple(...Object.entries(types).map(([name, type]) => anyValue(statement, name, type, id))))

let url: string
let client: pg.Client
beforeAll(async () => {
  url = await freshPostgres()
  await (await openDatabase({ kind: 'postgresql', url }, join(import.meta.dirname, '../migrations'))).close()
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await insertRows(client)
})
afterAll(() => client?.end())

/** What the runs return and leave behind, which is undone. */
async function outcomeOf(run: () => Promise<Row[][]>): Promise<{ rows: Row[][]; grants: Row[] }> {
  await client.query('BEGIN')
  try {
    return { rows: await run(), grants: (await client.query('SELECT * FROM token_grant ORDER BY id')).rows }
  } finally {
    await client.query('ROLLBACK')
  }
}

async function runOneByOne({ single }: Frequent, values: SqlValue[][]): Promise<Row[][]> {
  const rows: Row[][] = []
  for (const one of values) rows.push((await client.query(single, one)).rows)
  return rows
}

async function runTogether(statement: Frequent, values: SqlValue[][]): Promise<Row[][]> {
  const rows: Row[][] = []
  const runs = values.map((one, index) => ({
    statement,
    values: one,
    resolve: (found: Row[]) => {
      rows[index] = found.map(({ index: _, ...row }) => row)
    },
    reject: () => {},
  }))
  for (const joined of joinRuns(runs)) {
    const [text, params] = joinedQuery(joined)
    resolveRuns(joined, (await client.query(text, [...params])).rows)
  }
  return rows
}

test('the files of the store declare them', () => {
  expect(declared.length).toBeGreaterThan(10)
})

describe.each(declared)('$statement.kind of $statement.parameters: %#', (one) => {
  const { statement, types } = one

  test('many runs do what single ones do', async () => {
    let found = 0
    let missed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(runOf(one), { minLength: 2, maxLength: 16 }), async (values) => {
        const alone = await outcomeOf(() => runOneByOne(statement, values))
        expect(await outcomeOf(() => runTogether(statement, values))).toEqual(alone)
        for (const { length } of alone.rows) {
          if (length > 0) found += 1
          else missed += 1
        }
      }),
      { numRuns: 40, seed: 7 },
    )
    expect(Math.min(found, missed)).toBeGreaterThan(20)
  })

  test('a character that no text may have is refused to its run alone', async () => {
    const [before, after] = fc.sample(runOf(one), { numRuns: 2, seed: 7 }) as [SqlValue[], SqlValue[]]
    const at = Object.values(types).indexOf('text')
    const wrong = before.map((value, index) => (index === at ? 'no\0text' : value))
    const connection = await PostgresConnection.open(url)
    const run = (values: SqlValue[]) =>
      statement.kind === 'read' ? connection.read(statement, values) : connection.write(statement, values)
    const ends = await Promise.allSettled([before, wrong, after].map(run))
    await connection.close()
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('many runs read no table whole', async () => {
    // The tables are nearly empty, so that PostgreSQL would read them whole wherever it may.
    await client.query('SET enable_seqscan = off')
    const values = fc.sample(runOf(one), { numRuns: 1, seed: 7 })[0] as SqlValue[]
    const [run] = [{ statement, values, resolve: () => {}, reject: () => {} }]
    const [text, params] = joinedQuery([run, run])
    expect(text).toBe(statement.many)
    const plan = await client.query(`EXPLAIN ${text}`, [...params])
    const lines = plan.rows.map((row) => String(row['QUERY PLAN']))
    expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
    await client.query('RESET enable_seqscan')
  })
})
