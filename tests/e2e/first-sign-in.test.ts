import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, openMailbox } from '../../apps/server/test/support/mailbox.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, failingServer, freePort, type ServerProcess, startServer } from './support.ts'

// The whole first sign-in with real parts only: the built server in a process of its own, SQLite on disk, a mail
// server, Debian's Chromium, and openid-client, which we did not write.

let browser: Browser
let mailbox: Mailbox
let server: ServerProcess
let relyingParty: Server
const folder = mkdtempSync(join(tmpdir(), 'vestibule-e2e-'))
const secret = 'the-secret-of-the-client-0123456789'
let env: Record<string, string>
let redirectUri: string
const visited: string[] = []

beforeAll(async () => {
  const rpPort = await freePort()
  redirectUri = `http://localhost:${rpPort}/callback`
  relyingParty = createServer((request, response) => {
    visited.push(request.url ?? '')
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>App</title><h1>You are back</h1>')
  }).listen(rpPort)
  mailbox = await openMailbox()
  env = {
    PORT: String(await freePort()),
    SMTP_URL: mailbox.url,
    TERMS_VERSION: '1',
    TERMS_URL: 'https://example.test/terms',
    OIDC_CLIENT_ID_0: 'app',
    OIDC_CLIENT_0_SECRET: secret,
    OIDC_CLIENT_0_NAME: 'The App',
    OIDC_CLIENT_0_REDIRECT_URIS: redirectUri,
    OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,refresh_token',
    OIDC_CLIENT_0_POST_LOGOUT_REDIRECT_URIS: `http://localhost:${rpPort}/bye`,
    OIDC_CLIENT_0_FRONTCHANNEL_LOGOUT_URI: `http://localhost:${rpPort}/frontchannel`,
  }
  server = await startServer(env, folder)
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await mailbox?.close()
  relyingParty?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a new person signs in through a real browser; a restart loses nothing', async () => {
  const config = await client.discovery(new URL(server.url), 'app', secret, client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests],
  })
  const authorize = async () => {
    const codeVerifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const nonce = client.randomNonce()
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return {
      url: url.href,
      checks: { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    }
  }

  const page = await (await browser.newContext()).newPage()
  const first = await authorize()
  await page.goto(first.url)
  await completeSignIn(page, server.url, mailbox, { email: 'ada@example.test', organization: 'Analytical Engines' })
  expect(await page.innerText('h1')).toBe('You are back')
  const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), first.checks)
  const subject = tokens.claims()?.sub ?? ''
  expect(await client.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({
    sub: subject,
    name: 'Ada Lovelace',
    email: 'ada@example.test',
    email_verified: true,
    organization: expect.any(String),
  })

  expect(await server.stop()).toBe(0)
  server = await startServer(env, folder)

  // No page for the second request, and the tokens of before still work.
  const second = await authorize()
  const shown: string[] = []
  page.on('framenavigated', (frame) => shown.push(frame.url()))
  await page.goto(second.url)
  expect(shown.filter((url) => url.startsWith(server.url))).toEqual([])
  expect((await client.authorizationCodeGrant(config, new URL(page.url()), second.checks)).claims()?.sub).toBe(subject)
  expect((await client.fetchUserInfo(config, tokens.access_token, subject)).sub).toBe(subject)
  expect((await client.refreshTokenGrant(config, tokens.refresh_token ?? '')).claims()?.sub).toBe(subject)

  const log = server.output()
  for (const hidden of ['ada@example.test', tokens.access_token, tokens.refresh_token, secret])
    expect(log).not.toContain(hidden)
})

test('a logout loads the frame of each client in the browser, and only then moves on', async () => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(
    `${server.url}/authorize?${new URLSearchParams({ client_id: 'app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })}`,
  )
  await completeSignIn(page, server.url, mailbox, { email: 'leaving@example.test', organization: 'Leaving' })
  const config = await client.discovery(new URL(server.url), 'app', secret, client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests],
  })
  const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), { idTokenExpected: true })
  visited.length = 0
  const bye = new URL('/bye', redirectUri).href
  await page.goto(
    client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: bye,
      state: 's',
    }).href,
  )
  await page.waitForURL(`${bye}?state=s`)
  const [frame, last] = visited.filter((path) => !path.includes('favicon'))
  expect(Object.fromEntries(new URL(frame ?? '', redirectUri).searchParams)).toEqual({
    iss: server.url,
    sid: tokens.claims()?.sid,
  })
  expect(last).toBe('/bye?state=s')
})

test('the form_post page runs under the strict policy in a real browser', async () => {
  // AC-08
  const page = await (await browser.newContext()).newPage()
  const query = new URLSearchParams({
    client_id: 'app',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    response_mode: 'form_post',
    prompt: 'none',
  })
  const posted = page.waitForRequest((request) => request.url() === redirectUri)
  await page.goto(`${server.url}/authorize?${query}`)
  const request = await posted
  expect(request.method()).toBe('POST')
  expect(request.headers()['content-type']).toBe('application/x-www-form-urlencoded')
  expect(request.postData()).toContain('error=login_required')
})

test('mistakes in the environment are all told at once, and the process ends with 1', async () => {
  await expect(
    startServer(
      { PORT: '1', ISSUER: 'nonsense', SIGN_UP: 'x', OIDC_CLIENT_ID_0: 'a', OIDC_CLIENT_0_SCOPE: 'openid' },
      folder,
    ),
  ).rejects.toThrow(/ended with 1[\s\S]*OIDC_CLIENT_0_SCOPE[\s\S]*OIDC_CLIENT_0_REDIRECT_URIS/)
})

test('a port in use and a database that is away are said in words', async () => {
  // The port already answers, so waiting for it would prove nothing: this runs to its end.
  const taken = failingServer({ ...env, DATABASE_URL: 'file:other.db' }, folder)
  expect(taken).toMatchObject({ status: 1, output: expect.stringMatching(/^Port \d+ is in use/) })
  const away = {
    ...env,
    PORT: String(await freePort()),
    DATABASE_URL: `postgresql://nobody@127.0.0.1:${await freePort()}/x`,
  }
  await expect(startServer(away, folder)).rejects.toThrow(/The database cannot be reached/)
})

test('two processes that start at once on one new file share one schema and one set of keys', async () => {
  // JK-04, ST-10
  const cwd = mkdtempSync(join(tmpdir(), 'vestibule-twins-'))
  const ports = [await freePort(), await freePort()]
  const twins = await Promise.all(
    ports.map((port) => startServer({ ...env, PORT: String(port), ISSUER: 'http://localhost:4999' }, cwd)),
  )
  const keys = await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/jwks`)).text()))
  const kids = keys.map((text) => (JSON.parse(text).keys as { kid: string }[]).map((key) => key.kid).sort())
  expect(kids[0]).toEqual(kids[1])
  expect(kids[0]).toHaveLength(6)
  await Promise.all(twins.map((twin) => twin.stop()))
  rmSync(cwd, { recursive: true, force: true })
})
