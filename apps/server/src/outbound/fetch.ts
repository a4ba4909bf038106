import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressLookup, addressLookup, systemLookup } from './dns.ts'
import { isInternal } from './private-networks.ts'

export interface OutboundAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Fetches a URL of a client's metadata: limited in time and size, without redirects, and never into a private network. */
export type OutboundFetch = (url: string, init?: OutboundInit) => Promise<OutboundAnswer>

export interface OutboundInit {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Default: http is accepted too. */
  httpsOnly?: boolean
  /** The largest answer. */
  maxBytes?: number
  /** Milliseconds for everything: looking the name up, connecting, and the whole answer. */
  timeout?: number
  /** Looks the name up where DNS_RESOLVER says, if it says so: for hosts that strangers name. */
  byDnsResolver?: boolean
}

const defaultTimeout = 5000
const defaultMaxBytes = 256 * 1024

export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

/**
 * Whom the guard lets through. `allowedHosts` are exempt from it (`OUTBOUND_ALLOW`); `allowLoopback` is for a server that
 * itself runs on loopback.
 */
interface OutboundRules {
  allowedHosts: readonly string[]
  allowLoopback: boolean
}

/** Whether an address may be reached by a name or, where the name is an address itself, at all. */
const reachable =
  ({ allowedHosts, allowLoopback }: OutboundRules, target: URL) =>
  (address: string): boolean =>
    namedBy(allowedHosts, target) ||
    !isInternal(address) ||
    (allowLoopback && /^(127\.|::1$|::ffff:127\.)/.test(address))

const namedBy = (allowedHosts: readonly string[], { hostname, host }: URL): boolean =>
  allowedHosts.includes(hostname) || allowedHosts.includes(host)

/** Whether a URL names an address on a private network. What a name leads to is looked up when it is called. */
export function namesPrivateAddress(rules: OutboundRules, target: URL): boolean {
  const literal = literalOf(target)
  return isIP(literal) !== 0 && !reachable(rules, target)(literal)
}

const literalOf = (target: URL): string => target.hostname.replace(/^\[|\]$/g, '')

/**
 * The name is resolved once, and the connection goes to the addresses that were checked, so a name that changes between
 * check and use (DNS rebinding) gains nothing.
 */
export function outboundFetch(rules: OutboundRules, dnsResolver: string | null = null): OutboundFetch {
  const lookupFor = (target: URL, { byDnsResolver }: OutboundInit): AddressLookup => {
    if (byDnsResolver && dnsResolver) return addressLookup(dnsResolver)
    // Names that only this machine knows lead to private addresses, so nobody else may use them.
    const known = rules.allowLoopback || target.hostname === 'localhost' || namedBy(rules.allowedHosts, target)
    return known ? systemLookup : addressLookup(null)
  }
  return async (url, init = {}) => {
    const target = new URL(url)
    if (namesPrivateAddress(rules, target)) throw new OutboundRefused('the host is on a private network')
    if (init.httpsOnly && target.protocol !== 'https:') throw new OutboundRefused('the URL is not https')
    if (target.protocol !== 'https:' && target.protocol !== 'http:') throw new OutboundRefused('the URL is not http(s)')
    return send(target, init, guardedLookup(reachable(rules, target), lookupFor(target, init)))
  }
}

/** Resolves a name, unless one of its addresses may not be reached. */
const guardedLookup =
  (mayReach: (address: string) => boolean, lookUp: AddressLookup): LookupFunction =>
  (hostname, options, done) => {
    lookUp(hostname, (error, addresses) => {
      const found = addresses?.[0]
      if (error || !found || addresses.some(({ address }) => !mayReach(address)))
        return done(error ?? new OutboundRefused('the host is on a private network'), '', 4)
      // All were checked. A machine without IPv4 needs the others.
      if (options.all) return done(null, addresses)
      done(null, found.address, found.family)
    })
  }

function send(target: URL, init: OutboundInit, lookup: LookupFunction): Promise<OutboundAnswer> {
  const { method = 'GET', headers = {}, body, maxBytes = defaultMaxBytes, timeout = defaultTimeout } = init
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
      target,
      { method, headers, lookup, signal: AbortSignal.timeout(timeout) },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size <= maxBytes) return chunks.push(chunk)
          reject(new OutboundRefused('the answer is too large'))
          // Without an error: of an answer that has arrived as a whole, nobody listens to the socket any more.
          request.destroy()
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
