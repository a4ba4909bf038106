import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { changeOrganization } from './changes.ts'

/** Milliseconds between the deletion of an organization and that of its data. */
export const deletionDelay = 14 * day

/** Deletes an organization: nobody can enter it from now on, and its data is deleted after `deletionDelay`. */
export async function deleteOrganization(deps: Deps, actor: Actor, organizationId: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'organization.deleted', async (change) => {
    const now = deps.now()
    await change.disable(now, new Date(now.getTime() + deletionDelay))
    await change.record(['organization', organizationId])
  })
}

/** Restores an organization before its data is deleted. For operators. */
export async function restoreOrganization(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  organizationId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'organization.restored', async (change) => {
    await change.restore(deps.now())
    await change.record(['organization', organizationId])
  })
}

/** Transfers ownership: the other member becomes an owner, and the actor an admin, in one step, so there is always an owner. */
export async function transferOwnership(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  userId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'organization.transferred', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before || userId === actor.id) throw new OperationRefused('not-a-member')
    await change.setRoles(userId, ['owner', ...before.filter((role) => role !== 'owner')], deps.now())
    await change.setRoles(actor.id, ['admin', ...mine.filter((role) => role === 'member')], deps.now())
    await change.record(['user', userId])
  })
}
