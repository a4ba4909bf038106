import type { Client } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { Params } from '../../oidc/params.ts'
import { deviceCode, type GrantType, jwtBearer, tokenExchange } from '../../oidc/response-types.ts'
import { offersDeviceCodes } from '../platform/clients/device-clients.ts'
import type { Deps } from '../platform/deps.ts'
import { notingRefusedScopes } from '../platform/refused-scopes.ts'
import { exchangeCode } from './grants/authorization-code.ts'
import { clientCredentials } from './grants/client-credentials.ts'
import { redeemDeviceCode } from './grants/device-code.ts'
import { grantByAssertion } from './grants/identity-assertion.ts'
import { refreshTokens } from './grants/refresh-token.ts'
import { exchangeToken, offersExchange } from './grants/token-exchange.ts'
import type { TokenResponse } from './issue-tokens.ts'
import type { RequestOrigin } from './token-response.ts'

type GrantFlow = (deps: Deps, client: Client, params: Params, from: RequestOrigin) => Promise<TokenResponse>

/** A Map: names from outside never index an object. */
const grants: ReadonlyMap<string, GrantFlow> = new Map<GrantType, GrantFlow>([
  ['authorization_code', exchangeCode],
  ['refresh_token', refreshTokens],
  ['client_credentials', clientCredentials],
  [jwtBearer, grantByAssertion],
  [tokenExchange, exchangeToken],
  [deviceCode, redeemDeviceCode],
])

/** What is off is as unknown as what never was. */
function isOffered(deps: Deps, grantType: string): boolean {
  if (grantType === jwtBearer) return deps.config.enterpriseAuthorization
  if (grantType === tokenExchange) return offersExchange(deps)
  return grantType !== deviceCode || offersDeviceCodes(deps)
}

export async function requestTokens(
  deps: Deps,
  client: Client,
  params: Params,
  from: RequestOrigin = {},
): Promise<TokenResponse> {
  const grantType = params.required('grant_type')
  const flow = grants.get(grantType)
  if (!flow || !isOffered(deps, grantType))
    throw new OAuthError('unsupported_grant_type', 'this grant_type is not offered')
  if (!client.grantTypes.has(grantType as GrantType))
    throw new OAuthError('unauthorized_client', 'this grant_type is not enabled for the client')
  return notingRefusedScopes(deps, client, () => flow(deps, client, params, from))
}
