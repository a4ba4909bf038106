import { newId } from '../../crypto/random.ts'
import type { ConnectionRecord } from '../../store/prisma/federation/connections.ts'
import {
  deleteRoleMapping,
  findRoleMappings,
  insertRoleMapping,
  type RoleMappingRecord,
} from '../../store/prisma/federation/role-mappings.ts'
import { changeOrganization } from '../organizations/changes.ts'
import { isOwnersRole } from '../organizations/roles/giving.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { type NamedConnection, requireConnection, requirePasskeyOwner } from './changes.ts'
import { requireRole } from './connection-input.ts'

export const mappingsPerConnection = 100

export type { RoleMappingRecord } from '../../store/prisma/federation/role-mappings.ts'

/** @throws OperationRefused */
export async function listRoleMappings(deps: Deps, named: NamedConnection): Promise<RoleMappingRecord[]> {
  await requireConnection(deps.db, named)
  return findRoleMappings(deps.db, named.id)
}

/** What a group of the provider gives: a role or a team. */
export interface MappingInput {
  value: string
  role?: string | null
  teamId?: string | null
}

/**
 * Lets a group of the identity provider give a role or a team. Whether one gives the role owner depends on the settings of the
 * connection too (`allowOwner`), which only owners change.
 * @throws OperationRefused
 */
export async function addRoleMapping(
  deps: Deps,
  actor: Actor,
  named: NamedConnection,
  { value: typed, role = null, teamId = null }: MappingInput,
): Promise<{ id: string }> {
  return changeOrganization(deps, actor, named.organizationId, 'connection.updated', async (change) => {
    const connection = requireOwn(await requireConnection(change.tx, named))
    await requirePasskeyOwner(change.tx, actor)
    const value = typed.trim()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    if (value === '' || value.length > 200 || /[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed())
      throw new OperationRefused('invalid', 'value', value === '' ? 'required' : 'invalid-value')
    if ((role === null) === (teamId === null)) throw new OperationRefused('invalid', 'role', 'choose-one')
    if (role !== null) await requireRole(change.tx, named.organizationId, role, 'role')
    if (teamId !== null && !(await change.hasTeam(teamId)))
      throw new OperationRefused('invalid', 'role', 'not-available')
    if (role === 'owner' && (actor.kind !== 'user' || !connection.settings.allowOwner))
      throw new OperationRefused('invalid', 'role', 'owner-not-allowed')
    const given = teamId === null ? await change.rolesNamed([role ?? '']) : await change.rolesOfTeam(teamId)
    if (actor.kind !== 'user' && given.some((named) => isOwnersRole(deps, named)))
      throw new OperationRefused('invalid', 'role', 'owner-not-allowed')
    const before = await findRoleMappings(change.tx, named.id)
    if (before.length >= mappingsPerConnection) throw new OperationRefused('too-many', 'value', 'too-many-mappings')
    const id = newId(deps.now())
    const position = (before.at(-1)?.position ?? -1) + 1
    await insertRoleMapping(change.tx, { id, connectionId: named.id, value, role, teamId, position })
    const detail = { name: connection.name, group: value, role, team: teamId, mapped: true }
    await change.record(['connection', named.id], detail)
    return { id }
  })
}

/** What the groups of a successor give is what those of the connection give that it replaces. @throws OperationRefused */
function requireOwn(connection: ConnectionRecord): ConnectionRecord {
  if (connection.replacesId !== null) throw new OperationRefused('conflict', 'connection', 'successor-settings')
  return connection
}

/** Those who have a role or a team by it keep that until they sign in next. @throws OperationRefused */
export async function removeRoleMapping(
  deps: Deps,
  actor: Actor,
  named: NamedConnection,
  mappingId: string,
): Promise<void> {
  await changeOrganization(deps, actor, named.organizationId, 'connection.updated', async (change) => {
    const connection = requireOwn(await requireConnection(change.tx, named))
    await requirePasskeyOwner(change.tx, actor)
    const mapping = (await findRoleMappings(change.tx, named.id)).find(({ id }) => id === mappingId)
    if (!mapping || !(await deleteRoleMapping(change.tx, { id: mapping.id, connectionId: named.id })))
      throw new OperationRefused('not-found')
    const { value, role, teamId } = mapping
    const detail = { name: connection.name, group: value, role, team: teamId, mapped: false }
    await change.record(['connection', named.id], detail)
  })
}
