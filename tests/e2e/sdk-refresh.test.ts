import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsOf, openTestWorld, someone, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Auth, cookieHeaderAfter, createAuth } from '../../packages/core/src/index.ts'

// The SDK's core in two processes that know nothing of each other, against this server.

const url = 'https://app.example.test'
let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    OIDC_CLIENT_ID_7: 'app',
    OIDC_CLIENT_7_SECRET: 'app-secret-0123456789',
    OIDC_CLIENT_7_REDIRECT_URIS: `${url}/auth/callback`,
    OIDC_CLIENT_7_GRANT_TYPES: 'authorization_code,refresh_token',
  })
})
afterAll(() => world.close())

const application = (): Auth =>
  createAuth({
    issuer: world.issuer,
    clientId: 'app',
    clientSecret: 'app-secret-0123456789',
    secret: 'a secret of at least thirty-two characters',
    url,
    now: () => world.deps.now(),
  })

async function signIn(auth: Auth): Promise<string> {
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }
  const begun = await auth.handle(new Request(`${url}/auth/login`, { headers }))
  expect([begun.status, begun.status === 303 ? '' : await begun.text()]).toEqual([303, ''])
  const browser = world.browser()
  await browser.go(begun.headers.get('location') ?? '')
  const { callback } = await world.finish(browser, someone())
  const cookie = cookieHeaderAfter('', begun.headers.getSetCookie())
  const back = await auth.handle(new Request(callback ?? '', { headers: { ...headers, cookie } }))
  expect(back.status).toBe(303)
  return cookieHeaderAfter(cookie, back.headers.getSetCookie())
}

test('SC-18 two processes refresh one session at once: both go on with it, and nobody gets what is another person’s', async () => {
  const processes = [application(), application()] as const
  const people = [await signIn(processes[0]), await signIn(processes[1])]
  for (let round = 0; round < 3; round++) {
    world.pass(595_000)
    for (const [index, cookie] of people.entries()) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => (processes[i % 2] as Auth).accessToken(cookie)),
      )
      // Each process asked once at most; whoever was late has the same person's token.
      expect(new Set(answers.map(({ token }) => token)).size).toBeLessThanOrEqual(2)
      const subjects = new Set(answers.map(({ token }) => claimsOf(token).sub))
      expect(subjects).toEqual(new Set([(await processes[0].read(cookie))?.user.sub]))
      for (const { token } of answers.slice(0, 2)) expect((await world.userinfo(token)).status).toBe(200)
      // The browser keeps what either of them set.
      people[index] = cookieHeaderAfter(cookie, answers[(round + index) % 2]?.setCookies ?? [])
    }
  }
})
