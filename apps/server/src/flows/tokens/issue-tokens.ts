import { signJwt } from '../../crypto/jws.ts'
import { takeRandomBytes } from '../../crypto/random.ts'
import { accessClaims } from '../../oidc/access-claims.ts'
import { type ActiveOrganization, type Claims, organizationClaims, withoutEmpty } from '../../oidc/claims.ts'
import { type Client, signsInDevices } from '../../oidc/clients.ts'
import { confirmation, type TokenType } from '../../oidc/dpop.ts'
import { organizationDemand, registeredResources } from '../../oidc/resources.ts'
import { type Actor, maxActors } from '../../oidc/token-exchange.ts'
import type { Deps } from '../platform/deps.ts'
import { rfc9068Claims } from '../platform/rights/rfc9068-claims.ts'
import { requireBinding } from './dpop/binding.ts'

/** An operator acts as the person: the tokens name them (RFC 8693 section 4.1), and end with the permission. */
export interface Impersonated {
  operatorId: string
  /** Seconds since the epoch. */
  until: number
}

/** How a person signed in, as the tokens state it. */
export interface Authentication {
  authenticatedAt: Date
  acr: string
  amr: readonly string[]
  sessionId: string
  impersonation?: Impersonated | undefined
  /** When the session at the identity provider ends that it came from, if it said so: no access token outlives it. */
  connectedUntil?: Date | null | undefined
}

/** RFC 6749 section 5.1 and the specification's token response. */
export interface TokenResponse {
  access_token: string
  token_type: TokenType
  expires_in: number
  scope: string
  id_token?: string
  refresh_token?: string
  /** Of an exchange (RFC 8693 section 2.2.1). */
  issued_token_type?: string
  /** The API that the token is for, where an assertion has chosen it. */
  resource?: string
}

/** Seconds that an access token of a client lives at most that signs in devices by a code. */
const deviceTokenTtl = 600

/** The seconds that an access token of the client lives: no longer than one of its resources lets it. */
export function tokenTtl(
  { config, resources }: Pick<Deps, 'config' | 'resources'>,
  client: Client,
  resource: readonly string[],
): number {
  const own = client.accessTokenTtl ?? config.ttl.accessToken
  const ttl = signsInDevices(client) ? Math.min(own, deviceTokenTtl) : own
  if (resource.length === 0 || resources.size === 0) return ttl
  return Math.min(ttl, ...registeredResources(resources, resource).map(({ tokenTtl }) => tokenTtl ?? ttl))
}

/**
 * `<grant>.<random>`: whether a token was revoked is read by the id of the grant in its verified claims. Each exchange adds
 * `.<random>`, so that the id of a token begins with those of the tokens that it came from.
 */
export const newTokenId = (source: string): string => `${source}.${takeRandomBytes(12).toString('base64url')}`
export function grantOfToken(jti: string): string | null {
  const [grant, ...exchanges] = jti.split('.', maxActors + 3)
  const isOurs = grant && /^[0-9a-f]{32}$/.test(grant) && exchanges.length > 0 && exchanges.length <= maxActors + 1
  return isOurs && exchanges.every((part) => /^[\w-]{16}$/.test(part)) ? grant : null
}

/** The ids of the tokens that a token was exchanged for, the first one first. */
export function sourcesOfToken(jti: string): string[] {
  const parts = jti.split('.')
  return parts.slice(1, -1).map((_, index) => parts.slice(0, index + 2).join('.'))
}

export interface AccessToken {
  token: string
  expiresIn: number
}

/** A JWT access token (RFC 9068), ES256. */
export async function issueAccessToken(
  deps: Deps,
  client: Client,
  grant: {
    /** Of the grant, or of the token that is exchanged. */
    id: string
    userId: string
    scope: readonly string[]
    resource: readonly string[]
    active: ActiveOrganization
    authentication: Authentication
    /** Claims of declared fields. None of them has a name that this server uses. */
    fields: Claims
    /** The key that it is bound to, as `bindTokens` returned it. */
    jkt?: string | null
    /** Seconds that it lives at most, beside what client and resource say. */
    maxTtl?: number
    /** The client that acts for the person, of an exchanged token. */
    delegation?: Actor
  },
): Promise<AccessToken> {
  requireBinding(deps, client, grant.resource, grant.jkt)
  const iat = Math.floor(deps.now().getTime() / 1000)
  const { active, scope, resource, authentication } = grant
  const { impersonation, connectedUntil } = authentication
  const longest = Math.min(tokenTtl(deps, client, resource), grant.maxTtl ?? Number.POSITIVE_INFINITY)
  const expiresIn = lifetimeOf(lifetimeOf(longest, impersonation?.until, iat), secondsOf(connectedUntil), iat)
  // An API needs the tenant and the roles, whether its client asks for them or not.
  const demanded = resource.length > 0 && namesOrganization(deps, resource)
  // What was of an organization stays so, whatever the next API demands.
  const isNamed = demanded || grant.delegation !== undefined || speaksOfOrganization(scope)
  const { organization, team, organization_roles, organization_roles_cut } = isNamed ? organizationClaims(active) : {}
  const inDetail = demanded || scope.includes('organization') || scope.includes('team')
  const payload = withoutEmpty({
    ...grant.fields,
    iss: deps.config.issuer,
    sub: grant.userId,
    aud: audience(deps, resource),
    client_id: client.id,
    scope: scope.join(' '),
    iat,
    exp: iat + expiresIn,
    jti: newTokenId(grant.id),
    sid: authentication.sessionId,
    auth_time: Math.floor(authentication.authenticatedAt.getTime() / 1000),
    acr: authentication.acr,
    amr: authentication.amr.length > 0 ? authentication.amr : undefined,
    act: grant.delegation ?? (impersonation && { sub: impersonation.operatorId }),
    ...confirmation(grant.jkt),
    organization,
    team,
    ...(inDetail ? { organization_roles, organization_roles_cut } : {}),
    ...rfc9068Claims(deps, resource, scope, active),
  })
  const token = await signJwt(deps.keys.signer('ES256'), 'at+jwt', payload)
  // We just signed it, so it need not be verified when it comes back.
  const claims = accessClaims(payload)
  if (claims) deps.verifiedTokens.add(token, claims)
  return { token, expiresIn }
}

const secondsOf = (time: Date | null | undefined): number | undefined => (time ? time.getTime() / 1000 : undefined)

const speaksOfOrganization = (scope: readonly string[]): boolean =>
  ['organization', 'team', 'organizations', 'profile'].some((name) => scope.includes(name))

const namesOrganization = ({ resources }: Pick<Deps, 'resources'>, resource: readonly string[]): boolean =>
  resources.size > 0 && organizationDemand(registeredResources(resources, resource)) !== 'none'

/** The seconds that a token lives: no longer than until this time, if there is one, in seconds since the epoch. */
export const lifetimeOf = (ttl: number, until: number | null | undefined, iat: number): number =>
  until == null ? ttl : Math.max(0, Math.min(ttl, Math.floor(until) - iat))

/** One audience is a string, several are a list. */
export const audience = ({ config }: Pick<Deps, 'config'>, resource: readonly string[]): string | readonly string[] =>
  resource.length === 0 ? config.issuer : resource.length === 1 ? (resource[0] as string) : resource
