import { Hono } from 'hono'
import { introspect } from '../../flows/tokens/introspection.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { json } from '../../http/responses.ts'
import { isPublic } from '../../oidc/clients.ts'
import { OAuthError } from '../../oidc/errors.ts'
import type { PageContext } from '../page-context.ts'
import { readClientRequest } from './client-request.ts'

/** The introspection endpoint (RFC 7662), which servers call. */
export const introspectionRoutes = ({ deps }: PageContext) =>
  new Hono()
    .post('/introspect', async (c) => {
      const { client, params } = await readClientRequest(deps, c, '/introspect')
      // RFC 7662 section 2.1: callers must be authorized, and a public client does not authenticate.
      if (isPublic(client)) throw new OAuthError('invalid_client', 'a public client cannot introspect')
      return json(
        await introspect(deps, client, { token: params.required('token'), clientIp: params.get('client_ip') ?? null }),
      )
    })
    .onError((error, c) => errorAsJson(deps, error, c))
