import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { freePort, startServer } from './support.ts'

// The `vestibule` command and the server's socket, as an operator meets them.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const cli = join(import.meta.dirname, '../../apps/server/dist/cli.js')
const vestibuleWith = (env: Record<string, string>, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'development',
      SMTP_URL: 'smtp://user:hidden-password@localhost',
      ...env,
    },
  })
  return { status, output: stdout + stderr }
}
const vestibule = (...args: string[]) => vestibuleWith({}, ...args)

test('help, and a word that is not a command', () => {
  expect(vestibule('--help')).toMatchObject({ status: 0, output: expect.stringContaining('keys rotate') })
  expect(vestibule('users', 'import', '--help').output).toContain('--dry-run')
  expect(vestibule('nonsense')).toMatchObject({ status: 2, output: expect.stringContaining('no command "nonsense"') })
  expect(vestibule('__proto__').status).toBe(2)
  expect(vestibule('keys', 'rotate', '--froce')).toMatchObject({
    status: 2,
    output: expect.stringContaining('--force'),
  })
})

test('doctor shows what is in force and no secret', () => {
  const { status, output } = vestibule('doctor')
  // Nobody listens at SMTP_URL.
  expect(status).toBe(1)
  expect(output).toContain('check SMTP_URL')
  expect(output).toContain('http://localhost:4000')
  expect(output).toContain('TERMS_VERSION is not set')
  expect(output).not.toContain('hidden-password')
  expect(output).not.toContain('secret-for-loopback-only')
})

test('migrate, clients, keys and users', () => {
  expect(vestibule('migrate').output).toContain('0001_first.sql')
  expect(vestibule('migrate').output).toContain('nothing to do')
  expect(vestibule('clients', 'list').output).toContain('example-nuxt')
  expect(vestibule('keys', 'list').output).toMatch(/current[\s\S]*next/)
  expect(vestibule('keys', 'rotate')).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^the waiting [^\n]*clients may not know it yet; [^\n]*--force [^\n]*\n*$/),
  })
  expect(vestibule('users', 'invite', 'nobody').status).toBe(2)
  expect(vestibule('users', 'disable', 'nobody@example.test')).toMatchObject({
    status: 1,
    output: expect.stringContaining('nobody has the address'),
  })
  expect(vestibule('keys', 'rotate', '--force').status).toBe(0)
  expect(vestibule('users', 'invite', 'Ada@Example.test').output).toContain('ada@example.test may sign in')
  expect(vestibule('users', 'invite', 'nonsense')).toMatchObject({
    status: 2,
    output: expect.stringContaining('is not an email address'),
  })
  expect(vestibule('users', 'reset', 'nobody@example.test', 'b@example.test')).toMatchObject({
    status: 1,
    output: expect.stringContaining('nobody has the address'),
  })
  expect(vestibule('organizations', 'list').status).toBe(0)
  expect(vestibule('audit', 'export').status).toBe(0)
  expect(vestibule('webhooks', 'replay', '01a1fd70bc72')).toMatchObject({
    status: 1,
    output: expect.stringContaining('WEBHOOK_URL is not set'),
  })
  expect(vestibule('users', 'disable', 'nobody@example.test')).toMatchObject({
    status: 1,
    output: expect.stringContaining('nobody has the address'),
  })
})

test('people come from another system, go into a backup, and move to PostgreSQL', async () => {
  const people = join(folder, 'people.ndjson')
  writeFileSync(
    people,
    ['{"sub":"auth0|1","email":"grace@example.test","email_verified":true}', '{"sub":"x"}'].join('\n'),
  )
  expect(vestibule('users', 'import', people)).toMatchObject({
    status: 1,
    output: expect.stringMatching(
      /2 lines: 1 people created, 0 already present, 1 refused[\s\S]*line 2: email: is missing/,
    ),
  })
  const clerk = join(folder, 'clerk.json')
  const address = { id: 'i', email_address: 'ada@example.test', verification: { status: 'verified' } }
  writeFileSync(clerk, JSON.stringify([{ id: 'user_1', email_addresses: [address] }], null, 2))
  expect(vestibule('users', 'import', clerk, '--from', 'clerk').status).toBe(0)
  expect(vestibule('users', 'list').output).toMatch(/auth0\|1\tgrace@example\.test[\s\S]*user_1\tada@example\.test/)
  expect(vestibule('users', 'import', join(folder, 'none.ndjson'))).toMatchObject({
    status: 1,
    output: expect.stringContaining('ENOENT'),
  })

  const copy = join(folder, 'copy.backup')
  expect(vestibule('backup', copy)).toMatchObject({ status: 0, output: expect.stringContaining('Keep SECRET') })
  expect(vestibule('backup', copy)).toMatchObject({ status: 1, output: expect.stringContaining('is there already') })
  expect(vestibule('restore', copy)).toMatchObject({ status: 1, output: expect.stringContaining('is not empty') })
  const SECRET = readFileSync(join(folder, 'data', 'secret'), 'utf8').trim()
  const restored = { SECRET, DATABASE_URL: `file:${join(folder, 'elsewhere', 'restored.db')}` }
  expect(vestibuleWith(restored, 'restore', people).status).toBe(1)
  // What could not be filled was not left behind.
  expect(vestibuleWith(restored, 'restore', copy)).toMatchObject({
    status: 0,
    output: expect.stringContaining('rows restored'),
  })
  expect(vestibuleWith(restored, 'users', 'list').output).toContain('user_1')

  const file = join(folder, 'data', 'vestibule.db')
  expect(vestibule('migrate-data', file)).toMatchObject({
    status: 1,
    output: expect.stringContaining('DATABASE_URL must be the PostgreSQL'),
  })
  const postgres = { SECRET, DATABASE_URL: await freshPostgres() }
  expect(vestibuleWith(postgres, 'migrate-data', file)).toMatchObject({
    status: 0,
    output: expect.stringContaining('rows moved and compared'),
  })
  expect(vestibuleWith(postgres, 'users', 'list').output).toContain('user_1')
  expect(vestibuleWith(postgres, 'keys', 'list').status).toBe(0)
})

test('what is not HTTP, and headers or URLs that are too large, are refused with the same headers', async () => {
  // AZ-37, HT-03, HT-10, HT-12
  const port = await freePort()
  const server = await startServer({ PORT: String(port) }, folder)
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  for (const [text, status] of [
    ['nonsense\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    [`GET /jwks?${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 414],
    ['TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
    ['POST /token HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ] as const) {
    const answer = await send(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff')
  }
  await server.stop()
})
