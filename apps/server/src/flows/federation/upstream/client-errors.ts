import type { CheckName } from '../../../oidc/federation/checks.ts'
import type { FederationReason } from '../../../oidc/federation/reasons.ts'
import { failureOf } from '../../platform/providers/provider-metadata.ts'
import { UpstreamRefused } from './refusal.ts'

/** What a provider says in an error: at most so much of it is kept. */
const keptDescription = 200

/** What openid-client and oauth4webapi say of a failed check. */
interface ClientError extends Error {
  code?: string
  error?: string
  error_description?: string
  cause?: { message?: string; code?: string; cause?: CauseDetail }
}

interface CauseDetail {
  claim?: string
  expected?: unknown
  claims?: Record<string, unknown>
  header?: { alg?: unknown }
  alg?: unknown
  now?: number
}

/** Claims of an ID token, and which check they are of. */
const claimChecks: Readonly<Record<string, [FederationReason, CheckName]>> = {
  iss: ['issuer', 'issuer'],
  aud: ['audience', 'audience'],
  azp: ['authorized-party', 'audience'],
  nonce: ['nonce', 'nonce'],
  exp: ['token-expired', 'lifetime'],
  nbf: ['clock', 'lifetime'],
  iat: ['clock', 'lifetime'],
  sub: ['subject', 'subject'],
}

/** Which check an error of the library is of. Errors that are none of its are thrown on. */
export function refusalOf(error: unknown, at: 'token' | 'userinfo'): UpstreamRefused {
  if (error instanceof UpstreamRefused) return error
  const found = error as ClientError
  if (found.code === 'OAUTH_RESPONSE_BODY_ERROR' || found.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
    return at === 'userinfo'
      ? new UpstreamRefused('userinfo', 'userinfo', { received: describedError(found), cause: error })
      : tokenError(found)
  if (isNoAnswer(found))
    return new UpstreamRefused('unreachable', at === 'userinfo' ? 'userinfo' : 'client', {
      received: failureOf(innermost(found)),
      cause: error,
    })
  const detail = found.cause?.cause ?? {}
  const message = found.cause?.message ?? found.message
  if (at === 'userinfo') {
    const reason = /"sub"/.test(message) ? 'userinfo-subject' : 'userinfo'
    return new UpstreamRefused(reason, 'userinfo', { received: message, cause: error })
  }
  return idTokenError(message, detail, error)
}

/** No answer, or none that is as it must be: the network, the guard, a time-out. */
function isNoAnswer(error: ClientError): boolean {
  const { name, code } = innermost(error) as ClientError
  return (
    name === 'OutboundRefused' ||
    name === 'AbortError' ||
    name === 'TimeoutError' ||
    /^(E[A-Z]+|UND_ERR|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_)/.test(code ?? '')
  )
}

function innermost(error: ClientError): Error {
  let found: Error = error
  for (let depth = 0; depth < 5 && found.cause instanceof Error; depth++) found = found.cause
  return found
}

const describedError = ({ error, error_description }: ClientError): string =>
  [error ?? 'an error without a code', error_description].filter(Boolean).join(': ').slice(0, keptDescription)

/** RFC 6749 section 5.2. */
function tokenError(error: ClientError): UpstreamRefused {
  const reasons: Partial<Record<string, FederationReason>> = {
    invalid_client: 'client-rejected',
    unauthorized_client: 'client-rejected',
    invalid_grant: 'code-rejected',
  }
  const reason =
    reasons[error.error ?? ''] ??
    (error.code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' ? 'client-rejected' : 'token-response')
  const name = reason === 'client-rejected' ? 'client' : 'token'
  return new UpstreamRefused(reason, name, { received: describedError(error), cause: error })
}

function idTokenError(message: string, detail: CauseDetail, cause: unknown): UpstreamRefused {
  const named = detail.claim ?? /JWT "(\w+)"/.exec(message)?.[1] ?? (/nonce/.test(message) ? 'nonce' : '')
  if (/"alg"/.test(message) || detail.alg !== undefined)
    return new UpstreamRefused('algorithm', 'algorithm', {
      received: detail.header?.alg ?? detail.alg ?? message,
      cause,
    })
  if (/"id_token" property/.test(message)) return new UpstreamRefused('id-token-missing', 'token', { cause })
  const known = Object.hasOwn(claimChecks, named) ? claimChecks[named] : undefined
  if (known) return new UpstreamRefused(known[0], known[1], { ...valuesOf(named, detail), cause })
  return /JWT|ID Token|JWE/.test(message)
    ? new UpstreamRefused('id-token-invalid', 'token', { received: message, cause })
    : new UpstreamRefused('token-response', 'token', { received: message, cause })
}

/** Of the times of a token, what a person can compare: how far they are from ours. A nonce is nobody's business. */
function valuesOf(claim: string, { claims, expected, now }: CauseDetail): { expected?: unknown; received?: unknown } {
  if (claim === 'nonce') return { received: claims?.nonce === undefined ? 'none' : 'another value' }
  const value = claims?.[claim] ?? 'none'
  if (typeof value === 'number' && now !== undefined) return { received: `${Math.round(value - now)} seconds from now` }
  return { ...(expected === undefined ? {} : { expected }), received: value }
}
