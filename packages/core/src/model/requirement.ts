import { type LocalPath, localPath } from './local-path.ts'
import type { LoginOptions } from './login-options.ts'
import type { DefaultUser, Permission, Session } from './session.ts'

/**
 * What a page or an endpoint requires of a session. Every field that is given must hold; an empty list never does.
 *
 * @example
 * ```ts
 * import type { Requirement } from '@vestibule/core'
 *
 * const billing: Requirement = { role: ['owner', 'admin'], acr: 'phr', maxAge: 300 }
 * ```
 */
export interface Requirement {
  /** At least one of these roles in the active organization. */
  role?: string | readonly string[]
  /** All of these permissions in the active organization. Requires the scope `permissions`. */
  permission?: Permission | readonly Permission[]
  /** All of these scopes. */
  scope?: string | readonly string[]
  /** This organization, or any organization when `true`. */
  organization?: string | true
  /** This team, or any team when `true`. */
  team?: string | true
  /** One of these authentication contexts. `phrh` satisfies `phr` (OpenID Connect EAP ACR Values 1.0). */
  acr?: string | readonly string[]
  /** Maximum age of the sign-in, in seconds. */
  maxAge?: number
  /** A session that is bound to its device (`session.bindToDevice`). A new sign-in does not help where the browser can't bind it. */
  bound?: true
}

const list = <Name extends string>(value: Name | readonly Name[]): readonly Name[] => [value].flat() as Name[]

/** An empty list never holds. */
const every = <Name extends string>(
  wanted: Name | readonly Name[] | undefined,
  has: (name: Name) => boolean,
): boolean => wanted === undefined || (wanted.length > 0 && list(wanted).every(has))

export const meetsAcr = (acr: string | null, wanted: string | readonly string[]): boolean =>
  list(wanted).some((value) => value === acr || (value === 'phr' && acr === 'phrh'))

export const matches = (value: string | null, wanted: string | true | undefined): boolean =>
  wanted === undefined || (wanted === true ? value !== null : value === wanted)

/** Whether a person has a permission. A session may come from anywhere: only a list of its own counts. */
export function holds(user: Pick<DefaultUser, 'permissions'> | null | undefined, permission: Permission): boolean {
  const held: unknown = user && Object.hasOwn(user, 'permissions') && user.permissions
  return Array.isArray(held) && held.includes(permission)
}

/**
 * What a session lacks: a permission (`forbidden`), or only a stronger or more recent sign-in (`step-up`). Null when the
 * requirement is met. Nobody meets one with a name that is not known.
 *
 * @param seconds the current time, in seconds since the epoch
 * @example
 * ```ts
 * import type { Session } from '@vestibule/core'
 * import { missing } from '@vestibule/core/requirement'
 *
 * const mayDelete = (session: Session) => missing(session, { role: 'owner' }, Date.now() / 1000) === null
 * ```
 */
export function missing(session: Session, requirement: Requirement, seconds: number): 'forbidden' | 'step-up' | null {
  const { role, permission, scope, organization, team, acr, maxAge, bound, ...unknown } = requirement
  if (Object.entries(unknown).length > 0) return 'forbidden'
  if (role !== undefined && !list(role).some((name) => session.user.roles.includes(name))) return 'forbidden'
  if (!every(permission, (name) => holds(session.user, name))) return 'forbidden'
  if (!every(scope, (name) => session.scopes.includes(name))) return 'forbidden'
  if (!matches(session.user.organization, organization)) return 'forbidden'
  if (!matches(session.user.team, team)) return 'forbidden'
  if (bound && !session.bound) return 'forbidden'
  if (acr !== undefined && !meetsAcr(session.acr, acr)) return 'step-up'
  if (maxAge !== undefined && !(seconds - session.authTime <= maxAge)) return 'step-up'
  return null
}

/**
 * What to do with a page: show it, send the browser elsewhere first, or refuse it.
 *
 * @example
 * ```ts
 * import type { Decision } from '@vestibule/core/requirement'
 *
 * const locationOf = (decision: Decision) => ('path' in decision ? decision.path : null)
 * ```
 */
export type Decision =
  | { outcome: 'allowed' }
  /** The person has to sign in, or to sign in again with a stronger or more recent authentication. */
  | { outcome: 'login'; path: LocalPath }
  /** The session has outlived its access token: the provider has to confirm it first. */
  | { outcome: 'refresh'; path: LocalPath }
  | { outcome: 'forbidden' }

/**
 * Decides about a page from what is known of the session. In a browser this decides what is displayed; data is guarded where it
 * is served.
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
  if (lacks !== 'step-up') return { outcome: lacks ?? 'allowed' }
  const { acr, maxAge } = requirement
  return {
    outcome: 'login',
    path: loginPath({ returnTo, acr, maxAge, organization: session.user.organization ?? undefined }, basePath),
  }
}

/**
 * The path at which a sign-in starts.
 *
 * @example
 * ```ts
 * import { loginPath } from '@vestibule/core/requirement'
 *
 * loginPath({ returnTo: '/reports' }) // '/auth/login?returnTo=%2Freports'
 * ```
 */
export function loginPath(login: LoginOptions = {}, basePath = '/auth'): LocalPath {
  const { returnTo, prompt, loginHint, organization, invitation, acr, maxAge, scope } = login
  const parameters = {
    returnTo: returnTo && localPath(returnTo),
    prompt,
    login_hint: loginHint,
    organization,
    invitation,
    acr: acr && list(acr).join(' '),
    max_age: maxAge?.toString(),
    scope: scope && list(scope).join(' '),
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value)
  return `${basePath}/login${query.size > 0 ? `?${query}` : ''}` as LocalPath
}

/** The path that refreshes a session which has outlived its access token, and redirects back to the page. */
export const refreshPath = (returnTo: string | undefined, basePath = '/auth'): LocalPath =>
  `${basePath}/refresh?${new URLSearchParams({ returnTo: localPath(returnTo) })}` as LocalPath
