import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PostgresConnection } from '../../apps/server/src/store/connections/postgresql/postgresql.ts'
import { type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { askPostgres, freshPostgres, lockPostgres } from '../../apps/server/test/support/postgres.ts'
import { until } from '../../apps/server/test/support/until.ts'
import { blockUnder } from '../repo/docs-blocks.ts'
import { environment, signIn, token } from './fault-support.ts'
import { failingServer, freePort, startServer } from './support.ts'

// The server behind PgBouncer in transaction mode, as docs/operations.md says: no session is its own.

const program = process.env.PGBOUNCER_PATH ?? '/usr/sbin/pgbouncer'
const [major = 0, minor = 0] = (
  /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ['--version']).stdout?.toString()) ?? []
)
  .slice(1)
  .map(Number)
const tracksStatements = major > 1 || minor >= 21
const isRoot = process.getuid?.() === 0
const root = join(import.meta.dirname, '../..')

let mailbox: Mailbox
const folder = mkdtempSync(join(tmpdir(), 'vestibule-pgbouncer-'))
// PgBouncer does not run as root.
chmodSync(folder, 0o755)
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true, force: true })
})

type Settings = Record<string, string | null>

/** The file of deploy/pgbouncer, with other values for some of its settings; null takes one out. */
function configuration(settings: Settings): string {
  let text = readFileSync(join(root, 'deploy/pgbouncer/pgbouncer.ini'), 'utf8')
  for (const [name, value] of Object.entries(settings)) {
    const line = new RegExp(`^${name} = .*\\n`, 'm')
    const replacement = value === null ? '' : `${name} = ${value}\n`
    text = line.test(text) ? text.replace(line, () => replacement) : text + replacement
  }
  return text
}

/** Runs it in front of a fresh database, until the test has finished. */
async function startPgBouncer(settings: Settings = {}) {
  const direct = await freshPostgres()
  const { hostname, port: target, pathname } = new URL(direct)
  const port = String(await freePort())
  const users = join(folder, 'users.txt')
  const file = join(folder, `${port}.ini`)
  writeFileSync(users, '"vestibule" ""\n')
  writeFileSync(
    file,
    configuration({
      vestibule: `host=${hostname} port=${target} dbname=${pathname.slice(1)}`,
      listen_addr: '127.0.0.1',
      listen_port: port,
      auth_type: 'trust',
      auth_file: users,
      admin_users: 'vestibule',
      unix_socket_dir: '',
      ...(tracksStatements ? {} : { max_prepared_statements: null }),
      ...settings,
    }),
  )
  const child = spawn(program, isRoot ? ['-u', 'postgres', file] : [file], { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await until(
    () => output.includes('process up'),
    () => output,
  )
  const base = `postgresql://vestibule@127.0.0.1:${port}`
  return { direct, url: `${base}/vestibule`, reconnect: () => askPostgres(`${base}/pgbouncer`, 'RECONNECT') }
}

/** Gives the user the settings, by the statements that the server names when it refuses to start. */
async function withSettings({ direct, url, reconnect }: Awaited<ReturnType<typeof startPgBouncer>>): Promise<string[]> {
  const { status, output } = failingServer(await environment(mailbox, { DATABASE_URL: url }), folder)
  const statements = output.match(/^ALTER ROLE .*;$/gm) ?? []
  expect([status, output]).toEqual([1, expect.stringMatching(/^DATABASE_URL leads to a pooler/)])
  await askPostgres(direct, statements.join('\n'))
  await reconnect()
  return statements
}

const untracked = 'max_prepared_statements needs PgBouncer 1.21'

test('a user without the settings: the server names the statements that give them, and starts after them', async () => {
  const bouncer = await startPgBouncer()
  await askPostgres(
    bouncer.direct,
    `ALTER ROLE vestibule IN DATABASE ${new URL(bouncer.direct).pathname.slice(1)} SET timezone = 'Asia/Kolkata'`,
  )
  const statements = await withSettings(bouncer)
  const documented = blockUnder('docs/operations.md', 'A connection pooler', 'sql')
  expect(statements.map((statement) => statement.replace(/DATABASE \w+/, 'DATABASE vestibule'))).toEqual(
    documented.trim().split('\n'),
  )
  const server = await startServer(await environment(mailbox, { DATABASE_URL: bouncer.url }), folder)
  await signIn(server, mailbox)
  await server.stop()
})

test('limits that PgBouncer is told to ignore are missed all the same', async () => {
  const statements = await withSettings(await startPgBouncer({ ignore_startup_parameters: 'options' }))
  expect(statements.join()).toContain("SET statement_timeout = '5000'")
})

test('commands: doctor finds what is missing, a backup is made, and data is moved over a direct connection only', async () => {
  const bouncer = await startPgBouncer()
  const env = await environment(mailbox, { DATABASE_URL: bouncer.url })
  const vestibule = (args: readonly string[], more: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'apps/server/dist/cli.js'), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_ENV: 'development', ...env, SMTP_URL: '', ...more },
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }
  const missing = /leads to a pooler.*\n.*ALTER ROLE vestibule IN DATABASE/
  expect(vestibule(['doctor'])).toEqual({ status: 1, output: expect.stringMatching(missing) })
  await withSettings(bouncer)
  expect(vestibule(['migrate']).status).toBe(0)
  expect(vestibule(['doctor']).output).not.toMatch(/pooler/)
  expect(vestibule(['backup', join(folder, 'made.backup')]).status).toBe(0)
  const file = join(folder, 'moved.db')
  expect(vestibule(['migrate'], { DATABASE_URL: `file:${file}` }).status).toBe(0)
  const refused = 'DATABASE_URL leads to a pooler; data is moved over a connection to PostgreSQL itself'
  expect(vestibule(['migrate-data', file])).toEqual({ status: 1, output: expect.stringContaining(refused) })
})

describe.each([
  ['as deployed', {}, { skip: !tracksStatements, meta: { skipped: untracked } }],
  ['that passes the names of statements on', { max_prepared_statements: tracksStatements ? '0' : null }, {}],
])('PgBouncer %s', (_name, settings, options) => {
  // Fewer connections than the two processes have together.
  const few = { default_pool_size: '6', ...settings }

  test('serves two processes under load', options, async () => {
    const bouncer = await startPgBouncer(few)
    await withSettings(bouncer)
    const env = await environment(mailbox, { DATABASE_URL: bouncer.url, WORKERS: '2' })
    const server = await startServer(env, folder)
    const people = await Promise.all(Array.from({ length: 6 }, () => signIn(server, mailbox)))
    let refreshTokens = people.map(({ tokens }) => tokens.refresh_token)
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        refreshTokens.map((refresh_token) => token(server, { grant_type: 'refresh_token', refresh_token })),
      )
      expect(answers.map(({ status }) => status)).toEqual(refreshTokens.map(() => 200))
      refreshTokens = answers.map(({ body }) => body.refresh_token)
    }
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    expect(server.output()).not.toMatch(/"level":50|prepared statement/)
    await server.stop()
  })

  test('a statement goes on after the migration of a newer version', options, async () => {
    const bouncer = await startPgBouncer(few)
    await withSettings(bouncer)
    await askPostgres(bouncer.direct, "CREATE TABLE whole (a TEXT); INSERT INTO whole VALUES ('one')")
    const connection = await PostgresConnection.open(bouncer.url)
    const read = () => connection.read('SELECT a FROM whole', [])
    expect(await read()).toEqual([{ a: 'one' }])
    await askPostgres(bouncer.direct, "ALTER TABLE whole ADD COLUMN b TEXT NOT NULL DEFAULT 'two'")
    expect(await read()).toEqual([{ a: 'one' }])
    await connection.close()
  })

  test('a lock that lasts: every request is 503, and no statement waits any more', options, async () => {
    const bouncer = await startPgBouncer(few)
    await withSettings(bouncer)
    const server = await startServer(await environment(mailbox, { DATABASE_URL: bouncer.url }), folder)
    const people = await Promise.all(Array.from({ length: 6 }, () => signIn(server, mailbox)))
    const refresh = () =>
      Promise.all(
        people.map(
          async ({ tokens }) =>
            (await token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status,
        ),
      )
    const unlock = await lockPostgres(bouncer.direct, 'token_grant')
    expect(await refresh()).toEqual(people.map(() => 503))
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(() => askPostgres(bouncer.direct, waiting)).toEqual([])
    await unlock()
    expect(await refresh()).toEqual(people.map(() => 200))
    await server.stop()
  })
})
