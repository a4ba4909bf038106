import {
  type AccessClaims,
  AuthError,
  type AuthRequest,
  type BearerRequirement,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'
import { defineEventHandler, type EventHandler, type EventHandlerRequest, type H3Event } from 'h3'
import { auth } from './auth'
import { httpError, markPrivate, requestOf, writeCookies } from './request'

/**
 * Who is signed in, or null. Writes nothing, and makes no network request but for permissions that are too many for a cookie. (`getSession` is h3's name for its own sessions.)
 *
 * @example
 * ```ts
 * export default defineEventHandler(async (event) => ({ signedIn: (await getUserSession(event)) !== null }))
 * ```
 */
export async function getUserSession(event: H3Event): Promise<Session | null> {
  markPrivate(event)
  return auth().read(requestOf(event))
}

async function requireSession(event: H3Event, requirement?: Requirement): Promise<Session> {
  markPrivate(event)
  const result = await auth().guard(requestOf(event), requirement, { as: 'api' })
  if (result.outcome === 'refused') throw httpError(event, result.error)
  writeCookies(event, result.setCookies)
  // Core redirects pages only.
  if (result.outcome === 'redirect') throw httpError(event, new AuthError('not_signed_in', 'Nobody is signed in.'))
  return result.session
}

/**
 * Returns the signed-in person, for APIs. Throws 401 or 403, and never redirects.
 *
 * @example
 * ```ts
 * export default defineEventHandler(async (event) => (await requireUser(event, { role: 'owner' })).email)
 * ```
 */
export const requireUser = async (event: H3Event, requirement?: Requirement): Promise<User> =>
  (await requireSession(event, requirement)).user

type AuthHandler<Result> = (event: H3Event, session: Session) => Result | Promise<Result>

/**
 * Guards an event handler, which is called with the session. Throws 401 or 403 unless the requirement is met.
 *
 * @example
 * ```ts
 * export default withAuth((event, { user }) => ({ email: user.email }), { organization: true })
 * ```
 */
export const withAuth = <Result>(
  handler: AuthHandler<Result>,
  requirement: Requirement = {},
): EventHandler<EventHandlerRequest, Promise<Result>> =>
  defineEventHandler(async (event) => handler(event, await requireSession(event, requirement)))

/**
 * `withAuth` with the requirement first, in the style of Nitro's `define…Handler` functions.
 *
 * @example
 * ```ts
 * export default defineAuthHandler({ role: 'owner' }, (event, { user }) => ({ email: user.email }))
 * ```
 */
export const defineAuthHandler = <Result>(
  requirement: Requirement,
  handler: AuthHandler<Result>,
): EventHandler<EventHandlerRequest, Promise<Result>> => withAuth(handler, requirement)

/**
 * Returns an access token for an API. If it was refreshed, cookies are set on the response. Throws 401, or 503 if the provider does
 * not respond.
 *
 * @example
 * ```ts
 * export default defineEventHandler(async (event) =>
 *   $fetch('https://api.example.com/notes', { headers: { Authorization: `Bearer ${await getAccessToken(event)}` } }),
 * )
 * ```
 */
export async function getAccessToken(event: H3Event): Promise<string> {
  markPrivate(event)
  try {
    const { token, setCookies } = await auth().accessToken(requestOf(event), {
      canWrite: () => !event.node.res.headersSent,
    })
    writeCookies(event, setCookies)
    return token
  } catch (error) {
    throw error instanceof AuthError ? httpError(event, error) : error
  }
}

const bearerRequests = new WeakMap<H3Event, AuthRequest>()

/** The same for each call in a request: core accepts a DPoP proof once, and again for the same request. */
function bearerRequestOf(event: H3Event): AuthRequest {
  const request = bearerRequests.get(event) ?? requestOf(event)
  bearerRequests.set(event, request)
  return request
}

/**
 * Verifies the access token in the `Authorization` header of a request to your API. Throws 401 or 403.
 *
 * @example
 * ```ts
 * export default defineEventHandler(async (event) => {
 *   const { sub } = await verifyBearer(event, { scope: 'notes:read' })
 *   return { sub }
 * })
 * ```
 */
export async function verifyBearer(event: H3Event, requirement?: BearerRequirement): Promise<AccessClaims> {
  try {
    return await auth().verifyBearer(bearerRequestOf(event), requirement)
  } catch (error) {
    throw error instanceof AuthError ? httpError(event, error) : error
  }
}
