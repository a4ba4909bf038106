// What a Nuxt application needs of core on its server. It must not be imported in the browser.
import * as core from '@vestibule/core'

// All types, so that applications can extend `Register` by the name of this package.
export type * from '@vestibule/core'
export { defineVestibuleOptions, type VestibuleOptions } from './runtime/server/options.js'

// Through a namespace: in development core is not bundled, and Rollup warns of every unused name that is re-exported.
export const AuthError: typeof core.AuthError = core.AuthError
export type AuthError = core.AuthError
export const can: typeof core.can = core.can
export const localPath: typeof core.localPath = core.localPath
export const memoryStore: typeof core.memoryStore = core.memoryStore
export const unstorageStore: typeof core.unstorageStore = core.unstorageStore
