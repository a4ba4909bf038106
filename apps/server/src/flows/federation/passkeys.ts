import { findAddresses } from '../../store/hot/people.ts'
import { findRoles } from '../../store/prisma/organizations/organizations.ts'
import type { Deps } from '../platform/deps.ts'
import { connectedDomainOf } from './discovery.ts'

/**
 * Whether somebody may sign in by a passkey alone. Not where every address of the account is of a domain whose organization
 * signs its people in itself: that would go around it. Its owners may, since they are who sets that right when it does not
 * work: at the organization, the session opens the pages of company sign-in and nothing else (bypass.ts).
 */
export async function mayUsePasskey(deps: Deps, userId: string): Promise<boolean> {
  if (!deps.config.sso) return true
  const addresses = await findAddresses(deps.db, userId)
  const domains = await Promise.all(addresses.map(({ address }) => connectedDomainOf(deps, address)))
  for (const domain of domains) {
    if (!domain?.enforced) return true
    if ((await findRoles(deps.db, domain.organizationId, userId))?.includes('owner')) return true
  }
  return domains.length === 0
}
