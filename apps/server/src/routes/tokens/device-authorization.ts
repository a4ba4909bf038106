import { type Context, Hono } from 'hono'
import { authorizeDevice } from '../../flows/device-grant/requests.ts'
import { offersDeviceCodes } from '../../flows/platform/clients/device-clients.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { TooManyAttempts } from '../../flows/platform/limits.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { json } from '../../http/responses.ts'
import { networkOf } from '../../http/visitor.ts'
import type { PageContext } from '../page-context.ts'
import { readClientRequest } from './client-request.ts'

const path = '/device_authorization'

/** The device authorization endpoint (RFC 8628 section 3.1). There is none as long as no client has the grant. */
export const deviceAuthorizationRoutes = ({ deps }: PageContext): Hono => {
  const routes = new Hono()
  if (!offersDeviceCodes(deps)) return routes
  return routes.post(path, (c) => answer(deps, c)).onError((error, c) => errorAsJson(deps, error, c))
}

async function answer(deps: Deps, c: Context): Promise<Response> {
  const { client, params } = await readClientRequest(deps, c, path)
  const from = {
    network: networkOf(c, deps.config.trustProxy),
    userAgent: c.req.raw.headers.get('user-agent') ?? '',
  }
  try {
    return json(await authorizeDevice(deps, client, params, from))
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    const refused = {
      error: 'temporarily_unavailable',
      error_description: 'too many devices ask to be signed in: try again later',
    }
    return json(refused, 429, { 'Retry-After': String(error.retryAfter) })
  }
}
