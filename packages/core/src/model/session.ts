/**
 * Declares the fields that your `user` option adds to `User`, the names of your permissions, and the types of claims that are fields of
 * the provider. Extend it by the name of the package that the application installed.
 *
 * @example
 * ```ts
 * declare module '@vestibule/core' {
 *   interface Register {
 *     user: { plan: string }
 *     permission: 'invoice.read' | 'invoice.approve'
 *     claims: { plan: 'free' | 'pro' }
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications extend it by module augmentation
export interface Register {}

type Registered = Register extends { user: infer Extra } ? Extra : unknown

/** A field without a value is no claim. */
type RegisteredClaims = Register extends { claims: infer Declared } ? Readonly<Partial<Declared>> : unknown

/**
 * The name of a permission: one of those declared in `Register`, or any text where none are.
 *
 * @example
 * ```ts
 * import type { Permission } from '@vestibule/core'
 *
 * const needed: Permission = 'invoice.read'
 * ```
 */
export type Permission = Register extends { permission: infer Name extends string } ? Name : string

/**
 * The standard fields of a person. Every field except `sub` can be null.
 *
 * @example
 * ```ts
 * import type { DefaultUser } from '@vestibule/core'
 *
 * const labelOf = ({ name, email, sub }: DefaultUser) => name ?? email ?? sub
 * ```
 */
export interface DefaultUser {
  sub: string
  email: string | null
  email_verified: boolean | null
  family_name: string | null
  given_name: string | null
  name: string | null
  phone: string | null
  phone_verified: boolean | null
  picture: string | null
  preferred_username: string | null
  /** Opaque ids of the active organization and team. */
  organization: string | null
  team: string | null
  /** Requires the scope `organization`. */
  organization_name: string | null
  organization_slug: string | null
  /** The person's roles in the active organization. Requires the scope `organization`. */
  roles: readonly string[]
  /**
   * The person's permissions in the active organization: ask with `can`. Requires the scope `permissions`. Null if they are too many for
   * a session in cookies, and the provider could not be asked for them.
   */
  permissions: readonly string[] | null
  /** All organizations of the person, for an organization switcher. Requires the scope `organizations`. */
  organizations: readonly { id: string; slug: string; name: string }[]
}

/**
 * The signed-in person: the standard fields, and those declared in `Register`.
 *
 * @example
 * ```ts
 * import type { User } from '@vestibule/core'
 *
 * const isOwner = (user: User) => user.roles.includes('owner')
 * ```
 */
export type User = DefaultUser & Registered

/**
 * Who is signed in. It contains no token, so it can be passed to a page.
 *
 * @example
 * ```ts
 * import type { Session } from '@vestibule/core'
 *
 * const signedInAt = (session: Session) => new Date(session.authTime * 1000)
 * ```
 */
export interface Session {
  user: User
  /** Session id at the provider. */
  sid: string | null
  /** When the person signed in, in seconds since the epoch. */
  authTime: number
  /** Authentication context class, a value of the provider such as `phr` for a passkey. */
  acr: string | null
  /** The granted scopes. */
  scopes: readonly string[]
  /** When the session ends, however often it is used, in seconds since the epoch. */
  expiresAt: number
  /** When guards ask the provider again, in seconds since the epoch: the access token has expired, or permissions are too old. */
  freshUntil: number
  /** Whether the browser has just proven that the session is bound to its device. Absent where `session.bindToDevice` is off. */
  bound?: boolean
}

/**
 * Claims of the ID token and of userinfo, as `AuthOptions.user` receives them. Those of `Register` have types, as the provider declares
 * them.
 *
 * @example
 * ```ts
 * import type { Claims } from '@vestibule/core'
 *
 * const planOf = (claims: Claims) => String(claims.plan ?? 'free')
 * ```
 */
export type Claims = Readonly<Record<string, unknown>> & RegisteredClaims

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const membershipsOf = (value: unknown): { id: string; slug: string; name: string }[] =>
  (Array.isArray(value) ? value : []).flatMap((item: Record<string, unknown> | null) => {
    const [id, slug, name] = [text(item?.id), text(item?.slug), text(item?.name)]
    return id && slug && name ? [{ id, slug, name }] : []
  })

/** Characters of all permissions together, which a session contains at most. */
const permissionsLimit = 65_536

/** Names that are left out could be taken for permissions that the person lacks: it is all of them, or null. */
function permissionsOf(value: unknown): string[] | null {
  const names = texts(value)
  return JSON.stringify(names).length > permissionsLimit ? null : names
}

/** Builds a `User` from claims. Only known names are copied, so that no claim can reach a prototype. */
export function userOf(claims: Claims, extraFields?: (claims: Claims) => object): User {
  const user: DefaultUser = {
    sub: String(claims.sub),
    email: text(claims.email),
    email_verified: flag(claims.email_verified),
    family_name: text(claims.family_name),
    given_name: text(claims.given_name),
    name: text(claims.name),
    phone: text(claims.phone ?? claims.phone_number),
    phone_verified: flag(claims.phone_verified ?? claims.phone_number_verified),
    picture: text(claims.picture),
    preferred_username: text(claims.preferred_username),
    organization: text(claims.organization),
    organization_name: text(claims.organization_name),
    organization_slug: text(claims.organization_slug),
    team: text(claims.team),
    roles: texts(claims.organization_roles),
    permissions: permissionsOf(claims.permissions),
    organizations: membershipsOf(claims.organizations),
  }
  return (extraFields ? { ...extraFields(claims), ...user } : user) as User
}
