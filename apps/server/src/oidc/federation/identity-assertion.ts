import type { ConsentedResource } from '../consent.ts'
import { isScopeName } from '../scopes.ts'
import { amrOf, dateOf, subjectOf, textOf } from './identity.ts'

/**
 * The type of an identity assertion (ID-JAG, draft-ietf-oauth-identity-assertion-authz-grant section 3). Compared character by
 * character: no other spelling of it, and no `application/` before it, is this type.
 */
export const identityAssertionType = 'oauth-id-jag+jwt'

/** What the metadata call the grant. */
export const identityAssertionProfile = 'urn:ietf:params:oauth:grant-profile:id-jag'

/** Seconds from `iat` to `exp` at most, and how far the clock of an issuer may be from ours. */
export const assertionLife = 300
export const assertionTolerance = 30

/** The claims that every one has. */
export const requiredAssertionClaims = ['iss', 'sub', 'aud', 'client_id', 'jti', 'exp', 'iat'] as const

/** What an organization allows an issuer (the column `settings`). */
export interface IssuerTrust {
  /** The scopes of each API. */
  resources: readonly ConsentedResource[]
  /** Clients, by their ids. None: those that the organization lets its members connect. */
  clients: readonly string[]
  /** Teams whose members may use it. None: all members. */
  teams: readonly string[]
  /** An `acr` of the issuer that says phishing-resistant (`phr`, `phrh`) counts as ours. */
  trustMfa: boolean
  /** Where its keys are, if they are at another origin than the issuer. */
  jwksUri: string | null
}

/** What an assertion says before anything of it was verified. It chooses which trust it is verified for, and nothing else. */
export interface ClaimedTrust {
  issuer: string
  /** '' for none. */
  tenant: string
  subject: string
  email: string | null
}

type Claims = Readonly<Record<string, unknown>>

/** Null where nothing could be chosen by it. */
export function claimedTrust(claims: Claims): ClaimedTrust | null {
  const issuer = textOf(claims.iss, 500)
  const subject = subjectOf(claims)
  const tenant = claims.tenant === undefined ? '' : textOf(claims.tenant, 255)
  const email = claims.email === undefined ? null : textOf(claims.email, 320)
  if (issuer === null || subject === null || tenant === null) return null
  if (email === null && claims.email !== undefined) return null
  return { issuer, tenant, subject, email }
}

/** An assertion, after its signature and its registered claims were verified. */
export interface IdentityAssertion extends ClaimedTrust {
  clientId: string
  tokenId: string
  /** What `email_verified` said; null: nothing. */
  emailVerified: boolean | null
  resource: readonly string[]
  /** Null: it names none. */
  scope: readonly string[] | null
  /** Which organization and which person its issuer means here. */
  organizationId: string | null
  userId: string | null
  acr: string | null
  amr: readonly string[]
  authenticatedAt: Date
  expiresAt: Date
}

/** Reads the claims of an assertion. Else the name of the first claim that is wrong: whatever is not understood is refused. */
export function readAssertion(claims: Claims, now: Date): IdentityAssertion | { differs: string } {
  const claimed = claimedTrust(claims)
  const clientId = textOf(claims.client_id, 512)
  const tokenId = textOf(claims.jti, 512)
  if (!claimed) return { differs: 'sub' }
  if (clientId === null) return { differs: 'client_id' }
  if (tokenId === null) return { differs: 'jti' }
  const [issuedAt, expiresAt] = [dateOf(claims.iat), dateOf(claims.exp)]
  if (!issuedAt) return { differs: 'iat' }
  if (!expiresAt || expiresAt.getTime() - issuedAt.getTime() > assertionLife * 1000) return { differs: 'exp' }
  const unread = ['cnf', 'authorization_details'].find((name) => claims[name] !== undefined)
  if (unread) return { differs: unread }
  const resource = listOf(claims.resource)
  if (!resource) return { differs: 'resource' }
  const scope = scopeOf(claims.scope)
  if (scope === undefined) return { differs: 'scope' }
  const wrong = ['aud_tenant', 'aud_sub', 'acr'].find(
    (name) => claims[name] !== undefined && textOf(claims[name], 255) === null,
  )
  if (wrong) return { differs: wrong }
  const authenticatedAt = claims.auth_time === undefined ? issuedAt : dateOf(claims.auth_time)
  if (!authenticatedAt) return { differs: 'auth_time' }
  return {
    ...claimed,
    ...{ clientId, tokenId, resource, scope, expiresAt },
    emailVerified: claims.email_verified === undefined ? null : claims.email_verified === true,
    organizationId: textOf(claims.aud_tenant, 255),
    userId: textOf(claims.aud_sub, 255),
    acr: textOf(claims.acr, 255),
    amr: Array.isArray(claims.amr) ? amrOf(claims.amr) : [],
    // A clock that is ahead of ours makes nobody authenticated later than now.
    authenticatedAt: authenticatedAt > now ? now : authenticatedAt,
  }
}

/** Resources are a text or a list of texts (RFC 8707 section 2). Null for anything else. */
function listOf(value: unknown): string[] | null {
  if (value === undefined) return []
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value]
  return listed.length <= 20 && listed.every((item) => textOf(item, 512) !== null) ? (listed as string[]) : null
}

/** Undefined for what is no scope (RFC 6749 section 3.3). */
function scopeOf(value: unknown): string[] | null | undefined {
  if (value === undefined) return null
  if (typeof value !== 'string' || value.length > 4000) return undefined
  const names = value.split(' ').filter(Boolean)
  return names.every(isScopeName) ? [...new Set(names)] : undefined
}
