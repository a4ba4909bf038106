import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Health } from '../src/flows/platform/health.ts'
import { SqliteConnection } from '../src/store/connections/sqlite/sqlite.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What a load balancer, a dashboard and a log see when the database serves nobody.

let world: TestWorld
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await openTestWorld({}, { database: 'sqlite', log: (line) => lines.push(JSON.parse(line)) })
})
afterAll(() => world?.close())

const connection = () => {
  const { sql } = world.deps.db
  if (!(sql instanceof SqliteConnection)) throw new Error('this test looks into SQLite')
  return sql
}
const ready = async () => (await fetch(`${world.issuer}/health/ready`)).status

describe('a database that answers but cannot be written', () => {
  afterEach(() => {
    connection().writer().exec('PRAGMA query_only = 0')
  })

  test('is not ready, and sign-in answers 503; both are well again by themselves', async () => {
    expect(await ready()).toBe(200)
    connection().writer().exec('PRAGMA query_only = 1')
    await expect.poll(ready).toBe(503)
    const browser = world.browser()
    expect((await world.authorize(browser)).status).toBe(503)
    expect((await fetch(`${world.issuer}/health/live`)).status).toBe(200)
    connection().writer().exec('PRAGMA query_only = 0')
    await expect.poll(ready).toBe(200)
  })

  test('is told once in a while as a warning, with how much failed, and never as an error', async () => {
    connection().writer().exec('PRAGMA query_only = 1')
    for (let index = 0; index < 50; index++) {
      const answer = await fetch(
        `${world.issuer}/authorize?${new URLSearchParams({ client_id: 'web', response_type: 'code', scope: 'openid', redirect_uri: 'https://rp.example.test/cb' })}`,
        { redirect: 'manual' },
      )
      expect(answer.status).toBe(503)
    }
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
    // One for each ten seconds that this file has run for.
    const told = lines.filter(({ msg }) => msg === 'the database is unavailable')
    expect(told.length).toBeGreaterThan(0)
    expect(told.length).toBeLessThan(5)
    expect(told.every(({ level }) => level === 40)).toBe(true)
  })
})

test('the readiness of many askers is asked of the database once', async () => {
  let reads = 0
  const { db, log, now } = world.deps
  const read: typeof db.sql.read = async (text, params) => {
    reads += 1
    return db.sql.read(text, params)
  }
  const write: typeof db.sql.write = (text, params) => db.sql.write(text, params)
  const health = new Health({ ...db, sql: { ...db.sql, read, write } }, log, now)
  expect(await Promise.all(Array.from({ length: 50 }, () => health.serves()))).not.toContain(false)
  expect(reads).toBe(1)
})

test('no line of the log holds the path of an unknown address, or of a link', async () => {
  // ML-12
  lines.length = 0
  await fetch(`${world.issuer}/nope/secretperson@private.test`)
  await fetch(`${world.issuer}/sign-in/a-handle-that-is-a-secret-0123456789012345678901/link/token)`)
  await fetch(`${world.issuer}/api/v1/users/somebody`)
  await expect.poll(() => lines.filter(({ msg }) => msg === 'request').length).toBe(3)
  expect(lines.filter(({ msg }) => msg === 'request').map(({ route }) => route)).toEqual([
    'unknown',
    '/sign-in/:handle/link/:token',
    '/api/v1/*',
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secretperson|a-handle|token\)|somebody/)
})
