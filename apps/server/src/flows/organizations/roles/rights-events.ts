import {
  findMemberRights,
  type MemberRights,
  type WhoseRights,
} from '../../../store/beyond-prisma/organizations/role-holders.ts'
import type { Actor, AuditedTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { compareRights, type RightChange, unchanged, withRoles } from '../../platform/rights/rights-comparison.ts'

/** Members who are looked at, people whom an event names, and organizations with an event of their own. */
export const rightsEventLimits = { members: 5000, people: 100, organizations: 100 }

type EventDeps = Pick<Deps, 'permissions' | 'webhookEndpoints'>

/** A webhook wants events, and there is something to hold: nobody else needs to know. */
const isWanted = ({ webhookEndpoints }: EventDeps, changes: readonly RightChange[]): boolean =>
  webhookEndpoints.wanted && changes.length > 0

const find = (tx: AuditedTransaction, whose: WhoseRights): Promise<MemberRights[]> =>
  findMemberRights(tx, whose, rightsEventLimits.members + 1)

/** Changes the roles of members, and records who holds more or less by that. Those who join or leave have events of their own. */
export async function recordingRights<T>(
  deps: EventDeps,
  tx: AuditedTransaction,
  actor: Actor,
  whose: WhoseRights,
  change: () => Promise<T>,
): Promise<T> {
  const changes = unchanged(deps.permissions.declared)
  if (!isWanted(deps, changes)) return change()
  const before = await find(tx, whose)
  const done = await change()
  const after = new Map((await find(tx, whose)).map((member) => [keyOf(member), member]))
  const pairs = before.flatMap((member): Pair[] => {
    const now = after.get(keyOf(member))
    return now ? [[member, now]] : []
  })
  await recordChanged(tx, actor, pairs, changes)
  return done
}

/** That a role has these permissions from now on, for all who hold it. */
export const contentsOf = ({ id }: { id: string }, permissionIds: readonly string[]) => ({
  whose: { of: 'holders', id } as const,
  inRoles: new Map([[id, permissionIds]]),
})

/** The same of a change of what is in roles: what they have from now on, by their ids, and what becomes of permissions. */
export async function recordingContents<T>(
  deps: EventDeps,
  tx: AuditedTransaction,
  actor: Actor,
  {
    whose,
    inRoles,
    changes = unchanged(deps.permissions.declared),
  }: { whose: WhoseRights; inRoles: ReadonlyMap<string, readonly string[]>; changes?: readonly RightChange[] },
  change: () => Promise<T>,
): Promise<T> {
  if (!isWanted(deps, changes)) return change()
  const before = await find(tx, whose)
  const done = await change()
  const pairs = before.map((member): Pair => [member, withRoles(member, inRoles)])
  await recordChanged(tx, actor, pairs, changes)
  return done
}

type Pair = readonly [before: MemberRights, after: MemberRights]

const keyOf = ({ userId, organizationId }: MemberRights): string => `${organizationId} ${userId}`

async function recordChanged(
  tx: AuditedTransaction,
  actor: Actor,
  pairs: readonly Pair[],
  changes: readonly RightChange[],
): Promise<void> {
  const changed = pairs.flatMap(([before, after]) => {
    const { lost, gained } = compareRights(before, after, changes)
    return lost.length + gained.length > 0 ? [after] : []
  })
  const action = 'member.rights_changed'
  const byOrganization = Map.groupBy(changed, ({ organizationId }) => organizationId)
  const { members, people, organizations } = rightsEventLimits
  if (pairs.length > members || byOrganization.size > organizations) {
    await tx.record(actor, { action, detail: { users: [], more: true } })
    return
  }
  for (const [organizationId, all] of byOrganization) {
    const users = all.slice(0, people).map(({ userId }) => userId)
    const [only] = users
    const target = users.length === 1 && only !== undefined ? (['user', only] as const) : undefined
    const detail = { users, more: all.length > people }
    await tx.record(actor, { action, organizationId, ...(target ? { target } : {}), detail })
  }
}
