import {
  type AccessClaims,
  type Auth,
  AuthError,
  type BearerRequirement,
  type Requirement,
  type Session,
  type User,
} from '@vestibule/core'
import {
  appendResponseHeader,
  createError,
  defineEventHandler,
  type EventHandler,
  getRequestHeader,
  type H3Event,
  setResponseHeader,
} from 'h3'
import { auth } from './auth'

const privately = (event: H3Event) => {
  setResponseHeader(event, 'Cache-Control', 'private, no-store')
  setResponseHeader(event, 'Vary', 'Cookie')
}

/** An error of core as h3 sends it: 401 or 403 with `WWW-Authenticate`, never a redirect. */
function refusal(event: H3Event, error: unknown): unknown {
  if (!(error instanceof AuthError)) return error
  for (const [name, value] of Object.entries(error.headers)) setResponseHeader(event, name, value)
  for (const cookie of error.setCookies) appendResponseHeader(event, 'Set-Cookie', cookie)
  return createError({ statusCode: error.status, statusMessage: error.code })
}

/** Who is signed in. Writes nothing and asks no network. */
export async function getUserSession(event: H3Event): Promise<Session | null> {
  privately(event)
  return auth().read(getRequestHeader(event, 'cookie'))
}

async function requireSession(event: H3Event, requirement?: Requirement): Promise<Session> {
  const session = await getUserSession(event)
  const own: Auth = auth()
  try {
    if (!own.fromHere(event.method, getRequestHeader(event, 'origin')))
      throw new AuthError('forbidden', 'This request was sent from another site.')
    own.check(session, requirement)
    return session
  } catch (error) {
    throw refusal(event, error)
  }
}

/** The signed-in person. Throws 401 or 403, never a redirect: for APIs. */
export const requireUser = async (event: H3Event, requirement?: Requirement): Promise<User> =>
  (await requireSession(event, requirement)).user

/** A handler that is called only for who meets the requirement, with their session. */
export const defineAuthHandler = <Result>(
  requirement: Requirement,
  handler: (event: H3Event, session: Session) => Result | Promise<Result>,
): EventHandler => defineEventHandler(async (event) => handler(event, await requireSession(event, requirement)))

/** An access token for an API. A refreshed one is kept in the answer's cookies. */
export async function getAccessToken(event: H3Event): Promise<string> {
  privately(event)
  try {
    const { token, setCookies } = await auth().accessToken(getRequestHeader(event, 'cookie'), {
      canWrite: () => !event.node.res.headersSent,
    })
    // The result of another request's refresh can come here too late to be written: it comes with the next answer.
    if (!event.node.res.headersSent) for (const cookie of setCookies) appendResponseHeader(event, 'Set-Cookie', cookie)
    return token
  } catch (error) {
    throw refusal(event, error)
  }
}

/** Who calls an API route of yours by an access token in its `Authorization` header. */
export async function verifyBearer(event: H3Event, requirement?: BearerRequirement): Promise<AccessClaims> {
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(getRequestHeader(event, 'authorization') ?? '')?.[1]
  try {
    return await auth().verifyBearer(token ?? null, requirement)
  } catch (error) {
    throw refusal(event, error)
  }
}
