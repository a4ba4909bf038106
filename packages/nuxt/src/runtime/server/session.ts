import {
  type AccessClaims,
  AuthError,
  type BearerRequirement,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'
import { defineEventHandler, type EventHandler, type EventHandlerRequest, getRequestHeader, type H3Event } from 'h3'
import { auth } from './auth.ts'
import { markPrivate, refusal, requestOf, writeCookies } from './request.ts'

/** Who is signed in. Writes nothing and asks no network. (`getSession` is h3's word for its own sessions.) */
export async function getUserSession(event: H3Event): Promise<Session | null> {
  markPrivate(event)
  return auth().read(getRequestHeader(event, 'cookie'))
}

async function requireSession(event: H3Event, requirement?: Requirement): Promise<Session> {
  markPrivate(event)
  const result = await auth().guard(requestOf(event), requirement, { as: 'api' })
  if (result.outcome === 'refused') throw refusal(event, result.error)
  writeCookies(event, result.setCookies)
  // An API is never redirected.
  if (result.outcome === 'redirect') throw refusal(event, new AuthError('not_signed_in', 'Nobody is signed in.'))
  return result.session
}

/** The signed-in person. Throws 401 or 403, never a redirect: for APIs. */
export const requireUser = async (event: H3Event, requirement?: Requirement): Promise<User> =>
  (await requireSession(event, requirement)).user

type AuthHandler<Result> = (event: H3Event, session: Session) => Result | Promise<Result>

/**
 * A handler that is called only for who meets the requirement, with their session. Others get 401 or 403.
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

/** `withAuth` in the order of Nitro's own `define…Handler`. */
export const defineAuthHandler = <Result>(
  requirement: Requirement,
  handler: AuthHandler<Result>,
): EventHandler<EventHandlerRequest, Promise<Result>> => withAuth(handler, requirement)

/** An access token for an API. A refreshed one goes out with the answer's cookies. Throws 401, or 503 while the provider is away. */
export async function getAccessToken(event: H3Event): Promise<string> {
  markPrivate(event)
  try {
    const { token, setCookies } = await auth().accessToken(requestOf(event), {
      canWrite: () => !event.node.res.headersSent,
    })
    writeCookies(event, setCookies)
    return token
  } catch (error) {
    throw error instanceof AuthError ? refusal(event, error) : error
  }
}

/** Who calls an API route of yours by an access token in its `Authorization` header. Throws 401 or 403. */
export async function verifyBearer(event: H3Event, requirement?: BearerRequirement): Promise<AccessClaims> {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(getRequestHeader(event, 'authorization') ?? '')?.[1]
  try {
    return await auth().verifyBearer(token ?? null, requirement)
  } catch (error) {
    throw error instanceof AuthError ? refusal(event, error) : error
  }
}
