/** A person, as the provider's specification has it. Every field but `sub` may be null. */
export interface User {
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
}

/** Who is signed in. Holds no token, so it may be given to a page. */
export interface Session {
  user: User
  /** The session's id at the provider. */
  sid: string | null
  /** Seconds since the epoch. */
  authTime: number
  expiresAt: number
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** Makes a `User` of claims: known names only, so nothing from outside reaches a prototype. */
export function userOf(claims: Readonly<Record<string, unknown>>): User {
  const roles = claims.organization_roles
  return {
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
    roles: Array.isArray(roles) ? roles.filter((role): role is string => typeof role === 'string') : [],
  }
}

/** What a page or an endpoint demands. All that is named must hold; an empty list never does. */
export interface Requirement {
  /** One of these roles in the active organization. */
  role?: string | readonly string[]
  /** This organization, or any when `true`. */
  organization?: string | true
}

export function meets({ user }: Session, { role, organization }: Requirement): boolean {
  if (role !== undefined && !(Array.isArray(role) ? role : [role]).some((one) => user.roles.includes(one))) return false
  if (organization === true) return user.organization !== null
  return organization === undefined || user.organization === organization
}
