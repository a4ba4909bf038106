import * as oauth from 'oauth4webapi'
import { AuthError } from '../model/errors.ts'
import { readChallenge } from './challenge.ts'

// Explains what went wrong at the provider and how to fix it. For the log, never for the page.

type Remedy = readonly [pattern: RegExp, remedy: string]

/** Matched in order against the claim that is wrong, and against the error code of the provider or of oauth4webapi. */
const remedies: readonly Remedy[] = [
  [
    /^nonce$/,
    'The ID token belongs to another sign-in. Sign in again. If it repeats, the provider does not keep the nonce.',
  ],
  [/^at_hash$/, 'The provider sent an ID token that belongs to another access token.'],
  [/^sub$/, 'The userinfo endpoint answered for another person than the ID token.'],
  [/^auth_time$/, 'The provider accepted a sign-in that is older than max_age.'],
  [/^invalid_client$/, 'Is VESTIBULE_CLIENT_SECRET the secret of this client at the provider?'],
  [/^unauthorized_client$/, 'Does the client have the grant types authorization_code and refresh_token?'],
  [/^invalid_grant$/, 'The code was already used, has expired, or belongs to another redirect URI. Sign in again.'],
  [/^invalid_scope$/, 'Does the client have every scope that this application requests?'],
  [/^invalid_target$/, 'Does the provider know every resource that this application requests?'],
  [/^invalid_request$/, 'Compare the settings of the client at the provider with the options of this application.'],
  [/TIMESTAMP/, 'Compare the clocks of this machine and of the provider: they may differ by at most a minute.'],
  [/CLAIM_COMPARISON|ATTRIBUTE_COMPARISON/, 'Are VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID those of this application?'],
  [/KEY_SELECTION|INVALID_SIGNATURE/, 'The provider signed with a key that is not in its jwks_uri.'],
  [/SERVER_METADATA/, 'The metadata of the provider lacks a required field.'],
  [/NOT_JSON|NOT_CONFORM|PARSE|INVALID_RESPONSE/, 'The provider did not respond as an OpenID provider.'],
]

/** Errors that are expected to pass: the same request can succeed later. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof DOMException && ['TimeoutError', 'AbortError'].includes(error.name)) ||
  (error instanceof oauth.ResponseBodyError && error.status >= 500) ||
  (error instanceof oauth.AuthorizationResponseError &&
    ['temporarily_unavailable', 'server_error'].includes(error.error)) ||
  (error instanceof oauth.OperationProcessingError && error.cause instanceof Response && error.cause.status >= 500)

/** The error of a failed sign-in, with the remedy. */
export async function signInError(thrown: unknown): Promise<AuthError> {
  if (thrown instanceof AuthError) return thrown
  const error = await readChallenge(thrown)
  if (error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied') {
    // RFC 6749 has one code for both: these are the words of Vestibule's own server.
    const code = /\bnot a member\b/.test(error.error_description ?? '') ? 'not_a_member' : 'access_denied'
    return new AuthError(code, `The sign-in was declined at the provider: ${causeOf(error)}.`, '', {
      cause: loggableCause(error),
    })
  }
  if (isUnreachable(error))
    return new AuthError(
      'issuer_unreachable',
      `The provider could not complete the sign-in: ${causeOf(error)}.`,
      'Is it running and reachable from this application?',
      { cause: loggableCause(error) },
    )
  return new AuthError('callback_failed', `The sign-in failed: ${causeOf(error)}.`, remedyOf(error), {
    cause: loggableCause(error),
  })
}

export function remedyOf(error: unknown, otherwise = 'Sign in again.'): string {
  const { cause } = (error ?? {}) as { cause?: unknown }
  const known = [
    property(cause, 'claim'),
    property(cause, 'attribute'),
    property(error, 'error'),
    property(error, 'code'),
  ]
  const found = remedies.find(([pattern]) => known.some((name) => pattern.test(name)))
  return found?.[1] ?? otherwise
}

/** The cause as text: messages and codes only, on a single line, so that no secret and no forged line reaches the log. */
export function causeOf(error: unknown): string {
  const parts = [property(error, 'error'), property(error, 'error_description') || property(error, 'message')]
  const nested = property(error, 'cause') === '' ? '' : property((error as { cause: unknown }).cause, 'code')
  const text = [...parts, nested].filter(Boolean).join(', ')
  return (text || 'no reason given')
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .slice(0, 300)
    .replace(/\.$/, '')
}

/**
 * The cause as an error that is safe to log, without what oauth4webapi attaches (claims, parameters, responses), which is
 * personal data.
 */
export function loggableCause(error: unknown): Error {
  const code = property(error, 'code')
  return Object.assign(new Error(causeOf(error)), code ? { code } : {})
}

function property(error: unknown, name: string): string {
  if (typeof error !== 'object' || error === null) return ''
  const value = Reflect.get(error, name)
  return typeof value === 'string' ? value : value ? String(name) : ''
}
