import { bearerChallenge, type TokenScheme } from './bearer-challenge.ts'
import type { LocalPath } from './local-path.ts'
import type { ErrorHelp } from './mistakes.ts'
import type { Requirement } from './requirement.ts'
import { privateHeaders, withCookies } from './responses.ts'

/**
 * Stable codes of `AuthError`.
 *
 * @example
 * ```ts
 * import type { AuthErrorCode } from '@vestibule/core'
 *
 * const retryable: readonly AuthErrorCode[] = ['issuer_unreachable', 'refresh_unavailable']
 * ```
 */
export type AuthErrorCode =
  | 'config_missing'
  | 'config_invalid'
  | 'not_signed_in'
  | 'forbidden'
  | 'step_up_required'
  | 'state_mismatch'
  | 'access_denied'
  | 'not_a_member'
  | 'callback_failed'
  | 'refresh_rejected'
  | 'refresh_unavailable'
  | 'session_too_large'
  | 'token_missing'
  | 'token_invalid'
  | 'dpop_proof_invalid'
  | 'device_proof_invalid'
  | 'insufficient_scope'
  | 'logout_token_invalid'
  | 'issuer_unreachable'

/** 500, and 401 for a code with a challenge, unless it is here. */
const statuses: Partial<Record<AuthErrorCode, number>> = {
  forbidden: 403,
  state_mismatch: 400,
  access_denied: 403,
  not_a_member: 403,
  callback_failed: 400,
  refresh_unavailable: 503,
  insufficient_scope: 403,
  logout_token_invalid: 400,
  issuer_unreachable: 503,
}

/** The codes with a challenge, and its error code (RFC 6750 section 3.1, RFC 9449 section 7.1, RFC 9470 section 3). */
const challenges: Partial<Record<AuthErrorCode, string | null>> = {
  not_signed_in: null,
  token_missing: null,
  token_invalid: 'invalid_token',
  dpop_proof_invalid: 'invalid_dpop_proof',
  refresh_rejected: 'invalid_token',
  insufficient_scope: 'insufficient_scope',
  forbidden: 'insufficient_scope',
  step_up_required: 'insufficient_user_authentication',
}

/**
 * An error of the SDK, with a stable code, the matching HTTP status, and a hint for the developer.
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
  /** Cookies to set on the response: the session has ended, or an attempt was recorded. Not enumerable, so logs omit them. */
  declare setCookies: readonly string[]
  /** Where a page can redirect the browser to refresh the session and come back. */
  declare refreshPath?: LocalPath
  /** What a new sign-in or a new access token must satisfy, for the challenge. */
  declare requirement?: Pick<Requirement, 'acr' | 'maxAge' | 'scope'> & { description?: string }
  /** URL of the metadata of the API that refuses (RFC 9728), for the challenge. */
  declare resourceMetadata?: string
  /** How an access token may be sent, for the challenge. Default: as a bearer token. */
  declare schemes?: readonly TokenScheme[]
  readonly hint: string
  /** For a mistake of the set-up: its cause, and the command or the line that mends it. Not enumerable: the message has both. */
  declare readonly help?: ErrorHelp
  #reference = ''
  /** @param hint what the developer can do: text, or a mistake of the table */
  constructor(
    readonly code: AuthErrorCode,
    message: string,
    hint: string | ErrorHelp = '',
    options?: ErrorOptions,
  ) {
    const help = typeof hint === 'string' ? undefined : hint
    const text = help ? `${help.cause} See: ${help.url} ${help.next}` : String(hint)
    super(text ? `${message} ${text}` : message, options)
    this.hint = text
    this.status = statuses[code] ?? (challenges[code] === undefined ? 500 : 401)
    // Frameworks log the enumerable properties of an error.
    Object.defineProperty(this, 'setCookies', { value: [], writable: true, enumerable: false })
    Object.defineProperty(this, 'help', { value: help, enumerable: false })
  }

  /** A short random id that the line of the log and the page of this error have in common. */
  get reference(): string {
    // Made when it is asked for: Next refuses random values while it prerenders.
    this.#reference ||= crypto.randomUUID().slice(0, 8)
    return this.#reference
  }

  /** Response headers for this error. They contain nothing from the request. */
  get headers(): Record<string, string> {
    const error = challenges[this.code]
    if (error === undefined) return { ...privateHeaders }
    const { requirement, resourceMetadata, schemes } = this
    const challenge = bearerChallenge({ error, resourceMetadata, schemes, ...requirement })
    return { ...privateHeaders, 'WWW-Authenticate': challenge }
  }

  /** The response of an API for this error: JSON, never a redirect. */
  toResponse(): Response {
    const response = Response.json({ error: this.code }, { status: this.status, headers: this.headers })
    return withCookies(response, this.setCookies)
  }
}
