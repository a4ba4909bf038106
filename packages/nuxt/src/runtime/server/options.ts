import type { AuthOptions } from '@vestibule/core'

/**
 * Options of core, or a function that returns them when the server starts, where `useRuntimeConfig()` and `useStorage()` are
 * available.
 *
 * @example
 * ```ts
 * import type { VestibuleOptions } from '@vestibule/nuxt/server'
 *
 * const options: VestibuleOptions = { postLogoutPath: '/goodbye' }
 * ```
 */
export type VestibuleOptions = Partial<AuthOptions> | (() => Partial<AuthOptions>)

/**
 * For `server/vestibule.ts`: options that are not plain values (a store, hooks, an error page) or are known only at run time.
 *
 * @example
 * ```ts
 * import { defineVestibuleOptions, memoryStore } from '@vestibule/nuxt/server'
 *
 * export default defineVestibuleOptions(() => ({
 *   session: { store: memoryStore() },
 *   on: { login: (session) => console.info(`signed in: ${session.user.sub}`) },
 * }))
 * ```
 */
export const defineVestibuleOptions = (options: VestibuleOptions): VestibuleOptions => options
