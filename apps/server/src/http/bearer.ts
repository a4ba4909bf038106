import { OAuthError } from '../oidc/errors.ts'
import type { Params } from '../oidc/params.ts'
import { json } from './responses.ts'

/** The request has no credentials, so the challenge has no error code (RFC 6750 section 3.1). */
export class NoBearer extends Error {
  override readonly name = 'NoBearer'
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

/** How an endpoint that is not part of the management API refuses an access token (RFC 6750 section 3.1). */
export function bearerError(error: OAuthError | NoBearer, cors: Record<string, string>): Response {
  if (error instanceof NoBearer)
    return json({ error: 'invalid_token', error_description: 'an access token is required' }, 401, {
      ...cors,
      'WWW-Authenticate': bearerChallenge(),
    })
  const status = error.code === 'insufficient_scope' ? 403 : error.code === 'invalid_token' ? 401 : 400
  const body = { error: error.code, error_description: error.description }
  return json(body, status, { ...cors, 'WWW-Authenticate': bearerChallenge(body) })
}
