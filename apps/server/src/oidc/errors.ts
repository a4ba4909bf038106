import type { Client } from './clients.ts'

/** Error codes of RFC 6749, 6750, 7009, 7591, 8628, 8707, 9126, 9449 and OpenID Connect Core that this server answers with. */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'login_required'
  | 'account_selection_required'
  | 'interaction_required'
  | 'consent_required'
  | 'unmet_authentication_requirements'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'invalid_request_uri'
  | 'temporarily_unavailable'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'invalid_software_statement'
  | 'invalid_dpop_proof'
  | 'use_dpop_nonce'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'

/** Text of a request within a description: cut, and only the characters that RFC 6749 section 5.2 allows. */
export const describable = (text: string): string =>
  text.slice(0, 200).replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')

/** The client or the redirect URI of an authorization request that is not known. */
export interface RefusedRequest {
  /** Null for a client that is not known. */
  client: Client | null
  clientId: string
  redirectUri: string | undefined
}

/**
 * A refusal by the protocol: a code, and a sentence for the developer who reads it. It knows nothing about HTTP.
 * The sentence never contains user data, and only characters that RFC 6749 section 5.2 allows.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  constructor(
    readonly code: ErrorCode,
    readonly description: string,
    /** Set if nobody may be redirected, because it is not known where to. */
    readonly refused?: RefusedRequest,
  ) {
    super(`${code}: ${description}`)
  }
}

/** The DPoP proof needs this nonce (RFC 9449 section 8). */
export class NonceRequired extends OAuthError {
  constructor(
    why: string,
    readonly nonce: string,
  ) {
    super('use_dpop_nonce', why)
  }
}

/** Scopes that were asked for in vain. They are named: a client has many, and its developer looks for one. */
export class ScopeRefused extends OAuthError {
  readonly scope: string
  constructor(why: string, names: readonly string[]) {
    const scope = describable(names.join(' '))
    super('invalid_scope', `${why}: ${scope}`)
    this.scope = scope
  }
}

/** @throws ScopeRefused that names those of the scopes which may not be asked for */
export function requireScopes(asked: readonly string[], may: (name: string) => boolean, why: string): void {
  const refused = asked.filter((name) => !may(name))
  if (refused.length > 0) throw new ScopeRefused(why, refused)
}
