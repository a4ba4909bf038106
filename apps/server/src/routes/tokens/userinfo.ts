import { type Context, Hono } from 'hono'
import { userinfo } from '../../flows/tokens/userinfo.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { bearerError, bearerToken, NoBearer } from '../../http/bearer.ts'
import { corsHeaders, preflight, publicOrigins } from '../../http/cors.ts'
import { optionalFormParams } from '../../http/forms.ts'
import { queryParams } from '../../http/query.ts'
import { json } from '../../http/responses.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { Params } from '../../oidc/params.ts'
import type { PageContext } from '../page-context.ts'

const nothing = new Params([])

export const userinfoRoutes = ({ deps }: PageContext) => {
  const origins = publicOrigins(deps.config.clients.values())
  const origin = (c: Context) => c.req.raw.headers.get('origin')
  const answer = async (c: Context, body: Params) => {
    const token = bearerToken(c.req.raw.headers.get('authorization'), body, queryParams(c.req.raw))
    return json(await userinfo(deps, token), 200, corsHeaders(origin(c), origins))
  }
  return new Hono()
    .get('/userinfo', (c) => answer(c, nothing))
    .post('/userinfo', async (c) => answer(c, await optionalFormParams(c.req.raw)))
    .options('/userinfo', (c) => preflight(origin(c), origins))
    .onError((error, c) => {
      const cors = corsHeaders(origin(c), origins)
      return error instanceof OAuthError || error instanceof NoBearer
        ? bearerError(error, cors)
        : errorAsJson(deps, error, c, cors)
    })
}
