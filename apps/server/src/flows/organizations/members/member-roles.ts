import { noteRemovedHere } from '../../../store/beyond-prisma/directory/users.ts'
import { refuseNewOwner } from '../../identity/second-operator.ts'
import type { Actor } from '../../platform/audit.ts'
import { endAllConnections } from '../../platform/clients/agent-connections.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type AuditedChange, changeOrganization } from '../changes.ts'
import {
  differenceDetail,
  differenceToGive,
  findNamedRoles,
  giverIn,
  grantBy,
  isNoDifference,
  type RolesDifference,
} from '../roles/giving.ts'
import { recordingRights } from '../roles/rights-events.ts'
import { may, mayGive, type Role } from '../rules.ts'
import { endSignInsOf, forgetPeople, knownBy } from './company-sign-ins.ts'

/** What a member gets. A list that is absent stays as it is. */
export interface RolesOfMember {
  builtIn?: readonly Role[] | undefined
  /** Other roles, by their ids or keys. */
  others?: readonly string[] | undefined
}

/** Makes somebody an owner, admin or member. Other roles that they have stay. */
export const changeRoles = (
  deps: Deps,
  actor: Actor,
  organizationId: string,
  userId: string,
  builtIn: readonly Role[],
): Promise<void> => setRoles(deps, actor, organizationId, userId, { builtIn })

/** Changes the roles of a member. The last owner stays an owner, and nobody gives or takes away what they do not hold. */
export async function setRoles(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  userId: string,
  roles: RolesOfMember,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'member.roles_changed', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before) throw new OperationRefused('not-a-member')
    if (!mayGive(mine, before, roles.builtIn ?? before)) throw new OperationRefused('forbidden')
    await applyRoles(deps, change, { actor, mine }, { userId, before, ...roles })
  })
}

/** Adds a member. For clients and operators: others join by invitation, by domain or by asking. */
export async function addMember(
  deps: Deps,
  actor: Actor & { kind: 'client' | 'operator' },
  organizationId: string,
  userId: string,
  roles: readonly Role[] | RolesOfMember,
): Promise<void> {
  const given = 'length' in roles ? { builtIn: roles } : roles
  await changeOrganization(deps, actor, organizationId, 'member.added', async (change, mine) => {
    const before = await change.rolesOf(userId)
    // A client that is limited to its organization changes roles, and adds nobody who is not in it.
    if (!before && actor.kind === 'client' && actor.organizationId !== null) throw new OperationRefused('not-a-member')
    await applyRoles(deps, change, { actor, mine }, { userId, before, ...given })
  })
}

interface GivenRoles extends RolesOfMember {
  userId: string
  /** Null for somebody who is not a member yet. */
  before: readonly string[] | null
}

async function applyRoles(
  deps: Deps,
  change: AuditedChange,
  by: { actor: Actor; mine: readonly string[] },
  { userId, before, builtIn, others }: GivenRoles,
): Promise<void> {
  const roles = builtIn ?? before ?? ['member']
  refuseNewOwner(deps, by.actor, before, roles)
  if (before?.includes('owner') && !roles.includes('owner') && (await change.ownersBeside(userId)) === 0)
    throw new OperationRefused('last-owner')
  const found = others && (await differenceOfOthers(deps, change, by, { userId, others }))
  const difference = found && !isNoDifference(found) ? found : null
  const isSame = before !== null && before.join(' ') === roles.join(' ')
  if (isSame && !difference) return
  const whose = { of: 'user', organizationId: change.organization.id, id: userId } as const
  await recordingRights(deps, change.tx, by.actor, whose, async () => {
    if (!isSame) await change.setRoles(userId, roles, deps.now())
    if (difference) await change.changeOtherRoles(userId, difference, grantBy(by.actor, deps.now()))
    const detail = { before, after: roles, ...(difference && differenceDetail(difference)) }
    await change.record(['user', userId], detail, before ? 'member.roles_changed' : undefined)
  })
}

async function differenceOfOthers(
  deps: Deps,
  change: AuditedChange,
  { actor, mine }: { actor: Actor; mine: readonly string[] },
  { userId, others }: { userId: string; others: readonly string[] },
): Promise<RolesDifference> {
  const [after, before] = [await findNamedRoles(change, others), await change.otherRolesOf(userId)]
  return differenceToGive(deps, await giverIn(deps, change, actor, mine), { before, after })
}

/** Removes a member, or leaves. Only owners remove an owner, and nobody the last one. */
export async function removeMember(deps: Deps, actor: Actor, organizationId: string, userId: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'member.removed', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before) throw new OperationRefused(may(mine, 'manage-members') ? 'not-a-member' : 'forbidden')
    if (userId !== actor.id && !mayGive(mine, before, [])) throw new OperationRefused('forbidden')
    if (before.includes('owner') && (await change.ownersBeside(userId)) === 0) throw new OperationRefused('last-owner')
    await endMembershipIn(deps, change, userId)
    if (deps.config.scim) await noteRemovedHere(change.tx, { organizationId, userId })
    await change.record(['user', userId], { before })
  })
}

/**
 * Ends a membership with everything that it allowed. Whoever may has been asked; the organization is locked.
 * `keepsIdentities`: a directory may restore it, and who the person is at the organization's providers stays for that time.
 */
export async function endMembershipIn(
  deps: Deps,
  change: AuditedChange,
  userId: string,
  { keepsIdentities = false }: { keepsIdentities?: boolean } = {},
): Promise<void> {
  const organizationId = change.organization.id
  const people = await knownBy(change.tx, organizationId, [userId])
  if (keepsIdentities) await endSignInsOf(deps, change.tx, people, { which: 'for-no-organization' })
  else await forgetPeople(deps, change.tx, change.actor, people)
  // Not only while they are away: an application must not come back with the person.
  await endAllConnections(deps, change.tx, { organizationId, userId })
  await change.removeMember(userId, deps.now())
}
