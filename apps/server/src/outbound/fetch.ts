import { lookup as dnsLookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInternal } from './private-networks.ts'

export interface OutboundAnswer {
  status: number
  body: string
}

/** Fetches a URL of a client's metadata: limited in time and size, without redirects, and never into a private network. */
export type OutboundFetch = (url: string, init?: OutboundInit) => Promise<OutboundAnswer>

export interface OutboundInit {
  method?: string
  headers?: Record<string, string>
  body?: string
}

const timeout = 5000
const maxBody = 256 * 1024

export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

/**
 * Whom the guard lets through. `allowedHosts` are exempt from it (`OUTBOUND_ALLOW`); `allowLoopback` is for a server that
 * itself runs on loopback.
 */
export interface OutboundRules {
  allowedHosts: readonly string[]
  allowLoopback: boolean
}

/** Whether an address may be reached by a name or, where the name is an address itself, at all. */
const reachable =
  ({ allowedHosts, allowLoopback }: OutboundRules, target: URL) =>
  (address: string): boolean =>
    allowedHosts.includes(target.hostname) ||
    allowedHosts.includes(target.host) ||
    !isInternal(address) ||
    (allowLoopback && /^(127\.|::1$|::ffff:127\.)/.test(address))

/** Whether a URL names an address on a private network. What a name leads to is looked up when it is called. */
export function namesPrivateAddress(rules: OutboundRules, target: URL): boolean {
  const literal = literalOf(target)
  return isIP(literal) !== 0 && !reachable(rules, target)(literal)
}

const literalOf = (target: URL): string => target.hostname.replace(/^\[|\]$/g, '')

/**
 * The name is resolved once, and the connection goes to the address that was checked, so a name that changes between
 * check and use (DNS rebinding) gains nothing.
 */
export function outboundFetch(rules: OutboundRules): OutboundFetch {
  return async (url, init = {}) => {
    const target = new URL(url)
    if (namesPrivateAddress(rules, target)) throw new OutboundRefused('the host is on a private network')
    if (target.protocol !== 'https:' && target.protocol !== 'http:') throw new OutboundRefused('the URL is not http(s)')
    return send(target, init, guardedLookup(reachable(rules, target)))
  }
}

/** Resolves a name, unless one of its addresses may not be reached. */
const guardedLookup =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, done) => {
    dnsLookup(hostname, { all: true }, (error, addresses) => {
      const found = addresses?.[0]
      if (error || !found || addresses.some(({ address }) => !mayReach(address)))
        return done(error ?? new OutboundRefused('the host is on a private network'), '', 4)
      // A caller that asks for all addresses gets the one that was checked.
      if ((options as { all?: boolean }).all)
        return (done as unknown as (error: null, addresses: unknown[]) => void)(null, [found])
      done(null, found.address, found.family)
    })
  }

const send = (target: URL, init: OutboundInit, lookup: LookupFunction): Promise<OutboundAnswer> =>
  new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)(
      target,
      { method: init.method ?? 'GET', headers: init.headers ?? {}, lookup, signal: AbortSignal.timeout(timeout) },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBody) request.destroy(new OutboundRefused('the answer is too large'))
          else chunks.push(chunk)
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        )
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(init.body)
  })
