import type { ServerResponse } from 'node:http'
import type { Auth } from '../auth.ts'
import { AuthError } from '../model/errors.ts'
import { bodyOf, type Incoming, requestOf } from './request.ts'
import { refuse, send } from './response.ts'

/**
 * A middleware of Express, NestJS, Connect, Polka, or any other server on `node:http`.
 *
 * @example
 * ```ts
 * import type { Middleware } from '@vestibule/core/node'
 *
 * const noIndex: Middleware = (_request, response, next) => {
 *   response.setHeader('X-Robots-Tag', 'noindex')
 *   next()
 * }
 * ```
 */
export type Middleware = (request: Incoming, response: ServerResponse, next: (error?: unknown) => void) => void

/**
 * Serves the routes of the SDK (`/auth/login` and the others), and passes every other request on. Use it before body parsers.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 * import { authRoutes } from '@vestibule/core/node'
 *
 * const routes = authRoutes(createAuth(optionsFromEnvironment(process.env)))
 * const server = createServer((request, response) => routes(request, response, () => response.end('Welcome')))
 * ```
 */
export function authRoutes(auth: Auth): Middleware {
  const { pathname } = new URL(auth.href(auth.logoutPath()), 'http://local.invalid')
  // With or without the path that the application is served below: some proxies remove it.
  const prefixes = [pathname.slice(0, -'logout'.length), `${auth.basePath}/`]
  return (incoming, outgoing, next) => {
    const path = incoming.originalUrl ?? incoming.url ?? '/'
    if (!prefixes.some((prefix) => path.startsWith(prefix))) return next()
    serve(auth, incoming, outgoing).catch(next)
  }
}

async function serve(auth: Auth, incoming: Incoming, outgoing: ServerResponse): Promise<void> {
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
  if (hasBody && incoming.readableDidRead)
    throw new AuthError(
      'config_invalid',
      'The body of this request was read before the sign-in got it.',
      'Use authRoutes before body parsers such as express.json().',
    )
  const body = hasBody ? await bodyOf(incoming) : undefined
  if (body === null) return refuse(outgoing, 413)
  const request = requestOf(incoming, body)
  if (!request) return refuse(outgoing, 400)
  await send(outgoing, await auth.handle(request))
}
