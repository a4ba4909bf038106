import { type Auth, AuthError, type Requirement, type Session, type User } from '@vestibule/core'
import { appendResponseHeader, createError, getRequestHeader, type H3Event, setResponseHeader } from 'h3'
import { auth } from './auth'

const privately = (event: H3Event) => {
  setResponseHeader(event, 'Cache-Control', 'private, no-store')
  setResponseHeader(event, 'Vary', 'Cookie')
}

/** Who is signed in. Writes nothing and asks no network. */
export async function getUserSession(event: H3Event): Promise<Session | null> {
  privately(event)
  return auth().read(getRequestHeader(event, 'cookie'))
}

/** The signed-in person. Throws 401 or 403, never a redirect: for APIs. */
export async function requireUser(event: H3Event, requirement?: Requirement): Promise<User> {
  const session = await getUserSession(event)
  const own: Auth = auth()
  try {
    own.check(session, requirement)
    return session.user
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    setResponseHeader(event, 'WWW-Authenticate', 'Bearer')
    throw createError({ statusCode: error.status, statusMessage: error.code })
  }
}

/** An access token for an API. A refreshed one is kept in the answer's cookies. */
export async function getAccessToken(event: H3Event): Promise<string> {
  const { token, setCookies } = await auth().accessToken(getRequestHeader(event, 'cookie'))
  for (const cookie of setCookies) appendResponseHeader(event, 'Set-Cookie', cookie)
  privately(event)
  return token
}
