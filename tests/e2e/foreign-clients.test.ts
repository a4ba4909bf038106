import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { Auth } from '@auth/core'
import express from 'express'
import session from 'express-session'
import { exportJWK, generateKeyPair } from 'jose'
import NextAuth from 'next-auth'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import passport from 'passport'
import { Strategy } from 'passport-openidconnect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, someone, type TestWorld } from '../../apps/server/test/support/world.ts'
import { blockUnder } from '../repo/docs-blocks.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, freePort, Jar } from './support.ts'

// Clients that we did not write complete their flows against the running server.

let world: TestWorld
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let ports: { next: number; passport: number; spa: number }
const callback = 'https://rp.example.test/callback'
const secrets = {
  all: 'all-secret-0123456789',
  next: 'next-secret-0123456789',
  auth: 'auth-secret-0123456789',
  passport: 'passport-secret-0123456789',
}
const insecure = { execute: [client.allowInsecureRequests] }

beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true })
  ports = { next: await freePort(), passport: await freePort(), spa: await freePort() }
  world = await openTestWorld(
    {
      OIDC_CLIENT_ID_10: 'all',
      OIDC_CLIENT_10_SECRET: secrets.all,
      OIDC_CLIENT_10_REDIRECT_URIS: callback,
      OIDC_CLIENT_10_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials,implicit',
      OIDC_CLIENT_10_RESPONSE_TYPES: 'code,code id_token,id_token',
      OIDC_CLIENT_10_SCOPES: 'openid,profile,email,offline_access,reports:read',
      OIDC_CLIENT_ID_11: 'keyed',
      OIDC_CLIENT_11_JWKS: JSON.stringify({
        keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'ES256', use: 'sig' }],
      }),
      OIDC_CLIENT_11_REDIRECT_URIS: callback,
      OIDC_CLIENT_ID_12: 'next',
      OIDC_CLIENT_12_SECRET: secrets.next,
      OIDC_CLIENT_12_REDIRECT_URIS: `http://localhost:${ports.next}/api/auth/callback/vestibule`,
      OIDC_CLIENT_ID_13: 'auth',
      OIDC_CLIENT_13_SECRET: secrets.auth,
      OIDC_CLIENT_13_REDIRECT_URIS: 'http://localhost:3000/auth/callback/vestibule',
      OIDC_CLIENT_ID_14: 'passport',
      OIDC_CLIENT_14_SECRET: secrets.passport,
      OIDC_CLIENT_14_REDIRECT_URIS: `http://localhost:${ports.passport}/callback`,
      OIDC_CLIENT_ID_15: 'single-page',
      OIDC_CLIENT_15_REDIRECT_URIS: `http://localhost:${ports.spa}/,http://localhost:${ports.spa}/silent`,
      OIDC_CLIENT_15_POST_LOGOUT_REDIRECT_URIS: `http://localhost:${ports.spa}/`,
      OIDC_CLIENT_15_GRANT_TYPES: 'authorization_code,refresh_token',
    },
    { clock: 'running' },
  )
})
afterAll(() => world.close())

/** The settings of docs/clients.md under this heading, with the values of a client. */
function documented(heading: string, client: { clientId: string; clientSecret: string }): unknown {
  const settings = blockUnder('docs/clients.md', heading, 'ts')
  const values = { issuer: world.issuer, ...client }
  return new Function(...Object.keys(values), `return (${settings})`)(...Object.values(values))
}

/** Takes a person from an authorization URL to the callback that the client waits for. */
async function through(url: string): Promise<URL> {
  const browser = world.browser()
  await browser.go(url)
  const { callback } = await world.finish(browser, someone())
  if (!callback) throw new Error('there was no callback')
  return callback
}

test.each([
  ['as its documentation begins', undefined],
  ['with the secret in the header', client.ClientSecretBasic(secrets.all)],
])('openid-client, %s: code with PKCE, userinfo, refresh, introspection, revocation', async (_how, method) => {
  const config = await client.discovery(new URL(world.issuer), 'all', secrets.all, method, insecure)
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid email offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  })
  const tokens = await client.authorizationCodeGrant(config, await through(url.href), {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
    idTokenExpected: true,
  })
  const sub = tokens.claims()?.sub ?? ''
  expect((await client.fetchUserInfo(config, tokens.access_token, sub)).email_verified).toBe(true)
  const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
  expect((await client.tokenIntrospection(config, refreshed.access_token)).active).toBe(true)
  await client.tokenRevocation(config, refreshed.refresh_token ?? '')
  expect((await client.tokenIntrospection(config, refreshed.access_token)).active).toBe(false)
})

test('openid-client: pushed request, client credentials', async () => {
  const config = await client.discovery(
    new URL(world.issuer),
    'all',
    secrets.all,
    client.ClientSecretBasic(secrets.all),
    insecure,
  )
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const expectedState = client.randomState()
  const url = await client.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: callback,
    scope: 'openid',
    state: expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
  await client.authorizationCodeGrant(config, await through(url.href), { pkceCodeVerifier, expectedState })
  expect((await client.clientCredentialsGrant(config, { scope: 'reports:read' })).access_token).toBeTruthy()
})

test('openid-client: hybrid', async () => {
  const config = await client.discovery(
    new URL(world.issuer),
    'all',
    secrets.all,
    client.ClientSecretBasic(secrets.all),
    insecure,
  )
  client.useCodeIdTokenResponseType(config)
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid',
    state: expectedState,
    nonce: expectedNonce,
  })
  const tokens = await client.authorizationCodeGrant(config, await through(url.href), { expectedState, expectedNonce })
  expect(tokens.claims()?.nonce).toBe(expectedNonce)
})

test('openid-client: implicit id_token', async () => {
  const config = await client.discovery(new URL(world.issuer), 'all', secrets.all, undefined, insecure)
  client.useIdTokenResponseType(config)
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid email',
    state: expectedState,
    nonce: expectedNonce,
  })
  expect(
    (await client.implicitAuthentication(config, await through(url.href), expectedNonce, { expectedState })).email,
  ).toBeTruthy()
})

test('openid-client: private_key_jwt', async () => {
  const config = await client.discovery(
    new URL(world.issuer),
    'keyed',
    undefined,
    client.PrivateKeyJwt(keys.privateKey),
    insecure,
  )
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  expect(
    (await client.authorizationCodeGrant(config, await through(url.href), { pkceCodeVerifier })).claims()?.sub,
  ).toBeTruthy()
})

test('oauth4webapi: code with PKCE, response validated by RFC 9207', async () => {
  // AZ-35
  const issuer = new URL(world.issuer)
  const options = { [oauth.allowInsecureRequests]: true }
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
  const rp: oauth.Client = { client_id: 'all' }
  const verifier = oauth.generateRandomCodeVerifier()
  const url = new URL(as.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    client_id: 'all',
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const params = oauth.validateAuthResponse(as, rp, await through(url.href), 's')
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    rp,
    oauth.ClientSecretBasic(secrets.all),
    params,
    callback,
    verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(as, rp, response, { requireIdToken: true })
  const info = await oauth.userInfoRequest(as, rp, tokens.access_token, options)
  const sub = oauth.getValidatedIdTokenClaims(tokens)?.sub ?? ''
  expect((await oauth.processUserInfoResponse(as, rp, sub, info)).sub).toBe(sub)
})

test('next-auth 4: from its sign-in to a session', async () => {
  const origin = `http://localhost:${ports.next}`
  process.env.NEXTAUTH_URL = origin
  const provider = documented('next-auth 4', { clientId: 'next', clientSecret: secrets.next })
  const app = express().use(express.urlencoded({ extended: false }))
  app.all('/api/auth/*path', (request, response) => {
    // Next's own request has the rest of the path in its query, and plain objects for query and cookies.
    const query = { ...request.query, nextauth: request.path.split('/').slice(3) }
    const cookies = Object.fromEntries(
      (request.headers.cookie ?? '')
        .split('; ')
        .map((pair) => pair.split(/=(.*)/s).slice(0, 2).map(decodeURIComponent)),
    )
    for (const [name, value] of Object.entries({ query, cookies })) Object.defineProperty(request, name, { value })
    return NextAuth({ secret: 'a-secret-of-next-auth', providers: [provider] } as never)(
      request as never,
      response as never,
    )
  })
  const server = app.listen(ports.next)
  try {
    const jar = new Jar()
    const { csrfToken } = (await (await jar.fetch(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string }
    const started = await jar.fetch(`${origin}/api/auth/signin/vestibule`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken }),
    })
    await jar.fetch((await through(started.headers.get('location') ?? '')).href)
    expect(await (await jar.fetch(`${origin}/api/auth/session`)).json()).toMatchObject({
      user: { name: 'Ada Lovelace', email: expect.stringContaining('@example.test') },
    })
  } finally {
    server.close()
  }
})

test('next-auth 5 (Auth.js core): from its sign-in to a session', async () => {
  const config = {
    secret: 'a-secret-of-auth-js',
    trustHost: true,
    basePath: '/auth',
    providers: [documented('Auth.js / next-auth 5', { clientId: 'auth', clientSecret: secrets.auth })],
  }
  const jar = new Jar()
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Cookie', [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = (await Auth(
      new Request(`http://localhost:3000${path}`, { ...init, headers }),
      config as never,
    )) as Response
    jar.keep(response.headers.getSetCookie())
    return response
  }
  const { csrfToken } = (await (await call('/auth/csrf')).json()) as { csrfToken: string }
  const started = await call('/auth/signin/vestibule', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, callbackUrl: '/' }),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const back = await through(started.headers.get('location') ?? '')
  await call(`${back.pathname}${back.search}`)
  expect(await (await call('/auth/session')).json()).toMatchObject({
    user: { name: 'Ada Lovelace', email: expect.stringContaining('@example.test') },
  })
})

test('passport-openidconnect', async () => {
  const app = express()
  app.use(session({ secret: 'x', resave: false, saveUninitialized: false }))
  const authenticator = new passport.Passport()
  authenticator.serializeUser((user, done) => done(null, user))
  authenticator.deserializeUser((user, done) => done(null, user as Express.User))
  authenticator.use(
    new Strategy(
      {
        issuer: world.issuer,
        authorizationURL: `${world.issuer}/authorize`,
        tokenURL: `${world.issuer}/token`,
        userInfoURL: `${world.issuer}/userinfo`,
        clientID: 'passport',
        clientSecret: secrets.passport,
        callbackURL: `http://localhost:${ports.passport}/callback`,
        scope: ['profile', 'email'],
        skipUserProfile: false,
      },
      (_issuer: string, profile: object, done: (error: null, user: object) => void) => done(null, profile),
    ),
  )
  app.use(authenticator.initialize(), authenticator.session())
  app.get('/login', authenticator.authenticate('openidconnect'))
  app.get(
    '/callback',
    authenticator.authenticate('openidconnect'),
    (request, response) => void response.json(request.user),
  )
  const server = app.listen(ports.passport)
  try {
    const jar = new Jar()
    const started = await jar.fetch(`http://localhost:${ports.passport}/login`)
    const answer = await jar.fetch((await through(started.headers.get('location') ?? '')).href)
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ displayName: 'Ada Lovelace', id: expect.any(String) })
  } finally {
    server.close()
  }
})

test('oidc-client-ts: a single-page app in Chromium, with silent renew by iframe and by refresh token, and sign-out', async () => {
  const library = readFileSync(
    createRequire(import.meta.url)
      .resolve('oidc-client-ts')
      .replace(/dist\/.*$/, 'dist/browser/oidc-client-ts.min.js'),
  )
  const origin = `http://localhost:${ports.spa}`
  const html = `<!doctype html><title>SPA</title><h1>SPA</h1><script src="/lib.js"></script><script>
    window.manager = (scope) => new oidc.UserManager({ authority: '${world.issuer}', client_id: 'single-page', redirect_uri: '${origin}/', silent_redirect_uri: '${origin}/silent', post_logout_redirect_uri: '${origin}/', scope, loadUserInfo: true })
    if (location.pathname === '/silent') manager('openid').signinSilentCallback()
  </script>`
  const server = createServer((request, response) => {
    const isLibrary = request.url === '/lib.js'
    response.setHeader('Content-Type', isLibrary ? 'text/javascript' : 'text/html')
    response.end(isLibrary ? library : html)
  }).listen(ports.spa)
  const chromium = await openStrictBrowser()
  try {
    const page = await (await chromium.newContext()).newPage()
    const person = someone()
    await page.goto(origin)
    await page.evaluate(`void manager('openid profile email').signinRedirect()`)
    await page.waitForURL(`${world.issuer}/**`)
    await completeSignIn(page, world.issuer, world.mailbox, person)
    const run = (code: string) => page.evaluate(code)
    expect(await run(`manager('openid profile email').signinCallback().then((user) => user.profile.email)`)).toBe(
      person.email,
    )
    const first = await run(`manager('openid profile email').getUser().then((user) => user.access_token)`)
    const renewed = await run(`manager('openid profile email').signinSilent().then((user) => user.access_token)`)
    expect(renewed).not.toBe(first)
    // Without a refresh token the library renews in an iframe, by prompt=none.
    const framed = await run(
      `(async () => { const m = manager('openid profile email'); const user = await m.getUser(); user.refresh_token = undefined; await m.storeUser(user); return (await m.signinSilent()).access_token })()`,
    )
    expect([first, renewed]).not.toContain(framed)
    await run(`void manager('openid profile email').signoutRedirect()`)
    await page.waitForURL(`${origin}/`)
    await page.goto(
      `${world.issuer}/authorize?client_id=single-page&redirect_uri=${encodeURIComponent(`${origin}/`)}&response_type=code&scope=openid&prompt=none&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`,
    )
    expect(page.url()).toContain('error=login_required')
  } finally {
    await chromium.close()
    server.close()
  }
})
