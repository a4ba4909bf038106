import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { outboundFetch } from '../src/outbound/fetch.ts'

// How the names of hosts are looked up. getaddrinfo takes threads of a small pool, where every other lookup waits.

const honest = dns.lookup
const asked: string[] = []
/** Notes what the system is asked, and says that there is no such name. */
function watchSystem() {
  const watched = (name: string, _options: unknown, done: (error: Error) => void) => {
    asked.push(name)
    done(new Error(`${name} was looked up by the system`))
  }
  dns.lookup = watched as unknown as typeof honest
  syncBuiltinESMExports()
}
afterEach(() => {
  dns.lookup = honest
  syncBuiltinESMExports()
  asked.length = 0
})

const rules = { allowedHosts: ['hooks', 'other.internal:8443'], allowLoopback: false }
const init = { timeout: 200 }

test('CM-45 the system looks up what operators named, and no name of a stranger', async () => {
  watchSystem()
  const fetch = outboundFetch(rules)
  for (const url of ['https://hooks/', 'https://other.internal:8443/', 'http://localhost/'])
    await expect(fetch(url, init), url).rejects.toThrow('looked up by the system')
  expect(asked).toEqual(['hooks', 'other.internal', 'localhost'])
  for (const url of ['https://stranger.invalid/', 'https://other.internal/', 'https://hooks.invalid/'])
    for (const byDnsResolver of [true, false])
      await expect(fetch(url, { ...init, byDnsResolver }), url).rejects.not.toThrow('looked up by the system')
  expect(asked).toHaveLength(3)
})

test('on the machine of a developer, the system looks up everything', async () => {
  watchSystem()
  const fetch = outboundFetch({ ...rules, allowLoopback: true })
  await expect(fetch('http://app.test/', init)).rejects.toThrow('looked up by the system')
})

test('with DNS_RESOLVER, it is asked for strangers, and waits no longer than for everything', async () => {
  watchSystem()
  const silent = createSocket('udp4')
  const queries: Buffer[] = []
  silent.on('message', (query) => queries.push(query))
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve))
  try {
    const fetch = outboundFetch(rules, `127.0.0.1:${silent.address().port}`)
    const began = performance.now()
    const many = Array.from({ length: 40 }, (_, at) =>
      fetch(`https://client${at}.example/`, { ...init, byDnsResolver: true }).catch((error: Error) => error.name),
    )
    expect(new Set(await Promise.all(many))).toEqual(new Set(['AbortError']))
    expect(performance.now() - began).toBeLessThan(1000)
    expect(queries.length).toBeGreaterThanOrEqual(40)
    expect(asked).toEqual([])
  } finally {
    silent.close()
  }
})
