import { Hono } from 'hono'
import { revoke } from '../../flows/tokens/revocation.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { empty } from '../../http/responses.ts'
import { clientOrigins } from '../client-origins.ts'
import type { PageContext } from '../page-context.ts'
import { readClientRequest } from './client-request.ts'

/** The revocation endpoint (RFC 7009). */
export const revocationRoutes = ({ deps }: PageContext) => {
  const cors = clientOrigins(deps, { strangers: true })
  return new Hono()
    .post('/revoke', async (c) => {
      const { client, params } = await readClientRequest(deps, c, '/revoke')
      await revoke(deps, client, params.required('token'))
      return empty(200, cors.headers(c))
    })
    .options('/revoke', (c) => cors.preflight(c))
    .onError((error, c) => errorAsJson(deps, error, c, cors.headers(c)))
}
