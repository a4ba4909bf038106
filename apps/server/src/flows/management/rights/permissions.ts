import { newId } from '../../../crypto/random.ts'
import {
  type DeclaredPermission,
  type DeclaredRole,
  InvalidPermissions,
  type PermissionsDocument,
  permissionKey,
} from '../../../oidc/permissions-document.ts'
import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import {
  deleteRole,
  findPermissions,
  findRoles,
  insertPermission,
  insertRole,
  updatePermission,
  updateRole,
} from '../../../store/prisma/rights.ts'
import { actsAlone } from '../../identity/second-operator.ts'
import { recordingContents } from '../../organizations/roles/rights-events.ts'
import { type Actor, type AuditedTransaction, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type Manager, requireUnrestricted } from '../managers.ts'
import { differenceOf, isNoDifference, type PermissionsDifference, takesAway } from './permission-losses.ts'
import { type Before, givesOwnersRights, type Plan, plannedRights, planOf } from './permissions-plan.ts'

/** By a document somebody would hold less: that needs a word of its own. */
export class RemovalNotAllowed extends Error {
  override readonly name = 'RemovalNotAllowed'
  constructor(readonly difference: PermissionsDifference) {
    super('by the document, members would hold less')
  }
}

interface ApplyOptions {
  dryRun?: boolean
  allowRemoval?: boolean
  /** Permissions of which it was asked before whether their API has them. */
  isChecked?(permission: DeclaredPermission): boolean
}

/**
 * Makes the catalogue and the operator's roles those of a document: all of it in one transaction, or nothing. Returns what
 * it changes; with `dryRun`, only that.
 * @throws InvalidPermissions for a permission of an API that has no such scope
 * @throws RemovalNotAllowed if members would hold less, unless `allowRemoval`
 */
export async function applyPermissions(
  deps: Deps,
  actor: Actor,
  document: PermissionsDocument,
  { dryRun = false, allowRemoval = false, isChecked = () => false }: ApplyOptions = {},
): Promise<PermissionsDifference> {
  for (const permission of document.permissions) if (!isChecked(permission)) checkScope(deps, permission)
  const difference = await inTransaction(deps, async (tx) => {
    const changeNumber = await nextChangeNumber(tx, 'permission')
    const before = { permissions: await findPermissions(tx), roles: await findRoles(tx, '') }
    const plan = planOf(before, document)
    const planned = plannedRights(before, document)
    if (givesOwnersRights(plan, planned) && actsAlone(deps, actor))
      throw new OperationRefused('forbidden', 'permissions', 'second-operator')
    const found = await differenceOf(tx, plan, planned)
    if (dryRun || isNoDifference(found)) return tx.takeBack(found)
    if (takesAway(found) && !allowRemoval) throw new RemovalNotAllowed(found)
    await recordingContents(deps, tx, actor, { whose: { of: 'all' }, ...planned }, () =>
      write(deps, tx, actor, plan, { before, changeNumber }),
    )
    return found
  })
  if (!dryRun) await deps.afterCommit(() => deps.permissions.refresh())
  return difference
}

/** For the management API: as `applyPermissions`, but not where PERMISSIONS_FILE decides. */
export async function putPermissions(
  deps: Deps,
  actor: Manager,
  document: PermissionsDocument,
  options: { dryRun: boolean; allowRemoval: boolean },
): Promise<PermissionsDifference> {
  requireUnrestricted(actor)
  if (deps.config.permissions !== null) throw new OperationRefused('read-only')
  return applyPermissions(deps, actor, document, options)
}

/** A permission of an API is one of its scopes. */
function checkScope({ resources }: Pick<Deps, 'resources'>, permission: DeclaredPermission): void {
  if (permission.resource === '') return
  const resource = resources.find(permission.resource)
  const at = `permissions "${permissionKey(permission)}"`
  if (!resource?.permissions) throw new InvalidPermissions(at, 'is of no API with PERMISSIONS=on', 'unknown_permission')
  if (!resource.scopes.includes(permission.name))
    throw new InvalidPermissions(at, 'is not one of the SCOPES of that API', 'unknown_permission')
}

async function write(
  deps: Pick<Deps, 'now'>,
  tx: AuditedTransaction,
  actor: Actor,
  plan: Plan,
  { before, changeNumber: first }: { before: Before; changeNumber: number },
): Promise<void> {
  const now = deps.now()
  let changeNumber: number | undefined = first
  const nextNumber = async () => {
    const number = changeNumber ?? (await nextChangeNumber(tx, 'permission'))
    changeNumber = undefined
    return number
  }
  let ordinal = Math.max(0, ...before.permissions.map((permission) => permission.ordinal))
  const ids = new Map(before.permissions.map((permission) => [permissionKey(permission), permission.id]))
  for (const declared of plan.added) {
    const id = newId(now)
    ids.set(permissionKey(declared), id)
    ordinal += 1
    await insertPermission(tx, { ...declared, id, ordinal, createdAt: now, changeNumber: await nextNumber() })
  }
  for (const [{ id }, { names, level, minAcr }] of [...plan.changed, ...plan.returned])
    await updatePermission(tx, id, { names, level, minAcr, deprecatedAt: null, changeNumber: await nextNumber() })
  for (const { id } of plan.removed)
    await updatePermission(tx, id, { deprecatedAt: now, changeNumber: await nextNumber() })
  for (const declared of [
    ...plan.added,
    ...plan.changed.map(([, changed]) => changed),
    ...plan.returned.map(([, changed]) => changed),
  ])
    await tx.record(actor, { action: 'permission.declared', target: ['permission', permissionKey(declared)] })
  for (const declared of plan.removed)
    await tx.record(actor, { action: 'permission.deprecated', target: ['permission', permissionKey(declared)] })
  await writeRoles(deps, tx, actor, plan, ids)
}

async function writeRoles(
  deps: Pick<Deps, 'now'>,
  tx: AuditedTransaction,
  actor: Actor,
  plan: Plan,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const now = deps.now()
  const idsOf = ({ permissions }: DeclaredRole) => permissions.flatMap((name) => ids.get(name) ?? [])
  for (const declared of plan.rolesAdded) {
    const id = newId(now)
    const created = { createdByKind: actor.kind, createdById: actor.id, createdAt: now }
    const { key, names, assignableBy } = declared
    await insertRole(tx, {
      id,
      organizationId: '',
      key,
      names,
      assignableBy,
      ...created,
      permissionIds: idsOf(declared),
    })
    const detail = { id, added: declared.permissions, removed: [] }
    await tx.record(actor, { action: 'role.created', target: ['role', key], detail })
  }
  for (const { role, declared, added, removed } of plan.rolesChanged) {
    await updateRole(tx, role, { ...declared, permissionIds: idsOf(declared) })
    const detail = { id: role.id, added, removed }
    await tx.record(actor, { action: 'role.updated', target: ['role', role.key], detail })
  }
  for (const { id, key } of plan.rolesRemoved) {
    await deleteRole(tx, id)
    await tx.record(actor, { action: 'role.deleted', target: ['role', key], detail: { id } })
  }
}
