import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { readCredential } from '../src/flows/identity/passkeys/credential.ts'
import { databases } from './support/databases.ts'
import { basic, openTestWorld, type TestWorld } from './support/world.ts'

// HT-28: PostgreSQL refuses text with NUL or half a character, and SQLite stores it. Both answer with a refusal, wherever
// it is sent: none with an error of the server, and none as if it were text.

const unstorable = [
  ['NUL', 'a\0b'],
  ['half a character', 'a\ud800b'],
] as const

/** A JWT that nobody signed: who sent it is looked up before its signature is read. */
const jwt = (claims: object) =>
  [{ alg: 'RS256', kid: 'a\0\ud800' }, claims, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers,
  body: new URLSearchParams(fields),
})
const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

const registration = (changed: object): RequestInit =>
  json({ client_name: 'App', redirect_uris: ['https://app.example.test/cb'], ...changed })

const requests: [string, (text: string) => [path: string, init: RequestInit]][] = [
  [
    'a cookie',
    (text) => ['/account', { headers: { Cookie: `vestibule_session=${encodeURIComponent(text.toWellFormed())}` } }],
  ],
  [
    'the id of a client',
    (text) => ['/token', form({ grant_type: 'refresh_token', refresh_token: 'x', client_id: text })],
  ],
  [
    'credentials of a client',
    (text) => [
      '/token',
      form(
        { grant_type: 'client_credentials' },
        { Authorization: basic(encodeURIComponent(text.toWellFormed()), encodeURIComponent(text.toWellFormed())) },
      ),
    ],
  ],
  ...['iss', 'sub', 'jti', 'aud'].map((name): (typeof requests)[number] => [
    `the claim ${name} of an assertion`,
    (text) => [
      '/token',
      form({
        grant_type: 'client_credentials',
        client_assertion_type: assertionType,
        client_assertion: jwt({ iss: 'web', sub: 'web', aud: 'x', jti: 'x', exp: 4e9, ...{ [name]: text } }),
      }),
    ],
  ]),
  [
    'iss and sub of an assertion',
    (text) => [
      '/token',
      form({
        grant_type: 'client_credentials',
        client_assertion_type: assertionType,
        client_assertion: jwt({ iss: text, sub: text, aud: 'x', jti: 'x', exp: 4e9 }),
      }),
    ],
  ],
  [
    'a hint of a token',
    (text) => ['/logout', form({ id_token_hint: jwt({ iss: text, sub: text, sid: text, aud: text }) })],
  ],
  [
    'a token as access',
    (text) => ['/userinfo', { headers: { Authorization: `Bearer ${jwt({ iss: text, sub: text, jti: text })}` } }],
  ],
  ...['client_name', 'scope', 'software_id', 'software_version', 'policy_uri', 'client_uri'].map(
    (name): (typeof requests)[number] => [
      `${name} of a registration`,
      (text) => ['/register', registration({ [name]: text })],
    ],
  ),
  ...['redirect_uris', 'contacts', 'grant_types'].map((name): (typeof requests)[number] => [
    `${name} of a registration`,
    (text) => ['/register', registration({ [name]: [text] })],
  ]),
  [
    'a registered client',
    (text) => [`/register/${encodeURIComponent(text.toWellFormed())}`, { headers: { Authorization: 'Bearer x' } }],
  ],
  ...['state', 'nonce', 'login_hint', 'scope', 'ui_locales', 'acr_values', 'resource', 'organization', 'claims'].map(
    (name): (typeof requests)[number] => [
      `${name} of a request`,
      (text) => [
        '/authorize',
        form({
          ...{ client_id: 'web', redirect_uri: 'https://rp.example.test/cb', response_type: 'code', scope: 'openid' },
          ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
          [name]:
            name === 'claims'
              ? JSON.stringify({ id_token: { acr: { value: text, values: [text] }, [text]: null } })
              : text,
        }),
      ],
    ],
  ),
]

test.each(unstorable)('the id of a passkey with %s is none', (_, text) => {
  const form = (id: string) =>
    JSON.stringify({ id, rawId: id, type: 'public-key', response: { clientDataJSON: 'e30' } })
  expect(readCredential(form('aB-_9'))?.id).toBe('aB-_9')
  expect(readCredential(form(text))).toBe(null)
})

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ REGISTRATION: 'open', OPERATORS: 'operator@example.test' }, { database })
  })
  afterAll(() => world?.close())

  describe.each(unstorable)('%s', (_, text) => {
    test.each(requests)('in %s', async (_name, requestOf) => {
      // HT-28, ST-24
      const [path, init] = requestOf(text)
      const answer = await fetch(world.issuer + path, { redirect: 'manual', ...init })
      expect(answer.status).toBeLessThan(500)
    })
  })

  test('NUL in any path of any route is no error of the server', async () => {
    // HT-28
    const { browser } = await world.signIn({ email: 'operator@example.test' })
    const app = createApp(world.deps)
    const failed: string[] = []
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const { method, path } of app.routes.filter(({ path }) => path.includes('/:'))) {
      const url = world.issuer + path.replaceAll(/:\w+(\{[^}]*\})?\??/g, 'a%00b')
      const headers = { Authorization: 'Bearer x', Origin: world.issuer, Cookie: cookie }
      const { status } = await fetch(url, { redirect: 'manual', method: method === 'ALL' ? 'GET' : method, headers })
      if (status >= 500) failed.push(`${status} ${method} ${path}`)
    }
    // The routes of pages are in it.
    expect(app.routes.length).toBeGreaterThan(300)
    expect(failed).toEqual([])
  })
})
