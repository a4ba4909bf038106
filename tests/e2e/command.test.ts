import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort, startServer } from './support.ts'

// The `vestibule` command and the server's socket, as an operator meets them.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const cli = join(import.meta.dirname, '../../apps/server/dist/cli.js')
const vestibule = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'development', SMTP_URL: 'smtp://user:hidden-password@localhost' },
  })
  return { status, output: stdout + stderr }
}

test('help, and a word that is not a command', () => {
  expect(vestibule('--help')).toMatchObject({ status: 0, output: expect.stringContaining('keys rotate') })
  expect(vestibule('nonsense').status).toBe(1)
  expect(vestibule('__proto__').status).toBe(1)
})

test('doctor shows what is in force and no secret', () => {
  const { status, output } = vestibule('doctor')
  expect(status).toBe(0)
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
    output: expect.stringContaining('clients may not know'),
  })
  expect(vestibule('keys', 'rotate', '--force').status).toBe(0)
  expect(vestibule('users', 'invite', 'Ada@Example.test').output).toContain('ada@example.test may sign in')
  expect(vestibule('users', 'invite', 'nonsense')).toMatchObject({
    status: 1,
    output: expect.stringContaining('is not an e-mail address'),
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

test('what is not HTTP, and headers or URLs that are too large, are refused with the same headers', async () => {
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
