import { isLoopback } from '../model/loopback.ts'
import { type ErrorHelp, helpWith } from '../model/mistakes.ts'
import { helpForNetwork } from './network-failure.ts'

/**
 * What keeps the metadata of the provider from being used: nothing answers, something else does, or another issuer.
 *
 * @param issuer the configured one
 */
export function helpForDiscovery(error: unknown, issuer: string): ErrorHelp {
  const cause = typeof error === 'object' && error !== null ? (error as { cause?: unknown }).cause : undefined
  const announced = announcedIssuer(cause)
  if (announced !== null) return helpForOtherIssuer(announced, issuer)
  const isNetwork = error instanceof TypeError || error instanceof DOMException
  if (isNetwork) return helpForNetwork(error, issuer)
  const hasPath = new URL(issuer).pathname !== '/'
  return helpWith(hasPath && cause instanceof Response && cause.status === 404 ? 'issuer-path' : 'wrong-port')
}

/** The issuer in metadata that were refused for it. */
function announcedIssuer(cause: unknown): URL | null {
  const { attribute, body } = (cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } }
  if (attribute !== 'issuer' || typeof body?.issuer !== 'string') return null
  return URL.canParse(body.issuer) ? new URL(body.issuer) : null
}

/** The announced issuer is proposed only if it is at the host that the developer named: whoever answers there could name any other. */
function helpForOtherIssuer(announced: URL, configured: string): ErrorHelp {
  const own = new URL(configured)
  const withoutSlash = ({ pathname }: URL) => pathname.replace(/\/$/, '')
  const isSameHost = announced.hostname === own.hostname || (isLoopback(announced.hostname) && isLoopback(own.hostname))
  const issuer = isSameHost ? (announced.pathname === '/' ? announced.origin : announced.href) : undefined
  if (announced.origin === own.origin && withoutSlash(announced) === withoutSlash(own))
    return helpWith('issuer-slash', { issuer })
  const isSecure = announced.protocol === 'https:' && own.protocol === 'http:'
  return helpWith(isSameHost && isSecure ? 'http-to-https' : 'other-issuer', { issuer })
}
