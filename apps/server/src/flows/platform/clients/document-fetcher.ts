import type { OutboundFetch } from '../../../outbound/fetch.ts'
import { minute, second } from '../durations.ts'
import { DocumentFault } from './client-document.ts'
import { LeastRecentlyUsed } from './least-recently-used.ts'

/**
 * Who vouches for a document before it is fetched: somebody who has allowed its client, the operator who listed its
 * host, or nobody. Each has limits of its own, so that a stranger who uses them up with made-up URLs locks nobody out.
 */
export type DocumentStanding = 'allowed' | 'listed' | 'unknown'

/**
 * How much one process fetches at most for each standing: URLs that strangers name cost no more than that, here and at
 * their hosts.
 */
const limits = {
  perMinute: 120,
  perMinuteOfOrigin: 30,
  atOnce: 16,
  atOnceOfOrigin: 4,
  /** Milliseconds between two fetches of one document. */
  pause: second,
} as const

const maxBytes = 5 * 1024
const timeout = 3 * second

/** Seconds that a document is fresh for, whatever its server says. */
const freshness = { minimum: 5 * 60, maximum: 60 * 60, fallback: 15 * 60 } as const

/** Documents whose last fetch is remembered. */
const maxRemembered = 1000

interface FetchedDocument {
  body: string
  /** Milliseconds. */
  freshFor: number
}

interface Budget {
  running: number
  /** When each fetch of the last minute began. */
  begun: number[]
}

interface Budgets {
  all: Budget
  origins: Map<string, Budget>
}

const newBudgets = (): Budgets => ({ all: { running: 0, begun: [] }, origins: new Map() })

/** Fetches client metadata documents (draft-ietf-oauth-client-id-metadata-document section 5), within limits. */
export class DocumentFetcher {
  readonly #outbound: OutboundFetch
  readonly #now: () => Date
  readonly #budgets: Readonly<Record<DocumentStanding, Budgets>> = {
    allowed: newBudgets(),
    listed: newBudgets(),
    unknown: newBudgets(),
  }
  /** When the last fetch of a document began. */
  readonly #last = new LeastRecentlyUsed<string, number>(maxRemembered)

  constructor({ outbound, now }: { outbound: OutboundFetch; now(): Date }) {
    this.#outbound = outbound
    this.#now = now
  }

  /** @throws DocumentFault, or what the connection failed with */
  async fetch(url: string, standing: DocumentStanding): Promise<FetchedDocument> {
    const budgets = this.#admit(url, this.#budgets[standing])
    for (const budget of budgets) budget.running += 1
    try {
      return readAnswer(
        await this.#outbound(url, {
          headers: { Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': 'vestibule' },
          httpsOnly: true,
          byDnsResolver: true,
          maxBytes,
          timeout,
        }),
      )
    } finally {
      for (const budget of budgets) budget.running -= 1
    }
  }

  /** Counts a fetch. @throws DocumentFault when a limit is used up */
  #admit(url: string, { all, origins }: Budgets): Budget[] {
    const now = this.#now().getTime()
    const recent = (times: number[]): number[] => times.filter((time) => time > now - minute && time <= now)
    for (const [name, { running, begun }] of origins)
      if (running === 0 && recent(begun).length === 0) origins.delete(name)
    const name = new URL(url).origin
    const origin = origins.get(name) ?? { running: 0, begun: [] }
    all.begun = recent(all.begun)
    origin.begun = recent(origin.begun)
    const last = this.#last.get(url) ?? Number.NEGATIVE_INFINITY
    if (Math.abs(now - last) < limits.pause) throw new DocumentFault('it was fetched less than a second ago')
    if (all.running >= limits.atOnce || origin.running >= limits.atOnceOfOrigin)
      throw new DocumentFault('too many documents are being fetched')
    if (all.begun.length >= limits.perMinute || origin.begun.length >= limits.perMinuteOfOrigin)
      throw new DocumentFault('too many documents were fetched in this minute')
    origins.set(name, origin)
    for (const budget of [all, origin]) budget.begun.push(now)
    this.#last.set(url, now)
    return [all, origin]
  }
}

function readAnswer({ status, headers, body }: Awaited<ReturnType<OutboundFetch>>): FetchedDocument {
  // A redirect is no document either: the URL is the client's name, and is its own.
  if (status !== 200) throw new DocumentFault(`its server answered with status ${status}`)
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type !== 'application/json' && !/^application\/[a-z0-9!#$&^_.+-]+\+json$/.test(type))
    throw new DocumentFault('its content type is not JSON')
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new DocumentFault('it is compressed')
  return { body, freshFor: secondsFresh(headers['cache-control'] ?? '') * 1000 }
}

/** RFC 9111 section 5.2.2, within our own bounds: `no-store` is taken for the least. */
function secondsFresh(cacheControl: string): number {
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return freshness.minimum
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/i.exec(cacheControl)?.[1]
  if (maxAge === undefined) return freshness.fallback
  return Math.min(freshness.maximum, Math.max(freshness.minimum, Number(maxAge)))
}
