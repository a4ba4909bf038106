import { AuthError } from '../model/errors.ts'
import { type LocalPath, localPath } from '../model/local-path.ts'
import type { AuthRequest } from '../model/responses.ts'
import { loopbackOrigin } from './development.ts'
import type { Settings } from './settings.ts'

/** The addresses of the application and of the SDK's routes, as a browser sees them. */
export interface Addresses {
  /** @throws AuthError `config_missing` when `url` is not set and the request is not for a loopback address */
  origin(request: AuthRequest): string
  /** The absolute URL of a path within the application. */
  absolute(path: string, request: AuthRequest): string
  /** What to send a browser to: the path itself, or an absolute URL if the application is served below a path. */
  href(path: LocalPath, request?: AuthRequest): string
  /** `login`, `callback` and so on; empty if the request is not for a route of the SDK. */
  routeOf(request: AuthRequest): string
  /** The path and the query of a request within the application. */
  pathOf(request: AuthRequest): string
  /** A path of the application to return to. Routes of the SDK are replaced by `/`: returning to them would be a loop. */
  returnPath(input: string | null | undefined): LocalPath
  /**
   * False for a request that changes state and comes from another site, by its `Origin`. Browsers send no SameSite=Lax cookies
   * with such a request; this is the second line of defense.
   */
  isSameOrigin(request: AuthRequest): boolean
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

export function addressesOf({ url, mount, basePath }: Settings): Addresses {
  const origin = (request: AuthRequest): string => url?.origin ?? originInDevelopment(request)
  const absolute = (path: string, request: AuthRequest) => `${origin(request)}${mount}${path}`
  return {
    origin,
    absolute,
    // Absolute below a mount: frameworks prepend their own base path to what starts with a slash.
    href(path, request) {
      if (mount === '') return path
      return url ? `${url.origin}${mount}${path}` : request ? absolute(path, request) : `${mount}${path}`
    },
    routeOf(request) {
      const { pathname } = new URL(request.url)
      // With or without the mount: some frameworks and proxies remove it.
      const prefix = [`${mount}${basePath}/`, `${basePath}/`].find((start) => pathname.startsWith(start))
      return prefix ? pathname.slice(prefix.length) : ''
    },
    pathOf(request) {
      const { pathname, search } = new URL(request.url)
      const path = pathname === mount || pathname.startsWith(`${mount}/`) ? pathname.slice(mount.length) : pathname
      return `${path || '/'}${search}`
    },
    returnPath(input) {
      const path = localPath(input)
      const { pathname } = new URL(path, 'http://local.invalid')
      return pathname.startsWith(`${basePath}/`) ? localPath('/') : path
    },
    isSameOrigin(request) {
      const from = request.headers.get('origin')
      return safeMethods.includes(request.method.toUpperCase()) || !from || from === origin(request)
    },
  }
}

/**
 * The origin of an application in development, on whichever port its server uses. `Forwarded` and `X-Forwarded-*` headers are not
 * read for it.
 */
function originInDevelopment(request: AuthRequest): string {
  const origin = loopbackOrigin(request)
  if (origin !== null) return origin
  throw new AuthError(
    'config_missing',
    'VESTIBULE_URL is not set, and this request was not sent to localhost.',
    'Open the application at http://localhost, or set VESTIBULE_URL to its address.',
  )
}
