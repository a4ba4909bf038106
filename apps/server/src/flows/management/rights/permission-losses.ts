import { permissionKey } from '../../../oidc/permissions-document.ts'
import { countHolders, findMemberRights } from '../../../store/beyond-prisma/organizations/role-holders.ts'
import type { PrismaStore } from '../../../store/connections/database.ts'
import type { SqlStore } from '../../../store/connections/sql.ts'
import { countRolesWith, type RoleRecord, type StoredPermission } from '../../../store/prisma/rights.ts'
import { compareRights, narrows, withRoles } from '../../platform/rights/rights-comparison.ts'
import type { Plan, PlannedRights } from './permissions-plan.ts'

/** What a document changes, and whom it costs something. */
export interface PermissionsDifference {
  added: readonly string[]
  changed: readonly string[]
  /** Of those that are added or changed: what somebody has no longer, or only after a stronger sign-in. */
  narrowed: readonly Loss[]
  /** Declared once more: those who hold a role with it have it again. */
  returned: readonly Loss[]
  removed: readonly Loss[]
  rolesAdded: readonly string[]
  rolesChanged: readonly Loss[]
  rolesRemoved: readonly Loss[]
}

/** A permission or role, how many roles use it, and how many memberships hold it. */
export interface Loss {
  name: string
  roles: number
  members: number
  /** There are more memberships than were looked at. */
  more: boolean
}

/** Memberships that are looked at. Those who hold a role are counted, however many there are. */
const memberLimit = 5000

/** Members who hold less by a permission, by its key. */
interface CountedLosses {
  of: ReadonlyMap<string, number>
  more: boolean
}

async function countLosses(store: SqlStore, { changes, inRoles }: PlannedRights): Promise<CountedLosses> {
  const members = await findMemberRights(store, { of: 'all' }, memberLimit + 1)
  const lost = members
    .slice(0, memberLimit)
    .flatMap((member) => compareRights(member, withRoles(member, inRoles), changes).lost)
  const counted = Map.groupBy(lost, (key) => key)
  return {
    of: new Map([...counted].map(([key, all]) => [key, all.length])),
    more: members.length > memberLimit,
  }
}

const nobody: CountedLosses = { of: new Map(), more: false }

/** What a plan changes. Nobody is counted for one that takes nothing from anybody. */
export async function differenceOf(
  tx: PrismaStore & SqlStore,
  plan: Plan,
  planned: PlannedRights,
): Promise<PermissionsDifference> {
  const narrowing = new Set(planned.changes.filter(narrows).map(({ key }) => key))
  const losses = narrowing.size > 0 ? await countLosses(tx, planned) : nobody
  const lossOf = async (key: string, id: string | null): Promise<Loss> => ({
    name: key,
    roles: id === null ? 0 : await countRolesWith(tx, id),
    members: losses.of.get(key) ?? 0,
    more: losses.more,
  })
  const ofRole = async ({ id, key }: RoleRecord, loses = true): Promise<Loss> => ({
    ...{ name: key, roles: 0, more: false },
    members: loses ? await countHolders(tx, 'role', id) : 0,
  })
  const removed = await inOrder(plan.removed, async (permission) => {
    const loss = await lossOf(permissionKey(permission), permission.id)
    return loss.more ? { ...loss, members: Math.max(loss.members, await holdersOf(tx, permission)) } : loss
  })
  const declared = [...plan.added, ...[...plan.changed, ...plan.returned].map(([, next]) => next)].map(permissionKey)
  const costly = declared.filter((key) => narrowing.has(key) && (losses.more || losses.of.has(key)))
  return {
    added: plan.added.map(permissionKey),
    changed: plan.changed.map(([stored]) => permissionKey(stored)),
    narrowed: await inOrder(costly, (key) => lossOf(key, null)),
    returned: await inOrder(plan.returned, async ([stored]) => ({
      ...{ name: permissionKey(stored), more: false },
      ...{ roles: await countRolesWith(tx, stored.id), members: await holdersOf(tx, stored) },
    })),
    removed,
    rolesAdded: plan.rolesAdded.map(({ key }) => key),
    rolesChanged: await inOrder(plan.rolesChanged, ({ role, removed }) => ofRole(role, removed.length > 0)),
    rolesRemoved: await inOrder(plan.rolesRemoved, (role) => ofRole(role)),
  }
}

const holdersOf = (tx: SqlStore, { id }: StoredPermission): Promise<number> => countHolders(tx, 'permission', id)

/** One after the other: all of them ask through one transaction. */
async function inOrder<T, R>(items: readonly T[], ask: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (const item of items) answers.push(await ask(item))
  return answers
}

/** Whether a document takes something from a role that uses it, or from somebody who holds it. */
export const takesAway = ({ narrowed, removed, rolesChanged, rolesRemoved }: PermissionsDifference): boolean =>
  [...narrowed, ...removed, ...rolesChanged, ...rolesRemoved].some(
    ({ roles, members, more }) => roles > 0 || members > 0 || more,
  )

export const isNoDifference = (difference: PermissionsDifference): boolean =>
  Object.values(difference).every((names) => names.length === 0)
