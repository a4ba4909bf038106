import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../src/store/connections/errors.ts'
import { migrate } from '../src/store/connections/migrate.ts'
import { WriteBatches } from '../src/store/connections/postgresql/batches.ts'
import { type OpenTarget, withMigrationLock } from '../src/store/connections/postgresql/migration-lock.ts'
import { PostgresConnection } from '../src/store/connections/postgresql/postgresql.ts'
import { prismaPostgres } from '../src/store/connections/postgresql/prisma-postgresql.ts'
import { askPostgres, freshPostgres } from './support/postgres.ts'

// What the connection promises beyond what the journeys show.

let url: string
let sql: PostgresConnection
beforeAll(async () => {
  url = await freshPostgres()
  sql = await PostgresConnection.open(url)
})
afterAll(() => sql?.close())

/** One promise's end, as text. */
const ending = (one: Promise<unknown>) =>
  one.then(
    (rows) => JSON.stringify(rows),
    (error: Error) => error.constructor.name,
  )

test('whoever finds all connections in use waits for one, as long as a statement may take', async () => {
  const busy = await PostgresConnection.open(url)
  try {
    const holders = await Promise.all(Array.from({ length: 8 }, () => busy.pool.connect()))
    const waiting = Promise.all([
      busy.read('SELECT 1 AS one', []),
      busy.transaction(({ read }) => read('SELECT 2 AS two', [])),
    ])
    await holders[0]?.query('SELECT pg_sleep(2)')
    for (const holder of holders) holder.release()
    expect(await waiting).toEqual([[{ one: 1 }], [{ two: 2 }]])
  } finally {
    await busy.close()
  }
})

test('a session of PostgreSQL keeps statements by their names, and has its limits whatever DATABASE_URL sets', async () => {
  const own = new URL(url)
  own.searchParams.set('options', '-c search_path=elsewhere -c statement_timeout=0')
  const connection = await PostgresConnection.open(own.href)
  const settings = "SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS timeout"
  expect(await connection.read(settings, [])).toEqual([{ path: 'elsewhere', timeout: '5s' }])
  const names = 'SELECT name FROM pg_prepared_statements WHERE statement = $1'
  expect(await connection.read(names, [settings])).toHaveLength(1)
  await connection.close()
})

describe('whoever locks whole tables, as a migration does, while we serve', () => {
  let locker: pg.Client
  beforeEach(async () => {
    locker = new pg.Client({ connectionString: url })
    await locker.connect()
    await locker.query('DROP TABLE IF EXISTS near, far; CREATE TABLE near (n INT); CREATE TABLE far (n INT)')
  })
  afterEach(() => locker.end())
  const isWaiting = () => askPostgres(url, 'SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1')

  test.each<[string, (of: PostgresConnection) => Promise<unknown>]>([
    ['a read', (of) => of.read('SELECT (SELECT count(*)::int FROM near) + (SELECT count(*)::int FROM far) AS n', [])],
    ['a write', (of) => of.write('INSERT INTO near SELECT n FROM far RETURNING n', [])],
    [
      'a read of Prisma',
      async (of) => {
        const adapter = await prismaPostgres(of).connect()
        const text = 'SELECT (SELECT count(*) FROM near) + (SELECT count(*) FROM far) AS n'
        const { rows } = await adapter.queryRaw({ sql: text, args: [], argTypes: [] })
        return rows
      },
    ],
    [
      'a transaction',
      (of) =>
        of.transaction(async ({ read, write }) => {
          await write('INSERT INTO near VALUES (1)', [])
          return read('SELECT n FROM far', [])
        }),
    ],
  ])('takes no answer from %s that lost a deadlock to it', async (_, ask) => {
    // Ours looks for a deadlock first, and so is undone.
    await locker.query("SET deadlock_timeout = '1min'; BEGIN; LOCK TABLE far")
    const answer = ending(ask(sql))
    await expect.poll(isWaiting).toHaveLength(1)
    await locker.query('LOCK TABLE near')
    await locker.query('COMMIT')
    expect(await answer).toMatch(/^\[/)
  })

  test('a migration says so when a table stays in use', async () => {
    const migrating = await PostgresConnection.open(url)
    try {
      await locker.query('BEGIN; SELECT * FROM far')
      const work = (db: OpenTarget) => db.exec('ALTER TABLE far ADD COLUMN more INT')
      await expect(withMigrationLock(migrating.pool, work, 2)).rejects.toThrow('another process keeps using its tables')
    } finally {
      await migrating.close()
    }
  })

  test('a migration gives way to whoever uses a table, keeps nobody from it, and has as long as it needs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-migrations-'))
    writeFileSync(
      join(folder, '0001_more.sql'),
      "ALTER TABLE far ADD COLUMN more INT; CREATE TABLE limits AS SELECT current_setting('statement_timeout') AS statement",
    )
    const migrating = await PostgresConnection.open(url)
    try {
      await locker.query('BEGIN; SELECT * FROM far')
      const applied = migrate(migrating, folder)
      await expect.poll(isWaiting).toHaveLength(1)
      expect(await sql.read('SELECT n FROM far', [])).toEqual([])
      await locker.query('COMMIT')
      expect(await applied).toEqual(['0001_more.sql'])
      expect(await askPostgres(url, 'SELECT statement FROM limits')).toEqual([{ statement: '0' }])
    } finally {
      await migrating.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the reads of one turn', () => {
  const whoAmI = 'SELECT pg_backend_pid() AS pid, CAST($1 AS text) AS mine'

  test('go out together on one connection, and each gets its own answer', async () => {
    const rows = await Promise.all(Array.from({ length: 50 }, (_, at) => sql.read(whoAmI, [String(at)])))
    expect(rows.map(([row]) => row?.mine)).toEqual(Array.from({ length: 50 }, (_, at) => String(at)))
    expect(new Set(rows.map(([row]) => row?.pid)).size).toBe(1)
    expect(sql.pool.totalCount).toBe(1)
  })

  test('do not fail with the one among them that does', async () => {
    const all = [
      sql.read(whoAmI, ['before']),
      sql.read('SELECT 1 / CAST($1 AS int)', [0]),
      sql.read('SELECT no_such_column FROM pg_database WHERE datname = $1', ['x']),
      sql.read(whoAmI, ['after']),
    ]
    const ends = await Promise.all(all.map(ending))
    expect(ends).toEqual([
      expect.stringContaining('before'),
      'DatabaseError',
      'DatabaseError',
      expect.stringContaining('after'),
    ])
    // The connection is as good as before.
    expect(await sql.read(whoAmI, ['again'])).toMatchObject([{ mine: 'again' }])
    expect(sql.pool.totalCount).toBe(1)
  })

  test('all say so when their connection is cut, and the next ones get another', async () => {
    const [row] = await sql.read(whoAmI, ['x'])
    const slow = Array.from({ length: 3 }, () => sql.read('SELECT pg_sleep(CAST($1 AS float))', [5]))
    const ends = Promise.all(slow.map(ending))
    // The one they are on is the one that was idle.
    await expect
      .poll(() => askPostgres(url, `SELECT 1 FROM pg_stat_activity WHERE pid = ${row?.pid} AND state = 'active'`))
      .toHaveLength(1)
    await askPostgres(url, `SELECT pg_terminate_backend(${row?.pid})`)
    expect(await ends).toEqual([StoreUnavailable.name, StoreUnavailable.name, StoreUnavailable.name])
    const [other] = await sql.read(whoAmI, ['x'])
    expect(other?.pid).not.toBe(row?.pid)
    expect(sql.pool.totalCount).toBe(1)
    expect(sql.pool.idleCount).toBe(1)
  })

  test('go on when a newer version has added a column', async () => {
    await sql.write('CREATE TABLE grows (id int)', [])
    await sql.write('INSERT INTO grows VALUES (1)', [])
    const read = () => sql.read('SELECT id FROM grows WHERE id = $1', [1])
    expect(await read()).toEqual([{ id: 1 }])
    await askPostgres(url, "ALTER TABLE grows ADD COLUMN more text DEFAULT 'x'")
    expect(await Promise.all([read(), read(), read()])).toEqual(Array.from({ length: 3 }, () => [{ id: 1 }]))
  })

  test('wait for no write that waits for a lock', async () => {
    await sql.write('CREATE TABLE held (id int)', [])
    await sql.write('INSERT INTO held VALUES (1)', [])
    const holder = await sql.pool.connect()
    await holder.query('BEGIN')
    await holder.query('UPDATE held SET id = 2')
    const write = sql.write('UPDATE held SET id = 3 RETURNING id', [])
    const [read] = await Promise.all([sql.read('SELECT id FROM held', []), sql.read(whoAmI, ['x'])])
    expect(read).toEqual([{ id: 1 }])
    await holder.query('COMMIT')
    holder.release()
    expect(await write).toEqual([{ id: 3 }])
  })
})

describe('the writes of one turn', () => {
  const insert = (id: number, text = 'x') => sql.write('INSERT INTO noted VALUES ($1, $2) RETURNING id', [id, text])
  const idsOf = async () => (await askPostgres(url, 'SELECT id FROM noted ORDER BY id')).map((row) => row.id)
  const transactions = async () =>
    new Set((await askPostgres(url, 'SELECT xmin::text AS one FROM noted')).map((row) => row.one)).size

  beforeAll(async () => {
    await sql.write('CREATE TABLE noted (id int PRIMARY KEY, text text NOT NULL)', [])
  })
  beforeEach(async () => {
    await sql.write('DELETE FROM noted', [])
  })

  test('share a transaction, and each gets its own answer', async () => {
    const rows = await Promise.all(Array.from({ length: 50 }, (_, at) => insert(at)))
    expect(rows).toEqual(Array.from({ length: 50 }, (_, at) => [{ id: at }]))
    expect(await transactions()).toBe(1)
  })

  test('do not fail with those among them that do, and nothing of them is written twice', async () => {
    await sql.write('CREATE TABLE counted (id int PRIMARY KEY, times int NOT NULL)', [])
    await sql.write('INSERT INTO counted VALUES (1, 0)', [])
    const count = () => sql.write('UPDATE counted SET times = times + 1 WHERE id = 1 RETURNING times', [])
    const ends = await Promise.all(
      [insert(1), insert(1), count(), sql.write('INSERT INTO noted (id) VALUES ($1)', [2]), count(), insert(3)].map(
        ending,
      ),
    )
    expect(ends.filter((end) => end === 'DatabaseError')).toHaveLength(2)
    expect(ends[5]).toBe('[{"id":3}]')
    expect(await idsOf()).toEqual([1, 3])
    expect(await askPostgres(url, 'SELECT times FROM counted')).toEqual([{ times: 2 }])
  })

  test('see what the others of their transaction wrote: a thing is redeemed once', async () => {
    const redeem = () =>
      sql.write('INSERT INTO noted VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id', [7, 'code'])
    const rows = await Promise.all(Array.from({ length: 20 }, redeem))
    expect(rows.filter((row) => row.length > 0)).toHaveLength(1)
  })

  test.each([1, 5])('hold up the next ones only briefly while %i of them wait for a lock', async (waiting) => {
    await Promise.all([insert(1), insert(2)])
    const holder = await sql.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM noted WHERE id = 1 FOR UPDATE')
    const locked = Array.from({ length: waiting }, () =>
      sql.write("UPDATE noted SET text = 'late' WHERE id = $1 RETURNING id", [1]),
    )
    const beside = sql.write("UPDATE noted SET text = 'now' WHERE id = $1 RETURNING id", [2])
    expect(await beside).toEqual([{ id: 2 }])
    expect(await insert(3)).toEqual([{ id: 3 }])
    await holder.query('COMMIT')
    holder.release()
    expect(await Promise.all(locked)).toEqual(Array.from({ length: waiting }, () => [{ id: 1 }]))
  })

  test('all say so when their connection is cut', async () => {
    await insert(1)
    const slow = Array.from({ length: 3 }, () => sql.write('SELECT pg_sleep(CAST($1 AS float))', [5]))
    const ends = Promise.all(slow.map(ending))
    const active = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"
    await expect.poll(() => askPostgres(url, active)).toHaveLength(1)
    await askPostgres(url, `SELECT pg_terminate_backend(pid) FROM (${active}) AS found`)
    expect(await ends).toEqual([StoreUnavailable.name, StoreUnavailable.name, StoreUnavailable.name])
    expect(await insert(4)).toEqual([{ id: 4 }])
  })
})

describe('a shared transaction of which nobody knows the end', () => {
  const refusal = (code: string) => Object.assign(new Error(code), { code })

  /** A pool of one connection that answers as it is told: an error, or what the command was. */
  function poolThatAnswers(answers: Record<string, Error | string>) {
    const seen = { alone: 0, broken: undefined as boolean | undefined }
    const client = {
      release: (broken: boolean) => {
        seen.broken = broken
      },
      connection: { stream: { cork: () => {}, uncork: () => {} } },
      query: async (query: string | { text: string }) => {
        const text = typeof query === 'string' ? query : query.text
        const answer = answers[text.split(/[ ;]/)[0] as string] ?? 'UPDATE'
        if (typeof answer !== 'string') throw answer
        return { command: answer, rows: [] }
      },
    }
    const pool = {
      connect: async () => client,
      query: async () => {
        seen.alone += 1
        return { rows: [] }
      },
    }
    return { seen, writes: new WriteBatches(pool as never, (text) => ({ text })) }
  }

  const twoWrites = ({ writes }: ReturnType<typeof poolThatAnswers>) =>
    Promise.all([1, 2].map((id) => ending(writes.write(`UPDATE ${id}`, []))))

  test.each([
    ['its COMMIT is answered by a proxy whose server is gone', { COMMIT: refusal('08P01') }],
    ['its COMMIT is canceled', { COMMIT: refusal('57014') }],
    ['its BEGIN fails, so that each write was committed by itself', { BEGIN: refusal('57014'), COMMIT: 'COMMIT' }],
  ])('is not run again: %s', async (_name, answers) => {
    const database = poolThatAnswers(answers)
    expect(await twoWrites(database)).toEqual([StoreUnavailable.name, StoreUnavailable.name])
    expect(database.seen).toEqual({ alone: 0, broken: true })
  })

  test('is run again where the server says that it undid it', async () => {
    const database = poolThatAnswers({ UPDATE: refusal('55P03'), COMMIT: 'ROLLBACK' })
    expect(await twoWrites(database)).toEqual(['[]', '[]'])
    expect(database.seen).toEqual({ alone: 2, broken: false })
  })
})
