import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { genericOAuth } from 'better-auth/plugins'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, someone, type TestWorld } from '../../apps/server/test/support/world.ts'
import { blockUnder } from '../repo/docs-blocks.ts'
import { Jar } from './support.ts'

// better-auth signs in as its documentation of the generic OAuth plugin begins: no setting is made for this server.

const origin = 'http://localhost:3000'
let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld(
    {
      OIDC_CLIENT_ID_20: 'better-auth',
      OIDC_CLIENT_20_SECRET: 'better-auth-secret-0123456789',
      OIDC_CLIENT_20_REDIRECT_URIS: `${origin}/api/auth/callback/vestibule`,
    },
    { clock: 'running' },
  )
})
afterAll(() => world.close())

/** The plugins of docs/clients.md, for this client. */
const documentedPlugins = (clientId: string, clientSecret: string): BetterAuthPlugin[] =>
  new Function(
    'genericOAuth',
    'issuer',
    'clientId',
    'clientSecret',
    `return ({ ${blockUnder('docs/clients.md', 'better-auth 1.7')} }).plugins`,
  )(genericOAuth, world.issuer, clientId, clientSecret)

test('better-auth: from its sign-in to a session', async () => {
  const auth = betterAuth({
    baseURL: origin,
    secret: 'a secret of better-auth that is long enough: 0123456789',
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    telemetry: { enabled: false },
    plugins: documentedPlugins('better-auth', 'better-auth-secret-0123456789'),
  })
  const jar = new Jar()
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers({ Origin: origin, ...init.headers })
    headers.set('Cookie', [...jar.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await auth.handler(new Request(`${origin}${path}`, { ...init, headers }))
    jar.keep(response.headers.getSetCookie())
    return response
  }
  const started = await call('/api/auth/sign-in/social', {
    method: 'POST',
    body: JSON.stringify({ provider: 'vestibule', callbackURL: '/' }),
    headers: { 'Content-Type': 'application/json' },
  })
  const { url } = (await started.json()) as { url: string }
  const browser = world.browser()
  const person = someone()
  await browser.go(url)
  const { callback } = await world.finish(browser, person)
  const answer = await call(`${callback?.pathname}${callback?.search}`)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  expect(await (await call('/api/auth/get-session')).json()).toMatchObject({
    user: { name: 'Ada Lovelace', email: person.email, emailVerified: true },
  })
})
