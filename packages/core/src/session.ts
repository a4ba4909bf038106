/**
 * For types of your own: what `AuthOptions.user` adds to a person.
 *
 * @example
 * ```ts
 * declare module '@vestibule/core' {
 *   interface Register {
 *     user: { plan: string }
 *   }
 * }
 * ```
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by module augmentation
export interface Register {}

type Registered = Register extends { user: infer Extra } ? Extra : unknown

/** A person, as the provider's specification has it. Every field but `sub` may be null. */
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
  /** The active organization and team: opaque ids. */
  organization: string | null
  team: string | null
  /** With the scope `organization`. */
  organization_name: string | null
  organization_slug: string | null
  /** The person's roles in the active organization, when the scope `organization` was granted. */
  roles: readonly string[]
  /** Every organization of the person, when the scope `organizations` was granted: to draw a switcher from. */
  organizations: readonly { id: string; slug: string; name: string }[]
}

export type User = DefaultUser & Registered

/** Who is signed in. Holds no token, so it may be given to a page. */
export interface Session {
  user: User
  /** The session's id at the provider. */
  sid: string | null
  /** When the person signed in, in seconds since the epoch. */
  authTime: number
  /** How: values of the provider, such as `phr` for a passkey. */
  acr: string | null
  /** What was granted. */
  scopes: readonly string[]
  /** Seconds since the epoch. The session ends then, however often it is used. */
  expiresAt: number
  /** Seconds since the epoch, the end of the access token: a guard that is later asks the provider again. */
  freshUntil: number
}

export type Claims = Readonly<Record<string, unknown>>

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const membershipsOf = (value: unknown): { id: string; slug: string; name: string }[] =>
  (Array.isArray(value) ? value : []).flatMap((item: Record<string, unknown> | null) => {
    const [id, slug, name] = [text(item?.id), text(item?.slug), text(item?.name)]
    return id && slug && name ? [{ id, slug, name }] : []
  })

/** Makes a `User` of claims: known names only, so nothing from outside reaches a prototype. */
export function userOf(claims: Claims, more?: (claims: Claims) => object): User {
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
    organizations: membershipsOf(claims.organizations),
  }
  return (more ? { ...more(claims), ...user } : user) as User
}
