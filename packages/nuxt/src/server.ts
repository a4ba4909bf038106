// What a Nuxt application needs of core, on its server. Nothing of it belongs into the browser.
export {
  type AccessClaims,
  AuthError,
  type AuthErrorCode,
  type AuthOptions,
  type BearerRequirement,
  type Claims,
  type LocalPath,
  type LoginOptions,
  localPath,
  memoryStore,
  type Register,
  type Requirement,
  type Session,
  type SessionStore,
  type StoredSession,
  type UnstorageLike,
  type User,
  unstorageStore,
} from '@vestibule/core'
export { defineVestibuleOptions, type VestibuleOptions } from './runtime/server/options.js'
