// `@vestibule/core/requirement`: decisions that need no network and no dependency, for the browser's half of a framework too.

import { type LocalPath, localPath } from './local-path.ts'
import type { LoginOptions } from './login-options.ts'
import type { Session } from './session.ts'

/** What a page or an endpoint demands. All that is named must hold, and an empty list never does. */
export interface Requirement {
  /** One of these roles in the active organization. */
  role?: string | readonly string[]
  /** All of these scopes. */
  scope?: string | readonly string[]
  /** This organization, or any when `true`. */
  organization?: string | true
  /** This team, or any when `true`. */
  team?: string | true
  /** One of these ways to have signed in. `phrh` is a `phr` too (OpenID Connect EAP ACR Values 1.0). */
  acr?: string | readonly string[]
  /** How long ago the sign-in may be, in seconds. */
  maxAge?: number
}

const list = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value)

export const meetsAcr = (acr: string | null, wanted: string | readonly string[]): boolean =>
  list(wanted).some((value) => value === acr || (value === 'phr' && acr === 'phrh'))

const matches = (value: string | null, wanted: string | true): boolean =>
  wanted === true ? value !== null : value === wanted

/**
 * What is missing: the right, or only a better or fresher sign-in. Null when all holds.
 *
 * @param seconds the time, in seconds since the epoch
 * @example
 * ```ts
 * import { missing } from '@vestibule/core/requirement'
 * import type { Session } from '@vestibule/core'
 *
 * const mayDelete = (session: Session) => missing(session, { role: 'owner' }, Date.now() / 1000) === null
 * ```
 */
export function missing(session: Session, requirement: Requirement, seconds: number): 'forbidden' | 'step-up' | null {
  const { role, scope, organization, team, acr, maxAge } = requirement
  const { user } = session
  if (role !== undefined && !list(role).some((name) => user.roles.includes(name))) return 'forbidden'
  if (scope !== undefined && !(list(scope).length > 0 && list(scope).every((name) => session.scopes.includes(name))))
    return 'forbidden'
  if (organization !== undefined && !matches(user.organization, organization)) return 'forbidden'
  if (team !== undefined && !matches(user.team, team)) return 'forbidden'
  if (acr !== undefined && !meetsAcr(session.acr, acr)) return 'step-up'
  if (maxAge !== undefined && !(seconds - session.authTime <= maxAge)) return 'step-up'
  return null
}

/** What happens to a page: it is shown, or the browser goes elsewhere first, or nothing helps. */
export type Decision =
  | { outcome: 'allowed' }
  /** The person signs in, or signs in better. */
  | { outcome: 'login'; path: LocalPath }
  /** The session is older than its access token: the provider is asked again. */
  | { outcome: 'refresh'; path: LocalPath }
  | { outcome: 'forbidden' }

/**
 * Decides about a page by what is known of the session. In a browser it decides what is shown; data is guarded where it is
 * served.
 *
 * @example
 * ```ts
 * import { decide } from '@vestibule/core/requirement'
 *
 * decide(null, {}, { returnTo: '/reports', seconds: 0 }) // { outcome: 'login', path: '/auth/login?returnTo=%2Freports' }
 * ```
 */
export function decide(
  session: Session | null,
  requirement: Requirement,
  { returnTo, basePath, seconds }: { returnTo?: string; basePath?: string; seconds: number },
): Decision {
  if (!session) return { outcome: 'login', path: loginPath({ returnTo }, basePath) }
  if (!(session.freshUntil > seconds)) return { outcome: 'refresh', path: refreshPath(returnTo, basePath) }
  const lacks = missing(session, requirement, seconds)
  if (lacks === 'forbidden') return { outcome: 'forbidden' }
  const { acr, maxAge } = requirement
  if (lacks === 'step-up') return { outcome: 'login', path: loginPath({ returnTo, acr, maxAge }, basePath) }
  return { outcome: 'allowed' }
}

/**
 * Where a sign-in begins.
 *
 * @example
 * ```ts
 * import { loginPath } from '@vestibule/core/requirement'
 *
 * loginPath({ returnTo: '/reports' }) // '/auth/login?returnTo=%2Freports'
 * ```
 */
export function loginPath(login: LoginOptions = {}, basePath = '/auth'): LocalPath {
  const query = new URLSearchParams()
  if (login.returnTo) query.set('returnTo', localPath(login.returnTo))
  if (login.prompt) query.set('prompt', login.prompt)
  if (login.loginHint) query.set('login_hint', login.loginHint)
  if (login.organization) query.set('organization', login.organization)
  if (login.invitation) query.set('invitation', login.invitation)
  if (login.acr) query.set('acr', [login.acr].flat().join(' '))
  if (login.maxAge !== undefined) query.set('max_age', String(login.maxAge))
  if (login.scope) query.set('scope', [login.scope].flat().join(' '))
  return `${basePath}/login${query.size > 0 ? `?${query}` : ''}` as LocalPath
}

/** Where a document goes when its session is older than its access token, to come back with a fresh one. */
export const refreshPath = (returnTo: string | undefined, basePath = '/auth'): LocalPath =>
  `${basePath}/refresh?${new URLSearchParams({ returnTo: localPath(returnTo) })}` as LocalPath
