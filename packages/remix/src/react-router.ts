import type { AuthOptions } from '@vestibule/core'
import { redirectDocument, withHeaders } from './responses.ts'
import { RouterAuth } from './router-auth.ts'
import type { RemixAuth, RequestArgs } from './types.ts'

// All types, so that applications can extend `Register` by the name of this package.
export type * from '@vestibule/core'
export { AuthError, can, localPath, memoryStore, unstorageStore } from '@vestibule/core'
export type { RemixAuth, RequestArgs } from './types.ts'

/**
 * Sign-in of a React Router application, as `createAuth` returns it.
 *
 * @example
 * ```ts
 * import { createAuth, type ReactRouterAuth } from '@vestibule/remix/react-router'
 *
 * const auth: ReactRouterAuth = createAuth()
 * export const { middleware } = auth
 * ```
 */
export interface ReactRouterAuth extends RemixAuth {
  /**
   * For `root.tsx`: `export { middleware } from './auth.server'`. It restarts the idle time of a session in use, sets the cookies of
   * refreshes, and marks every response without a `Cache-Control` as private. It guards nothing. React Router 7 requires the flag
   * `v8_middleware`; without it, use `headers` as in Remix.
   */
  middleware: ((args: RequestArgs, next: () => Promise<Response>) => Promise<Response>)[]
}

/**
 * Sign-in for a React Router application (7 and 8, framework mode).
 *
 * @throws AuthError `config_missing`, in production
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/remix/react-router'
 *
 * export const { loader, action, middleware, getSession, requireUser, withAuth, getAccessToken } = createAuth()
 * ```
 */
export function createAuth(options?: Partial<AuthOptions>): ReactRouterAuth {
  const auth = new RouterAuth(options)
  const commit = async ({ request }: RequestArgs, next: () => Promise<Response>) => {
    auth.commits = true
    const response = await next()
    const headers = new Headers(response.headers)
    const location = await auth.commit(request, headers)
    // A guard may have redirected already.
    return location && response.status < 300 ? redirectDocument(location) : withHeaders(response, headers)
  }
  return { ...auth.api, middleware: [commit] }
}
