import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { freePort, startServer } from './support.ts'

// What the Docker image and /opt/vestibule are made of: the server by itself, without this repository around it.

test('`pnpm deploy:server` makes a folder that serves in production, on both databases', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-deployed-'))
  const app = join(folder, 'app')
  const root = join(import.meta.dirname, '../..')
  const made = spawnSync('npx', ['--yes', 'pnpm@12.21.0', 'deploy:server', app], { cwd: root, encoding: 'utf8' })
  expect(made.status, made.stdout + made.stderr).toBe(0)
  expect(readdirSync(app).toSorted()).toEqual(
    expect.arrayContaining(['dist', 'migrations', 'node_modules', 'package.json']),
  )
  expect(readdirSync(app)).not.toContain('src')
  // What only builds need: Prisma's command line brings its Studio, and drivers of databases that we don't use.
  const installed = readdirSync(join(app, 'node_modules/.pnpm'))
  expect(installed.filter((name) => /^(prisma|typescript|react|mysql2)@/.test(name))).toEqual([])
  for (const database of [`file:${join(folder, 'x.db')}`, await freshPostgres()]) {
    const port = String(await freePort())
    const server = await startServer(
      {
        NODE_ENV: 'production',
        PORT: port,
        ISSUER: 'https://id.example.test',
        DATABASE_URL: database,
        SECRET: 'a secret for one test run only: 8c1d7e6f5a4b',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'sign-in@example.test',
        OIDC_CLIENT_ID_0: 'web',
        OIDC_CLIENT_0_SECRET: 'a-secret-of-the-client-0123456789',
        OIDC_CLIENT_0_REDIRECT_URIS: 'https://rp.example.test/cb',
        METRICS_TOKEN: 'a-token-for-prometheus',
        OTEL_TRACES_EXPORTER: 'console',
      },
      folder,
      join(app, 'dist/main.js'),
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
    expect(await server.stop()).toBe(0)
  }
  rmSync(folder, { recursive: true, force: true })
})
