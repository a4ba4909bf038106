/** What can go wrong, as a code that does not change. */
export type AuthErrorCode =
  | 'config_missing'
  | 'config_invalid'
  | 'not_signed_in'
  | 'forbidden'
  | 'step_up_required'
  | 'state_mismatch'
  | 'callback_failed'
  | 'refresh_rejected'
  | 'refresh_unavailable'
  | 'session_too_large'
  | 'token_missing'
  | 'token_invalid'
  | 'insufficient_scope'
  | 'logout_token_invalid'
  | 'issuer_unreachable'

const statuses: Partial<Record<AuthErrorCode, number>> = {
  not_signed_in: 401,
  step_up_required: 401,
  forbidden: 403,
  state_mismatch: 400,
  callback_failed: 400,
  refresh_rejected: 401,
  refresh_unavailable: 503,
  token_missing: 401,
  token_invalid: 401,
  insufficient_scope: 403,
  logout_token_invalid: 400,
  issuer_unreachable: 503,
}

/**
 * An error of the SDK: a code, an HTTP status that fits it, and a hint for the developer who reads it.
 *
 * @example
 * ```ts
 * import { AuthError } from '@vestibule/core'
 *
 * const isSignedOut = (error: unknown) => error instanceof AuthError && error.code === 'not_signed_in'
 * ```
 */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly status: number
  /** Cookies that must go out with the answer, when the session has ended. */
  setCookies: readonly string[] = []
  constructor(
    readonly code: AuthErrorCode,
    message: string,
    readonly hint: string = '',
    options?: ErrorOptions,
  ) {
    super(hint ? `${message} ${hint}` : message, options)
    this.status = statuses[code] ?? 500
  }

  /**
   * The headers of a refusal (RFC 6750 section 3, RFC 9470 for a step-up). Nothing in them is from outside.
   */
  get headers(): Record<string, string> {
    const headers: Record<string, string> = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }
    const challenge: Partial<Record<AuthErrorCode, string>> = {
      not_signed_in: 'Bearer',
      token_missing: 'Bearer',
      token_invalid: 'Bearer error="invalid_token"',
      refresh_rejected: 'Bearer error="invalid_token"',
      insufficient_scope: 'Bearer error="insufficient_scope"',
      forbidden: 'Bearer error="insufficient_scope"',
      step_up_required: 'Bearer error="insufficient_user_authentication"',
    }
    const value = challenge[this.code]
    if (value) headers['WWW-Authenticate'] = value
    return headers
  }

  /** The refusal as an answer of an API: JSON, never a redirect. */
  toResponse(): Response {
    const response = Response.json({ error: this.code }, { status: this.status, headers: this.headers })
    for (const cookie of this.setCookies) response.headers.append('Set-Cookie', cookie)
    return response
  }
}
