import { Hono } from 'hono'
import { InvalidClientMetadata } from '../../flows/management/clients/client-metadata.ts'
import {
  findOrCreateDevelopmentClient,
  maxDevelopmentClients,
} from '../../flows/management/clients/development-client.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { jsonBody } from '../../http/bodies.ts'
import { HttpError } from '../../http/http-error.ts'
import { json } from '../../http/responses.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { JsonFault, parseJsonObject } from '../../oidc/json.ts'
import type { PageContext } from '../page-context.ts'
import { developerOnly } from './developer-only.ts'

/** Bytes. */
const maxApplication = 4 * 1024

/**
 * The client for an application of the developer at this machine, for `add` of @vestibule/cli. A program asks, and never a
 * page: browsers send an Origin with every POST, whose page could be anybody's.
 */
export const developmentClientRoutes = ({ deps }: PageContext): Hono =>
  new Hono()
    .post('/dev/clients', developerOnly(deps.config), async (c) => {
      if (c.req.raw.headers.has('origin')) throw new HttpError(403, 'pages of browsers register nothing here')
      const { id, created } = await findOrCreateDevelopmentClient(
        deps,
        applicationOf(await jsonBody(c.req.raw, maxApplication)),
      )
      return json({ client_id: id }, created ? 201 : 200)
    })
    .onError((error, c) => errorAsJson(deps, asRefusal(error), c))

function applicationOf(text: string): { name: string; origin: string } {
  try {
    const { name, origin } = parseJsonObject(text)
    if (typeof name === 'string' && typeof origin === 'string') return { name, origin }
  } catch (error) {
    if (error instanceof JsonFault) throw new OAuthError('invalid_request', `the body ${error.message}`)
    throw error
  }
  throw new OAuthError('invalid_request', 'the body must have a name and an origin, both texts')
}

function asRefusal(error: unknown): unknown {
  if (error instanceof InvalidClientMetadata) return new OAuthError('invalid_request', error.message)
  if (error instanceof OperationRefused && error.reason === 'too-many')
    return new OAuthError(
      'invalid_request',
      `there are ${maxDevelopmentClients} applications of this machine already: delete those you no longer have, with: vestibule clients delete <id>`,
    )
  return error
}
