import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../src/flows/management/clients/clients.ts'
import { system } from '../src/flows/platform/audit.ts'
import { type Meaning, meanings } from '../src/pages/development/error-meanings.ts'
import type { Visited } from './support/browser.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A request that nobody may be redirected for ends at a page of the server: what its developer reads there, and what a stranger does.

const registered = 'http://localhost:3000/auth/callback'
const app = { OIDC_CLIENT_ID_20: 'application', OIDC_CLIENT_20_REDIRECT_URIS: registered }
const logged: { msg: string; request: string }[] = []
const log = (line: string) => void logged.push(JSON.parse(line))

let development: TestWorld
let production: TestWorld
beforeAll(async () => {
  development = await openTestWorld(app, { log })
  production = await openTestWorld(
    {
      ...app,
      NODE_ENV: 'production',
      MAIL_FROM: 'Acme <sign-in@example.test>',
      SECRET: randomBytes(48).toString('base64'),
    },
    { log },
  )
})
afterAll(() => Promise.all([development.close(), production.close()]))

async function refused(world: TestWorld, params: Record<string, string>, headers: Record<string, string> = {}) {
  logged.length = 0
  const page = await world.authorize(world.browser(headers), {
    client_id: 'application',
    redirect_uri: registered,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    ...params,
  })
  expect(page.status).toBe(400)
  const found = logged.find(({ msg }) => msg.startsWith('an authorization request was refused'))
  return { page, line: found?.msg ?? '', reference: found?.request ?? 'none' }
}
const textOf = (page: Visited) => page.html.querySelector('main')?.text.replaceAll(/\s+/g, ' ') ?? ''

const mistakes: readonly (readonly [Meaning, Record<string, string>, next: string])[] = [
  [
    'unknown-client',
    { client_id: 'another', redirect_uri: 'http://localhost:3000/auth/callback' },
    'Set: OIDC_CLIENT_ID_<n>=another OIDC_CLIENT_<n>_REDIRECT_URIS=http://localhost:3000/auth/callback',
  ],
  ['misspelled-client', { client_id: 'aplication' }, 'Set in the application: VESTIBULE_CLIENT_ID=application'],
  [
    'client-without-sign-in',
    { client_id: 'machine' },
    'Set: OIDC_CLIENT_4_GRANT_TYPES=authorization_code,refresh_token',
  ],
  [
    'redirect-uri',
    { redirect_uri: 'http://localhost:3000/callback' },
    `Set: OIDC_CLIENT_20_REDIRECT_URIS=${registered},http://localhost:3000/callback`,
  ],
  ['loopback-name', { redirect_uri: 'http://127.0.0.1:3000/auth/callback' }, 'Open: http://localhost:3000'],
]

test.each(mistakes)(
  '%s: the developer reads what causes it and what mends it, on the page and in the terminal',
  async (name, params, next) => {
    // An application at 127.0.0.1 is another site than the server at localhost.
    const { page, line } = await refused(development, params, { 'sec-fetch-site': 'cross-site' })
    expect(line).toMatch(new RegExp(`#${name} (Set|Open|Add)[^:]*: `))
    expect(line).toContain(meanings[name].cause)
    expect(line.endsWith(next)).toBe(true)
    expect(textOf(page)).toContain(meanings[name].cause)
    expect(textOf(page)).toContain(next)
    expect(page.html.querySelector(`a[href$="troubleshooting.md#${name}"]`)).not.toBeNull()
  },
)

test.each(mistakes)('%s: in production, the page has the reference of the line only', async (name, params) => {
  const { page, line, reference } = await refused(production, params)
  expect(line).toContain(meanings[name].cause)
  expect(textOf(page)).not.toContain(meanings[name].cause)
  expect(textOf(page)).not.toMatch(/OIDC_CLIENT|VESTIBULE_|Next step/)
  expect(textOf(page)).toContain(`Reference${reference}`)
})

test('a client of the console is changed there', async () => {
  await createClient(
    development.deps,
    { actor: system, apiScopes: 'all' },
    { client_name: 'Of the console', redirect_uris: [registered] },
    'console-client',
  )
  const { page, line } = await refused(development, {
    client_id: 'console-client',
    redirect_uri: 'http://localhost:3000/callback',
  })
  const next = 'Add to the redirect URIs of the application, in the console: http://localhost:3000/callback'
  expect(line.endsWith(next)).toBe(true)
  expect(textOf(page)).toContain(next)
})

test('every mistake is made', () => {
  const made = [...mistakes.map(([name]) => name), 'redirect-uri-in-console']
  expect(Object.keys(meanings).sort()).toEqual(made.sort())
})

test('no address of another machine is proposed, and no text of a link that is more than an id', async () => {
  const links: Record<string, string>[] = [
    { redirect_uri: 'https://evil.example.test/' },
    { client_id: 'another', redirect_uri: 'https://evil.example.test/' },
    { client_id: '$(id)', redirect_uri: registered },
    { client_id: 'a b; id', redirect_uri: registered },
  ]
  for (const params of links) {
    const { page, line } = await refused(development, params)
    expect(line).not.toMatch(/evil|\$\(|; id/)
    expect(textOf(page)).not.toMatch(/evil|\$\(|; id/)
  }
})

test('a request that a proxy passed on is not the developer’s', async () => {
  const { page } = await refused(development, { client_id: 'another' }, { 'x-forwarded-for': '203.0.113.9' })
  expect(textOf(page)).not.toMatch(/OIDC_CLIENT|Next step/)
})
