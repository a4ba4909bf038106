import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { copySources, sourceFiles } from '../release/checkout.ts'
import { isInBuildContext } from '../repo/build-context.ts'
import { contained, stopContained } from './container.ts'
import { freePort, startServer } from './support.ts'

// What the Docker image and /opt/vestibule are made of: the build context and nothing else, built by the command of the
// Dockerfile, and started read-only as another user, without this repository around it.

const root = join(import.meta.dirname, '../..')
/** Of the image, without `node`. */
const entryPoint: string[] = JSON.parse(
  /^ENTRYPOINT \["node", (.*)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1]?.replace(/^/, '[') ?? '[]',
)
const folder = mkdtempSync(join(tmpdir(), 'vestibule-deployed-'))
const app = join(folder, 'app')
const data = join(folder, 'data')

/** The one command of the first stage. */
const buildCommand = () =>
  /^RUN ((?:.*\\\n)*.*)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1]?.replace(/ \/app$/, ` '${app}'`) ??
  ''

beforeAll(async () => {
  const context = join(folder, 'context')
  copySources((await sourceFiles()).filter(isInBuildContext), context)
  // The stage has Node 24 and npm.
  const path = process.env.PATH?.split(delimiter).filter((each) => !each.includes('node_modules')) ?? []
  const { status, stdout, stderr } = spawnSync('sh', ['-c', buildCommand()], {
    cwd: context,
    encoding: 'utf8',
    env: { ...process.env, PATH: [dirname(process.execPath), ...path].join(delimiter), NODE_ENV: 'development' },
  })
  expect(status, stdout + stderr).toBe(0)
  // The second command of the second stage.
  mkdirSync(join(app, 'data'))
  mkdirSync(data)
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The file system of a container whose programs are those of this machine. */
const mounts = [
  ...['--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc'],
  ...['bin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
  ...['--ro-bind', process.execPath, '/node', '--ro-bind', app, '/app'],
]

test('it is complete, and has nothing that only builds need', () => {
  expect(readdirSync(app).toSorted()).toEqual(
    expect.arrayContaining(['LICENSE', 'THIRD-PARTY-NOTICES.md', 'dist', 'migrations', 'node_modules', 'package.json']),
  )
  expect(readdirSync(app)).not.toContain('src')
  // Prisma's command line brings its Studio, and drivers of databases that we don't use.
  const installed = readdirSync(join(app, 'node_modules/.pnpm'))
  expect(installed.filter((name) => /^(prisma|typescript|react|mysql2)@/.test(name))).toEqual([])
})

test.each<[string, () => Promise<Record<string, string>>]>([
  ['SQLite in its data folder', async () => ({})],
  // The server that is built here starts on PostgreSQL in other tests.
  ...(process.env.TEST_ALL
    ? [['PostgreSQL', async () => ({ DATABASE_URL: await freshPostgres() })] satisfies [string, () => Promise<object>]]
    : []),
])('it serves in production, read-only and as another user, with %s', async (_name, database) => {
  const port = String(await freePort())
  const server = await startServer(
    {
      NODE_ENV: 'production',
      PORT: port,
      ISSUER: 'https://id.example.test',
      SECRET: 'a secret for one test run only: 8c1d7e6f5a4b',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'sign-in@example.test',
      OIDC_CLIENT_ID_0: 'web',
      OIDC_CLIENT_0_SECRET: 'a-secret-of-the-client-0123456789',
      OIDC_CLIENT_0_REDIRECT_URIS: 'https://rp.example.test/cb',
      METRICS_TOKEN: 'a-token-for-prometheus',
      OTEL_TRACES_EXPORTER: 'console',
      ...(await database()),
    },
    folder,
    [...contained(mounts, data), '/node', ...entryPoint, 'serve'],
  )
  const at = `http://127.0.0.1:${port}`
  const metadata = (await (await fetch(`${at}/.well-known/openid-configuration`)).json()) as { issuer: string }
  expect(metadata.issuer).toBe('https://id.example.test')
  const authorize = await fetch(
    `${at}/authorize?client_id=web&redirect_uri=https%3A%2F%2Frp.example.test%2Fcb&response_type=code&scope=openid`,
    { redirect: 'manual' },
  )
  expect(authorize.headers.get('set-cookie')).toMatch(/^__Host-/)
  const metrics = await fetch(`${at}/metrics`, { headers: { Authorization: 'Bearer a-token-for-prometheus' } })
  expect(await metrics.text()).toContain('vestibule_database_up 1')
  expect(await stopContained(server)).toBe(0)
})
