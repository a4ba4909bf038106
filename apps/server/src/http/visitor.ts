import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Config } from '../config/settings.ts'
import type { Visitor } from '../flows/platform/visitor.ts'
import { readCookie } from './cookies.ts'
import { chosenLanguage, preferredLanguages } from './languages.ts'

/** What a request says about its visitor. */
export function visitorOf(c: Context, config: Config): Visitor {
  const headers = c.req.raw.headers
  const cookies = headers.get('cookie')
  const address = addressOf(c, config.trustProxy)
  return {
    sessionCookie: readCookie(config, cookies, 'session'),
    boundCookie: config.bindSessions === 'off' ? undefined : readCookie(config, cookies, 'bound'),
    flowCookie: readCookie(config, cookies, 'flow'),
    deviceCookie: readCookie(config, cookies, 'device'),
    // Hardly any browser has this cookie, so the header is not taken apart for it.
    impersonationCookie: cookies?.includes('vestibule_impersonation=')
      ? readCookie(config, cookies, 'impersonation')
      : undefined,
    userAgent: headers.get('user-agent') ?? '',
    chosenLanguage: chosenLanguage(config, headers),
    languages: preferredLanguages(config, headers),
    address,
    network: networkPrefix(address),
  }
}

/**
 * The network that limits are counted by. X-Forwarded-For is trusted as far as `TRUST_PROXY` proxies wrote it. If it
 * cannot be read, the address of the peer is used, so that a limit always applies.
 */
export const networkOf = (c: Context, trustProxy: number): string => networkPrefix(addressOf(c, trustProxy))

/** The same as a whole address. */
export function addressOf(c: Context, trustProxy: number): string {
  if (trustProxy > 0) {
    const hops = (c.req.raw.headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
    const client = hops.at(-trustProxy) ?? ''
    if (isIP(client)) return client
  }
  return peerAddress(c)
}

/** The address of the other end of the connection; empty if it is not known. */
export const peerAddress = (c: Context): string =>
  (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket?.remoteAddress ?? ''

/** An IPv4 address unchanged, or the /64 of an IPv6 address. */
export function networkPrefix(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIP(address) !== 6) return address || 'unknown'
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const full = [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${full
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
