import type { Context } from 'hono'
import type { Deps } from '../../flows/platform/deps.ts'
import { authenticateClient, countFailure } from '../../flows/tokens/client-authentication.ts'
import { basicCredentials } from '../../http/client-credentials.ts'
import { formParams } from '../../http/forms.ts'
import { networkOf } from '../../http/visitor.ts'
import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'

/** The form of a request, and the client that sent it. */
export interface ClientRequest {
  client: Client
  params: Params
}

/** Reads the form of an endpoint that clients call directly, refuses repeated parameters and authenticates the client. */
export async function readClientRequest(deps: Deps, c: Context, path: string): Promise<ClientRequest> {
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
