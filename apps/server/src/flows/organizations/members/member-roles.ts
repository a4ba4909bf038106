import { endConnections } from '../../../store/beyond-prisma/organizations/connected-applications.ts'
import { refuseNewOwner } from '../../identity/second-operator.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { changeOrganization } from '../changes.ts'
import { may, mayGive, type Role } from '../rules.ts'

/** Changes the roles of a member. The last owner stays an owner. */
export async function changeRoles(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  userId: string,
  roles: readonly Role[],
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'member.roles_changed', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before) throw new OperationRefused('not-a-member')
    if (!mayGive(mine, before, roles)) throw new OperationRefused('forbidden')
    refuseNewOwner(deps, actor, before, roles)
    if (before.includes('owner') && !roles.includes('owner') && (await change.ownersBeside(userId)) === 0)
      throw new OperationRefused('last-owner')
    if (isSame(before, roles)) return
    await change.setRoles(userId, roles, deps.now())
    await change.record(['user', userId], { before, after: roles })
  })
}

const isSame = (before: readonly string[], after: readonly string[]): boolean => before.join(' ') === after.join(' ')

/** Adds a member. For clients and operators: others join by invitation, by domain or by asking. */
export async function addMember(
  deps: Deps,
  actor: Actor & { kind: 'client' | 'operator' },
  organizationId: string,
  userId: string,
  roles: readonly Role[],
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'member.added', async (change) => {
    const before = await change.rolesOf(userId)
    // A client that is limited to its organization changes roles, and adds nobody who is not in it.
    if (!before && actor.kind === 'client' && actor.organizationId !== null) throw new OperationRefused('not-a-member')
    refuseNewOwner(deps, actor, before, roles)
    if (before?.includes('owner') && !roles.includes('owner') && (await change.ownersBeside(userId)) === 0)
      throw new OperationRefused('last-owner')
    if (before && isSame(before, roles)) return
    await change.setRoles(userId, roles, deps.now())
    await change.record(['user', userId], { before, after: roles }, before ? 'member.roles_changed' : undefined)
  })
}

/** Removes a member, or leaves. Only owners remove an owner, and nobody the last one. */
export async function removeMember(deps: Deps, actor: Actor, organizationId: string, userId: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'member.removed', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before) throw new OperationRefused(may(mine, 'manage-members') ? 'not-a-member' : 'forbidden')
    if (userId !== actor.id && !mayGive(mine, before, [])) throw new OperationRefused('forbidden')
    if (before.includes('owner') && (await change.ownersBeside(userId)) === 0) throw new OperationRefused('last-owner')
    // Not only while they are away: an application must not come back with the person.
    await endConnections(change.tx, { organizationId, userId }, deps.now())
    await change.removeMember(userId, deps.now())
    await change.record(['user', userId], { before })
  })
}
