import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Auth, cookieHeaderAfter, createAuth } from '../src/index.ts'
import { parseCookies } from '../src/sessions/cookies.ts'
import { createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

// Whose session a Cookie header has, with its bytes as they arrive at a socket.

let provider: TestIssuer
let auth: Auth
let server: Server
/** Each with the names of an https application, `__Host-...`. */
let own: string
let attackers: string
const nameOf = (header: string) => header.slice(0, header.indexOf('='))

beforeAll(async () => {
  provider = await createTestIssuer()
  auth = createAuth(optionsFor(provider))
  const sessionOf = async (sub: string) => {
    const { issuer, clientId, secret, url = '' } = optionsFor(provider)
    return (await createTestSession({ issuer, clientId, secret, url }, { sub })).split('; ')[0] ?? ''
  }
  own = await sessionOf('ada')
  attackers = await sessionOf('eve')
  server = createServer(async ({ headers }, response) => {
    const plain = await auth.read(headers.cookie)
    const fetched = await auth.read(new Headers({ cookie: headers.cookie ?? '' }).get('cookie'))
    response.end(`${plain?.user.sub ?? 'nobody'} ${fetched?.user.sub ?? 'nobody'}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** The answer to a request whose Cookie header is sent byte by byte, `\xa0` as 0xA0. */
async function seenBehindSocket(cookie: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(Buffer.from(`GET / HTTP/1.0\r\nCookie: ${cookie}\r\n\r\n`, 'latin1'))
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1').split('\r\n\r\n')[1] ?? ''
}

test('the names are those of an https application, and its own session is read', async () => {
  expect(nameOf(own)).toMatch(/^__Host-vestibule_session_/)
  expect(nameOf(own)).toBe(nameOf(attackers))
  for (const cookie of [own, `a=1;\t ${own} \t; b=2`, `\xa0${own}; ${own}`])
    expect(await seenBehindSocket(cookie)).toBe('ada ada')
})

test.each([
  ['alone', (cookie: string) => `\xa0${cookie}`],
  ['after another', (cookie: string) => `a=1; \xa0${cookie}`],
  ['behind the name', (cookie: string) => cookie.replace('=', '\xa0=')],
  ['in UTF-8', (cookie: string) => `\xc2\xa0${cookie}`],
  ['another blank of Unicode', (cookie: string) => `\x85${cookie}`],
])('A-2 a cookie that a sibling site could plant by 0xA0 is not ours: %s', async (_, plant) => {
  expect(await seenBehindSocket(plant(attackers))).toBe('nobody nobody')
  expect(await seenBehindSocket(`${plant(attackers)}; ${own}`)).toBe('ada ada')
})

test('A-2 a name that is sent twice is nobody’s, in either order', async () => {
  expect(await seenBehindSocket(`${attackers}; ${own}`)).toBe('nobody nobody')
  expect(await seenBehindSocket(`${own}; ${attackers}`)).toBe('nobody nobody')
  expect(await seenBehindSocket(`${own}; ${nameOf(own)}=`)).toBe('nobody nobody')
})

test('A-2 the cookie of a running sign-in is read by the same rule', async () => {
  const browser = new Browser(auth, provider)
  const started = await browser.open('/auth/login')
  const back = await provider.authorize(started.headers.get('location') ?? '')
  const [name = '', value = ''] = [...browser.cookies].find(([cookie]) => cookie.includes('_tx_')) ?? []
  const callback = async (cookie: string) => (await auth.handle(new Request(back, { headers: { cookie } }))).status
  expect(await callback(`\xa0${name}=${value}`)).toBe(400)
  expect(await callback(`${name}=${value}; ${name}=x`)).toBe(400)
  expect(await callback(`${name}=${value}`)).toBe(303)
})

test('a name that is sent twice is still cleared by a logout', async () => {
  const headers = { origin: 'https://app.test', cookie: `${own}; ${attackers}` }
  const response = await auth.handle(new Request('https://app.test/auth/logout', { method: 'POST', headers }))
  expect(response.headers.getSetCookie()).toEqual([expect.stringContaining(`${nameOf(own)}=; Path=/; Max-Age=0`)])
})

test('a header full of blanks is parsed in one pass', () => {
  const blanks = ' \t'.repeat(500_000)
  expect([...parseCookies(`a=${blanks}b${blanks};${blanks}c=d`)]).toEqual([
    ['a', `${blanks.trimStart()}b`.trimStart()],
    ['c', 'd'],
  ])
})

test('what the browser will send next: other cookies stay as they are, in their order', () => {
  expect(cookieHeaderAfter('a=1; b=2; b=3', ['c=4; Path=/'])).toBe('a=1; b=2; b=3; c=4')
  expect(cookieHeaderAfter('a=1; b=2', ['a=; Path=/; Max-Age=0', 'b=5; Path=/'])).toBe('b=5')
  expect(cookieHeaderAfter(null, ['a=1'])).toBe('a=1')
})
