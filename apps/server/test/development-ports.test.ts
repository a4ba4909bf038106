import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config/read.ts'
import { isPostLogoutRedirectUri, isRedirectUri } from '../src/oidc/clients.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

const app = {
  OIDC_CLIENT_ID_20: 'app',
  OIDC_CLIENT_20_REDIRECT_URIS: 'http://localhost:3001/auth/callback',
  OIDC_CLIENT_20_POST_LOGOUT_REDIRECT_URIS: 'http://localhost:3001/',
}

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld(app)
})
afterAll(() => world.close())

const begin = (redirectUri: string) =>
  world.authorize(world.browser(), {
    client_id: 'app',
    redirect_uri: redirectUri,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })

test('a development server knows an application on the port that it got', async () => {
  expect((await begin('http://localhost:3001/auth/callback')).status).toBe(200)
  expect((await begin('http://localhost:3999/auth/callback')).status).toBe(200)
  expect((await begin('http://localhost/auth/callback')).status).toBe(200)
})

test.each([
  'http://localhost:3999/auth/callback/',
  'http://localhost:3999/auth/callback?a=b',
  'https://localhost:3999/auth/callback',
  'http://localhost:70000/auth/callback',
  'http://localhost:3999@evil.example.test/auth/callback',
  'http://localhost.evil.example.test/auth/callback',
  'http://LOCALHOST:3001/auth/callback',
  'http://127.0.0.1:3001/auth/callback',
])('all other characters of %s are compared', async (redirectUri) => {
  const page = await begin(redirectUri)
  expect(page.status).toBe(400)
  expect(page.text).toContain('redirect_uri is not registered')
})

test('a sign-out goes back to the application on the port that it got', async () => {
  const leave = async (uri: string) => {
    const browser = world.browser()
    await browser.go(
      `${world.issuer}/logout?${new URLSearchParams({ client_id: 'app', post_logout_redirect_uri: uri })}`,
    )
    return (await browser.submit({ decision: 'logout' })).callback?.href ?? null
  }
  expect(await leave('http://localhost:3999/')).toBe('http://localhost:3999/')
  expect(await leave('http://localhost:3999/elsewhere')).toBeNull()
})

test('a script of a public client on another port may redeem its code', async () => {
  const preflight = (origin: string) =>
    fetch(`${world.issuer}/token`, { method: 'OPTIONS', headers: { Origin: origin } }).then((answer) =>
      answer.headers.get('access-control-allow-origin'),
    )
  expect(await preflight('http://localhost:3999')).toBe('http://localhost:3999')
  expect(await preflight('http://localhost.evil.example.test')).toBeNull()
})

test.each([
  ['production', { NODE_ENV: 'production', ISSUER: 'https://id.example.test' }],
  ['production on loopback', { NODE_ENV: 'production', ISSUER: 'http://localhost:4000' }],
])('in %s localhost is compared character by character', (_name, env) => {
  const { clients } = readConfig(
    {
      ...env,
      ...app,
      SECRET: 'kX9v2Qm7Lr4Tz8Wc1Yb6Nd3Hf5Jg0Ps-aEuIoRtV',
      SMTP_URL: 'smtps://mail.example.test',
      MAIL_FROM: 'id@example.test',
    },
    { readFile: () => '', keptSecret: () => 'k'.repeat(44), cwd: '/tmp', processors: 2 },
  )
  const client = clients.get('app')
  if (!client) throw new Error('the client is not there')
  expect(isRedirectUri(client, 'http://localhost:3001/auth/callback')).toBe(true)
  expect(isRedirectUri(client, 'http://localhost:3999/auth/callback')).toBe(false)
  expect(isPostLogoutRedirectUri(client, 'http://localhost:3999/')).toBe(false)
})
