/** Error codes of RFC 6749, 6750, 7009, 7591, 8707, 9126 and OpenID Connect Core that this server answers with. */
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

/**
 * A refusal by the protocol: a code, and a sentence for the developer who reads it. It knows nothing about HTTP.
 * The sentence never contains user data, and only characters that RFC 6749 section 5.2 allows.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  constructor(
    readonly code: ErrorCode,
    readonly description: string,
  ) {
    super(`${code}: ${description}`)
  }
}
