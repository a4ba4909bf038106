import type { ClaimRequest } from './claims-parameter.ts'
import { fullName } from './person-names.ts'

/** A person as the protocol describes them: the specification's user model and the other claims of OIDC Core 5.1. */
export interface Person {
  id: string
  email: string | null
  givenName: string | null
  familyName: string | null
  middleName: string | null
  nickname: string | null
  preferredUsername: string | null
  profile: string | null
  picture: string | null
  website: string | null
  gender: string | null
  birthdate: string | null
  zoneinfo: string | null
  locale: string | null
  phone: string | null
  phoneVerified: boolean
  address: Record<string, string> | null
  updatedAt: Date
}

export interface Team {
  id: string
  slug: string
  name: string
}

export interface Membership {
  organizationId: string
  slug: string
  name: string
  roles: string[]
  teams: Team[]
  /** The organization requires a session that began with a passkey. */
  requirePasskey: boolean
  /** The maximum age of a sign-in that acts for it, in seconds. */
  sessionMax: number | null
  /** The version of the organization's own terms. Null: it has none. */
  termsVersion: number | null
}

/** The organization and team for which a token is issued. */
export interface Belonging {
  memberships: readonly Membership[]
  organizationId: string | null
  teamId: string | null
}

/** The subject of a token or userinfo response: the person, and the active organization and team. */
export interface Subject extends Belonging {
  person: Person
}

export type Claims = Record<string, unknown>

const makers: Record<string, (subject: Subject) => Claims> = {
  profile: ({ person, organizationId, teamId }) => ({
    name: fullName(person),
    given_name: person.givenName,
    family_name: person.familyName,
    middle_name: person.middleName,
    nickname: person.nickname,
    preferred_username: person.preferredUsername,
    profile: person.profile,
    picture: person.picture,
    website: person.website,
    gender: person.gender,
    birthdate: person.birthdate,
    zoneinfo: person.zoneinfo,
    locale: person.locale,
    updated_at: Math.floor(person.updatedAt.getTime() / 1000),
    organization: organizationId,
    team: teamId,
  }),
  email: ({ person }) => ({ email: person.email, email_verified: person.email ? true : null }),
  phone: ({ person: { phone, phoneVerified } }) => ({
    phone_number: phone,
    phone_number_verified: phone ? phoneVerified : null,
    phone,
    phone_verified: phone ? phoneVerified : null,
  }),
  address: ({ person }) => ({ address: person.address }),
  organization: organizationClaims,
  team: organizationClaims,
  organizations: ({ memberships }) => ({
    organizations: memberships.map(({ organizationId, slug, name, roles, teams }) => ({
      id: organizationId,
      slug,
      name,
      roles,
      teams: teams.map((team) => team.id),
    })),
  }),
}

/** The claims of the active organization and team, the same in every token and response that has them (docs/reference.md). */
export function organizationClaims({ memberships, organizationId, teamId }: Belonging): Claims {
  const membership = memberships.find((candidate) => candidate.organizationId === organizationId)
  if (!membership) return {}
  return {
    organization: membership.organizationId,
    organization_slug: membership.slug,
    organization_name: membership.name,
    organization_roles: membership.roles,
    team: teamId,
    teams: membership.teams.map((team) => team.id),
  }
}

/** Every claim that can be requested by name, with the scope that includes it. */
const claimNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    profile:
      'name given_name family_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale updated_at',
    email: 'email email_verified',
    phone: 'phone_number phone_number_verified phone phone_verified',
    address: 'address',
    organization: 'organization organization_slug organization_name organization_roles team teams',
    organizations: 'organizations',
  }).flatMap(([scope, names]) => names.split(' ').map((name): [string, string] => [name, scope])),
)

/** The scopes that include a claim, the most specific first. None for a claim that does not depend on a scope. */
export function scopesOfClaim(name: string): readonly string[] {
  const scope = claimNames.get(name)
  if (scope !== 'organization') return scope ? [scope] : []
  return name === 'organization' || name === 'team' ? ['organization', 'team', 'profile'] : ['organization', 'team']
}

/** The claims that a scope includes, whether the person has a value for them or not. */
export const claimsOfScope = (scope: string): string[] =>
  [...claimNames.keys()].filter((name) => scopesOfClaim(name).includes(scope))

/** Whether a client that may request these scopes may have a claim by its name. */
export function mayHaveClaim(name: string, may: ReadonlySet<string>): boolean {
  const scope = claimNames.get(name)
  return scope !== undefined && may.has(scope)
}

const ofOrganizations = new Set(['organization', 'team', 'organizations'])

/** Whether the claims of these scopes and names depend on memberships. */
export const speaksOfOrganizations = (
  scope: readonly string[],
  requested: Record<string, ClaimRequest | null> | undefined,
): boolean => scope.some((name) => ofOrganizations.has(name)) || Object.keys(requested ?? {}).length > 0

export const claimsSupported = [
  'sub',
  'iss',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'nonce',
  'acr',
  'amr',
  'sid',
  ...claimNames.keys(),
]

/**
 * The claims of these scopes, and those requested by name. A claim without a value is omitted (OIDC Core 5.3.2).
 * A claim by name needs a scope that the client may request: `may` decides.
 */
export function claimsFor(
  subject: Subject,
  scope: readonly string[],
  requested: Record<string, ClaimRequest | null> | undefined,
  may: ReadonlySet<string>,
): Claims {
  const claims: Claims = {}
  for (const name of scope) if (Object.hasOwn(makers, name)) Object.assign(claims, makers[name]?.(subject))
  for (const name of Object.keys(requested ?? {})) {
    if (mayHaveClaim(name, may)) claims[name] ??= makers[claimNames.get(name) ?? '']?.(subject)[name]
  }
  return withoutEmpty(claims)
}

/** Only at userinfo: claims that are not plain values, that grow with the person, or that are rights which can be revoked. */
const neverPlain = ['address', 'teams', 'organizations', 'organization_roles']

/** The claims of these scopes that an ID token may have if there is an access token too. */
export function plainClaimsFor(subject: Subject, scope: readonly string[]): Claims {
  const claims = claimsFor(subject, scope, undefined, new Set())
  for (const name of neverPlain) delete claims[name]
  return claims
}

/** Whether the plain claims of these scopes depend on the person's data. */
export const speaksOfPerson = (scope: readonly string[]): boolean =>
  scope.some((name) => name !== 'address' && name !== 'organizations' && Object.hasOwn(makers, name))

/** A loop: `Object.fromEntries` takes thirty times as long, and every token and answer needs it. */
export function withoutEmpty(claims: Claims): Claims {
  const kept: Claims = {}
  for (const name in claims) {
    const value = claims[name]
    if (value !== null && value !== undefined && value !== '') kept[name] = value
  }
  return kept
}
