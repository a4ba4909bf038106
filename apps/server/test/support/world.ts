import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import pino from 'pino'
import { createApp } from '../../src/app.ts'
import type { Environment } from '../../src/config/environment.ts'
import { readConfig } from '../../src/config/read.ts'
import { declarePermissionsFile } from '../../src/flows/management/rights/permissions-file.ts'
import type { Deps } from '../../src/flows/platform/deps.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { PlainBrowser, type Visited } from './browser.ts'
import { LimitKeeper } from './limits.ts'
import { type Mailbox, nextCode, openMailbox } from './mailbox.ts'
import { freshPostgres } from './postgres.ts'
import { finishSignIn, type TestPerson } from './sign-in-pages.ts'

export type { TestPerson }

export const redirectUri = 'https://rp.example.test/cb'

/** The clients most stories need. */
export const clients = {
  OIDC_CLIENT_ID_0: 'web',
  OIDC_CLIENT_0_SECRET: 'web secret with ~ + / = : % in it',
  OIDC_CLIENT_0_NAME: 'Web App',
  OIDC_CLIENT_0_REDIRECT_URIS: `${redirectUri},${redirectUri}?bar=foo`,
  OIDC_CLIENT_0_POST_LOGOUT_REDIRECT_URIS: 'https://rp.example.test/bye',
  OIDC_CLIENT_0_SCOPES: 'openid,profile,email,phone,address,offline_access,organization,team,organizations',
  OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,refresh_token',
  OIDC_CLIENT_ID_1: 'spa',
  OIDC_CLIENT_1_REDIRECT_URIS: 'https://spa.example.test/cb,http://127.0.0.1/cb',
  OIDC_CLIENT_1_GRANT_TYPES: 'authorization_code,refresh_token',
  OIDC_CLIENT_ID_2: 'hybrid',
  OIDC_CLIENT_2_SECRET: 'hybrid-secret-0123456789',
  OIDC_CLIENT_2_REDIRECT_URIS: `${redirectUri},${redirectUri}?bar=foo`,
  OIDC_CLIENT_2_SCOPES: 'openid,profile,email,phone,address,offline_access',
  OIDC_CLIENT_2_GRANT_TYPES: 'authorization_code,refresh_token,implicit',
  OIDC_CLIENT_2_RESPONSE_TYPES: 'code,id_token,id_token token,code id_token,code token,code id_token token',
  OIDC_CLIENT_ID_3: 'post',
  OIDC_CLIENT_3_SECRET: 'post-secret-0123456789',
  OIDC_CLIENT_3_TOKEN_AUTH_METHOD: 'client_secret_post',
  OIDC_CLIENT_3_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_3_GRANT_TYPES: 'authorization_code,refresh_token',
  OIDC_CLIENT_ID_4: 'machine',
  OIDC_CLIENT_4_SECRET: 'machine-secret-0123456789',
  OIDC_CLIENT_4_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_4_SCOPES: 'orders:read,orders:write',
  OIDC_CLIENT_4_AUDIENCES: 'https://api.example.test',
  OIDC_CLIENT_ID_5: 'third',
  OIDC_CLIENT_5_NAME: 'Third Party',
  OIDC_CLIENT_5_SECRET: 'third-secret-0123456789',
  OIDC_CLIENT_5_REDIRECT_URIS: redirectUri,
  OIDC_CLIENT_5_SCOPES: 'openid,profile,email,offline_access',
  OIDC_CLIENT_5_GRANT_TYPES: 'authorization_code,refresh_token',
  OIDC_CLIENT_5_REQUIRE_CONSENT: 'true',
} satisfies Environment

/** Parameters; what is undefined or empty is not sent. */
export type Given = Record<string, string | undefined>

export interface TestWorld {
  issuer: string
  /** Where it listens, whatever the issuer is. */
  address: string
  deps: Deps
  mailbox: Mailbox
  /** Moves the clock, which nothing else moves. Milliseconds. */
  pass(ms: number): void
  /** What every process does each minute: it reads the keys again. */
  minute(): Promise<void>
  browser(headers?: Record<string, string>): PlainBrowser
  /** Begins an authorization request in a browser. */
  authorize(browser: PlainBrowser, params?: Given): Promise<Visited>
  /** Does whatever the pages ask until the client is called back. */
  finish(browser: PlainBrowser, person: TestPerson): Promise<Visited>
  /** Signs in from scratch and returns the parameters of the callback. */
  signIn(person?: Partial<TestPerson>, params?: Given, browser?: PlainBrowser): Promise<SignedIn>
  token(body: Given, auth?: { basic?: [string, string]; headers?: Record<string, string> }): Promise<TokenAnswer>
  /** Exchanges a code as the confidential client `web`. */
  redeem(code: string, extra?: Given): Promise<TokenAnswer>
  userinfo(accessToken: string): Promise<Response>
  close(): Promise<void>
}

export interface SignedIn {
  browser: PlainBrowser
  person: TestPerson
  visited: Visited
  /** Query or fragment of the callback. */
  params: URLSearchParams
  code: string
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
export type TokenAnswer = { status: number; headers: Headers; body: any }

export const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString('base64')}`
const formEncode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+').replaceAll('~', '%7E')

export const pkce = () => {
  const verifier = randomBytes(64).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

let people = 0
export const someone = (given: Partial<TestPerson> = {}): TestPerson => {
  people += 1
  return {
    email: `ada${people}@example.test`,
    givenName: 'Ada',
    familyName: 'Lovelace',
    organization: `Analytical Engines ${people}`,
    team: 'Research',
    ...given,
  }
}

const sent = (pair: [string, string | undefined]): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''

/** Processes that a story meets: one, or three on one PostgreSQL, each request landing on the next (vitest.config.ts). */
const replicas = process.env.TEST_REPLICAS ? 3 : 1

export interface TestWorldOptions {
  /** False: nothing works in the background, so that a test finds what it has queued. */
  background?: boolean
  database?: 'sqlite' | 'postgresql'
  file?: string
  url?: string
  log?: (line: string) => void
  /** The clock stands still until `pass` moves it. It runs beside browsers and processes that have clocks of their own. */
  clock?: 'running'
}

/**
 * A real server on loopback with a real database and a real mailbox; only the clock is ours to move. Where stories are
 * told to replicas, `deps` are those of the first.
 */
export async function openTestWorld(env: Environment = {}, options: TestWorldOptions = {}): Promise<TestWorld> {
  const { file, url: given, log, clock, background = true } = options
  const { database = replicas > 1 && !file ? 'postgresql' : 'sqlite' } = options
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-'))
  const mailbox = await openMailbox()
  let offset = 0
  const opened = Date.now()
  const now = () => new Date((clock === 'running' ? Date.now() : opened) + offset)
  const listeners: ReturnType<typeof getRequestListener>[] = []
  let turn = 0
  const server: Server = createServer({ maxHeaderSize: 32 * 1024 }, (request, response) =>
    listeners[turn++ % listeners.length]?.(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const issuer = env.ISSUER ?? `http://localhost:${port}`
  const url =
    given ?? (database === 'postgresql' ? await freshPostgres() : `file:${file ?? join(folder, 'vestibule.db')}`)
  const config = readConfig(
    {
      ISSUER: issuer,
      DATABASE_URL: url,
      SMTP_URL: mailbox.url,
      TERMS_VERSION: '2026-11',
      TERMS_URL: 'https://example.test/terms',
      ...clients,
      ...env,
    },
    {
      readFile: (path) =>
        [env.TERMS_FILE, env.PERMISSIONS_FILE, env.FIELDS_FILE].includes(path) ? readFileSync(path, 'utf8') : '',
      keptSecret: () => 'a secret that is kept for the tests: 0123456789',
      cwd: folder,
      processors: 1,
    },
  )
  const open = () =>
    openRuntime({
      config,
      log: log ? pino({ level: 'trace' }, { write: log }) : pino({ level: process.env.TEST_LOG ?? 'silent' }),
      migrations: join(import.meta.dirname, '../../migrations'),
      now,
    })
  // All at once, as they are rolled out: they agree about the schema and the keys.
  const worlds = await Promise.all(
    Array.from({ length: config.database.kind === 'postgresql' && !given && !file ? replicas : 1 }, open),
  )
  const [world] = worlds as [Runtime]
  for (const { deps } of worlds) await declarePermissionsFile(deps)
  for (const one of worlds) {
    listeners.push(getRequestListener(createApp(one.deps).fetch))
    if (background) one.begin()
  }
  const origin = new URL(issuer).origin
  const pass = (ms: number) => {
    offset += ms
  }
  // The limits are the defaults. A story about limits of its own waits by itself.
  const own = Object.keys(env).some((name) => name.startsWith('LIMIT_'))
  const keeper = own ? null : new LimitKeeper({ now, pass })

  const test: TestWorld = {
    issuer,
    address: `http://127.0.0.1:${port}`,
    deps: world.deps,
    mailbox,
    pass,
    minute: async () => void (await Promise.all(worlds.map((one) => one.deps.keys.maintain()))),
    browser: (headers) => new PlainBrowser(origin, headers, (path, fields) => keeper?.beforePost(path, fields)),
    authorize: (browser, params = {}) => {
      const query = {
        client_id: 'web',
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid profile email',
        state: 'the-state',
        nonce: 'the-nonce',
        ...params,
      }
      return browser.go(`${issuer}/authorize?${new URLSearchParams(Object.entries(query).filter(sent))}`)
    },
    finish: (browser, person) => finishSignIn(browser, person, () => nextCode(mailbox, person.email)),
    async signIn(given = {}, params = {}, browser = test.browser()) {
      const person = someone(given)
      await test.authorize(browser, params)
      const visited = await test.finish(browser, person)
      const url = visited.callback
      const answer = url
        ? new URLSearchParams(url.hash ? url.hash.slice(1) : url.search)
        : new URLSearchParams(
            visited.html
              .querySelectorAll('#answer input')
              .map((input): [string, string] => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
          )
      return { browser, person, visited, params: answer, code: answer.get('code') ?? '' }
    },
    async token(body, { basic: credentials, headers = {} } = {}) {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams(Object.entries(body).filter(sent)).toString(),
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          ...(credentials ? { Authorization: basic(...credentials) } : {}),
          ...headers,
        },
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    },
    redeem: (code, extra = {}) =>
      test.token(
        { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...extra },
        { basic: ['web', clients.OIDC_CLIENT_0_SECRET] },
      ),
    userinfo: (accessToken) => fetch(`${issuer}/userinfo`, { headers: { Authorization: `Bearer ${accessToken}` } }),
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      await Promise.all(worlds.map((one) => one.end()))
      await mailbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return test
}

/** The claims of a JWT, unverified: for looking at. */
export const claimsOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
export const headerOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString())
export const webAuth: { basic: [string, string] } = { basic: ['web', clients.OIDC_CLIENT_0_SECRET] }
export const hybridAuth: { basic: [string, string] } = { basic: ['hybrid', clients.OIDC_CLIENT_2_SECRET] }
export const thirdAuth: { basic: [string, string] } = { basic: ['third', clients.OIDC_CLIENT_5_SECRET] }
