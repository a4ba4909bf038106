import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser } from '../../apps/server/test/support/browser.ts'
import { codeIn, type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { basic, type TokenAnswer } from '../../apps/server/test/support/world.ts'
import { freePort, type ServerProcess, startServer } from './support.ts'

// What happens when parts fail: the built server in a process of its own, stopped, killed, and cut from its database.

const redirectUri = 'https://rp.example.test/cb'
const secret = 'app-secret-0123456789'
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(() => mailbox.close())

const environment = async (extra: Record<string, string> = {}) => ({
  PORT: String(await freePort()),
  SMTP_URL: mailbox.url,
  LIMIT_MAIL_PER_ADDRESS: 'off',
  LIMIT_PER_NETWORK: 'off',
  ONBOARDING: 'profile',
  OIDC_CLIENT_ID_0: 'app',
  OIDC_CLIENT_0_SECRET: secret,
  OIDC_CLIENT_0_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
  OIDC_CLIENT_0_SCOPES: 'openid,profile,email,reports:read',
  OIDC_CLIENT_0_ORGANIZATION: 'none',
  ...extra,
})

let people = 0
async function signIn(server: ServerProcess) {
  people += 1
  const email = `fault${people}@example.test`
  const browser = new PlainBrowser(server.url)
  await browser.go(
    `${server.url}/authorize?${new URLSearchParams({ client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`,
  )
  await browser.submit({ email })
  await browser.submit({ code: codeIn(await mailbox.take(email)) })
  const { callback } = await browser.submit({ given_name: 'Ada' })
  const tokens = await token(server, {
    grant_type: 'authorization_code',
    code: callback?.searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
  })
  return { browser, tokens: tokens.body }
}

async function token(server: ServerProcess, body: Record<string, string>): Promise<TokenAnswer> {
  const answer = await fetch(`${server.url}/token`, {
    method: 'POST',
    headers: { Authorization: basic('app', secret), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}

const listening = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

describe('faults', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-faults-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('LO-11 a logout that was committed reaches the client after kill -9, once it can', async () => {
    const port = await freePort()
    const env = await environment({
      OIDC_CLIENT_0_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${port}/logout`,
      DATABASE_URL: `file:${join(folder, 'logout.db')}`,
    })
    let server = await startServer(env, folder)
    const { browser, tokens } = await signIn(server)
    await browser.go(`${server.url}/logout?id_token_hint=${tokens.id_token}`)
    await server.stop('SIGKILL')
    const received: string[] = []
    const client = createServer((request, response) => {
      request.on('data', (chunk) => received.push(String(chunk)))
      request.on('end', () => response.end())
    })
    await listening(client, port)
    server = await startServer(env, folder)
    await expect.poll(() => received.length, { timeout: 50_000, interval: 200 }).toBeGreaterThan(0)
    expect(received[0]).toMatch(/^logout_token=/)
    await server.stop()
    client.close()
  })

  test('kill -9 in the middle of issuing tokens leaves a sound database and no token twice', async () => {
    const file = join(folder, 'killed.db')
    const env = await environment({ DATABASE_URL: `file:${file}` })
    let server = await startServer(env, folder)
    let { tokens } = await signIn(server)
    for (let round = 0; round < (process.env.TEST_ALL ? 20 : 2); round++) {
      const refreshes = Array.from({ length: 20 }, () =>
        token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }).catch(() => null),
      )
      setTimeout(() => server.stop('SIGKILL'), 5 + round)
      const answers = (await Promise.all(refreshes)).flatMap((one) =>
        one?.status === 200 ? [one.body.refresh_token as string] : [],
      )
      expect(new Set(answers).size).toBeLessThanOrEqual(1)
      server = await startServer(env, folder)
      // The last answer anyone got is a successor within its window, whether or not it was heard.
      const again = await token(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
      expect([again.status, answers.length === 0 || answers[0] === again.body.refresh_token]).toEqual([200, true])
      tokens = again.body
    }
    await server.stop()
    const database = new DatabaseSync(file, { readOnly: true })
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([])
    database.close()
  })

  test('SIGTERM under load drops nothing and ends with 0', async () => {
    const server = await startServer(await environment({ DATABASE_URL: `file:${join(folder, 'term.db')}` }), folder)
    const results: (number | string)[] = []
    let going = true
    const load = Array.from({ length: 20 }, async () => {
      while (going) {
        try {
          results.push((await token(server, { grant_type: 'client_credentials' })).status)
        } catch (error) {
          // A connection that was never taken is no dropped request; one that was taken must be answered.
          results.push((error as { cause?: { code?: string } }).cause?.code ?? String(error))
          return
        }
      }
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await server.stop()).toBe(0)
    going = false
    await Promise.all(load)
    expect(results.filter((one) => one === 200).length).toBeGreaterThan(20)
    expect(
      results.filter(
        (one) => one !== 200 && one !== 'ECONNREFUSED' && one !== 'UND_ERR_SOCKET' && one !== 'ECONNRESET',
      ),
    ).toEqual([])
  })

  test('ST-03 a file that another process locks: a short wait is waited out, a long one is 503, and it recovers', async () => {
    const file = join(folder, 'locked.db')
    const server = await startServer(await environment({ DATABASE_URL: `file:${file}` }), folder)
    const { tokens } = await signIn(server)
    const other = new DatabaseSync(file)
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

  test('ST-04 PostgreSQL away: 503 at once, keys still served, and it recovers by itself', async () => {
    const target = new URL(await freshPostgres())
    const databasePort = Number(target.port)
    const sockets = new Set<Socket>()
    let cut = false
    const proxy = createTcpServer((socket) => {
      if (cut) return socket.destroy()
      const upstream = connect(databasePort, '127.0.0.1')
      for (const one of [socket, upstream]) {
        sockets.add(one)
        one.on('error', () => {})
        one.on('close', () => sockets.delete(one))
      }
      socket.pipe(upstream).pipe(socket)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    target.port = String((proxy.address() as { port: number }).port)
    const server = await startServer(await environment({ DATABASE_URL: target.href }), folder)
    const { tokens } = await signIn(server)
    const userinfo = () =>
      fetch(`${server.url}/userinfo`, { headers: { Authorization: `Bearer ${tokens.access_token}` } }).then(
        (one) => one.status,
      )
    expect(await userinfo()).toBe(200)
    cut = true
    for (const socket of sockets) socket.destroy()
    const started = performance.now()
    expect(await userinfo()).toBe(503)
    expect(performance.now() - started).toBeLessThan(5000)
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(503)
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    expect((await fetch(`${server.url}/.well-known/openid-configuration`)).status).toBe(200)
    cut = false
    await expect.poll(userinfo, { timeout: 15_000, interval: 200 }).toBe(200)
    await server.stop()
    proxy.close()
  })
})
