import type { AuthOptions } from '@vestibule/core'
import { withHeaders } from './answers.ts'
import { RouterAuth } from './router-auth.ts'
import type { RemixAuth, RequestArgs } from './types.ts'

// All types, and by a star: an application adds its own to `Register` by this package's name.
export type * from '@vestibule/core'
export { AuthError, localPath, memoryStore, unstorageStore } from '@vestibule/core'
export type { RemixAuth, RequestArgs } from './types.ts'

export interface ReactRouterAuth extends RemixAuth {
  /**
   * For `root.tsx`: `export { middleware } from './auth.server'`. It sees every answer: it keeps a session in use from becoming
   * idle, brings the browser what a refresh has made, and marks every answer as private that does not say otherwise. It guards nothing. React
   * Router 7 asks for the flag `v8_middleware`; without it there is `headers`, as in Remix.
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
    await auth.commit(request, headers)
    return withHeaders(response, headers)
  }
  return { ...auth.api, middleware: [commit] }
}
