import { Hono } from 'hono'
import { requestTokens } from '../../flows/tokens/token-endpoint.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { json } from '../../http/responses.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { GrantType } from '../../oidc/response-types.ts'
import { clientOrigins } from '../client-origins.ts'
import type { PageContext } from '../page-context.ts'
import { readClientRequest } from './client-request.ts'

/** The token endpoint (RFC 6749 section 3.2). */
export const tokenRoutes = ({ deps }: PageContext) => {
  const cors = clientOrigins(deps)
  return new Hono()
    .post('/token', async (c) => {
      try {
        const { client, params } = await readClientRequest(deps, c, '/token')
        const tokens = await requestTokens(deps, client, params)
        deps.counters.tokens(params.required('grant_type') as GrantType)
        return json(tokens, 200, cors.headers(c))
      } catch (error) {
        deps.counters.tokensRefused(error instanceof OAuthError ? error.code : 'other')
        throw error
      }
    })
    .options('/token', (c) => cors.preflight(c))
    .onError((error, c) => errorAsJson(deps, error, c, cors.headers(c)))
}
