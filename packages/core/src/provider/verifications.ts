import type { JWTPayload } from 'jose'
import type { TokenScheme } from '../model/bearer-challenge.ts'
import type { AuthError } from '../model/errors.ts'
import type { AuthRequest } from '../model/responses.ts'

// What on-demand.ts loads, as types.

/** The arguments of an `AuthError`: what is loaded later cannot make one without sharing its file. */
export type Problem = ConstructorParameters<typeof AuthError>

/** What asks the provider about API keys (api-keys.ts). It is loaded where keys are accepted. */
export interface ApiKeyVerification {
  isApiKey(text: string): boolean
  /** What the provider says of a key, or why it is not accepted. */
  verify(key: string, options: ApiKeyOptions): Promise<{ claims: JWTPayload } | { problem: Problem }>
}

export interface ApiKeyOptions {
  audience: readonly string[]
  clientIp: string | undefined
  now: Date
}

/** What verifies that who sends a bound access token has its key (dpop-proofs.ts). It is loaded with the first such token. */
export interface ProofVerification {
  /** What is wrong with how the token was sent. Null if nothing is. */
  problemOf(sent: SentToken): Promise<Problem | null>
}

/** An access token that is valid, apart from who sends it. */
export interface SentToken {
  request: AuthRequest | string | null
  scheme: TokenScheme
  token: string
  claims: JWTPayload
  seconds: number
  /** The address that the client requested, as far as the API is configured. */
  publicUrl(request: AuthRequest): string
}
