import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlainBrowser } from '../../apps/server/test/support/browser.ts'
import { type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { askPostgres, freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { environment, listening, redirectUri, signIn, token, workersOf } from './fault-support.ts'
import { freePort, type ServerProcess, startServer } from './support.ts'

// Two workers under a load of whole journeys. What can be done once is done once by both together, and what was promised
// (an answered logout, an audit event, a mail) arrives, also when workers are killed.

const all = Boolean(process.env.TEST_ALL)
const kills = all ? 6 : 3
const folder = mkdtempSync(join(tmpdir(), 'vestibule-worker-faults-'))

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
})
afterAll(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A client's back-channel logout endpoint, and a webhook endpoint. Each notes the id of what it received. */
class Receiver {
  readonly #server: Server
  /** By `sid`, the `jti` of each logout token that came. */
  readonly logouts = new Map<string, string[]>()
  /** By id of the event, how often it came. */
  readonly events = new Map<string, number>()

  constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await text(request)
      if (request.url === '/hook') {
        const id = String(request.headers['webhook-id'])
        this.events.set(id, (this.events.get(id) ?? 0) + 1)
      } else {
        const { sid, jti } = claimsOf(new URLSearchParams(body).get('logout_token') ?? '')
        this.logouts.set(String(sid), [...(this.logouts.get(String(sid)) ?? []), String(jti)])
      }
      response.end()
    })
  }

  async listen(): Promise<string> {
    const port = await freePort()
    await listening(this.#server, port)
    return `http://127.0.0.1:${port}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

const claimsOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

const databases = {
  SQLite: () => {
    const file = join(folder, `${crypto.randomUUID()}.db`)
    return {
      url: `file:${file}`,
      ask(sql: string): Record<string, unknown>[] {
        const database = new DatabaseSync(file, { readOnly: true })
        const rows = database.prepare(sql).all()
        database.close()
        return rows
      },
    }
  },
  // Starting processes takes seconds: `npm run test:all`.
  ...(all
    ? {
        PostgreSQL: async () => {
          const url = await freshPostgres()
          return { url, ask: (sql: string) => askPostgres(url, sql) as Promise<Record<string, unknown>[]> }
        },
      }
    : {}),
}

describe.each(Object.entries(databases))('journeys over two workers on %s', (_, open) => {
  let server: ServerProcess
  let receiver: Receiver
  let ask: (sql: string) => Record<string, unknown>[] | Promise<Record<string, unknown>[]>
  beforeAll(async () => {
    receiver = new Receiver()
    const receives = await receiver.listen()
    const database = await open()
    ask = database.ask
    const env = await environment(mailbox, {
      WORKERS: '2',
      DATABASE_URL: database.url,
      WEBHOOK_URL: `${receives}/hook`,
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
      OIDC_CLIENT_0_BACKCHANNEL_LOGOUT_URI: `${receives}/logout`,
      OIDC_CLIENT_0_POST_LOGOUT_REDIRECT_URIS: 'https://rp.example.test/bye',
    })
    server = await startServer(env, folder)
  })
  afterAll(async () => {
    await server.stop()
    receiver.close()
  })

  /** A code of somebody who is signed in, for the next redemption. */
  async function codeOf(browser: PlainBrowser): Promise<string> {
    const parameters = { client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' }
    const { callback, status } = await browser.go(`${server.url}/authorize?${new URLSearchParams(parameters)}`)
    expect(status).toBeLessThan(400)
    return callback?.searchParams.get('code') ?? ''
  }

  const redeem = (code: string) => token(server, { grant_type: 'authorization_code', code, redirect_uri: redirectUri })

  /** Resolves with the `sid` when the logout was answered. */
  async function signOut(browser: PlainBrowser, idToken: string): Promise<string> {
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: 'https://rp.example.test/bye' }
    const { callback } = await browser.go(`${server.url}/logout?${new URLSearchParams(parameters)}`)
    expect(callback?.href).toBe('https://rp.example.test/bye')
    return String(claimsOf(idToken).sid)
  }

  const events = async () =>
    (await ask("SELECT id FROM audit_event WHERE action NOT LIKE 'webhook%'")).map(({ id }) => String(id))

  test('what can be done once is done once: codes, refresh tokens, codes of mails, deliveries', async () => {
    const mailsBefore = mailbox.mails.length
    const { browser, tokens } = await signIn(server, mailbox)
    for (let round = 0; round < (all ? 20 : 3); round++) {
      const code = await codeOf(browser)
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const refreshed = await Promise.all(Array.from({ length: 20 }, () => token(server, refresh)))
    expect(new Set(refreshed.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1)
    const people = await Promise.all(Array.from({ length: 8 }, () => signIn(server, mailbox)))
    const sids = await Promise.all(people.map((person) => signOut(person.browser, person.tokens.id_token)))
    await expect.poll(() => sids.filter((sid) => !receiver.logouts.has(sid))).toEqual([])
    const due = await events()
    await expect.poll(() => due.filter((id) => !receiver.events.has(id))).toEqual([])
    expect(sids.map((sid) => receiver.logouts.get(sid)?.length)).toEqual(sids.map(() => 1))
    expect([...receiver.events.values()].filter((count) => count > 1)).toEqual([])
    const mails = mailbox.mails.slice(mailsBefore)
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(mails.length)
  })

  test(`${kills} workers are killed: no code is good twice${all ? ', every logout that was answered and every event arrives' : ''}`, async () => {
    const signedOut: string[] = []
    const unexpected: unknown[] = []
    let [going, done] = [true, 0]
    const journey = async () => {
      const { browser, tokens } = await signIn(server, mailbox)
      const code = await codeOf(browser)
      const answers = await Promise.allSettled([redeem(code), redeem(code), redeem(code)])
      const good = answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 200)
      expect(good.length).toBeLessThan(2)
      const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      const refreshed = await Promise.all([token(server, refresh), token(server, refresh)])
      expect(new Set(refreshed.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1)
      expect(refreshed[0].status).toBe(200)
      signedOut.push(await signOut(browser, refreshed[0].body.id_token ?? tokens.id_token))
      done += 1
    }
    const lanes = Array.from({ length: 4 }, async () => {
      while (going)
        await journey().catch(async (error) => {
          // A connection that a killed worker had; or a mail that it had leased, which leaves later.
          if (!/fetch failed|terminated|no mail for/.test(String(error))) unexpected.push(error)
          await new Promise((resolve) => setTimeout(resolve, 100))
        })
    })
    for (let count = 0; count < kills; count++) {
      const before = done
      await expect.poll(() => done).toBeGreaterThan(before + 1)
      const workers = workersOf(server)
      process.kill(workers[count % workers.length] ?? 0, 'SIGKILL')
    }
    going = false
    await Promise.all(lanes)
    expect(unexpected).toEqual([])
    // The leases of a killed worker run out after half a minute.
    if (!all) return
    // What a killed worker had in its hands leaves with another one.
    const waiting = async () => Number((await ask('SELECT count(*) AS many FROM outbox_message'))[0]?.many)
    await expect.poll(waiting, { timeout: 60_000, interval: 250 }).toBe(0)
    expect(signedOut.filter((sid) => !receiver.logouts.has(sid))).toEqual([])
    // One that came twice is the same one, by its `jti`.
    for (const sid of signedOut) expect(new Set(receiver.logouts.get(sid)).size).toBe(1)
    const due = await events()
    await expect
      .poll(() => due.filter((id) => !receiver.events.has(id)), { timeout: 60_000, interval: 250 })
      .toEqual([])
  }, 240_000)
})

test('workers whose parent is killed end without a stack trace, also with connections that none has accepted', async () => {
  const file = join(folder, 'orphans.db')
  const server = await startServer(await environment(mailbox, { WORKERS: '2', DATABASE_URL: `file:${file}` }), folder)
  const workers = workersOf(server)
  const signal = (name: NodeJS.Signals) => workers.map((pid) => process.kill(pid, name))
  signal('SIGSTOP')
  const sockets = Array.from({ length: 6 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'))
  // They are in the queue from which the workers accept.
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const closed = sockets.map((socket) => new Promise((resolve) => socket.on('error', () => {}).once('close', resolve)))
  for (const socket of sockets)
    socket.resume().write('GET /jwks HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await server.stop('SIGKILL')
  signal('SIGCONT')
  await expect.poll(() => workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
  await Promise.all(closed)
  expect(server.output()).not.toMatch(/EPIPE|Error|^ +at /m)
})
