import { randomBytes } from 'node:crypto'
import { newId } from '../../../crypto/random.ts'
import { isRoleKey, type NamesByLanguage, ownRolePrefix, rightsLimits } from '../../../oidc/permissions.ts'
import type { OrganizationRecord } from '../../../store/prisma/organizations/organization-changes.ts'
import type { RoleRecord } from '../../../store/prisma/rights.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { slugCandidates } from '../../platform/names.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { type AuditedChange, changeOrganization } from '../changes.ts'
import { giverIn, mayTakeRole, refuseOwnersRights } from './giving.ts'
import { contentsOf, recordingContents } from './rights-events.ts'
import { contentsAfter, contentsDetail, emptyContents, type GivenContents, type RoleContents } from './role-contents.ts'
import { notifyOwners } from './role-notices.ts'

/** Whether an organization's owners and admins may make roles and change them. Those that they made stay. */
export const mayMakeRoles = (
  { config }: Pick<Deps, 'config'>,
  { customRoles }: Pick<OrganizationRecord, 'customRoles'>,
): boolean => customRoles ?? config.customRoles

function requireOwnRoles(deps: Pick<Deps, 'config'>, organization: OrganizationRecord): void {
  if (!mayMakeRoles(deps, organization)) throw new OperationRefused('forbidden', 'role', 'roles-of-server')
}

/** A role as somebody asks for it. Its key follows from its name unless it is given. */
export interface NewRole extends GivenContents {
  key?: string | undefined
}

/** Makes a role of an organization. Nobody puts into it what they do not hold. Returns its id. */
export async function makeRole(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { key: wanted, ...given }: NewRole,
): Promise<string> {
  return changeOrganization(deps, actor, organizationId, 'role.created', async (change, mine) => {
    requireOwnRoles(deps, change.organization)
    if (wanted !== undefined && !isRoleKey(wanted, 'organization'))
      throw new OperationRefused('invalid', 'key', 'role-key', 'org-billing')
    const contents = contentsAfter(deps, emptyContents, given)
    await requireHeld(deps, change, { actor, mine }, [contents])
    const taken = (await change.ownRoles()).map(({ key }) => key)
    if (taken.length >= rightsLimits.ownRoles) throw new OperationRefused('too-many')
    if (wanted !== undefined && taken.includes(wanted)) throw new OperationRefused('taken', 'key', 'taken')
    const [id, key] = [newId(deps.now()), wanted ?? keyOfName(contents.names, taken)]
    const created = { createdByKind: actor.kind, createdById: actor.id, createdAt: deps.now() }
    await change.makeRole({ id, key, ...contents, ...created })
    await change.record(['role', key], { id, ...contentsDetail(deps, emptyContents, contents) })
    await notifyOwners(deps, change, key, { before: emptyContents, after: contents })
    return id
  })
}

function keyOfName(names: NamesByLanguage, taken: readonly string[]): string {
  const name = names.en ?? Object.values(names)[0]
  if (name === undefined) throw new OperationRefused('invalid', 'names', 'required')
  const stem = `${ownRolePrefix}${(slugCandidates(name)[0] ?? '').slice(0, 20).replace(/-$/, '')}`
  return taken.includes(stem) ? `${stem}-${randomBytes(3).toString('hex')}` : stem
}

/**
 * Deciding what is in a role is giving it to all who hold it: whoever does so holds all that is in it, before and after.
 * @throws OperationRefused not-held
 */
async function requireHeld(
  deps: Deps,
  change: AuditedChange,
  { actor, mine }: { actor: Actor; mine: readonly string[] },
  contents: readonly RoleContents[],
): Promise<void> {
  const giver = await giverIn(deps, change, actor, mine)
  const { id: organizationId } = change.organization
  if (!contents.every((role) => mayTakeRole(deps, giver, { ...role, organizationId })))
    throw new OperationRefused('forbidden', 'permissions', 'not-held')
}

/** What becomes of a role. What is left out stays. */
export interface RoleChange extends GivenContents {
  id: string
  /** Refused if somebody has changed it since it had this version (If-Match). */
  version?: number | undefined
}

/** Changes a role of an organization for all who hold it. */
export async function changeRole(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { id, version, ...given }: RoleChange,
): Promise<void> {
  await changeOrganization(deps, actor, organizationId, 'role.updated', async (change, mine) => {
    requireOwnRoles(deps, change.organization)
    const role = await ownRole(change, id)
    if (version !== undefined && role.version !== version) throw new OperationRefused('changed-meanwhile')
    const after = contentsAfter(deps, role, given)
    await requireHeld(deps, change, { actor, mine }, [role, after])
    refuseOwnersRights(deps, actor, role.permissionIds, after.permissionIds)
    const detail = contentsDetail(deps, role, after)
    if (!detail) return
    await recordingContents(deps, change.tx, actor, contentsOf(role, after.permissionIds), async () => {
      if (!(await change.changeRole(role, after))) throw new OperationRefused('changed-meanwhile')
      await change.record(['role', role.key], { id: role.id, ...detail })
    })
    await notifyOwners(deps, change, role.key, { before: role, after })
  })
}

/** Deletes a role: it ends at once for all who hold it. Returns its key. */
export async function deleteRole(deps: Deps, actor: Actor, organizationId: string, roleId: string): Promise<string> {
  return changeOrganization(deps, actor, organizationId, 'role.deleted', async (change, mine) => {
    const role = await ownRole(change, roleId)
    await requireHeld(deps, change, { actor, mine }, [role])
    await recordingContents(deps, change.tx, actor, contentsOf(role, []), async () => {
      await change.deleteRole(role.id)
      await change.record(['role', role.key], { id: role.id })
    })
    return role.key
  })
}

/** One of the operator is none that an organization changes. */
async function ownRole({ ownRoles, rolesNamed }: AuditedChange, id: string): Promise<RoleRecord> {
  const own = (await ownRoles()).find((role) => role.id === id)
  if (own) return own
  throw new OperationRefused((await rolesNamed([id])).some((role) => role.id === id) ? 'forbidden' : 'not-found')
}
