import { OAuthError } from '../errors.ts'
import type { Params } from '../params.ts'
import { isS256Challenge } from '../pkce.ts'
import { dynamicRedirectUriFault } from './redirect-uri-rules.ts'

/**
 * What every request of a client with a metadata document has. It is checked before the document is fetched, so that
 * nothing is fetched for a request that could not be answered anyway.
 * @throws OAuthError
 */
export function checkPlausible(params: Params): void {
  for (const name of ['redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method'])
    if (params.repeats(name)) throw new OAuthError('invalid_request', `${name} must not be repeated`)
  if (dynamicRedirectUriFault(params.required('redirect_uri')) !== null)
    throw new OAuthError('invalid_request', 'redirect_uri is not registered for this client')
  if (params.required('response_type') !== 'code')
    throw new OAuthError('unauthorized_client', 'this response_type is not enabled for the client')
  if (!isS256Challenge(params.get('code_challenge') ?? '') || params.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'code_challenge is required for this client')
}
