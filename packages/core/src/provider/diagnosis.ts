import * as oauth from 'oauth4webapi'
import { AuthError } from '../model/errors.ts'
import { type ErrorHelp, helpWith, isMistake, type MistakeName } from '../model/mistakes.ts'
import { readChallenge } from './challenge.ts'
import { helpForNetwork, isNetworkFailure } from './network-failure.ts'

// Explains what went wrong at the provider and how to fix it. For the log, never for the page.

/** What is known of the application, for the line that mends a mistake. */
export interface Known {
  issuer: string
  scope: string
  resources: readonly string[]
  hasCredentials: boolean
}

type Remedy = readonly [pattern: RegExp, remedy: string | MistakeName]

/** Matched in order against the claim that is wrong, and against the error code of the provider or of oauth4webapi. */
const remedies: readonly Remedy[] = [
  [/^nonce$/, 'The ID token belongs to another sign-in. Sign in again.'],
  [/^at_hash$/, 'The provider sent an ID token that belongs to another access token.'],
  [/^sub$/, 'The userinfo endpoint answered for another person than the ID token.'],
  [/^auth_time$/, 'The provider accepted a sign-in that is older than max_age.'],
  [/^exp$/, 'clock-ahead'],
  [/^(iat|nbf)$/, 'clock-behind'],
  [/^invalid_client$/, 'wrong-client-secret'],
  [/^(unauthorized_client|unsupported_response_type)$/, 'response-type-not-allowed'],
  [/^invalid_grant$/, 'The code was already used, has expired, or belongs to another redirect URI. Sign in again.'],
  [/^invalid_scope$/, 'scope-not-allowed'],
  [/^invalid_target$/, 'resource-not-allowed'],
  [/^invalid_request$|_dpop_/, 'Compare the client at the provider with the options of this application, also dpop.'],
  [/TIMESTAMP/, 'clock-ahead'],
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
export async function signInError(thrown: unknown, known: Known): Promise<AuthError> {
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
      hintForUnreachable(error, known.issuer),
      { cause: loggableCause(error) },
    )
  return new AuthError('callback_failed', `The sign-in failed: ${causeOf(error)}.`, remedyOf(error, known), {
    cause: loggableCause(error),
  })
}

/** A provider that answers that it can't is running; everything else is about the way to it. */
const hintForUnreachable = (error: unknown, issuer: string): string | ErrorHelp =>
  isNetworkFailure(error) ? helpForNetwork(error, issuer) : 'Is it running and reachable from this application?'

/** What the developer can do about an error of the provider, or about one of its answers. */
export function remedyOf(error: unknown, known: Known, otherwise = 'Sign in again.'): string | ErrorHelp {
  const { cause } = (error ?? {}) as { cause?: unknown }
  const names = [
    property(cause, 'claim'),
    property(cause, 'attribute'),
    property(error, 'error'),
    property(error, 'code'),
  ]
  const remedy = remedies.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? otherwise
  if (!isMistake(remedy)) return remedy
  const description = property(error, 'error_description') || property(error, 'message')
  return helpWith(narrowed(remedy, description, known), {
    scopes: known.scope.split(' ').filter(Boolean).join(','),
    resources: known.resources.join(','),
  })
}

/** One code has several mistakes behind it: what is configured, and the descriptions of Vestibule's own server, tell them apart. */
function narrowed(mistake: MistakeName, description: string, { hasCredentials }: Known): MistakeName {
  if (mistake === 'wrong-client-secret') {
    if (!hasCredentials) return 'missing-client-secret'
    if (/token_endpoint_auth_method/.test(description)) return 'client-authentication'
  }
  // A token that is older than an hour and has not expired.
  return mistake === 'clock-behind' && /in the past/.test(description) ? 'clock-ahead' : mistake
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
