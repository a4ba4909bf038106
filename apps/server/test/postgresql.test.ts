import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../src/store/connections/errors.ts'
import { PostgresConnection } from '../src/store/connections/postgresql.ts'
import { askPostgres, freshPostgres } from './support/postgres.ts'

// What the connection promises beyond what the journeys show.

let url: string
let sql: PostgresConnection
beforeAll(async () => {
  url = await freshPostgres()
  sql = new PostgresConnection(url)
})
afterAll(() => sql?.close())

/** One promise's end, as text. */
const ending = (one: Promise<unknown>) =>
  one.then(
    (rows) => JSON.stringify(rows),
    (error: Error) => error.constructor.name,
  )

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

  test('are prepared anew when a newer version has changed a table', async () => {
    await sql.write('CREATE TABLE grows (id int)', [])
    await sql.write('INSERT INTO grows VALUES (1)', [])
    const read = () => sql.read('SELECT * FROM grows WHERE id = $1', [1])
    expect(await read()).toEqual([{ id: 1 }])
    await askPostgres(url, "ALTER TABLE grows ADD COLUMN more text DEFAULT 'x'")
    expect(await Promise.all([read(), read(), read()])).toEqual(Array.from({ length: 3 }, () => [{ id: 1, more: 'x' }]))
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
