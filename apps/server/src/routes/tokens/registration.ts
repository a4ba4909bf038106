import { type Context, Hono } from 'hono'
import {
  admitRegistration,
  clientInformation,
  deleteRegistration,
  findRegistration,
  registerClient,
} from '../../flows/management/registration/registrations.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { TooManyAttempts } from '../../flows/platform/limits.ts'
import { errorAsJson } from '../../http/api-errors.ts'
import { bearerChallenge, bearerToken, NoBearer } from '../../http/bearer.ts'
import { jsonBody } from '../../http/bodies.ts'
import { HttpError } from '../../http/http-error.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { empty, json } from '../../http/responses.ts'
import { networkOf } from '../../http/visitor.ts'
import { OAuthError } from '../../oidc/errors.ts'
import { JsonFault, parseJsonObject } from '../../oidc/json.ts'
import { Params } from '../../oidc/params.ts'
import type { PageContext } from '../page-context.ts'

/** Bytes. */
const maxRegistration = 16 * 1024
/** A key set in a member is nested four levels deep. */
const maxDepth = 10

/** Any origin: no cookie is read, and a client that runs in a page registers from wherever it is. */
const anyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After',
}
const preflightHeaders = {
  ...anyOrigin,
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, MCP-Protocol-Version',
  'Access-Control-Max-Age': '600',
}

const noParams = new Params([])

/** The token of the Authorization header. One in the query or the body is not read. */
function bearerOf(c: Context): string | null {
  const header = c.req.raw.headers.get('authorization')
  return header === null ? null : bearerToken(header, noParams, noParams)
}

/** @throws NoBearer */
function requiredBearer(c: Context): string {
  const token = bearerOf(c)
  if (token === null) throw new NoBearer()
  return token
}

function membersOf(text: string): Record<string, unknown> {
  try {
    const members = parseJsonObject(text)
    if (isDeeperThan(maxDepth, members)) throw new OAuthError('invalid_request', 'the body is nested too deeply')
    return members
  } catch (error) {
    throw error instanceof JsonFault ? new OAuthError('invalid_request', `the body ${error.message}`) : error
  }
}

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((member) => isDeeperThan(depth - 1, member)))

/** RFC 7591 section 3.2.2, RFC 7592, RFC 6750 section 3.1. */
function registrationError(deps: Deps, error: unknown, c: Context): Response {
  const refuse = (status: number, code: string, description: string, headers: Record<string, string> = {}) =>
    json({ error: code, error_description: description }, status, { ...anyOrigin, ...headers })
  if (error instanceof NoBearer)
    return refuse(401, 'invalid_token', 'an initial or registration access token is required', {
      'WWW-Authenticate': bearerChallenge(),
    })
  if (error instanceof OAuthError && error.code === 'invalid_token')
    return refuse(401, error.code, error.description, {
      'WWW-Authenticate': bearerChallenge({ error: error.code, error_description: error.description }),
    })
  if (error instanceof OAuthError && error.code === 'access_denied') return refuse(403, error.code, error.description)
  if (error instanceof TooManyAttempts)
    return refuse(429, 'temporarily_unavailable', 'too many registrations from this network; try again later', {
      'Retry-After': String(error.retryAfter),
    })
  return errorAsJson(deps, error, c, anyOrigin)
}

/**
 * Dynamic client registration (RFC 7591), and reading and deleting what was registered (RFC 7592). Nothing can be changed:
 * a client that is another one registers again.
 */
export const registrationRoutes = ({ deps }: PageContext) => {
  const network = (c: Context) => networkOf(c, deps.config.trustProxy)
  const registrationOf = async (c: Context) => {
    const shown = { accessToken: requiredBearer(c), network: network(c) }
    return findRegistration(deps, pathParameter(c, 'client'), shown)
  }
  const refuseMethod = (allow: string) => () => {
    throw new HttpError(405, 'this method is not allowed here', { Allow: allow })
  }
  const routes = new Hono()
  if (deps.config.registration === 'off') return routes
  return (
    routes
      .post('/register', async (c) => {
        const initialAccessToken = deps.config.registration === 'token' ? requiredBearer(c) : bearerOf(c)
        const token = await admitRegistration(deps, { initialAccessToken, network: network(c) })
        const members = membersOf(await jsonBody(c.req.raw, maxRegistration))
        const registration = await registerClient(deps, { members, token, network: network(c) })
        return json(clientInformation(deps, registration), 201, anyOrigin)
      })
      .get('/register/:client', async (c) => json(clientInformation(deps, await registrationOf(c)), 200, anyOrigin))
      .delete('/register/:client', async (c) => {
        await deleteRegistration(deps, await registrationOf(c), network(c))
        return empty(204, anyOrigin)
      })
      .options('/register', () => empty(204, preflightHeaders))
      .options('/register/:client', () => empty(204, preflightHeaders))
      .all('/register', refuseMethod('POST, OPTIONS'))
      .all('/register/:client', refuseMethod('GET, HEAD, DELETE, OPTIONS'))
      // A client reads no page, whatever it accepts.
      .all('/register/*', () =>
        json({ error: 'not_found', error_description: 'there is nothing here' }, 404, anyOrigin),
      )
      .onError((error, c) => registrationError(deps, error, c))
  )
}
