import type { UpstreamIdentity } from './connection.ts'

/** More groups than this are read by nobody: then roles stay as they are. */
const mostGroups = 500

/** The methods of RFC 8176 section 2. */
const methodReferences = new Set(
  'face fpt geo hwk iris kba mca mfa otp pin pop pwd rba retina sc sms swk tel user vbm wia'.split(' '),
)

type Claims = Readonly<Record<string, unknown>>

/** A text of at most so many characters, without control characters. */
export const textOf = (value: unknown, maxLength: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= maxLength && !/[\u0000-\u001f\u007f]/.test(value)
    ? value
    : null

const nameOf = (value: unknown): string | null =>
  typeof value === 'string' ? textOf(value.trim().slice(0, 100), 100) : null

/** NumericDate (RFC 7519 section 2), if it is a time that a Date can hold. */
export const dateOf = (value: unknown): Date | null =>
  typeof value === 'number' && value > 0 && value < 1e11 ? new Date(value * 1000) : null

/**
 * The groups that a claim names. `overage`: there are too many. Null: there is no such claim, which does not mean that somebody
 * is in no group: Microsoft leaves the claim out as a whole where there are more than 200.
 */
export function groupsOf(claims: Claims, claim: string | null): UpstreamIdentity['groups'] {
  if (claim === null) return null
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined
  if (value === undefined) {
    const elsewhere = claims._claim_names
    const left = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim)
    return left || claims.hasgroups === true ? 'overage' : null
  }
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (listed.length > mostGroups) return 'overage'
  return listed.filter((group): group is string => textOf(group, 500) !== null)
}

/** Those of its methods that are in RFC 8176. */
export const amrOf = (methods: readonly unknown[]): string[] =>
  [...new Set(methods)].filter((method): method is string => methodReferences.has(method as string))

/** The subject of a token (OpenID Connect Core 2: at most 255 characters); null if it is none. */
export const subjectOf = (claims: Claims): string | null => textOf(claims.sub, 255)

/** Apple writes booleans as texts, and Microsoft `xms_edov` as a number. */
const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

/** What the claims of a checked ID token say of a person. Claims are never more than what they are of: only their types are trusted. */
export function identityOf(
  claims: Claims,
  { issuer, subject, groupsClaim, now }: { issuer: string; subject: string; groupsClaim: string | null; now: Date },
): UpstreamIdentity {
  const authenticatedAt = dateOf(claims.auth_time)
  return {
    issuer,
    subject,
    email: textOf(claims.email, 320),
    emailVerified: claims.email_verified === undefined ? null : isTrue(claims.email_verified),
    hostedDomain: textOf(claims.hd, 253)?.toLowerCase() ?? null,
    domainOwnerVerified: isTrue(claims.xms_edov),
    givenName: nameOf(claims.given_name),
    familyName: nameOf(claims.family_name),
    locale: textOf(claims.locale, 35),
    groups: groupsOf(claims, groupsClaim),
    acr: textOf(claims.acr, 255),
    amr: Array.isArray(claims.amr) ? amrOf(claims.amr) : [],
    // A clock that is ahead of ours makes nobody authenticated later than now.
    authenticatedAt: authenticatedAt && (authenticatedAt > now ? now : authenticatedAt),
    sid: textOf(claims.sid, 255),
    sessionExpiresAt: dateOf(claims.session_expiry),
  }
}
