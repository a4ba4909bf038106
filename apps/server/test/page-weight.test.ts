import { type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parse } from 'node-html-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What a browser has to load before somebody can sign in, where no proxy compresses it.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

interface Sent {
  answer: IncomingMessage
  body: Buffer
  /** Bytes on the wire: the status line, the headers and the body. */
  size: number
}

/** Unlike `fetch`, it hands out the body as it was sent. */
const load = (url: string, headers: Record<string, string>): Promise<Sent> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, async (answer) => {
      const body = Buffer.concat(await answer.toArray())
      const lines = answer.rawHeaders.map((text) => text.length + 2).reduce((a, b) => a + b, 0)
      resolve({ answer, body, size: 'HTTP/1.1 200 OK\r\n\r\n'.length + lines + body.length })
    })
      .on('error', reject)
      .end()
  })

/** The first page of sign-in, for a browser that was never here. */
async function loadSignIn(coding: string): Promise<Sent> {
  const browser = world.browser()
  const { location } = await world.authorize(browser)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return load(location, { 'Accept-Encoding': coding, Cookie: cookie })
}

test('the first page is three requests and 10 KB, with the default theme', async () => {
  const page = await loadSignIn('gzip, deflate, br, zstd')
  expect(page.answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  const html = parse(gunzipSync(page.body).toString())
  const addresses = [
    ...html.querySelectorAll('link[rel=stylesheet], link[rel=icon]').map((link) => link.getAttribute('href') ?? ''),
    ...html.querySelectorAll('script, img').map((element) => element.getAttribute('src') ?? ''),
  ].filter((address) => !address.startsWith('data:'))
  expect(addresses).toHaveLength(2)
  const assets = await Promise.all(
    addresses.map((address) => load(new URL(address, world.issuer).href, { 'Accept-Encoding': 'gzip, deflate, br' })),
  )
  for (const { answer, body } of assets) {
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(brotliDecompressSync(body).length).toBeGreaterThan(body.length)
  }
  expect([page, ...assets].reduce((sum, { size }) => sum + size, 0)).toBeLessThan(10_000)
  // The browser need not ask for what it offers passkeys with.
  const options = JSON.parse(html.querySelector('[data-first-options]')?.getAttribute('data-first-options') ?? '{}')
  expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
})

test('an asset is sent in the coding that is accepted, and in no other', async () => {
  const page = await loadSignIn('identity')
  expect(page.answer.headers['content-encoding']).toBeUndefined()
  const sheet = parse(page.body.toString()).querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? ''
  const url = new URL(sheet, world.issuer).href
  const plain = await load(url, {})
  expect(plain.answer.headers['content-encoding']).toBeUndefined()
  const codings: [string, string | undefined][] = [
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.1, gzip;q=1', 'br'],
    ['identity', undefined],
    ['*', undefined],
    ['zstd, x;q=nothing, ,', undefined],
  ]
  for (const [accepted, coding] of codings) {
    const { answer, body } = await load(url, { 'Accept-Encoding': accepted })
    expect(answer.headers['content-encoding'], accepted).toBe(coding)
    const decoded = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
    expect(decoded.equals(plain.body), accepted).toBe(true)
  }
  const icon = await load(`${world.issuer}/favicon.ico`, { 'Accept-Encoding': 'br' })
  expect(icon.answer.headers['content-encoding']).toBeUndefined()
})

test('a page that may hold something secret is not compressed', async () => {
  const { browser } = await world.signIn()
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { answer, body } = await load(`${world.issuer}/account`, { 'Accept-Encoding': 'gzip, br', Cookie: cookie })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(body.toString()).toContain('</html>')
})
