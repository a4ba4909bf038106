import { holds, type Permission } from '../../../oidc/permissions.ts'
import { permissionKey } from '../../../oidc/permissions-document.ts'
import {
  countHoldersIn,
  findHeldRoles,
  findMemberRights,
} from '../../../store/beyond-prisma/organizations/role-holders.ts'
import { findRoles as findBuiltInRoles } from '../../../store/prisma/organizations/organizations.ts'
import { findRoleGrants, type HeldRole } from '../../../store/prisma/organizations/roles.ts'
import { findRoleFor, findRoles, type RoleRecord } from '../../../store/prisma/rights.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { compareRights, unchanged, withRoles } from '../../platform/rights/rights-comparison.ts'
import type { OrganizationView } from '../access.ts'
import { type Giver, giverIn, mayGiveRole, mayTakeRole } from './giving.ts'
import { mayMakeRoles } from './own-roles.ts'
import { findPermissionIds, permissionNames } from './role-contents.ts'

/** A role as an organization lists it. */
export interface ListedRole extends RoleRecord {
  /** Its own, not one of the operator. */
  own: boolean
  /** The names of those permissions that count. */
  permissions: readonly string[]
  /** Members of the organization who hold it, by themselves or by a team. */
  holders: number
  /** Whether the actor may give it and take it away. */
  mayGive: boolean
  /** Whether the actor may change it. */
  mayChange: boolean
}

/** The roles that an organization may give: its own first, then the operator's, each in the order of their keys. */
export async function listRoles(deps: Deps, actor: Actor, view: OrganizationView): Promise<ListedRole[]> {
  const { id } = view.organization
  const [own, ofOperator, holders, giver] = await Promise.all([
    findRoles(deps.db, id),
    findRoles(deps.db, ''),
    countHoldersIn(deps.db, id),
    giverOf(deps, actor, view),
  ])
  return [...own, ...ofOperator].map((role) => toListed(deps, view, { giver, holders }, role))
}

/** @throws OperationRefused not-found, the same for a role of another organization */
export async function getRole(deps: Deps, actor: Actor, view: OrganizationView, roleId: string): Promise<ListedRole> {
  const { id } = view.organization
  const role = await findRoleFor(deps.db, id, roleId)
  if (!role) throw new OperationRefused('not-found')
  const [holders, giver] = await Promise.all([countHoldersIn(deps.db, id), giverOf(deps, actor, view)])
  return toListed(deps, view, { giver, holders }, role)
}

const giverOf = (deps: Deps, actor: Actor, { organization, roles }: OrganizationView): Promise<Giver> =>
  giverIn(deps, { heldBy: (userId) => findHeldRoles(deps.db, organization.id, userId) }, actor, roles)

function toListed(
  deps: Deps,
  { organization }: OrganizationView,
  { giver, holders }: { giver: Giver; holders: ReadonlyMap<string, number> },
  role: RoleRecord,
): ListedRole {
  const own = role.organizationId !== ''
  const mayGive = mayGiveRole(deps, giver, role)
  return {
    ...role,
    own,
    permissions: permissionNames(deps, role.permissionIds),
    holders: holders.get(role.id) ?? 0,
    mayGive,
    mayChange: own && mayTakeRole(deps, giver, role) && mayMakeRoles(deps, organization),
  }
}

/** The permissions that somebody may put into a role, with those that they may not: for a form. */
export async function permissionsToGive(
  deps: Deps,
  actor: Actor,
  view: OrganizationView,
): Promise<(Permission & { isHeld: boolean })[]> {
  const giver = await giverOf(deps, actor, view)
  return deps.permissions.declared.map((permission) => ({ ...permission, isHeld: holds(giver, permission) }))
}

/** How many members a change of a role would give something that they do not have, and take something from. */
export interface RolePreview {
  gain: number
  lose: number
  /** There are more holders than were counted. */
  more: boolean
}

/** Holders that are looked at for a preview. */
const previewLimit = 5000

/** What it would mean if a role had these permissions. None: what its deletion would mean. */
export async function previewRole(
  deps: Deps,
  { organization }: OrganizationView,
  roleId: string,
  permissions: readonly string[],
): Promise<RolePreview> {
  const role = await findRoleFor(deps.db, organization.id, roleId)
  if (!role) throw new OperationRefused('not-found')
  const after = findPermissionIds(deps, permissions)
  const changes = unchanged(deps.permissions.declared)
  const whose = { of: 'role', organizationId: organization.id, id: role.id } as const
  const holders = await findMemberRights(deps.db, whose, previewLimit + 1)
  const changed = holders.map((holder) =>
    compareRights(holder, withRoles(holder, new Map([[role.id, after]])), changes),
  )
  return {
    gain: changed.filter(({ gained }) => gained.length > 0).length,
    lose: changed.filter(({ lost }) => lost.length > 0).length,
    more: holders.length > previewLimit,
  }
}

/** Why somebody may do something: the roles that they have it by. */
export interface ExplainedPermission {
  permission: Permission
  /** Keys of owner, admin, member and of other roles. */
  by: readonly string[]
}

export interface ExplainedMember {
  /** Of owner, admin and member. */
  roles: readonly string[]
  /** Every way in which they hold another role: who gave it, when, and by which team. */
  held: readonly HeldRole[]
  permissions: readonly ExplainedPermission[]
}

/** What a member may do, and why. @throws OperationRefused not-a-member */
export async function explainMember(
  deps: Deps,
  { organization }: OrganizationView,
  userId: string,
): Promise<ExplainedMember> {
  const roles = await findBuiltInRoles(deps.db, organization.id, userId)
  if (!roles) throw new OperationRefused('not-a-member')
  const held = await findRoleGrants(deps.db, organization.id, userId)
  const others = new Map(held.map(({ role }) => [role.key, new Set(role.permissionIds)]))
  const permissions = [...deps.permissions.all()]
    .filter(({ deprecatedAt }) => deprecatedAt === null)
    .sort((a, b) => (permissionKey(a) < permissionKey(b) ? -1 : 1))
  const explained = permissions.map((permission) => ({
    permission,
    by: [
      ...roles.filter((role) => holds({ roles: [role], held: { keys: [], permissionIds: new Set() } }, permission)),
      ...[...others].filter(([, ids]) => ids.has(permission.id)).map(([key]) => key),
    ],
  }))
  return { roles, held, permissions: explained.filter(({ by }) => by.length > 0) }
}
