import { type Session, type User, userOf } from '../model/session.ts'
import type { AuthOptions } from '../options/options.ts'
import { cookieNames, SealedCookies } from '../sessions/cookies.ts'

/**
 * Properties of a test session, apart from its person.
 *
 * @example
 * ```ts
 * import type { TestSession } from '@vestibule/core/testing'
 *
 * const withPasskey: TestSession = { acr: 'phr' }
 * ```
 */
export interface TestSession {
  acr?: string
  scopes?: readonly string[]
  sid?: string
  /** Seconds since the epoch. Default: now. */
  authTime?: number
  /** When guards ask the provider again, in seconds since the epoch. Default: in an hour. */
  freshUntil?: number
  /** Whether the session is bound to the device of its browser (`session.bindToDevice`). Default: no. */
  bound?: boolean
  /** The access token that `accessToken()` returns, for example one of `createTestIssuer`. */
  accessToken?: string
}

/**
 * Creates the Cookie header of a signed-in person, without a provider. For tests of your own pages.
 *
 * @param options options of the application under test; `secret`, `issuer`, `clientId` and `url` must be the same
 * @param user fields of the person; `sub` has a default
 * @example
 * ```ts
 * import { createTestSession } from '@vestibule/core/testing'
 *
 * const options = { issuer: 'https://id.test', clientId: 'app', secret: 'x'.repeat(32), url: 'http://localhost:3000' }
 * const cookie = await createTestSession(options, { name: 'Ada', roles: ['owner'] })
 * await fetch('http://localhost:3000/dashboard', { headers: { cookie } })
 * ```
 */
export async function createTestSession(
  options: AuthOptions,
  user: Partial<User> = {},
  given: TestSession = {},
): Promise<string> {
  const now = options.now ?? (() => new Date())
  const seconds = Math.floor(now().getTime() / 1000)
  const secure = options.url?.startsWith('https:') ?? false
  const cookies = new SealedCookies([options.secret].flat(), secure, now)
  const names = cookieNames(secure, options.issuer, options.clientId)
  const session: Session = {
    user: { ...userOf({ sub: 'test-user' }), ...user },
    sid: given.sid ?? 'test-session',
    authTime: given.authTime ?? seconds,
    acr: given.acr ?? null,
    scopes: given.scopes ?? ['openid', 'profile', 'email'],
    expiresAt: seconds + 86_400,
    freshUntil: given.freshUntil ?? seconds + 3600,
  }
  const device = { id: 'test-device', at: seconds, key: 'test-key' }
  const tokens = {
    accessToken: given.accessToken ?? 'test-access-token',
    expiresAt: seconds + 3600,
    idToken: 'test-id-token',
    ...(given.bound ? { device: device.id } : {}),
  }
  const name = await names.session
  const setCookies = [
    ...(await cookies.seal(name, { session: given.bound ? { ...session, device } : session }, 86_400, new Map())),
    ...(await cookies.seal(await names.tokens, tokens, 86_400, new Map())),
    ...(given.bound ? await cookies.seal(name.replace('_session_', '_bound_'), device, 86_400, new Map()) : []),
  ]
  return setCookies.map((cookie) => cookie.slice(0, cookie.indexOf(';'))).join('; ')
}
