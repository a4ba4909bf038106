import { type Context, Hono } from 'hono'
import { endUpstreamSessions } from '../../flows/federation/upstream/backchannel-logout.ts'
import { LogoutTokenRefused } from '../../flows/federation/upstream/logout-token.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { formField, formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { empty, json } from '../../http/responses.ts'
import { networkOf } from '../../http/visitor.ts'
import type { PageContext } from '../page-context.ts'

/** Where identity providers say that a session there has ended (OpenID Connect Back-Channel Logout 1.0 section 2.5). */
export const backchannelLogoutRoutes = ({ deps }: PageContext) =>
  new Hono()
    .post('/sso/oidc/:connection/backchannel-logout', async (c) => {
      if (!deps.config.sso) throw new HttpError(404, 'there is nothing here')
      await endUpstreamSessions(deps, {
        connectionId: pathParameter(c, 'connection'),
        token: formField(await formParams(c.req.raw), 'logout_token'),
        network: networkOf(c, deps.config.trustProxy),
      })
      return empty(200)
    })
    .onError((error, c) => refusalAsJson(deps, error, c))

/** Section 2.8: 400, with an error for whoever administers the provider. */
const refusalAsJson = (deps: Deps, error: unknown, c: Context): Response =>
  error instanceof LogoutTokenRefused
    ? json({ error: 'invalid_request', error_description: error.reason }, 400)
    : errorAsJson(deps, error, c)
