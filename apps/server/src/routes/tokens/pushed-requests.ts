import { Hono } from 'hono'
import { pushRequest } from '../../flows/authorization/pushed-requests.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { json } from '../../http/responses.ts'
import type { PageContext } from '../page-context.ts'
import { readClientRequest } from './client-request.ts'

/** The pushed authorization request endpoint (RFC 9126), which servers call. */
export const pushedRequestRoutes = ({ deps }: PageContext) =>
  new Hono()
    .post('/par', async (c) => {
      const { client, params } = await readClientRequest(deps, c, '/par')
      return json(await pushRequest(deps, client, params), 201)
    })
    .onError((error, c) => errorAsJson(deps, error, c))
