import type { AuthOptions } from '@vestibule/core'
import { createAuth as createForRemix, type RemixAuth, type RequestArgs } from './index.ts'

export * from './index.ts'

export interface ReactRouterAuth extends RemixAuth {
  /**
   * For `root.tsx`, optional: `export { middleware } from './auth.server'`. It keeps a session in use from becoming idle and
   * hands on what a loader did not; it guards nothing. React Router 7 asks for the flag `v8_middleware`.
   */
  middleware: ((args: RequestArgs, next: () => Promise<Response>) => Promise<Response>)[]
}

/**
 * The same for React Router 7 and 8, whose loaders and actions are called like Remix's, and which have middleware.
 *
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/remix/react-router'
 *
 * export const { loader, action, middleware, getSession, requireUser, withAuth } = createAuth()
 * ```
 */
export function createAuth(options?: Partial<AuthOptions>): ReactRouterAuth {
  const auth = createForRemix(options)
  const keep = async ({ request }: RequestArgs, next: () => Promise<Response>) => {
    const response = await next()
    const headers = new Headers(response.headers)
    await auth.keepSession(request, headers)
    if (headers.getSetCookie().length === response.headers.getSetCookie().length) return response
    // A response of its own: the headers of some, such as `Response.redirect`, can't be changed.
    const { status, statusText } = response
    return new Response(response.body, { status, statusText, headers })
  }
  return { ...auth, middleware: [keep] }
}
