import type { Context } from 'hono'
import type { Config } from '../config/settings.ts'
import type { PresentedToken } from '../flows/tokens/dpop/presented-tokens.ts'
import { proofAlgs } from '../oidc/dpop.ts'
import { NonceRequired, OAuthError } from '../oidc/errors.ts'
import { Params } from '../oidc/params.ts'
import { queryParams } from './query.ts'
import { json } from './responses.ts'

/** The request has no credentials, so the challenge has no error code (RFC 6750 section 3.1). */
export class NoBearer extends Error {
  override readonly name = 'NoBearer'
}

const noParams = new Params([])

type DpopConfig = Pick<Config, 'dpop' | 'issuer'>

/** Whether a request shows its access token together with a proof (RFC 9449 section 7.1). */
const hasDpopScheme = ({ dpop }: Pick<Config, 'dpop'>, c: Context): boolean =>
  dpop && /^dpop\b/i.test(c.req.raw.headers.get('authorization') ?? '')

/** The access token of a request, in its header or its form body, and how it is presented. */
export function presentedToken(config: DpopConfig, c: Context, body: Params = noParams): PresentedToken {
  const { headers, method, url } = c.req.raw
  const header = headers.get('authorization')
  const query = queryParams(c.req.raw)
  if (!hasDpopScheme(config, c)) return { token: bearerToken(header, body, query), dpop: null }
  const token = /^dpop +([A-Za-z0-9._~+/-]+=*)$/i.exec(header ?? '')?.[1]
  if (token === undefined) throw new OAuthError('invalid_request', 'the Authorization header holds no access token')
  refuseElsewhere(body, query)
  // What was requested below the origin of the issuer: the Host header says nothing.
  const requested = `${new URL(config.issuer).origin}${new URL(url).pathname}`
  return { token, dpop: { header: headers.get('dpop'), method, url: requested } }
}

/** @throws OAuthError if there is an access token in the body or the query beside that in the header */
function refuseElsewhere(body: Params, query: Params): void {
  if (query.get('access_token'))
    throw new OAuthError('invalid_request', 'an access token must not be sent in the query')
  body.refuseRepeated()
  if (body.get('access_token') !== undefined) throw new OAuthError('invalid_request', 'the access token was sent twice')
}

/** The access token in the header or the form body of a request. One in the query or in two places is refused. */
export function bearerToken(header: string | null, body: Params, query: Params): string {
  if (query.get('access_token'))
    throw new OAuthError('invalid_request', 'an access token must not be sent in the query')
  body.refuseRepeated()
  const inBody = body.get('access_token')
  if (header === null) {
    if (inBody === undefined) throw new NoBearer()
    return inBody
  }
  if (inBody !== undefined) throw new OAuthError('invalid_request', 'the access token was sent twice')
  const match = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header)
  if (match?.[1]) return match[1]
  if (/^bearer\b/i.test(header))
    throw new OAuthError('invalid_request', 'the Authorization header holds no bearer token')
  throw new NoBearer()
}

/** The value of WWW-Authenticate (RFC 6750 section 3). */
export const bearerChallenge = (attributes: Record<string, string> = {}): string =>
  ['Bearer realm="vestibule"', ...Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)].join(', ')

/** The algorithms in which a client may sign what it shows with a bound token. EdDSA covers Ed25519. */
const challengedAlgs = proofAlgs.filter((alg) => alg !== 'Ed25519').join(' ')

const dpopChallenge = (attributes: Record<string, string>): string =>
  [`DPoP algs="${challengedAlgs}"`, ...Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)].join(
    ', ',
  )

/**
 * The value of WWW-Authenticate for a request to an API of this server: in the scheme that the request had. Where bound tokens are
 * accepted, a request without one learns of both schemes (RFC 9449 section 7.1).
 */
export function tokenChallenge(
  config: Pick<Config, 'dpop'>,
  c: Context,
  attributes: Record<string, string> = {},
): string {
  if (!config.dpop) return bearerChallenge(attributes)
  if (hasDpopScheme(config, c)) return dpopChallenge(attributes)
  return `${bearerChallenge(attributes)}, ${dpopChallenge({})}`
}

/** The status of a refused access token (RFC 6750 section 3.1, RFC 9449 section 7.1). Null for any other error. */
export function tokenErrorStatus({ code }: OAuthError): 401 | 403 | null {
  if (code === 'insufficient_scope') return 403
  return code === 'invalid_token' || code === 'invalid_dpop_proof' || code === 'use_dpop_nonce' ? 401 : null
}

/** The nonce that a client has to use in its next proof. */
export const nonceOf = (error: unknown): Record<string, string> =>
  error instanceof NonceRequired ? { 'DPoP-Nonce': error.nonce } : {}

/** How an endpoint that is not part of the management API refuses an access token (RFC 6750 section 3.1). */
export function bearerError(
  config: Pick<Config, 'dpop'>,
  error: OAuthError | NoBearer,
  c: Context,
  cors: Record<string, string>,
): Response {
  if (error instanceof NoBearer)
    return json({ error: 'invalid_token', error_description: 'an access token is required' }, 401, {
      ...cors,
      'WWW-Authenticate': tokenChallenge(config, c),
    })
  const body = { error: error.code, error_description: error.description }
  return json(body, tokenErrorStatus(error) ?? 400, {
    ...cors,
    ...nonceOf(error),
    'WWW-Authenticate': tokenChallenge(config, c, body),
  })
}
