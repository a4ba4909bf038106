import { type Context, Hono } from 'hono'
import { pushRequest } from '../../flows/authorization/pushed-requests.ts'
import { authenticateClient, countFailure } from '../../flows/tokens/client-authentication.ts'
import { introspect } from '../../flows/tokens/introspection.ts'
import { revoke } from '../../flows/tokens/revocation.ts'
import { requestTokens } from '../../flows/tokens/token-endpoint.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { basicCredentials } from '../../http/client-credentials.ts'
import { corsHeaders, preflight, publicOrigins } from '../../http/cors.ts'
import { formParams } from '../../http/forms.ts'
import { empty, json } from '../../http/responses.ts'
import { networkOf } from '../../http/visitor.ts'
import { type Client, isPublic } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'
import type { GrantType } from '../../oidc/response-types.ts'
import type { PageContext } from '../page-context.ts'

/** The endpoints that clients call directly: token, revocation, introspection and pushed authorization requests. */
export const tokenRoutes = ({ deps }: PageContext) => {
  const origins = publicOrigins(deps.config.clients.values())
  const origin = (c: Context) => c.req.raw.headers.get('origin')

  /** Reads the form, refuses repeated parameters and authenticates the client. */
  const asClient = async (c: Context, path: string): Promise<{ client: Client; params: Params }> => {
    const params = await formParams(c.req.raw)
    params.refuseRepeated('resource')
    const basic = basicCredentials(c.req.raw.headers.get('authorization'))
    try {
      return { client: await authenticateClient(deps, { basic, params }, path), params }
    } catch (error) {
      const failed = error instanceof OAuthError && error.code === 'invalid_client'
      if (failed)
        await countFailure(deps, basic?.id ?? params.get('client_id') ?? '', networkOf(c, deps.config.trustProxy))
      throw error
    }
  }

  const calledByBrowsers = new Hono()
    .post('/token', async (c) => {
      try {
        const { client, params } = await asClient(c, '/token')
        const tokens = await requestTokens(deps, client, params)
        deps.counters.tokens(params.required('grant_type') as GrantType)
        return json(tokens, 200, corsHeaders(origin(c), origins))
      } catch (error) {
        deps.counters.tokensRefused(error instanceof OAuthError ? error.code : 'other')
        throw error
      }
    })
    .options('/token', (c) => preflight(origin(c), origins))
    .post('/revoke', async (c) => {
      const { client, params } = await asClient(c, '/revoke')
      await revoke(deps, client, params.required('token'))
      return empty(200, corsHeaders(origin(c), origins))
    })
    .options('/revoke', (c) => preflight(origin(c), origins))
    .onError((error, c) => errorAsJson(deps, error, c, corsHeaders(origin(c), origins)))

  const calledByServers = new Hono()
    .post('/introspect', async (c) => {
      const { client, params } = await asClient(c, '/introspect')
      // RFC 7662 section 2.1: the endpoint must not serve anonymous callers; a public client proves nothing.
      if (isPublic(client)) throw new OAuthError('invalid_client', 'a public client cannot introspect')
      return json(await introspect(deps, client, params.required('token')))
    })
    .post('/par', async (c) => {
      const { client, params } = await asClient(c, '/par')
      return json(await pushRequest(deps, client, params), 201)
    })
    .onError((error, c) => errorAsJson(deps, error, c))

  return new Hono().route('/', calledByBrowsers).route('/', calledByServers)
}
