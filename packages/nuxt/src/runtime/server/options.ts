import type { AuthOptions } from '@vestibule/core'

/** Options of core, or what makes them when the server starts: then `useRuntimeConfig()` and `useStorage()` are there. */
export type VestibuleOptions = Partial<AuthOptions> | (() => Partial<AuthOptions>)

/**
 * For `server/vestibule.ts`: the options that are no plain values (a store, hooks, a page of your own for errors) or are known
 * only when the server runs.
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
