import { AuthError } from '../model/errors.ts'
import { type Claims, type Session, type User, userOf } from '../model/session.ts'
import { permissionScope } from '../options/settings.ts'
import { causeOf, loggableCause } from '../provider/diagnosis.ts'
import { userInfo } from '../provider/token-response.ts'
import type { Context } from './context.ts'

/** Characters of the permissions that a session in cookies contains. The provider's ID tokens have at most 2,048 bytes of them. */
const cookieLimit = 3000
/** Maximum number of people whose permissions are in memory, of tens of kilobytes each. The oldest are removed first. */
const memoryLimit = 500

/** The person of a new or a refreshed session. Permissions that cookies cannot contain are null, and read when they are needed. */
export function sessionUser({ options, sessions }: Context, claims: Claims): User {
  const user = userOf(claims, options.user)
  const fits = sessions.writesWithoutCookies || JSON.stringify(user.permissions).length <= cookieLimit
  return fits ? user : { ...user, permissions: null }
}

/** Seconds after which permissions that could not be read again are asked for once more. */
const retryInterval = 60

/**
 * Seconds after which a session is stale although its access token is not: what a person may do can change at any time.
 *
 * @param isRead false if the permissions of the session are those of before
 */
export function maximumAge({ settings }: Context, scopes: readonly string[], isRead = true): number {
  if (!scopes.includes(permissionScope)) return Number.POSITIVE_INFINITY
  return isRead ? settings.rightsAge : Math.min(settings.rightsAge, retryInterval)
}

/** The session with its permissions, which the provider is asked for once for each access token if the session does not contain them. */
export async function withPermissions(
  context: Context,
  session: Session,
  accessToken: string | undefined,
): Promise<Session> {
  const { user } = session
  if (user.permissions !== null || !accessToken) return session
  const { peopleByToken } = context
  const asked = peopleByToken.get(accessToken) ?? requestPerson(context, user.sub, accessToken)
  peopleByToken.set(accessToken, asked)
  if (peopleByToken.size > memoryLimit) peopleByToken.delete(peopleByToken.keys().next().value ?? '')
  const found = await asked
  // Identity and tokens are in two cookies: a person could put those of two sessions together, and have in one organization what they
  // may do in another.
  if (found?.sub !== user.sub || found.organization !== user.organization) return session
  return { ...session, user: { ...user, permissions: found.permissions } }
}

async function requestPerson(context: Context, sub: string, accessToken: string): Promise<User | null> {
  try {
    const info = await userInfo(context, await context.provider.metadata(), sub, accessToken)
    return info && userOf(info)
  } catch (error) {
    context.peopleByToken.delete(accessToken)
    const message = `The permissions of a session could not be read at the provider: ${causeOf(error)}.`
    context.report(new AuthError('refresh_unavailable', message, 'Try again.', { cause: loggableCause(error) }))
    return null
  }
}
