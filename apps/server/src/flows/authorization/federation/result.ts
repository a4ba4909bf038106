import type { FederationReason } from '../../../oidc/federation/reasons.ts'
import type { FederationAttempt } from '../../federation/upstream/attempt.ts'
import type { SignInResult } from '../sign-in/attempt.ts'
import type { HeldIdentity } from './held-identities.ts'

/** What a checked answer of an identity provider leads to. */
export type FederatedResult =
  | { kind: 'signed-in'; userId: string; sessionCookie: string; deviceCookie: string }
  /** An account has to be shown to be theirs, on the page that connects it. */
  | { kind: 'confirm' }
  /** The address has to be shown to be theirs: a code was mailed, and the page that takes it is next. */
  | { kind: 'prove-address' }
  /** They authenticated too long ago: once more, by `prompt=login`. */
  | { kind: 'again' }
  | { kind: 'refused'; reason: FederationReason }

export const refused = (reason: FederationReason): FederatedResult => ({ kind: 'refused', reason })

/** The result of a session that began, or did not: what was proven has been taken away meanwhile. */
export const entered = (result: SignInResult): FederatedResult =>
  result.ok ? { kind: 'signed-in', ...result } : refused('identity-taken')

/** An attempt whose answer was checked. */
export type AnsweredAttempt = Pick<FederationAttempt, 'id' | 'connectionId' | 'social' | 'createdAt'>

/** What the provider said. */
export type IdentityFacts = Pick<HeldIdentity, 'identity' | 'authenticatedAt' | 'sessionExpiresAt'>
