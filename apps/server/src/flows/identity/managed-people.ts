import { findUndoableAddresses } from '../../store/beyond-prisma/address-changes.ts'
import type { Reads } from '../../store/connections/database.ts'
import { findAddresses } from '../../store/hot/people.ts'
import { provenByDns } from '../../store/prisma/organizations/domains.ts'
import { hasOtherOrganizations } from '../../store/prisma/organizations/members.ts'
import { domainOf } from '../platform/addresses.ts'
import type { Deps } from '../platform/deps.ts'
import { findOperatorRole } from './operator-roles.ts'

/** Why an organization does not decide about an account: it is an operator's or of others too, or it has another address. */
type NotManaged = 'belongs-elsewhere' | 'not-managed'

/**
 * Whether an organization decides about an account, so that its owners, and the identity provider that it trusts, may change
 * how its person signs in: every address lies under a domain that the organization has proven by DNS; it belongs to no other
 * organization, one that is being deleted included; and it is no operator's. Null if so.
 */
export async function whyNotManaged(
  deps: Pick<Deps, 'config' | 'now'>,
  store: Reads,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<NotManaged | null> {
  // A removed address may be restored, and with it the other person's access to the account.
  const undoable = await findUndoableAddresses(store, userId, deps.now())
  const addresses = [...(await findAddresses(store, userId)).map(({ address }) => address), ...undoable]
  if ((await isOperator(deps, store, userId, undoable)) || (await hasOtherOrganizations(store, organizationId, userId)))
    return 'belongs-elsewhere'
  return (await areOfOrganization(deps, store, organizationId, addresses)) ? null : 'not-managed'
}

/** Whether each address lies under a domain that the organization has proven by DNS. */
export async function areOfOrganization(
  { now }: Pick<Deps, 'now'>,
  store: Reads,
  organizationId: string,
  addresses: readonly string[],
): Promise<boolean> {
  const proven = await provenByDns(store, organizationId, now())
  return addresses.every((address) => proven.includes(domainOf(address) ?? ''))
}

/** By a role, or by an address that may come back. */
const isOperator = async (deps: Pick<Deps, 'config'>, store: Reads, userId: string, undoable: readonly string[]) =>
  undoable.some((address) => deps.config.operators.includes(address)) ||
  (await findOperatorRole(deps, store, userId)) !== null
