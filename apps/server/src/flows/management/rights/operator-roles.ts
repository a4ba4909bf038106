import { newId } from '../../../crypto/random.ts'
import { isRoleKey, rightsLimits } from '../../../oidc/permissions.ts'
import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import { countHolders } from '../../../store/beyond-prisma/organizations/role-holders.ts'
import {
  deleteRole,
  findRoleFor,
  findRoles,
  insertRole,
  type RoleRecord,
  updateRole,
} from '../../../store/prisma/rights.ts'
import { refuseOwnersRights } from '../../organizations/roles/giving.ts'
import type { NewRole, RoleChange } from '../../organizations/roles/own-roles.ts'
import { contentsOf, recordingContents } from '../../organizations/roles/rights-events.ts'
import {
  contentsAfter,
  contentsDetail,
  emptyContents,
  permissionNames,
} from '../../organizations/roles/role-contents.ts'
import { type AuditedTransaction, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type Manager, recordingRefusal, requireUnrestricted } from '../managers.ts'

/** A role of the operator, which every organization may give. */
export interface OperatorRole extends RoleRecord {
  /** The names of those permissions that count. */
  permissions: readonly string[]
  /** Memberships that hold it, by themselves or by a team. */
  holders: number
}

const withHolders = async (deps: Deps, role: RoleRecord): Promise<OperatorRole> => ({
  ...role,
  permissions: permissionNames(deps, role.permissionIds),
  holders: await countHolders(deps.db, 'role', role.id),
})

/** All of them, in the order of their keys. */
export async function listOperatorRoles(deps: Deps, actor: Manager): Promise<OperatorRole[]> {
  requireUnrestricted(actor)
  const roles = await findRoles(deps.db, '')
  return Promise.all(roles.map((role) => withHolders(deps, role)))
}

/** @throws OperationRefused not-found */
export async function getOperatorRole(deps: Deps, actor: Manager, id: string): Promise<OperatorRole> {
  requireUnrestricted(actor)
  const role = await findRoleFor(deps.db, '', id)
  if (!role) throw new OperationRefused('not-found')
  return withHolders(deps, role)
}

/** Makes a role that every organization may give. Returns its id. */
export async function makeOperatorRole(
  deps: Deps,
  actor: Manager,
  { key, ...given }: NewRole & { key: string },
): Promise<string> {
  if (!isRoleKey(key, 'operator')) throw new OperationRefused('invalid', 'key', 'role-key', 'billing')
  const contents = contentsAfter(deps, emptyContents, given)
  const id = newId(deps.now())
  await changeRoles(deps, actor, { action: 'role.created', key }, async (tx) => {
    const roles = await findRoles(tx, '')
    if (roles.some((role) => role.key === key)) throw new OperationRefused('taken', 'key', 'taken')
    if (roles.length >= rightsLimits.operatorRoles) throw new OperationRefused('too-many')
    const created = { createdByKind: actor.kind, createdById: actor.id, createdAt: deps.now() }
    await insertRole(tx, { id, organizationId: '', key, ...contents, ...created })
    const detail = { id, ...contentsDetail(deps, emptyContents, contents) }
    await tx.record(actor, { action: 'role.created', target: ['role', key], detail })
  })
  return id
}

/** Changes a role for all who hold it, in every organization. */
export const changeOperatorRole = (deps: Deps, actor: Manager, { id, version, ...given }: RoleChange): Promise<void> =>
  changeRoles(deps, actor, { action: 'role.updated', key: id }, async (tx) => {
    const role = await findRoleFor(tx, '', id)
    if (!role) throw new OperationRefused('not-found')
    if (version !== undefined && role.version !== version) throw new OperationRefused('changed-meanwhile')
    const after = contentsAfter(deps, role, given)
    const changes = contentsDetail(deps, role, after)
    if (!changes) return
    refuseOwnersRights(deps, actor, role.permissionIds, after.permissionIds)
    await recordingContents(deps, tx, actor, contentsOf(role, after.permissionIds), async () => {
      if (!(await updateRole(tx, role, after))) throw new OperationRefused('changed-meanwhile')
      await tx.record(actor, { action: 'role.updated', target: ['role', role.key], detail: { id, ...changes } })
    })
  })

/** Deletes a role: it ends at once for all who hold it, in every organization. */
export const deleteOperatorRole = (deps: Deps, actor: Manager, id: string): Promise<void> =>
  changeRoles(deps, actor, { action: 'role.deleted', key: id }, async (tx) => {
    const role = await findRoleFor(tx, '', id)
    if (!role) throw new OperationRefused('not-found')
    await recordingContents(deps, tx, actor, contentsOf(role, []), async () => {
      await deleteRole(tx, id)
      await tx.record(actor, { action: 'role.deleted', target: ['role', role.key], detail: { id } })
    })
  })

/** One change at a time, and none beside a document: both take the number of the catalogue. */
async function changeRoles(
  deps: Deps,
  actor: Manager,
  { action, key }: { action: 'role.created' | 'role.updated' | 'role.deleted'; key: string },
  work: (tx: AuditedTransaction) => Promise<void>,
): Promise<void> {
  await recordingRefusal(deps, actor, { action, target: ['role', key] }, async () => {
    requireUnrestricted(actor)
    if (deps.config.permissions !== null) throw new OperationRefused('read-only')
    await inTransaction(deps, async (tx) => {
      await nextChangeNumber(tx, 'permission')
      await work(tx)
    })
  })
}
