import type { AuthOptions } from '@vestibule/core'
import { RouterAuth } from './router-auth.ts'
import type { RemixAuth } from './types.ts'

// All types, so that applications can extend `Register` by the name of this package.
export type * from '@vestibule/core'
export { AuthError, can, localPath, memoryStore, unstorageStore } from '@vestibule/core'
export type { RemixAuth, RequestArgs } from './types.ts'

/**
 * Sign-in for a Remix application. Options that are not given come from the environment: `VESTIBULE_ISSUER`,
 * `VESTIBULE_CLIENT_ID`, `VESTIBULE_CLIENT_SECRET`, and in production `VESTIBULE_SECRET` and `VESTIBULE_URL`. In development all can
 * be left out; a production server with missing variables does not start.
 *
 * @throws AuthError `config_missing`, in production
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/remix'
 *
 * export const { loader, action, headers, getSession, requireUser, withAuth, getAccessToken } = createAuth()
 * ```
 */
export const createAuth = (options?: Partial<AuthOptions>): RemixAuth => new RouterAuth(options).api
