import { Hono } from 'hono'
import { pushRequest } from '../../flows/authorization/pushed-requests.ts'
import { proofOfRequest } from '../../flows/tokens/dpop/binding.ts'
import { renewedNonce } from '../../flows/tokens/dpop/nonces.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { json } from '../../http/responses.ts'
import { networkOf } from '../../http/visitor.ts'
import type { PageContext } from '../page-context.ts'
import { readClientRequest } from './client-request.ts'

/** The pushed authorization request endpoint (RFC 9126), which servers call. */
export const pushedRequestRoutes = ({ deps }: PageContext) =>
  new Hono()
    .post('/par', async (c) => {
      const { client, params } = await readClientRequest(deps, c, '/par')
      const header = c.req.raw.headers.get('dpop')
      const network = networkOf(c, deps.config.trustProxy)
      const proof = await proofOfRequest(deps, client, { header, path: '/par', network })
      return json(await pushRequest(deps, client, params, proof), 201, renewedNonce(deps, 'token', header))
    })
    .onError((error, c) => errorAsJson(deps, error, c))
