import { AuthError } from './errors.ts'
import type { LocalPath } from './local-path.ts'
import type { AuthRequest } from './responses.ts'
import { isLoopback, type Settings } from './settings.ts'

/** Where the application and its routes are, as a browser sees them. */
export interface Addresses {
  /** @throws AuthError `config_missing` where `url` is not given and the request is not of this machine */
  origin(request: AuthRequest): string
  /** The whole address of a path within the application. */
  absolute(path: string, request: AuthRequest): string
  /** What a browser is sent to: the path itself, or, below a mount, the whole address. */
  href(path: LocalPath, request?: AuthRequest): string
  /** `login`, `callback` and so on; empty for what is not a route of the SDK. */
  routeOf(request: AuthRequest): string
  /**
   * False for a request that changes something and comes from another site, by its `Origin`. Cookies are SameSite=Lax, so
   * browsers send none with it; this is the second lock.
   */
  isSameOrigin(request: AuthRequest): boolean
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

export function addressesOf({ url, mount, basePath }: Settings): Addresses {
  const origin = (request: AuthRequest): string => url?.origin ?? loopbackOrigin(request)
  const absolute = (path: string, request: AuthRequest) => `${origin(request)}${mount}${path}`
  return {
    origin,
    absolute,
    // Whole addresses below a mount: frameworks put their own base before what begins with a slash.
    href(path, request) {
      if (mount === '') return path
      return url ? `${url.origin}${mount}${path}` : request ? absolute(path, request) : `${mount}${path}`
    },
    routeOf(request) {
      const { pathname } = new URL(request.url)
      // With the mount or without: some frameworks and proxies take it away.
      const prefix = [`${mount}${basePath}/`, `${basePath}/`].find((start) => pathname.startsWith(start))
      return prefix ? pathname.slice(prefix.length) : ''
    },
    isSameOrigin(request) {
      const from = request.headers.get('origin')
      return safeMethods.includes(request.method.toUpperCase()) || !from || from === origin(request)
    },
  }
}

/**
 * The origin of an application that is developed on this machine, on whatever port its server took. The host is the one that
 * the browser asked for; what a proxy says about it (`Forwarded`, `X-Forwarded-*`) is not read.
 */
function loopbackOrigin(request: AuthRequest): string {
  const { protocol, host: hostOfUrl } = new URL(request.url)
  const host = request.headers.get('host') ?? hostOfUrl
  const address = `${protocol === 'https:' ? 'https' : 'http'}://${host}`
  const parsed = URL.canParse(address) ? new URL(address) : null
  if (!parsed || parsed.origin !== address.toLowerCase().replace(/:(80|443)$/, '') || !isLoopback(parsed.hostname))
    throw new AuthError(
      'config_missing',
      'VESTIBULE_URL is not set, and this request did not come to localhost.',
      'Open the application at http://localhost, or set VESTIBULE_URL to its address.',
    )
  return parsed.origin
}
