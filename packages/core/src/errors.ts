import type { LocalPath } from './local-path.ts'
import type { Requirement } from './requirement.ts'
import { privateHeaders, withCookies } from './responses.ts'

/** What can go wrong, as a code that does not change. */
export type AuthErrorCode =
  | 'config_missing'
  | 'config_invalid'
  | 'not_signed_in'
  | 'forbidden'
  | 'step_up_required'
  | 'state_mismatch'
  | 'access_denied'
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
  access_denied: 403,
  callback_failed: 400,
  refresh_rejected: 401,
  refresh_unavailable: 503,
  token_missing: 401,
  token_invalid: 401,
  insufficient_scope: 403,
  logout_token_invalid: 400,
  issuer_unreachable: 503,
}

/** RFC 6750 section 3.1; RFC 9470 for a step-up. */
const challenges: Partial<Record<AuthErrorCode, string>> = {
  not_signed_in: 'Bearer',
  token_missing: 'Bearer',
  token_invalid: 'Bearer error="invalid_token"',
  refresh_rejected: 'Bearer error="invalid_token"',
  insufficient_scope: 'Bearer error="insufficient_scope"',
  forbidden: 'Bearer error="insufficient_scope"',
  step_up_required: 'Bearer error="insufficient_user_authentication"',
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
  /** Cookies that must go out with the answer: the session has ended, or a try was noted. No log shows them. */
  declare setCookies: readonly string[]
  /** Where a page may send its browser instead, which comes back with a fresh session. */
  declare refreshPath?: LocalPath
  /** What a better sign-in must reach, for the challenge. */
  declare requirement?: Pick<Requirement, 'acr' | 'maxAge'>
  constructor(
    readonly code: AuthErrorCode,
    message: string,
    readonly hint: string = '',
    options?: ErrorOptions,
  ) {
    super(hint ? `${message} ${hint}` : message, options)
    this.status = statuses[code] ?? 500
    // A framework that logs an error shows what can be enumerated of it.
    Object.defineProperty(this, 'setCookies', { value: [], writable: true, enumerable: false })
  }

  /** The headers of a refusal. Nothing in them is from outside. */
  get headers(): Record<string, string> {
    const challenge = challenges[this.code]
    if (!challenge) return { ...privateHeaders }
    const { acr, maxAge } = this.requirement ?? {}
    // RFC 9470 section 3.
    const values = acr === undefined ? '' : `, acr_values="${[acr].flat().join(' ').replaceAll(/["\\]/g, '')}"`
    const age = maxAge === undefined ? '' : `, max_age=${Number(maxAge)}`
    return { ...privateHeaders, 'WWW-Authenticate': `${challenge}${values}${age}` }
  }

  /** The refusal as an answer of an API: JSON, never a redirect. */
  toResponse(): Response {
    const response = Response.json({ error: this.code }, { status: this.status, headers: this.headers })
    return withCookies(response, this.setCookies)
  }
}
