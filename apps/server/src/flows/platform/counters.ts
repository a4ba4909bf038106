import type { GrantType } from '../../oidc/response-types.ts'

/** What is counted as it happens (docs/observability.md). Outcomes and reasons are few and fixed: they become labels. */
export interface Counters {
  signIn(method: SignInMethod, outcome: string): void
  /** A message was sent, postponed, refused for good, or expired before it could be sent. */
  message(kind: string, outcome: 'sent' | 'postponed' | 'refused' | 'expired'): void
  codeSent(): void
  tokens(grant: GrantType): void
  /** The token endpoint refused, with this RFC 6749 error code. */
  tokensRefused(error: string): void
}

export type SignInMethod = 'code' | 'link' | 'passkey'

/** If metrics are turned off. */
export const notCounted: Counters = {
  signIn() {},
  message() {},
  codeSent() {},
  tokens() {},
  tokensRefused() {},
}
