import { type Context, Hono } from 'hono'
import { isExampleClient } from '../../config/example-clients.ts'
import type { Config } from '../../config/settings.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { exchangeKey, exchangesKey } from '../../flows/tokens/api-keys.ts'
import { proofOfRequest } from '../../flows/tokens/dpop/binding.ts'
import { renewedNonce } from '../../flows/tokens/dpop/nonces.ts'
import { requestTokens } from '../../flows/tokens/token-endpoint.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { formParams } from '../../http/forms.ts'
import { json } from '../../http/responses.ts'
import { addressOf, networkOf } from '../../http/visitor.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'
import { type GrantType, tokenExchange } from '../../oidc/response-types.ts'
import { clientOrigins } from '../client-origins.ts'
import { isDeveloper } from '../development/developer-only.ts'
import type { PageContext } from '../page-context.ts'
import { readClientRequest } from './client-request.ts'

/**
 * The secrets of the example clients are in the documentation: whoever reaches this server could list members and send invitations
 * with them. So only a program on this machine is answered, and no page of a browser, whatever its origin.
 */
function refuseStrangers(config: Config, c: Context, { id }: Client, params: Params): void {
  if (params.get('grant_type') !== 'client_credentials' || !isExampleClient(id)) return
  if (c.req.raw.headers.get('origin') === null && isDeveloper(c, config)) return
  throw new OAuthError(
    'unauthorized_client',
    'an example client may use this grant only from a program on this machine',
  )
}

/**
 * Exchanges an API key for a token. The key is the credential: there is no client, and as keys do not belong in browsers no
 * answer to a request that carries one has a CORS header.
 */
async function exchange(deps: Deps, c: Context, params: Params): Promise<Response> {
  try {
    const { trustProxy } = deps.config
    const from = { network: networkOf(c, trustProxy), address: addressOf(c, trustProxy) }
    const header = c.req.raw.headers.get('dpop')
    const proof = await proofOfRequest(deps, null, { header, path: '/token', network: from.network })
    const token = await exchangeKey(deps, params, { ...from, proof })
    deps.counters.tokens(tokenExchange)
    return json(token, 200, renewedNonce(deps, 'token', header))
  } catch (error) {
    deps.counters.tokensRefused(error instanceof OAuthError ? error.code : 'other')
    return errorAsJson(deps, error, c)
  }
}

/** The token endpoint (RFC 6749 section 3.2). */
export const tokenRoutes = ({ deps }: PageContext) => {
  const cors = clientOrigins(deps, { strangers: true })
  return new Hono()
    .post('/token', async (c) => {
      try {
        const form = await formParams(c.req.raw)
        // A key takes no client and no page of a browser: no CORS header on the answer.
        if (exchangesKey(form)) return await exchange(deps, c, form)
        const { client, params } = await readClientRequest(deps, c, '/token', form)
        if (deps.config.exampleClients) refuseStrangers(deps.config, c, client, params)
        const { trustProxy } = deps.config
        const from = { address: addressOf(c, trustProxy), network: networkOf(c, trustProxy) }
        const header = c.req.raw.headers.get('dpop')
        const proof = await proofOfRequest(deps, client, { header, path: '/token', network: from.network })
        const tokens = await requestTokens(deps, client, params, { ...from, proof })
        deps.counters.tokens(params.required('grant_type') as GrantType)
        return json(tokens, 200, { ...cors.headers(c), ...renewedNonce(deps, 'token', header) })
      } catch (error) {
        deps.counters.tokensRefused(error instanceof OAuthError ? error.code : 'other')
        throw error
      }
    })
    .options('/token', (c) => cors.preflight(c))
    .onError((error, c) => errorAsJson(deps, error, c, cors.headers(c)))
}
