export type { AccessToken } from './access-token.ts'
export { type Auth, createAuth } from './auth.ts'
export { createSharedState, type SharedState } from './context.ts'
export { cookieHeaderAfter } from './cookies.ts'
export { optionsFromEnvironment } from './environment.ts'
export { AuthError, type AuthErrorCode } from './errors.ts'
export type { GuardOptions, GuardResult } from './guard.ts'
export { type LocalPath, localPath } from './local-path.ts'
export type { LoginOptions } from './login-options.ts'
export type { AuthOptions } from './options.ts'
export { type Decision, decide, missing, type Requirement } from './requirement.ts'
export type { AuthRequest } from './responses.ts'
export type { Claims, DefaultUser, Register, Session, User } from './session.ts'
export {
  memoryStore,
  type SessionStore,
  type StoredSession,
  type StoredTokens,
  type UnstorageLike,
  unstorageStore,
} from './stores.ts'
export type { AccessClaims, BearerRequirement } from './tokens.ts'
export type { Update } from './update.ts'
