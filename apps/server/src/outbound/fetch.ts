import { lookup as dnsLookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export interface OutboundAnswer {
  status: number
  body: string
}

/** Fetches a URL of a client's metadata: limited in time and size, without redirects, and never into a private network. */
export type OutboundFetch = (
  url: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<OutboundAnswer>

const timeout = 5000
const maxBody = 256 * 1024

const internal = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  internal.addSubnet(net, prefix, 'ipv4')
}
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  internal.addSubnet(net, prefix, 'ipv6')
}

/** True for an address of this machine or of a private network, IPv4 in IPv6 included. */
export function isInternal(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  return internal.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

/**
 * `allowedHosts` are exempt from the guard (`OUTBOUND_ALLOW`); `allowLoopback` is for a server that itself runs on
 * loopback. The name is resolved once, and the connection goes to the address that was checked, so DNS rebinding
 * gains nothing.
 */
export function outboundFetch({
  allowedHosts,
  allowLoopback,
}: {
  allowedHosts: readonly string[]
  allowLoopback: boolean
}): OutboundFetch {
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const target = new URL(url)
      const exempt = allowedHosts.includes(target.hostname) || allowedHosts.includes(target.host)
      const may = (address: string) =>
        exempt || !isInternal(address) || (allowLoopback && /^(127\.|::1$|::ffff:127\.)/.test(address))
      const guarded: LookupFunction = (hostname, _options, done) => {
        dnsLookup(hostname, { all: true }, (error, addresses) => {
          const found = addresses?.find(({ address }) => may(address))
          if (error || !found || addresses.some(({ address }) => !may(address))) {
            return done(error ?? new OutboundRefused('the host is on a private network'), '', 4)
          }
          // A caller that asks for all addresses gets the one that was checked.
          if ((_options as { all?: boolean }).all)
            return (done as unknown as (e: null, a: unknown[]) => void)(null, [found])
          done(null, found.address, found.family)
        })
      }
      const literal = target.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) && !may(literal)) return reject(new OutboundRefused('the host is on a private network'))
      if (target.protocol !== 'https:' && target.protocol !== 'http:')
        return reject(new OutboundRefused('the URL is not http(s)'))
      const send = target.protocol === 'https:' ? httpsRequest : httpRequest
      const request = send(
        target,
        {
          method: init.method ?? 'GET',
          headers: init.headers ?? {},
          lookup: guarded,
          signal: AbortSignal.timeout(timeout),
        },
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
}
