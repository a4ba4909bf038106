import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { changeOrganization } from './changes.ts'

/** Milliseconds between the deletion of an organization and its end. */
export const deletionDelay = 14 * day

/** Deletes an organization: nobody gets into it from now on, and it is gone after the time of grace. */
export async function deleteOrganization(deps: Deps, actor: Actor, organizationId: string): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'organization.deleted', async (change) => {
    const now = deps.now()
    await change.disable(now, new Date(now.getTime() + deletionDelay))
    await change.record(['organization', organizationId])
  })
}

/** Takes a deletion back within the time of grace. For operators. */
export async function restoreOrganization(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  organizationId: string,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'organization.restored', async (change) => {
    await change.disable(null, null)
    await change.record(['organization', organizationId])
  })
}

/** Hands an organization over: the other becomes an owner, and oneself an admin. In one step, so it is never without. */
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
