import { federatedAcr, trustedFederatedAcr } from '../../../oidc/acr.ts'
import type { Membership } from '../../../oidc/claims.ts'
import type { IdentityAssertion } from '../../../oidc/federation/identity-assertion.ts'
import { isTooOld, missingRule } from '../../../oidc/organization-rules.ts'
import { findIdentity, type IdentityKey } from '../../../store/beyond-prisma/people/external-identities.ts'
import { findAddresses, findMemberships, findUserByEmail } from '../../../store/hot/people.ts'
import { canonicalAddress, domainOf } from '../../platform/addresses.ts'
import type { Deps } from '../../platform/deps.ts'
import { findOpenTerms, haveTerms } from '../../platform/terms.ts'
import { AssertionRefused } from '../assertions.ts'
import type { ChosenTrust } from './trust.ts'

/** The member whom an assertion is about. */
export interface AssertedPerson {
  userId: string
  key: IdentityKey
  /** Nobody was known by this subject: it is linked to the member with the address. */
  isNew: boolean
  /** It names another address than those of the person. */
  otherAddress: boolean
  memberships: readonly Membership[]
  membership: Membership
}

/** Who an assertion is about: a member of the organization, now. @throws AssertionRefused */
export async function personOf(
  deps: Deps,
  { issuer, organization, domains }: ChosenTrust,
  assertion: IdentityAssertion,
): Promise<AssertedPerson> {
  const key = { connectionId: issuer.id, issuer: assertion.issuer, subject: assertion.subject }
  const known = await findIdentity(deps.db, key)
  if (known?.disabled) throw new AssertionRefused('person')
  const userId = known?.userId ?? (await memberWithAddress(deps, assertion))
  // What the issuer knows of us confirms who it is, and chooses nobody.
  if (assertion.userId !== null && assertion.userId !== userId) throw new AssertionRefused('aud_sub')
  const [memberships, addresses] = await Promise.all([findMemberships(deps.db, userId), findAddresses(deps.db, userId)])
  const membership = memberships.find(({ organizationId }) => organizationId === organization.id)
  if (!membership) throw new AssertionRefused('member')
  const { teams } = issuer.trust
  if (teams.length > 0 && !membership.teams.some(({ id }) => teams.includes(id))) throw new AssertionRefused('team')
  const own = addresses.map(({ address }) => address)
  // Whoever has left the domains of the organization is no affair of its issuer any more, whatever address it names.
  if (!own.some((address) => domains.includes(domainOf(address) ?? ''))) throw new AssertionRefused('domain')
  const asserted = assertion.email === null ? null : canonicalAddress(assertion.email)
  const otherAddress = asserted !== null && !own.includes(asserted)
  return { userId, key, isNew: !known, otherAddress, memberships, membership }
}

/** The account with exactly the address of an assertion. The domain is the organization's, which decides who has it. */
async function memberWithAddress({ db }: Deps, { email, emailVerified }: IdentityAssertion): Promise<string> {
  const address = email === null ? null : canonicalAddress(email)
  if (address === null) throw new AssertionRefused('email')
  if (emailVerified === false) throw new AssertionRefused('email_verified')
  const account = await findUserByEmail(db, address)
  if (!account || account.disabled) throw new AssertionRefused('person')
  return account.id
}

/** How strong the sign-in at the issuer counts as: as that of a connection does (flows/authorization/federation/assurance.ts). */
export const acrOf = ({ acr }: IdentityAssertion, { trustMfa }: { trustMfa: boolean }): string =>
  trustMfa && (acr === 'phr' || acr === 'phrh') ? trustedFederatedAcr : federatedAcr

/** What the organization asks of every sign-in that acts for it. @throws AssertionRefused */
export async function requireRules(
  deps: Deps,
  { userId, membership }: AssertedPerson,
  { acr, authenticatedAt }: { acr: string; authenticatedAt: Date },
  isIn: (networks: readonly string[]) => boolean,
): Promise<void> {
  const { organizationId } = membership
  const missing = missingRule(membership, { acr, connectedOrganizationId: organizationId, isIn })
  if (missing) throw new AssertionRefused(missing)
  if (isTooOld(membership, { authenticatedAt }, deps.now())) throw new AssertionRefused('auth_time')
  const open = haveTerms([membership]) && (await findOpenTerms(deps, userId)).get(organizationId)
  if (open && !open.postponableUntil) throw new AssertionRefused('terms')
}
