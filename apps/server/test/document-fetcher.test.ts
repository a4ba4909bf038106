import { describe, expect, test } from 'vitest'
import { DocumentFetcher, type DocumentStanding } from '../src/flows/platform/clients/document-fetcher.ts'
import { LeastRecentlyUsed } from '../src/flows/platform/clients/least-recently-used.ts'
import type { OutboundAnswer, OutboundInit } from '../src/outbound/fetch.ts'

// What strangers make the server fetch has limits.

const json = { 'content-type': 'application/json' }

function fetcher(answer: () => Promise<Partial<OutboundAnswer>> = async () => ({})) {
  const asked: { url: string; init: OutboundInit | undefined }[] = []
  let now = Date.UTC(2026, 10, 22)
  const documents = new DocumentFetcher({
    outbound: async (url, init) => {
      asked.push({ url, init })
      return { status: 200, headers: json, body: '{}', ...(await answer()) }
    },
    now: () => new Date(now),
  })
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { documents, asked, pass }
}

const at = (host: string, number = 0) => `https://${host}.example.test/${number}`

/** How many of these fetches were made. */
async function made(
  documents: DocumentFetcher,
  urls: readonly string[],
  standing: DocumentStanding = 'unknown',
): Promise<number> {
  const ends = await Promise.allSettled(urls.map((url) => documents.fetch(url, standing)))
  return ends.filter(({ status }) => status === 'fulfilled').length
}

async function oneByOne(documents: DocumentFetcher, urls: readonly string[]): Promise<number> {
  let count = 0
  for (const url of urls) count += await made(documents, [url])
  return count
}

const range = (count: number) => Array.from({ length: count }, (_, number) => number)

describe('a process fetches at most', () => {
  test('30 documents of one host in a minute, and others meanwhile', async () => {
    const { documents, pass } = fetcher()
    expect(
      await oneByOne(
        documents,
        range(40).map((number) => at('a', number)),
      ),
    ).toBe(30)
    expect(await made(documents, [at('b')])).toBe(1)
    pass(60_000)
    expect(await made(documents, [at('a', 99)])).toBe(1)
  })

  test('120 in a minute', async () => {
    const { documents, pass } = fetcher()
    const urls = range(130).map((number) => at(`host-${number % 10}`, number))
    expect(await oneByOne(documents, urls)).toBe(120)
    pass(60_000)
    expect(await made(documents, [at('a')])).toBe(1)
  })

  test('that much of what nobody vouches for: what is listed, or allowed by somebody, is counted apart', async () => {
    const { documents } = fetcher()
    await oneByOne(
      documents,
      range(130).map((number) => at(`host-${number % 10}`, number)),
    )
    expect(await made(documents, [at('a', 1)])).toBe(0)
    expect(await made(documents, [at('a', 2)], 'listed')).toBe(1)
    expect(await made(documents, [at('a', 3)], 'allowed')).toBe(1)
  })

  test('4 of one host and 16 at once', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { documents, asked } = fetcher(async () => {
      await held
      return {}
    })
    const running = made(
      documents,
      range(30).map((number) => at(`host-${number % 5}`, number)),
    )
    await new Promise(setImmediate)
    expect(asked.length).toBe(16)
    expect(asked.filter(({ url }) => url.startsWith('https://host-0.')).length).toBe(4)
    release()
    expect(await running).toBe(16)
  })

  test('one document a second', async () => {
    const { documents, pass } = fetcher()
    expect(await oneByOne(documents, [at('a'), at('a')])).toBe(1)
    pass(1000)
    expect(await made(documents, [at('a')])).toBe(1)
  })
})

test('over https only, without more than 5 KiB, and without credentials', async () => {
  const { documents, asked } = fetcher()
  await documents.fetch(at('a'), 'unknown')
  expect(asked[0]?.init).toMatchObject({ httpsOnly: true, maxBytes: 5120, timeout: 3000, byDnsResolver: true })
  expect(Object.keys(asked[0]?.init?.headers ?? {}).sort()).toEqual(['Accept', 'Accept-Encoding', 'User-Agent'])
})

test.each([
  [undefined, 15],
  ['max-age=60', 5],
  ['public, max-age=1800', 30],
  ['max-age=31536000', 60],
  ['no-store', 5],
  ['s-maxage=7200', 15],
  ['max-age=99999999999999', 60],
])('with Cache-Control %s it is fresh for %i minutes', async (header, minutes) => {
  const { documents } = fetcher(async () => ({ headers: { ...json, ...(header ? { 'cache-control': header } : {}) } }))
  expect((await documents.fetch(at('a'), 'unknown')).freshFor).toBe(minutes * 60_000)
})

test('what was used longest ago makes room', () => {
  const map = new LeastRecentlyUsed<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2])
})
