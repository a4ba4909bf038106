import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { askPostgres, freshPostgres, lockPostgres } from '../../apps/server/test/support/postgres.ts'
import { startPostgres } from '../../scripts/test-postgres.mjs'
import { type Cable, cableTo, environment, redirectUri, signIn, token, workersOf } from './fault-support.ts'
import { failingServer, type ServerProcess, startServer } from './support.ts'

// The database locked, away, frozen, full, older and newer: requests fail closed, and everything gets well by itself.

const all = Boolean(process.env.TEST_ALL)
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const folder = mkdtempSync(join(tmpdir(), 'vestibule-database-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Asks with a token: the grant's life is looked up each time. */
const userinfo = async (server: ServerProcess, accessToken: string): Promise<{ status: number; ms: number }> => {
  const started = performance.now()
  const { status } = await fetch(`${server.url}/userinfo`, { headers: { Authorization: `Bearer ${accessToken}` } })
  return { status, ms: performance.now() - started }
}

/** What needs no database is served all the same. */
async function servesFromMemory(server: ServerProcess): Promise<void> {
  for (const path of ['/health/live', '/jwks', '/.well-known/openid-configuration'])
    expect((await fetch(server.url + path)).status, path).toBe(200)
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(503)
}

describe('SQLite', () => {
  test('ST-03 a file that another process locks: a short wait is waited out, a long one is 503, and it recovers', async () => {
    const file = join(folder, 'locked.db')
    const server = await startServer(await environment(mailbox, { DATABASE_URL: `file:${file}` }), folder)
    const { tokens } = await signIn(server, mailbox)
    const other = new DatabaseSync(file, { timeout: 5000 })
    const refresh = () => token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    other.exec('BEGIN IMMEDIATE')
    setTimeout(() => other.exec('COMMIT'), 1000)
    expect((await refresh()).status).toBe(200)
    other.exec('BEGIN IMMEDIATE')
    const refused = await token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await fetch(`${server.url}/jwks`)).status).toBe(200)
    other.exec('COMMIT')
    other.close()
    expect((await refresh()).status).toBe(200)
    await server.stop()
  })

  test('a disk that is full: 503, nothing half done, and it recovers when there is room', async () => {
    // ST-05
    const file = join(folder, 'full.db')
    const server = await startServer(await environment(mailbox, { DATABASE_URL: `file:${file}` }), folder)
    const { tokens } = await signIn(server, mailbox)
    const refresh = () => token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    // The kernel's own limit: these processes may write nothing beyond the first page of a file. (What the log has already
    // may be written over once it is copied into the database, which a worker does when it starts.)
    const limit = (bytes: string) => {
      for (const pid of [server.pid, ...workersOf(server)]) {
        const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`], {
          encoding: 'utf8',
        })
        expect([status, stderr]).toEqual([0, ''])
      }
    }
    const before = new DatabaseSync(file, { readOnly: true })
    const grants = () => before.prepare('SELECT generation FROM token_grant').all()
    const known = grants()
    limit('4096:unlimited')
    const refused = await refresh()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(grants()).toEqual(known)
    await servesFromMemory(server)
    limit('unlimited')
    expect((await refresh()).status).toBe(200)
    expect(before.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    before.close()
    await server.stop()
  })

  test('a file of an older version is brought along with everybody in it; one of a newer version is refused', async () => {
    // ST-12
    const file = join(folder, 'older.db')
    const env = await environment(mailbox, { DATABASE_URL: `file:${file}` })
    // The first version's file, with a person in it, made by that version's own migration.
    const old = new DatabaseSync(file)
    const name = '0001_first.sql'
    const sql = readFileSync(join(import.meta.dirname, '../../apps/server/migrations/sqlite', name), 'utf8')
    const { createHash } = await import('node:crypto')
    old.exec(sql)
    old.exec('CREATE TABLE schema_migration (name TEXT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL)')
    old.prepare('INSERT INTO schema_migration VALUES (?, ?)').run(name, createHash('sha256').update(sql).digest('hex'))
    old.exec(
      "INSERT INTO user_account (id, given_name, phone_verified, created_at, updated_at) VALUES ('somebody', 'Grace', 0, 1700000000000, 1700000000000); INSERT INTO email VALUES ('old@example.test', 'somebody', 1, 1700000000000)",
    )
    old.close()
    const server = await startServer(env, folder)
    const { tokens } = await signIn(server, mailbox, 'old@example.test')
    expect(JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString()).sub).toBe('somebody')
    await server.stop()

    const newer = join(folder, 'newer.db')
    copyFileSync(file, newer)
    const next = new DatabaseSync(newer)
    next.exec("INSERT INTO schema_migration VALUES ('9999_next.sql', 'x')")
    next.close()
    const { status, output } = failingServer({ ...env, DATABASE_URL: `file:${newer}` }, folder)
    expect([status, output]).toEqual([1, expect.stringContaining('migrated by a newer version')])
  })
})

describe('PostgreSQL', () => {
  const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
  const terminateOthers = `SELECT pg_terminate_backend(pid) ${others}`
  const waitingForLocks = async (url: string) =>
    (await askPostgres(url, `SELECT 1 ${others} AND wait_event_type = 'Lock'`)).length

  /** Keys are served while the database is away; once it is back, so is everything else. */
  async function recovers(server: ServerProcess, accessToken: string, cable: Cable) {
    await servesFromMemory(server)
    cable.mend()
    await expect.poll(async () => (await userinfo(server, accessToken)).status).toBe(200)
    await server.stop()
    cable.close()
  }

  test(`ST-04 away for ${all ? 'ten seconds' : 'a moment'}: 503 at once, keys still served, and it recovers by itself`, async () => {
    const cable = await cableTo(await freshPostgres())
    const server = await startServer(await environment(mailbox, { DATABASE_URL: cable.url }), folder)
    const { tokens } = await signIn(server, mailbox)
    expect((await userinfo(server, tokens.access_token)).status).toBe(200)
    cable.cut()
    const until = Date.now() + (all ? 10_000 : 1000)
    do {
      const away = await userinfo(server, tokens.access_token)
      expect([away.status, away.ms < 2000]).toEqual([503, true])
      await new Promise((resolve) => setTimeout(resolve, 200))
    } while (Date.now() < until)
    await recovers(server, tokens.access_token, cable)
  })

  test('frozen, with every connection open and silent: 503 within ten seconds, and it recovers by itself', async () => {
    const cable = await cableTo(await freshPostgres())
    const server = await startServer(await environment(mailbox, { DATABASE_URL: cable.url }), folder)
    const { tokens } = await signIn(server, mailbox)
    cable.freeze()
    const answers = await Promise.all(Array.from({ length: 20 }, () => userinfo(server, tokens.access_token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(10_000)
    await recovers(server, tokens.access_token, cable)
  })

  test.each(all ? ['53100', '53300', '57P01', '25006'] : ['53100'])(
    'a server that refuses to write with SQLSTATE %s (full, out of connections, stopping, read-only): 503, and it recovers',
    async (state) => {
      const url = await freshPostgres()
      const server = await startServer(await environment(mailbox, { DATABASE_URL: url }), folder)
      const { tokens } = await signIn(server, mailbox)
      const refresh = () => token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
      await askPostgres(
        url,
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$;
         CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON token_grant FOR EACH ROW EXECUTE FUNCTION refuse();`,
      )
      expect((await refresh()).status).toBe(503)
      await askPostgres(url, 'DROP TRIGGER refuse ON token_grant')
      expect((await refresh()).status).toBe(200)
      await server.stop()
    },
  )

  test.each([
    ['the process is killed', async (server: ServerProcess) => void (await server.stop('SIGKILL'))],
    [
      'every connection is terminated, as by a restart of PostgreSQL',
      async (_server: ServerProcess, url: string) => void (await askPostgres(url, terminateOthers)),
    ],
  ])(
    '%s while requests with an Idempotency-Key are under way: nothing is done twice, no key is stuck',
    async (_what, strike) => {
      const url = await freshPostgres()
      const scope = 'organizations:write users:write'
      const scopes = { OIDC_CLIENT_0_SCOPES: scope.replace(' ', ',') }
      const env = await environment(mailbox, { DATABASE_URL: url, ...scopes })
      let server = await startServer(env, folder)
      const { body } = await token(server, { grant_type: 'client_credentials', scope })
      const post = (path: string, key: string, json: object) =>
        fetch(`${server.url}/api/v1${path}`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${body.access_token}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
          },
          body: JSON.stringify(json),
        })
      const { id: owner } = await (await post('/users', 'owner', { email: 'owner@example.test' })).json()
      const create = (key: string) =>
        post('/organizations', key, { name: key, owner }).then(
          ({ status }) => status,
          () => null,
        )
      const keys = Array.from({ length: 12 }, (_, index) => `once-${index}`)
      // Half of them are done, answered or not. The others stand in the middle of their change, behind the lock of the table.
      const begun = keys.slice(0, 6).map(create)
      await begun[0]
      const unlock = await lockPostgres(url, 'organization')
      begun.push(...keys.slice(6).map(create))
      await expect.poll(() => waitingForLocks(url)).toBeGreaterThan(0)
      await strike(server, url)
      await unlock()
      await Promise.all(begun)
      if (!(await fetch(`${server.url}/health/live`).catch(() => null))) server = await startServer(env, folder)
      // A claim without an answer keeps others away for seconds; here these are over at once.
      const [{ longest }] = (await askPostgres(
        url,
        'SELECT extract(epoch FROM max(expires_at) - now()) AS longest FROM idempotent_answer WHERE status = 0',
      )) as [{ longest: string | null }]
      expect(Number(longest)).toBeLessThanOrEqual(30)
      await askPostgres(url, "UPDATE idempotent_answer SET expires_at = now() - interval '1 s' WHERE status = 0")
      for (const key of keys) await expect.poll(() => create(key)).toBe(201)
      const made = await askPostgres(url, "SELECT name FROM organization WHERE name LIKE 'once-%'")
      expect(made.map(({ name }) => name).sort()).toEqual(keys.sort())
      await server.stop()
    },
  )

  test('slow: what takes a second is waited for', async () => {
    const url = await freshPostgres()
    const server = await startServer(await environment(mailbox, { DATABASE_URL: url }), folder)
    const { tokens } = await signIn(server, mailbox)
    await askPostgres(
      url,
      `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$;
       CREATE TRIGGER slow BEFORE UPDATE ON token_grant FOR EACH ROW EXECUTE FUNCTION slow();`,
    )
    const answer = await token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
    expect(answer.status).toBe(200)
    await server.stop()
  })
})

const disk = mkdtempSync(join(tmpdir(), 'vestibule-disk-'))
// In most containers not even root may.
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', disk]).status === 0
afterAll(() => {
  if (mounted) spawnSync('umount', ['-l', disk])
  rmdirSync(disk)
})

describe('a disk without a free byte', {
  skip: !mounted,
  meta: { skipped: 'a disk that is small must be mounted, which only root may' },
}, () => {
  const databases = {
    SQLite: async () => ({ url: `file:${join(disk, 'sqlite.db')}`, stop() {} }),
    PostgreSQL: () => startPostgres({ parent: disk }),
  }

  /** The statuses of as many first requests of a sign-in, each of which inserts a row. */
  async function beginSignIns(server: ServerProcess, count: number): Promise<number[]> {
    const request = { client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' }
    const statuses: number[] = []
    for (let index = 0; index < count; index++) {
      const url = `${server.url}/authorize?${new URLSearchParams(request)}`
      statuses.push((await fetch(url, { redirect: 'manual' })).status)
    }
    return statuses
  }

  test.each(Object.entries(databases))('%s: not ready, and ready again when there is room', async (_, open) => {
    const database = await open()
    onTestFinished(() => database.stop())
    const server = await startServer(await environment(mailbox, { DATABASE_URL: database.url }), folder)
    const { tokens } = await signIn(server, mailbox)
    const ready = async () => (await fetch(`${server.url}/health/ready`)).status
    expect(await ready()).toBe(200)
    const ballast = join(disk, 'ballast')
    onTestFinished(() => rmSync(ballast, { force: true }))
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'])
    // Pages and SQLite's log may have room for some rows more.
    await expect.poll(() => beginSignIns(server, 20)).toContain(503)
    await expect.poll(ready).toBe(503)
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    rmSync(ballast)
    await expect.poll(ready).toBe(200)
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect((await token(server, refresh)).status).toBe(200)
    await signIn(server, mailbox)
    await server.stop()
  })
})
