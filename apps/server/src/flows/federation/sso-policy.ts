import { isInUse } from '../../oidc/federation/connection.ts'
import type { SsoPolicy } from '../../oidc/organization-rules.ts'
import { countWithoutIdentity, hasOwnerWithPasskey } from '../../store/beyond-prisma/organizations/company-sign-in.ts'
import { findConnectionsOf, relaxDomains } from '../../store/prisma/federation/connections.ts'
import { type AuditedChange, changeOrganization } from '../organizations/changes.ts'
import { may } from '../organizations/rules.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { hour } from '../platform/durations.ts'
import { readNetworks } from '../platform/networks.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { requirePasskeyOwner } from './changes.ts'
import { notifyMembersWithoutIdentity, notifyOwners } from './owner-notices.ts'
import { enforceWaysIn, waysIn } from './way-in.ts'

/** How long ago whoever requires company sign-in has signed in by it themselves, at most. */
export const ownTestLife = hour

/** Members who have never signed in by their company: they will have to. */
export const membersWithoutIdentity = (deps: Deps, organizationId: string): Promise<number> =>
  countWithoutIdentity(deps.db, organizationId)

/**
 * Requires company sign-in, offers it, or turns it off. Only an owner can require it, who has just seen that it works; those who
 * run the server can set it back for an organization that locked itself out.
 * @throws OperationRefused
 */
export async function changeSsoPolicy(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  policy: SsoPolicy,
): Promise<void> {
  const action = policy === 'required' ? 'sso.enforced' : 'sso.relaxed'
  const changed = await changeOrganization(deps, actor, organizationId, action, async (change) => {
    const { tx, organization } = change
    const before = organization.ssoPolicy
    if (before === policy) return null
    await requireConditions(deps, actor, change, policy)
    await change.update({ ssoPolicy: policy })
    if (policy === 'required') await enforceWaysIn(deps, { tx, organization: { ...organization, ssoPolicy: policy } })
    else await relaxDomains(tx, organizationId)
    const recorded = policy === 'required' || before === 'required' ? action : 'organization.updated'
    await change.record(['organization', organizationId], { sso_policy: policy }, recorded)
    if (policy === 'required' || before === 'required')
      await notifyOwners(deps, tx, organization, { news: policy === 'required' ? 'enforced' : 'relaxed', actor })
    return organization
  })
  if (changed && policy === 'required') await notifyMembersWithoutIdentity(deps, changed)
}

/** @throws OperationRefused what is missing */
async function requireConditions(
  deps: Deps,
  actor: Actor,
  { tx, organization }: AuditedChange,
  policy: SsoPolicy,
): Promise<void> {
  // Those who run the server set back what was required, and switch nothing on.
  if (actor.kind !== 'user' && (policy === 'required' || organization.ssoPolicy !== 'required'))
    throw new OperationRefused('forbidden')
  await requirePasskeyOwner(tx, actor)
  if (policy !== 'required') return
  const inUse = (await findConnectionsOf(tx, organization.id)).filter(({ state }) => isInUse(state))
  if ((await waysIn(deps, tx, organization.id)).length === 0)
    throw new OperationRefused('invalid', 'policy', 'no-active-connection')
  const since = new Date(deps.now().getTime() - ownTestLife)
  if (!inUse.some(({ testedBy, testedAt }) => testedBy === actor.id && testedAt !== null && testedAt > since))
    throw new OperationRefused('invalid', 'policy', 'own-test')
  if (!(await hasOwnerWithPasskey(tx, organization.id))) throw new OperationRefused('invalid', 'policy', 'no-passkey')
}

/**
 * The networks from which members may act for the organization: CIDR ranges, or none for all. An owner can't shut
 * themselves out.
 * @param isInside - whether whoever asks is in one of these networks
 * @throws OperationRefused
 */
export async function changeAllowedNetworks(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  typed: string,
  isInside: (networks: readonly string[]) => boolean,
): Promise<void> {
  const networks = readNetworks(typed)
  if (!networks) throw new OperationRefused('invalid', 'allowed_networks', 'invalid-value')
  if (actor.kind === 'user' && networks.length > 0 && !isInside(networks))
    throw new OperationRefused('invalid', 'allowed_networks', 'own-network')
  await changeOrganization(deps, actor, organizationId, 'organization.updated', async (change, roles) => {
    if (!may(roles, 'own')) throw new OperationRefused('forbidden')
    await requirePasskeyOwner(change.tx, actor)
    const allowedNetworks = networks.length > 0 ? networks.join(',') : null
    if (allowedNetworks === change.organization.allowedNetworks) return
    await change.update({ allowedNetworks })
    await change.record(['organization', organizationId], { allowed_networks: networks })
  })
}
