/** What can go wrong, as a code that does not change. */
export type AuthErrorCode =
  | 'config_missing'
  | 'config_invalid'
  | 'not_signed_in'
  | 'forbidden'
  | 'state_mismatch'
  | 'callback_failed'
  | 'refresh_rejected'
  | 'refresh_unavailable'
  | 'session_too_large'
  | 'issuer_unreachable'

const statuses: Partial<Record<AuthErrorCode, number>> = {
  not_signed_in: 401,
  forbidden: 403,
  state_mismatch: 400,
  callback_failed: 400,
  refresh_rejected: 401,
  refresh_unavailable: 503,
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
  constructor(
    readonly code: AuthErrorCode,
    message: string,
    readonly hint: string = '',
    options?: ErrorOptions,
  ) {
    super(hint ? `${message} ${hint}` : message, options)
    this.status = statuses[code] ?? 500
  }
}
