import { isLoopback } from '../model/loopback.ts'
import type { AuthRequest } from '../model/responses.ts'
import type { AuthOptions } from './options.ts'

/**
 * Whether a framework's development server runs this application and the request was sent to this machine by its own name: what may
 * be answered with more than a stranger should see.
 */
export const isLocalDevelopment = (
  { development = false, production = true }: Pick<AuthOptions, 'development' | 'production'>,
  request: AuthRequest,
): boolean => development && !production && isLocalRequest(request)

/**
 * Whether a request was sent to a loopback address, and by no proxy or tunnel that can be told. A name that was rebound to this machine
 * is in the Host header. A tunnel that replaces the Host header says so in others, which only ever refuse.
 */
export function isLocalRequest(request: AuthRequest): boolean {
  const { hostname } = new URL(request.url)
  const isOwnUrl = isLoopback(hostname) || ['0.0.0.0', '[::]'].includes(hostname)
  return isOwnUrl && loopbackOrigin(request) !== null && !isForwarded(request)
}

/** The origin that the browser uses: that of the Host header, or without one that of the URL. Null if it is not a loopback address. */
export function loopbackOrigin(request: AuthRequest): string | null {
  const { protocol } = new URL(request.url)
  const address = `${protocol === 'https:' ? 'https' : 'http'}://${hostOf(request)}`
  const parsed = URL.canParse(address) ? new URL(address) : null
  if (!parsed || parsed.origin !== address.toLowerCase().replace(/:(80|443)$/, '') || !isLoopback(parsed.hostname))
    return null
  return parsed.origin
}

const hostOf = ({ url, headers }: AuthRequest): string => headers.get('host') ?? new URL(url).host

/** What proxies and tunnels add. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'cdn-loop',
  'cf-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'true-client-ip',
  'x-client-ip',
  'x-forwarded-server',
  'x-original-host',
  'x-real-ip',
]

/** The development server of Next.js adds `X-Forwarded-*` headers about itself. Others differ from the request, and count as forwarded. */
function isForwarded(request: AuthRequest): boolean {
  const { headers, url } = request
  const host = headers.get('x-forwarded-host') ?? hostOf(request)
  const protocol = headers.get('x-forwarded-proto') ?? new URL(url).protocol.slice(0, -1)
  const addresses = headers.get('x-forwarded-for')?.split(',') ?? []
  return (
    forwardingHeaders.some((name) => headers.get(name) !== null) ||
    host.toLowerCase() !== hostOf(request).toLowerCase() ||
    `${protocol.toLowerCase()}:` !== new URL(url).protocol ||
    !addresses.every((address) => isLoopbackAddress(address.trim()))
  )
}

const isLoopbackAddress = (address: string): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(address.toLowerCase())
