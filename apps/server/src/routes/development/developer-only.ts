import type { Context, MiddlewareHandler } from 'hono'
import { isDevelopmentServer } from '../../config/environment.ts'
import type { Config } from '../../config/settings.ts'
import { HttpError } from '../../http/http-error.ts'
import { peerAddress } from '../../http/visitor.ts'

/** Lets only developers through. For anyone else there is nothing here. */
export const developerOnly =
  (config: Config): MiddlewareHandler =>
  (c, next) => {
    if (!isDeveloper(c, config)) throw new HttpError(404, 'there is nothing here')
    return next()
  }

/** What proxies and tunnels add to a request: the usual headers, and those of the large providers. */
const forwarding =
  /^(?:forwarded|via|cdn-loop|x-forwarded.*|x-original-.*|x-envoy-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|fastly-client-ip|fly-client-ip|cf-.*)$/

/**
 * Whether someone sits at a development server: the connection comes from this machine, and not by a proxy; the Host is
 * the issuer's (a name of another site that was rebound to this machine is not); and no other site asked.
 */
export function isDeveloper(c: Context, config: Pick<Config, 'production' | 'issuer'>): boolean {
  const { headers } = c.req.raw
  const site = headers.get('sec-fetch-site')
  // Another port of this machine is the same site: its pages may link here, and load nothing from here.
  const isOwnRequest = site === null || site === 'same-origin' || site === 'none' || isNavigation(headers, site)
  return isOwnRequest && isFromThisMachine(c, config)
}

/** The same, whichever site asked: an application at 127.0.0.1 is another one than a server at localhost. */
export function isFromThisMachine(c: Context, config: Pick<Config, 'production' | 'issuer'>): boolean {
  const { headers } = c.req.raw
  if (!isDevelopmentServer(config) || !isLoopbackPeer(c)) return false
  const { host } = new URL(config.issuer)
  // A request line may name a host as well (RFC 9112 section 3.2.2).
  if (headers.get('host') !== host || new URL(c.req.url).host !== host) return false
  for (const name of headers.keys()) if (forwarding.test(name)) return false
  return true
}

const isNavigation = (headers: Headers, site: string): boolean =>
  site === 'same-site' && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document'

function isLoopbackPeer(c: Context): boolean {
  const peer = peerAddress(c).replace(/^::ffff:/i, '')
  return peer === '::1' || /^127\.\d+\.\d+\.\d+$/.test(peer)
}
