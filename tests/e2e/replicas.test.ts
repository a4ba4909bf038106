import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser } from '../../apps/server/test/support/browser.ts'
import { codeIn, type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { askPostgres, freshPostgres } from '../../apps/server/test/support/postgres.ts'
import { basic } from '../../apps/server/test/support/world.ts'
import { freePort, type ServerProcess, startServer } from './support.ts'

// Three processes of the built server on one PostgreSQL, behind a proxy that sends each request elsewhere than the last.
// (The stories of apps/server/test are told to three replicas too: vitest.config.ts.)

const redirectUri = 'https://rp.example.test/cb'
const secret = 'app-secret-0123456789'
const folder = mkdtempSync(join(tmpdir(), 'vestibule-replicas-'))
const apps = join(import.meta.dirname, '../../apps/server')
/** Seconds of killing. */
const chaos = process.env.TEST_ALL ? 60 : 8

let mailbox: Mailbox
let database: string
let proxy: RoundRobin
const replicas: ServerProcess[] = []

interface RoundRobin {
  url: string
  targets: Set<number>
  close(): void
}

/** A load balancer: the next replica each time; one that takes no connection is passed over, as any balancer does. */
async function roundRobin(port: number): Promise<RoundRobin> {
  const targets = new Set<number>()
  let turn = 0
  const ask = (request: IncomingMessage, body: Buffer, target: number): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = request
      const passed = httpRequest({ host: '127.0.0.1', port: target, method, path: url, headers, agent: false }, resolve)
      passed.on('error', reject)
      passed.end(body)
    })
  const server: Server = createServer(async (request, response) => {
    const body = await buffer(request)
    const all = [...targets]
    for (let attempt = 0; attempt < all.length; attempt++) {
      const target = all[turn++ % all.length] as number
      try {
        const answer = await ask(request, body, target)
        const text = await buffer(answer)
        const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = answer.headers
        response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': String(text.length) }).end(text)
        return
      } catch (error) {
        if ((error as { code?: string }).code === 'ECONNREFUSED') continue
        break
      }
    }
    response.writeHead(502).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://localhost:${port}`, targets, close: () => server.closeAllConnections() }
}

async function startReplica(main = join(apps, 'dist/main.js')): Promise<ServerProcess> {
  const port = await freePort()
  const server = await startServer(
    {
      PORT: String(port),
      ISSUER: proxy.url,
      DATABASE_URL: database,
      SECRET: 'one secret for all of the replicas: 9f8e7d6c5b4a',
      SMTP_URL: mailbox.url,
      // Hundreds of sign-ins in a few seconds, on the clock of the machine: these stories are about volume and faults.
      LIMIT_MAIL_PER_ADDRESS: 'off',
      LIMIT_PER_NETWORK: 'off',
      ONBOARDING: 'profile,organization',
      OIDC_CLIENT_ID_0: 'app',
      OIDC_CLIENT_0_SECRET: secret,
      OIDC_CLIENT_0_REDIRECT_URIS: redirectUri,
      OIDC_CLIENT_0_POST_LOGOUT_REDIRECT_URIS: 'https://rp.example.test/bye',
      OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
      OIDC_CLIENT_0_SCOPES: 'openid,profile,email,organization,reports:read',
    },
    folder,
    [process.execPath, main],
  )
  proxy.targets.add(port)
  return {
    ...server,
    stop(signal) {
      // A balancer is told before a replica is stopped, and not before it dies.
      if (signal !== 'SIGKILL') proxy.targets.delete(port)
      return server.stop(signal).finally(() => proxy.targets.delete(port))
    },
  }
}

interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  error?: string
}

/** A request that got no answer, because the replica that had it died. */
class Lost extends Error {}

async function post(path: string, body: Record<string, string>): Promise<{ status: number; body: Tokens }> {
  const answer = await fetch(proxy.url + path, {
    method: 'POST',
    headers: { Authorization: basic('app', secret), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })
  if (answer.status === 502) throw new Lost()
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : {} }
}

async function userinfo(token: string): Promise<number> {
  const { status } = await fetch(`${proxy.url}/userinfo`, { headers: { Authorization: `Bearer ${token}` } })
  if (status === 502) throw new Lost()
  return status
}

/** A whole sign-in. Every code that was redeemed is noted in `redeemed`. */
async function signIn(email: string, redeemed: string[] = []): Promise<{ browser: PlainBrowser; tokens: Tokens }> {
  const browser = new PlainBrowser(proxy.url)
  const at = async (visited: ReturnType<PlainBrowser['go']>) => {
    const page = await visited
    if (page.status === 502) throw new Lost()
    return page
  }
  await at(
    browser.go(
      `${proxy.url}/authorize?${new URLSearchParams({ client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid organization' })}`,
    ),
  )
  await at(browser.submit({ email }))
  let page = await at(browser.submit({ code: codeIn(await mailbox.take(email)) }))
  if (browser.has('given_name')) page = await at(browser.submit({ given_name: 'Ada' }))
  if (browser.has('organization_name')) page = await at(browser.submit({ organization_name: `Org of ${email}` }))
  const code = page.callback?.searchParams.get('code')
  if (!code) throw new Error(`no code at ${page.location}: ${page.status} ${page.text.slice(0, 500)}`)
  const answer = await post('/token', { grant_type: 'authorization_code', code, redirect_uri: redirectUri })
  expect(answer.status).toBe(200)
  redeemed.push(code)
  return { browser, tokens: answer.body }
}

let people = 0
const someone = () => `replica${people++}@example.test`

/** Everything a person and an application do. */
async function journey(redeemed: string[] = []): Promise<void> {
  const { browser, tokens } = await signIn(someone(), redeemed)
  expect(await userinfo(tokens.access_token)).toBe(200)
  const refreshed = await post('/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  expect([refreshed.status, refreshed.body.error]).toEqual([200, undefined])
  const bye = await browser.go(
    `${proxy.url}/logout?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://rp.example.test/bye' })}`,
  )
  if (bye.status === 502) throw new Lost()
  expect(bye.callback?.href).toBe('https://rp.example.test/bye')
  expect(await userinfo(refreshed.body.access_token)).toBe(401)
}

beforeAll(async () => {
  mailbox = await openMailbox()
  database = await freshPostgres()
  proxy = await roundRobin(await freePort())
  replicas.push(...(await Promise.all([startReplica(), startReplica(), startReplica()])))
})
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()))
  proxy.close()
  await mailbox.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('three replicas', () => {
  test('a whole journey, each request elsewhere; one key set; one redemption of forty', async () => {
    await journey()
    const keys = await Promise.all(
      Array.from({ length: 3 }, () => fetch(`${proxy.url}/jwks`).then((one) => one.text())),
    )
    expect(new Set(keys).size).toBe(1)

    const { browser, tokens } = await signIn(someone())
    const { callback } = await browser.go(
      `${proxy.url}/authorize?${new URLSearchParams({ client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`,
    )
    const code = callback?.searchParams.get('code') ?? ''
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const answers = await Promise.all(Array.from({ length: 40 }, () => post('/token', redeem)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const refreshes = await Promise.all(Array.from({ length: 30 }, () => post('/token', refresh)))
    expect(new Set(refreshes.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1)
  })

  const journeysAtOnce = 4

  test(`ST-09 journeys go on while replicas are killed and started (${chaos} s)`, async () => {
    const until = Date.now() + chaos * 1000
    // A busy machine takes longer for as many journeys.
    const enough = () => done > chaos || Date.now() > until + 60_000
    const redeemed: string[] = []
    let done = 0
    let lost = 0
    const unexpected: unknown[] = []
    let killing = true
    const lanes = Array.from({ length: journeysAtOnce }, async () => {
      while (killing || Date.now() < until || !enough()) {
        try {
          await journey(redeemed)
          done += 1
        } catch (error) {
          // A mail that a dead process had leased leaves half a minute later: a person asks for another.
          if (error instanceof Lost || /no mail for|fetch failed/.test(String(error))) lost += 1
          else unexpected.push(error)
        }
      }
    })
    let kills = 0
    while (Date.now() < until - 1000 || (kills < 2 && Date.now() < until + 60_000)) {
      const victim = replicas.shift()
      await victim?.stop('SIGKILL')
      kills += 1
      replicas.push(await startReplica())
      // A kill costs each lane a journey at most, however fast the machine is: the next one waits until more were done.
      const before = done
      while (done - before <= journeysAtOnce && Date.now() < until + 60_000)
        await new Promise((resolve) => setTimeout(resolve, 50))
    }
    killing = false
    await Promise.all(lanes)
    expect(unexpected).toEqual([])
    expect(done).toBeGreaterThan(chaos)
    expect(lost).toBeLessThan(done)
    // Nobody's code was good twice, whoever died in between.
    expect(new Set(redeemed).size).toBe(redeemed.length)
    // What a dead process had in its hands leaves with another one: nothing stays behind.
    await expect
      .poll(async () => (await askPostgres(database, 'SELECT count(*)::int AS many FROM outbox_message'))[0]?.many, {
        timeout: 45_000,
        interval: 500,
      })
      .toBe(0)
    const sound = await askPostgres(
      database,
      `SELECT (SELECT count(*)::int FROM organization o WHERE NOT EXISTS (SELECT 1 FROM membership m WHERE m.organization_id = o.id AND m.roles LIKE '%owner%')) AS ownerless,
              (SELECT count(*)::int FROM user_account u WHERE NOT EXISTS (SELECT 1 FROM email e WHERE e.user_id = u.id AND e.is_primary) AND EXISTS (SELECT 1 FROM session s WHERE s.user_id = u.id)) AS unreachable`,
    )
    expect(sound[0]).toEqual({ ownerless: 0, unreachable: 0 })
  }, 180_000)

  test('an upgrade rolls through: the next version migrates while this one serves, and both serve side by side', async () => {
    // The next version: the same program with a migration that expands.
    const next = join(folder, 'next')
    mkdirSync(next)
    for (const part of ['dist', 'generated', 'migrations'])
      cpSync(join(apps, part), join(next, part), { recursive: true })
    cpSync(join(apps, 'package.json'), join(next, 'package.json'))
    symlinkSync(join(apps, 'node_modules'), join(next, 'node_modules'))
    writeFileSync(
      join(next, 'migrations/postgresql/9999_next.sql'),
      `ALTER TABLE user_account ADD COLUMN next_thing TEXT;
       ALTER TABLE token_grant ADD COLUMN next_thing TEXT NOT NULL DEFAULT 'x';
       CREATE TABLE next_thing (id TEXT NOT NULL PRIMARY KEY);`,
    )
    const failures: unknown[] = []
    let going = true
    let done = 0
    const load = Array.from({ length: 2 }, async () => {
      while (going)
        await journey().then(
          () => (done += 1),
          (error) => failures.push(error),
        )
    })
    const old = replicas.splice(0)
    for (const replica of old) {
      replicas.push(await startReplica(join(next, 'dist/main.js')))
      const before = done
      await expect.poll(() => done).toBeGreaterThan(before + 1)
      // SIGTERM: what it has in its hands is answered.
      expect(await replica.stop()).toBe(0)
    }
    going = false
    await Promise.all(load)
    expect(failures).toEqual([])
    // Back again there is no way: an older version could damage what it does not know.
    await expect(startReplica()).rejects.toThrow('migrated by a newer version')
  })
})
