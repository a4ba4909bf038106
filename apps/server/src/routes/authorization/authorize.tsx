import { type Context, Hono } from 'hono'
import { isDevelopmentServer } from '../../config/environment.ts'
import { publicExampleClientId } from '../../config/example-clients.ts'
import {
  authorize,
  checkRequest,
  mayReturnErrorUnprompted,
  resumePosted,
  storePosted,
} from '../../flows/authorization/authorize.ts'
import { AuthorizationRefused } from '../../flows/authorization/interactions.ts'
import { errorResponse } from '../../flows/authorization/outcomes.ts'
import { resolveRequestUri } from '../../flows/authorization/pushed-requests.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { formParams } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { rawQuery } from '../../http/query.ts'
import { empty, seeOther } from '../../http/responses.ts'
import { type AuthorizationRequest, proveReturnAddress } from '../../oidc/authorization-request.ts'
import type { Client } from '../../oidc/clients.ts'
import { isDocumentUrl } from '../../oidc/dynamic-clients/document-url.ts'
import { checkPlausible } from '../../oidc/dynamic-clients/plausible-request.ts'
import { isThirdParty } from '../../oidc/dynamic-clients/third-party-clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { Params } from '../../oidc/params.ts'
import { errorAsPage, errorBeforeAnyClick } from '../error-pages.tsx'
import { sendOutcome } from '../outcomes.tsx'
import type { PageContext } from '../page-context.ts'

/** Characters of a URL. */
const maxUrl = 8192

/**
 * The authorization endpoint. Until the client and its redirect URI are verified, an error is shown as a page and nobody
 * is redirected; after that, the client receives it.
 */
export const authorizeRoutes = (context: PageContext) => {
  const { deps } = context
  return (
    new Hono()
      .get('/authorize', async (c) => {
        if (c.req.raw.method === 'HEAD') return empty(200, { 'Content-Type': 'text/html; charset=UTF-8' })
        if (c.req.raw.url.length > maxUrl)
          throw new OAuthError('invalid_request', 'the request is longer than 8 KiB; use POST')
        return withRequest(context, c, Params.parse(rawQuery(c.req.raw.url)), async (request, client) =>
          sendOutcome(context, c, await authorize(deps, request, client, context.visitor(c))),
        )
      })
      // A cross-site POST does not carry Lax cookies: the request is checked and stored, and a GET with its handle continues.
      .post('/authorize', async (c) => {
        const params = await formParams(c.req.raw)
        if (rawQuery(c.req.raw.url) !== '') throw new HttpError(400, 'the parameters of a POST belong in its body')
        return withRequest(context, c, params, async (request) =>
          seeOther(`${context.base}/authorize/continue/${await storePosted(deps, request)}`),
        )
      })
      .get('/authorize/continue/:handle', async (c) =>
        sendOutcome(context, c, await resumePosted(deps, pathParameter(c, 'handle'), context.visitor(c))),
      )
      .onError((error, c) => errorOfRequest(context, error, c))
  )
}

/** A posted request may be refused where it is continued. */
async function errorOfRequest(context: PageContext, error: unknown, c: Context): Promise<Response> {
  if (!(error instanceof AuthorizationRefused)) return errorAsPage(context, error, c)
  const { request } = error
  const client = await context.deps.clients.lookUp(request.clientId, 'display')
  return client && isThirdParty(client)
    ? errorBeforeAnyClick(context, c, { client, to: request, error: error.error })
    : errorAsPage(context, error, c)
}

/**
 * Checks a request before it is answered. Once its redirect URI is verified, errors are sent there. Those of a third-party
 * client stay here until the person has clicked (RFC 9700 section 4.11.2).
 */
async function withRequest(
  context: PageContext,
  c: Context,
  params: Params,
  respond: (request: AuthorizationRequest, client: Client) => Promise<Response>,
): Promise<Response> {
  const { deps } = context
  const client = requestingClient(deps, params) ?? (await lookUpRequestingClient(deps, params))
  const pushed = await resolveRequestUri(deps, client, params)
  const returnAddress = proveReturnAddress(pushed, client)
  try {
    return await respond(await checkRequest(deps, pushed, client, returnAddress), client)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (isThirdParty(client) && !(await mayReturnErrorUnprompted(deps, client, pushed, context.visitor(c))))
      return errorBeforeAnyClick(context, c, { client, to: returnAddress, error })
    return sendOutcome(context, c, errorResponse(deps, returnAddress, error))
  }
}

function requestingClient({ clients }: Deps, params: Params): Client | null {
  if (params.repeats('client_id')) throw new OAuthError('invalid_request', 'client_id must not be repeated')
  const client = clients.find(params.required('client_id'))
  return client && client.responseTypes.size > 0 ? client : null
}

/** A client that another process has just created, or a dynamic one. */
async function lookUpRequestingClient(deps: Deps, params: Params): Promise<Client> {
  const id = params.required('client_id')
  // A pushed request was checked when it was pushed, and so was its client.
  const pushed = params.get('request_uri') !== undefined
  if (isDocumentUrl(id) && !pushed && deps.config.dynamicClients.mode !== 'off') checkPlausible(params)
  const client = await deps.clients.lookUpElsewhere(id, pushed ? 'token' : 'authorization')
  if (client && client.responseTypes.size > 0) return client
  if (id === publicExampleClientId && isDevelopmentServer(deps.config))
    throw new OAuthError(
      'invalid_client',
      'the example client is gone since this server has clients of its own: set VESTIBULE_CLIENT_ID to one of them',
    )
  const refused = { client: null, clientId: id, redirectUri: params.get('redirect_uri') }
  throw new OAuthError('invalid_client', 'the client is not known here', refused)
}
