import { decodeJwt, decodeProtectedHeader } from 'jose'
import {
  assertionLife,
  assertionTolerance,
  type ClaimedTrust,
  claimedTrust,
  type IdentityAssertion,
  identityAssertionType,
  readAssertion,
  requiredAssertionClaims,
} from '../../../oidc/federation/identity-assertion.ts'
import { lacksTenant } from '../../../oidc/federation/shared-issuers.ts'
import { findTrustsBySubject } from '../../../store/beyond-prisma/federation/agent-connections.ts'
import {
  findHolderOfDomain,
  findTrustedIssuer,
  findTrustInForce,
  type TrustedIssuerRecord,
} from '../../../store/prisma/federation/trusted-issuers.ts'
import { provenByDns } from '../../../store/prisma/organizations/domains.ts'
import type { OrganizationRecord } from '../../../store/prisma/organizations/organization-changes.ts'
import { findOrganization } from '../../../store/prisma/organizations/organizations.ts'
import { domainOf } from '../../platform/addresses.ts'
import type { Deps } from '../../platform/deps.ts'
import { AssertionRefused, verifyAssertion } from '../assertions.ts'

/** An issuer that an organization trusts, and the organization. */
export interface ChosenTrust {
  issuer: TrustedIssuerRecord
  organization: OrganizationRecord
  /** The domains that it has proven by DNS, as far as is known today. */
  domains: readonly string[]
}

/**
 * Which trust an assertion is to be verified for. Nothing of it was verified yet: it chooses this and nothing else, and no issuer
 * is asked for anything that an organization does not trust.
 * @throws AssertionRefused
 */
export async function chooseTrust(deps: Deps, assertion: string): Promise<ChosenTrust> {
  const claimed = peek(assertion)
  // An authorization server must not honour what it issued itself.
  if (claimed.issuer === deps.config.issuer) throw new AssertionRefused('iss')
  const issuer = claimed.email === null ? await bySubject(deps, claimed) : await byDomain(deps, claimed, claimed.email)
  const organization = issuer && (await findOrganization(deps.db, issuer.organizationId))
  if (!issuer || !organization) throw new AssertionRefused('trust')
  // The operator may have learned since that it serves many companies.
  if (lacksTenant(deps.config, issuer)) throw new AssertionRefused('tenant')
  const domains = await provenByDns(deps.db, organization.id, deps.now())
  if (domains.length === 0) throw new AssertionRefused('domain')
  return { issuer, organization, domains }
}

function peek(assertion: string): ClaimedTrust {
  let claims: ClaimedTrust | null
  try {
    if (decodeProtectedHeader(assertion).typ !== identityAssertionType) throw new AssertionRefused('typ')
    claims = claimedTrust(decodeJwt(assertion))
  } catch (error) {
    throw error instanceof AssertionRefused ? error : new AssertionRefused('format', { cause: error })
  }
  if (!claims) throw new AssertionRefused('format')
  return claims
}

/** Of the organization that has proven the domain of the address. */
async function byDomain(
  { db }: Deps,
  { issuer, tenant }: ClaimedTrust,
  email: string,
): Promise<TrustedIssuerRecord | null> {
  const domain = domainOf(email)
  const organizationId = domain && (await findHolderOfDomain(db, domain))
  return organizationId ? findTrustInForce(db, { organizationId, issuer, tenant }) : null
}

/** Of the only organization that knows somebody by this subject. */
async function bySubject({ db }: Deps, claimed: ClaimedTrust): Promise<TrustedIssuerRecord | null> {
  const [id, other] = await findTrustsBySubject(db, claimed)
  return id && other === undefined ? findTrustedIssuer(db, { id }) : null
}

/** Verifies an assertion for the trust that was chosen, and reads all of it again. @throws AssertionRefused */
export async function verifyForTrust(
  deps: Deps,
  assertion: string,
  { issuer: { issuer, tenant, trust }, organization, domains }: ChosenTrust,
): Promise<IdentityAssertion> {
  const payload = await verifyAssertion(deps, assertion, {
    issuer,
    audience: [deps.config.issuer],
    keys: deps.issuerKeys.of({ issuer, jwksUri: trust.jwksUri, jwks: null, subject: '', preset: null, guarded: true }),
    maxLife: assertionLife,
    replay: 'allowed',
    requires: requiredAssertionClaims,
    tolerance: assertionTolerance,
  })
  const read = readAssertion(payload, deps.now())
  if ('differs' in read) throw new AssertionRefused(read.differs)
  if (read.tenant !== tenant) throw new AssertionRefused('tenant')
  if (read.organizationId !== null && read.organizationId !== organization.id) throw new AssertionRefused('aud_tenant')
  if (read.email !== null && !domains.includes(domainOf(read.email) ?? '')) throw new AssertionRefused('domain')
  return read
}
