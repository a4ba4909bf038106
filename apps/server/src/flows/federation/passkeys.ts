import { findAddresses } from '../../store/hot/people.ts'
import { findRoles } from '../../store/prisma/organizations/organizations.ts'
import type { Deps } from '../platform/deps.ts'
import { connectedDomainOf } from './discovery.ts'

/**
 * The organizations whose sign-in alone is a person's, since every address of the account is of a domain that enforces it. Null
 * if they have another way in: to sign them in otherwise then goes around nothing.
 */
async function soleSignInOf(deps: Deps, userId: string): Promise<string[] | null> {
  if (!deps.config.sso) return null
  const addresses = await findAddresses(deps.db, userId)
  const domains = await Promise.all(addresses.map(({ address }) => connectedDomainOf(deps, address)))
  const enforced = domains.flatMap((domain) => (domain?.enforced ? [domain.organizationId] : []))
  return enforced.length > 0 && enforced.length === domains.length ? enforced : null
}

/** Whether a social provider may sign somebody in: not where their company does, whatever they are there. */
export const mayUseSocial = async (deps: Deps, userId: string): Promise<boolean> =>
  (await soleSignInOf(deps, userId)) === null

/**
 * Whether somebody may sign in by a passkey alone. Beside those whose company does not sign them in itself, its owners may, since
 * they are who sets that right when it does not work: at the organization, the session opens the pages of company sign-in and
 * nothing else (bypass.ts).
 */
export async function mayUsePasskey(deps: Deps, userId: string): Promise<boolean> {
  const organizations = await soleSignInOf(deps, userId)
  if (organizations === null) return true
  const roles = await Promise.all(organizations.map((id) => findRoles(deps.db, id, userId)))
  return roles.some((role) => role?.includes('owner'))
}
