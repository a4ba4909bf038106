// What a Nuxt application needs of core, on its server. Nothing of it belongs into the browser.
import * as core from '@vestibule/core'

// All types, and by a star: an application adds its own to `Register` by this package's name.
export type * from '@vestibule/core'
export { defineVestibuleOptions, type VestibuleOptions } from './runtime/server/options.js'

// By a namespace: development leaves core outside of its bundle, and warns of every name that is handed on and not used.
export const AuthError: typeof core.AuthError = core.AuthError
export type AuthError = core.AuthError
export const localPath: typeof core.localPath = core.localPath
export const memoryStore: typeof core.memoryStore = core.memoryStore
export const unstorageStore: typeof core.unstorageStore = core.unstorageStore
