import { type Context, Hono } from 'hono'
import { renewedNonce } from '../../flows/tokens/dpop/nonces.ts'
import { userinfo } from '../../flows/tokens/userinfo.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { bearerError, NoBearer, presentedToken } from '../../http/bearer.ts'
import { optionalFormParams } from '../../http/forms.ts'
import { json } from '../../http/responses.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { Params } from '../../oidc/params.ts'
import { clientOrigins } from '../client-origins.ts'
import type { PageContext } from '../page-context.ts'

const noParams = new Params([])

/** The UserInfo endpoint (OIDC Core section 5.3). */
export const userinfoRoutes = ({ deps }: PageContext) => {
  const cors = clientOrigins(deps)
  const claimsOf = async (c: Context, body: Params) => {
    const token = presentedToken(deps.config, c, body)
    const claims = await userinfo(deps, token)
    return json(claims, 200, { ...cors.headers(c), ...renewedNonce(deps, 'resource', token.dpop?.header ?? null) })
  }
  return new Hono()
    .get('/userinfo', (c) => claimsOf(c, noParams))
    .post('/userinfo', async (c) => claimsOf(c, await optionalFormParams(c.req.raw)))
    .options('/userinfo', (c) => cors.preflight(c))
    .onError((error, c) =>
      error instanceof OAuthError || error instanceof NoBearer
        ? bearerError(deps.config, error, c, cors.headers(c))
        : errorAsJson(deps, error, c, cors.headers(c)),
    )
}
