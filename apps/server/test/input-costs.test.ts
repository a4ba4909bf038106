import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createApp } from '../src/app.ts'
import { parsePhoneNumber } from '../src/flows/account/phone-numbers.ts'
import { parseInvitationRows } from '../src/flows/organizations/invitations/csv-rows.ts'
import { hasTooMuchMarkup } from '../src/flows/organizations/terms/terms-publishing.ts'
import { canonicalAddress, shortenAddresses } from '../src/flows/platform/addresses.ts'
import { cleanName, slugCandidates } from '../src/flows/platform/names.ts'
import { csvLine } from '../src/http/csv.ts'
import { smtpReply } from '../src/mail/replies.ts'
import { parseJsonObject } from '../src/oidc/json.ts'
import { apiScopes } from '../src/oidc/scopes.ts'
import { untrustedHtmlOf } from '../src/pages/untrusted-markdown.ts'
import { operations } from '../src/routes/management-api/operations.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// HT-17: what one request costs grows with its length, not with the square of it, whatever it holds. Growth is asserted
// and no time: at the limit of a size at most eight times what a quarter of it costs (a square would be sixteen times).
// What other processes do to the caches of a processor can make one measure of growth wrong, but not three in a row.

/** Microseconds of this thread's CPU, under which nothing is called expensive: a garbage collection may be in it. */
const smallCost = 40_000
const greatestGrowth = 8

async function costOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/** Only more runs than one can tell what something costs at least. */
async function leastCostOf(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) least = Math.min(least, await costOf(work))
  return least
}

/** How many times what a quarter costs; 1 for what is small. */
async function growthOf(size: number, work: (size: number) => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && least > greatestGrowth; attempt++) {
    if ((await costOf(() => work(size))) < smallCost) return 1
    const whole = await leastCostOf(() => work(size))
    if (whole < smallCost) return 1
    least = Math.min(least, whole / (await leastCostOf(() => work(size / 4))))
  }
  return least
}

const repeated = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length)).slice(0, size)

/** A run of each kind of character, and behind it one that does not match. */
const runs = [
  ' ',
  '\t',
  'a',
  'A',
  '1',
  '-',
  '_',
  '.',
  ',',
  ';',
  ':',
  '=',
  '/',
  '\\',
  '"',
  "'",
  '+',
  '@',
  '&',
  '%',
  '*',
  '~',
  '`',
]
const pairs = [
  '[',
  '(',
  '{',
  '<',
  '|',
  '#',
  '!',
  'a.',
  'a@',
  'a,',
  'a ',
  '="',
  '"",',
  '\\"',
  '[[',
  '{"a":',
  'a=a;',
  '; ',
]
const withLines = ['\n', '\r\n', ' \n', 'a\n', '"\n', ',\n', ';\n', '\u00a0', 'ä', '漢', '\u0301', '👩\u200d']
/** Words that are all different: a list without duplicates compares them. */
const words = (separator: string) => (size: number) =>
  Array.from({ length: size / 6 }, (_, at) => (at + 100_000).toString(36).slice(-5)).join(separator)
/** A JWT of about this length. `member` is JSON, which may be nested too deeply to be an object here. */
const jwt = (member: (size: number) => string) => (size: number) => {
  const claims = `{"iss":"web","sub":"web","aud":"web","exp":4000000000,"jti":"j",${member(0.7 * size)}}`
  return ['{"alg":"RS256","kid":"k"}', claims, '0'].map((part) => Buffer.from(part).toString('base64url')).join('.')
}
const jwts = [
  jwt((size) => `"a":"${'a'.repeat(size)}"`),
  jwt((size) => `"aud":["${words('","')(0.7 * size)}"]`),
  jwt((size) => `"${words('":1,"')(0.5 * size)}":1`),
  jwt((size) => `"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)}`),
]
const texts = [...runs, ...pairs].flatMap((run) => [
  (size: number) => `a${repeated(run, size - 2)}!`,
  (size: number) => repeated(`a${run.repeat(300)}`, size),
])
const allTexts = [
  ...texts,
  ...[' ', ',', ';', '&', '.', '-', '/', '\n'].map(words),
  ...jwts,
  ...withLines.flatMap((run) => [
    (size: number) => `a${repeated(run, size - 2)}!`,
    (size: number) => `"${repeated(run, size - 1)}`,
  ]),
]

/** What grows too fast, and how much. */
async function tooFast(size: number, made: typeof texts, work: (text: string) => unknown): Promise<unknown[]> {
  const found: unknown[] = []
  for (const textOf of made) {
    const growth = await growthOf(size, (length) => work(textOf(length)))
    if (growth > greatestGrowth) found.push([textOf(20), growth])
  }
  return found
}

describe('a request', () => {
  let world: TestWorld
  let app: ReturnType<typeof createApp>
  beforeAll(async () => {
    world = await openTestWorld({ REGISTRATION: 'open' })
    app = createApp(world.deps)
    await ask('/')
  })
  afterAll(() => world.close())

  const ask = async (path: string, init?: RequestInit) =>
    (await app.fetch(new Request(`${world.issuer}${path}`, init))).arrayBuffer()

  test.each([
    ['cookie', '/account', 'vestibule_session='],
    ['cookie', '/authorize?client_id=web', ''],
    ['accept-language', '/sign-in/x', ''],
    ['user-agent', '/account', ''],
    ['authorization', '/userinfo', 'Bearer '],
    ['authorization', '/token', 'Basic '],
    ['authorization', '/api/v1/users', 'Bearer '],
    ['dpop', '/userinfo', ''],
    ['origin', '/jwks', ''],
    ['referer', '/', ''],
    ['accept', '/', ''],
    ['content-type', '/token', 'application/x-www-form-urlencoded;'],
    ['if-match', '/api/v1/users', ''],
    ['if-none-match', '/assets/x', '"'],
    ['x-forwarded-for', '/account', ''],
    ['forwarded', '/account', ''],
    ['traceparent', '/', ''],
    ['tracestate', '/', ''],
  ])('with a long header %s at %s', async (name, path, start) => {
    const method = path === '/token' ? 'POST' : 'GET'
    const sent = (text: string) => ask(path, { method, headers: { [name]: start + text } })
    expect(await tooFast(30_000, texts, sent)).toEqual([])
  })

  test.each(
    // biome-ignore format: names
    ['client_id', 'redirect_uri', 'scope', 'claims', 'resource', 'login_hint', 'ui_locales', 'acr_values', 'prompt', 'state', 'nonce', 'max_age', 'id_token_hint', 'request', 'code_challenge', 'organization'],
  )('with a long parameter %s', async (name) => {
    // HT-17
    const query = new URLSearchParams({
      ...{ client_id: 'web', redirect_uri: 'https://rp.example.test/cb', response_type: 'code', scope: 'openid' },
      ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
    })
    const sent = (text: string) => {
      query.set(name, text)
      return ask('/authorize', { method: 'POST', body: query })
    }
    expect(await tooFast(20_000, allTexts, sent)).toEqual([])
  })

  test.each(
    // biome-ignore format: names
    ['client_id', 'client_secret', 'client_assertion', 'code', 'code_verifier', 'refresh_token', 'scope', 'resource', 'redirect_uri', 'subject_token', 'grant_type'],
  )('with a long field %s at the token endpoint', async (name) => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'spa', refresh_token: 'x' })
    if (name === 'client_assertion')
      body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    const sent = (text: string) => {
      body.set(name, text)
      return ask('/token', { method: 'POST', body })
    }
    expect(await tooFast(20_000, allTexts, sent)).toEqual([])
  })

  test.each(['client_name', 'client_uri', 'scope', 'redirect_uris'])('with long JSON in %s', async (name) => {
    // HT-17
    const sent = (text: string) =>
      ask('/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ [name]: name === 'redirect_uris' ? [text] : text }),
      })
    expect(await tooFast(30_000, allTexts, sent)).toEqual([])
  })
})

describe('a call of the management API', () => {
  let world: TestWorld
  let app: ReturnType<typeof createApp>
  let authorization: string
  beforeAll(async () => {
    world = await openTestWorld({
      OIDC_CLIENT_ID_7: 'admin',
      OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
      OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_7_SCOPES: apiScopes.join(','),
    })
    app = createApp(world.deps)
    const secret: [string, string] = ['admin', 'admin-secret-0123456789']
    authorization = `Bearer ${(await world.token({ grant_type: 'client_credentials' }, { basic: secret })).body.access_token}`
  })
  afterAll(() => world.close())

  const ask = async (method: string, path: string, body?: string) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const url = `${world.issuer}/api/v1${path.replaceAll(/\{\w+\}/g, 'acme')}`
    const answer = await app.fetch(new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }))
    const said = await answer.text()
    expect(answer.status, said).toBeLessThan(500)
    expect(answer.status, said).not.toBe(401)
  }

  const withBody = operations.filter(({ body }) => body)
  const someTexts = [' ', 'a', 'a,', 'a@', '\\"', '漢', '\u0301', 'a.', '<a ', 'a\n'].map(
    (run) => (size: number) => repeated(run, size),
  )

  test.each(withBody.map((operation) => [operation.id, operation] as const))(
    'with a long body of %s',
    async (_, { method, path, body }) => {
      // HT-17
      const { properties = {}, $defs = {} } = z.toJSONSchema(body as z.ZodType, { io: 'input' })
      const names = Object.keys({ ...properties, ...Object.values($defs)[0]?.properties })
      const all = (value: unknown) => JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))
      const made = [
        ...someTexts.map((textOf) => (size: number) => all(textOf(size / names.length))),
        (size: number) => all(words(' ')(size / names.length).split(' ')),
        (size: number) =>
          all([
            ...words(' ')(size / names.length)
              .split(' ')
              .keys(),
          ]),
        (size: number) => `{"${names[0]}":${'['.repeat(size / 2)}${']'.repeat(size / 2)}}`,
        (size: number) => `{${words('":1,"')(size / 2).slice(1)}":1}`,
      ]
      expect(await tooFast(60_000, made, (text) => ask(method.toUpperCase(), path, text))).toEqual([])
    },
  )

  const lists = operations.flatMap(({ method, path, query }) =>
    method === 'get' ? Object.keys(query).map((name) => [name, path] as const) : [],
  )
  test.each(lists)('with a long parameter %s of %s', async (name, path) => {
    const sent = (text: string) => ask('GET', `${path}?${name}=${encodeURIComponent(text)}`)
    expect(await tooFast(10_000, someTexts, sent)).toEqual([])
  })
})

describe('a text', () => {
  // biome-ignore format: what Markdown is made of
  const markdown = ['(\n', '-=\n', 'a\n-\n', '|a|\n', 'a\n    b\n', '- a\n', '> a\n', '1. a\n\n', '[a]: b\n', '[a](b) ', '[a](<b ', '<!--\n\n', '<a ', '<a b="', '```\n\n', '`a', '**a ', '*a _b ', '~~a ', '- [ ] a\n', 'http://', 'http://a ', 'mailto:a@b ', 'www.', 'a@b ', '&a;', '    a\n', 'a  \n', '|-', '|:-:', '* * *\n', '-\n', '# a\n']
  const markdownTexts = [
    ...allTexts,
    ...markdown.flatMap((part) =>
      ['', '- ', '|a|\n|-|\n|'].map((start) => (size: number) => start + repeated(part, size - start.length)),
    ),
    (size: number) => `${repeated('a', size - 1)}@`,
    (size: number) => Array.from({ length: Math.sqrt(size) }, (_, depth) => `${' '.repeat(2 * depth)}- a`).join('\n'),
  ]

  test('as Markdown of an organization', { timeout: 600_000 }, async () => {
    // HT-17
    const render = (text: string) => hasTooMuchMarkup(text) || untrustedHtmlOf(text)
    const longLines = markdown.map((part) => part.replace('\n', `${'a '.repeat(9)}\n`))
    const made = [...markdownTexts, ...longLines.map((part) => (size: number) => repeated(part, size))]
    expect(await tooFast(50_000, made, render)).toEqual([])
  })

  test.each<[string, (text: string) => unknown]>([
    ['rows of CSV', (text) => parseInvitationRows(`email,role\n${text}`)],
    ['a cell of an export', (text) => csvLine([text])],
    ['the markup of a text', hasTooMuchMarkup],
    ['a name', cleanName],
    ['a slug', slugCandidates],
    ['an address', canonicalAddress],
    ['a phone number', parsePhoneNumber],
    ['the detail of an event', shortenAddresses],
    ['the reply of a mail server', (text) => smtpReply(text, [])],
    ['members of JSON', (text) => parseJsonObject(JSON.stringify({ a: text }))],
  ])('as %s', { timeout: 300_000 }, async (_, read) => {
    expect(await tooFast(60_000, allTexts, read)).toEqual([])
  })
})

test('a measure of growth finds a square', async () => {
  const square = (text: string) => text.replace(/[ \t]+$/g, '')
  // Company on the machine can hide it from one measure, since the smallest of three counts.
  let found: unknown[] = []
  for (let measure = 0; measure < 5 && found.length === 0; measure++)
    found = await tooFast(12_000, [(size) => `a${' '.repeat(size)}b`], square)
  expect(found).toHaveLength(1)
})
