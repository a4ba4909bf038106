import type { ClaimRequest } from './claims-parameter.ts'
import type { OrganizationRules } from './organization-rules.ts'
import { type HeldRoles, isShort, type RightsHolder } from './permissions.ts'
import { fullName } from './person-names.ts'
import type { StandardScope } from './scopes.ts'

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
  /** An address elsewhere, as it was given. */
  picture: string | null
  /** The picture that is stored here. */
  pictureId: string | null
  website: string | null
  gender: string | null
  birthdate: string | null
  zoneinfo: string | null
  locale: string | null
  phone: string | null
  phoneVerified: boolean
  address: Record<string, string> | null
  updatedAt: Date
  /** JSON text of the values of declared fields. */
  fields: string | null
}

/** The address of a person as it is stored: the members of the claim as JSON (OIDC Core 5.1.1). */
export const readPostalAddress = (stored: string | null): Person['address'] =>
  stored ? (JSON.parse(stored) as Record<string, string>) : null

export interface Team {
  id: string
  slug: string
  name: string
}

export interface Membership extends OrganizationRules {
  slug: string
  name: string
  /** Of owner, admin and member. */
  roles: string[]
  /** The others. */
  held: HeldRoles
  teams: Team[]
  /** The maximum age of a sign-in that acts for it, in seconds. */
  sessionMax: number | null
  /** The version of the organization's own terms. Null: it has none. */
  termsVersion: number | null
  /** JSON text of the values of declared fields, of the membership and of the organization. */
  fields: string | null
  organizationFields: string | null
}

/** The organization and team for which a token is issued. */
export interface ActiveOrganization {
  memberships: readonly Membership[]
  organizationId: string | null
  teamId: string | null
}

/** The subject of a token or userinfo response: the person, and the active organization and team. */
export interface Subject extends ActiveOrganization {
  person: Person
  issuer: string
  /** What they may do in the application, in the active organization. Null: not asked for, or no organization. */
  permissions: readonly string[] | null
}

/** The path of a stored picture, below the issuer. */
export const picturePath = (id: string): string => `/pictures/${id}`

export type Claims = Record<string, unknown>

/** The claims of the active organization and team. */
const organizationNames = [
  'organization',
  'organization_slug',
  'organization_name',
  'organization_roles',
  'team',
  'teams',
] as const
type OrganizationClaims =
  | (Record<(typeof organizationNames)[number], unknown> & { organization_roles_cut?: true })
  | Record<string, never>

/** More roles than this are left out of tokens: owner, admin and member are always there. */
const maxRolesClaim = 24

/** The roles of a member, as every token and answer states them. */
export function rolesClaim({ roles, held }: RightsHolder): {
  organization_roles: readonly string[]
  organization_roles_cut?: true
} {
  if (roles.length + held.keys.length > maxRolesClaim)
    return { organization_roles: roles, organization_roles_cut: true }
  return { organization_roles: held.keys.length === 0 ? roles : [...roles, ...held.keys] }
}

/** The same in every token and response that has them (docs/reference.md). */
export function organizationClaims({ memberships, organizationId, teamId }: ActiveOrganization): OrganizationClaims {
  const membership = memberships.find((candidate) => candidate.organizationId === organizationId)
  if (!membership) return {}
  return {
    organization: membership.organizationId,
    organization_slug: membership.slug,
    organization_name: membership.name,
    ...rolesClaim(membership),
    team: teamId,
    teams: membership.teams.map((team) => team.id),
  }
}

interface ScopeClaims<Name extends string = string> {
  /** The claims that the scope includes, whether the person has a value for them or not. */
  names: readonly Name[]
  /** Only at userinfo: claims that are not plain values, that grow with the person, or that are rights which can be revoked. */
  neverPlain: readonly NoInfer<Name>[]
  /** Whether the memberships have to be read for them. */
  ofOrganizations: boolean
  values: (subject: Subject) => Record<NoInfer<Name>, unknown> | Record<string, never>
}

/** Makes the compiler compare the names with the values. */
const scopeClaims = <const Name extends string>(scope: ScopeClaims<Name>): ScopeClaims => scope

const ofActiveOrganization = scopeClaims({
  names: organizationNames,
  neverPlain: ['teams', 'organization_roles'],
  ofOrganizations: true,
  values: organizationClaims,
})

/** What each scope includes. Null: no claim about the person. */
const claimsOfScopes: Record<StandardScope, ScopeClaims | null> = {
  openid: null,
  offline_access: null,
  profile: scopeClaims({
    names: [
      'name',
      'given_name',
      'family_name',
      'middle_name',
      'nickname',
      'preferred_username',
      'profile',
      'picture',
      'website',
      'gender',
      'birthdate',
      'zoneinfo',
      'locale',
      'updated_at',
      'organization',
      'team',
    ],
    neverPlain: [],
    // Their ids are known without the memberships.
    ofOrganizations: false,
    values: ({ person, issuer, organizationId, teamId }) => ({
      name: fullName(person),
      given_name: person.givenName,
      family_name: person.familyName,
      middle_name: person.middleName,
      nickname: person.nickname,
      preferred_username: person.preferredUsername,
      profile: person.profile,
      picture: person.pictureId ? `${issuer}${picturePath(person.pictureId)}` : person.picture,
      website: person.website,
      gender: person.gender,
      birthdate: person.birthdate,
      zoneinfo: person.zoneinfo,
      locale: person.locale,
      updated_at: Math.floor(person.updatedAt.getTime() / 1000),
      organization: organizationId,
      team: teamId,
    }),
  }),
  email: scopeClaims({
    names: ['email', 'email_verified'],
    neverPlain: [],
    ofOrganizations: false,
    values: ({ person }) => ({ email: person.email, email_verified: person.email ? true : null }),
  }),
  phone: scopeClaims({
    names: ['phone_number', 'phone_number_verified', 'phone', 'phone_verified'],
    neverPlain: [],
    ofOrganizations: false,
    values: ({ person: { phone, phoneVerified } }) => ({
      phone_number: phone,
      phone_number_verified: phone ? phoneVerified : null,
      phone,
      phone_verified: phone ? phoneVerified : null,
    }),
  }),
  address: scopeClaims({
    names: ['address'],
    neverPlain: ['address'],
    ofOrganizations: false,
    values: ({ person }) => ({ address: person.address }),
  }),
  organization: ofActiveOrganization,
  team: ofActiveOrganization,
  permissions: scopeClaims({
    names: ['permissions'],
    neverPlain: [],
    ofOrganizations: true,
    values: ({ permissions }) => ({ permissions }),
  }),
  organizations: scopeClaims({
    names: ['organizations'],
    neverPlain: ['organizations'],
    ofOrganizations: true,
    values: ({ memberships }) => ({
      organizations: memberships.map(({ organizationId, slug, name, roles, teams }) => ({
        id: organizationId,
        slug,
        name,
        roles,
        teams: teams.map((team) => team.id),
      })),
    }),
  }),
}

/** By name, since names come from outside. */
const scopes: ReadonlyMap<string, ScopeClaims> = new Map(
  Object.entries(claimsOfScopes).flatMap(([scope, included]) => (included ? [[scope, included] as const] : [])),
)

/** Every claim that can be requested by name, with the scopes that include it, the one with the fewest claims first. */
const scopesOfClaims: ReadonlyMap<string, readonly string[]> = new Map(
  [...scopes.values()].flatMap(({ names }) =>
    names.map((name) => [
      name,
      [...scopes]
        .filter(([, included]) => included.names.includes(name))
        .sort(([, a], [, b]) => a.names.length - b.names.length)
        .map(([scope]) => scope),
    ]),
  ),
)

/** The scopes that include a claim, the most specific first. None for a claim that does not depend on a scope. */
export const scopesOfClaim = (name: string): readonly string[] => scopesOfClaims.get(name) ?? []

/** The claims that a scope includes, whether the person has a value for them or not. */
export const claimsOfScope = (scope: string): readonly string[] => scopes.get(scope)?.names ?? []

/** Whether a client that may request these scopes may have a claim by its name: by its most specific scope. */
export function mayHaveClaim(name: string, may: ReadonlySet<string>): boolean {
  const [scope] = scopesOfClaim(name)
  return scope !== undefined && may.has(scope)
}

/** Whether the claims of these scopes and names depend on memberships. */
export const speaksOfOrganizations = (
  scope: readonly string[],
  requested: Record<string, ClaimRequest | null> | undefined,
): boolean => scope.some((name) => scopes.get(name)?.ofOrganizations) || Object.keys(requested ?? {}).length > 0

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
  ...scopesOfClaims.keys(),
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
  for (const name of scope) Object.assign(claims, scopes.get(name)?.values(subject))
  for (const name of Object.keys(requested ?? {})) {
    if (mayHaveClaim(name, may)) claims[name] ??= scopes.get(scopesOfClaim(name)[0] ?? '')?.values(subject)[name]
  }
  return withoutEmpty(claims)
}

const neverPlain = new Set([...scopes.values()].flatMap((scope) => scope.neverPlain))

/** The claims of these scopes that an ID token may have if there is an access token too. */
export function plainClaimsFor(subject: Subject, scope: readonly string[]): Claims {
  const claims = claimsFor(subject, scope, undefined, new Set())
  for (const name of neverPlain) delete claims[name]
  delete claims.organization_roles_cut
  return claims
}

/** Leaves permissions to userinfo that are too many for an ID token. */
export function withoutManyPermissions(claims: Claims): Claims {
  if (Array.isArray(claims.permissions) && !isShort(claims.permissions)) delete claims.permissions
  return claims
}

/** Whether an ID token has claims of these scopes beside an access token. */
export const speaksOfPerson = (scope: readonly string[]): boolean =>
  scope.some((name) => claimsOfScope(name).some((claim) => !neverPlain.has(claim)))

/** A loop: `Object.fromEntries` takes thirty times as long, and every token and answer needs it. */
export function withoutEmpty(claims: Claims): Claims {
  const kept: Claims = {}
  for (const name in claims) {
    const value = claims[name]
    if (value !== null && value !== undefined && value !== '') kept[name] = value
  }
  return kept
}
