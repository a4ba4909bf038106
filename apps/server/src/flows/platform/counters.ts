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
  /** An API key was used at an API, or refused; then the API is empty. */
  apiKey(resource: string, outcome: 'accepted' | 'refused'): void
  /** A client exchanged a person's token for one for another API. */
  exchange(client: string, resource: string): void
  /** A sign-in at an identity provider ended. `provider` is oidc, or the social provider; without a reason, `reason` is empty. */
  federationAttempt(provider: string, outcome: string, reason: string): void
  /** A request of a company's directory was answered. */
  directoryRequest(method: string, status: number): void
}

export type SignInMethod = 'code' | 'link' | 'passkey' | 'company' | 'social'

/** If metrics are turned off. */
export const notCounted: Counters = {
  signIn() {},
  message() {},
  codeSent() {},
  tokens() {},
  tokensRefused() {},
  apiKey() {},
  exchange() {},
  federationAttempt() {},
  directoryRequest() {},
}
