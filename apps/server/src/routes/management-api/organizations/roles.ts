import * as z from 'zod'
import { setRoles } from '../../../flows/organizations/members/member-roles.ts'
import { splitRoleNames } from '../../../flows/organizations/roles/giving.ts'
import { changeRole, deleteRole, makeRole } from '../../../flows/organizations/roles/own-roles.ts'
import { explainMember, getRole, listRoles } from '../../../flows/organizations/roles/role-lists.ts'
import { setTeamRoles } from '../../../flows/organizations/roles/team-roles.ts'
import { permissionKey } from '../../../oidc/permissions-document.ts'
import { at, roles as builtInRoles, id } from '../fields.ts'
import { list, operation, pageOf } from '../operation.ts'
import { requireScope } from '../rights/required-scope.ts'
import { newRole, role, roleChange, roleGiven, roleNames, roleReply, toRole } from '../rights/role-schemas.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const memberPermissions = z
  .object({
    user_id: id,
    roles: builtInRoles,
    other_roles: z
      .array(
        z.object({
          id,
          key: z.string(),
          team: id.nullable().describe('The team whose members hold it; null if they hold it by themselves.'),
          granted_by_kind: z.string(),
          granted_by: z.string().nullable(),
          granted_at: at,
        }),
      )
      .describe('Every way in which they hold another role.'),
    permissions: z.array(
      z.object({
        permission: z.string(),
        level: z.string(),
        roles: z.array(z.string()).describe('Keys of the roles that they have it by.'),
      }),
    ),
  })
  .meta({ id: 'MemberPermissions' })

const path = '/organizations/{organization}/roles'
const rolesAt = (organizationId: string) => `/organizations/${organizationId}/roles`

export const organizationRoleOperations = [
  list({
    path,
    id: 'listOrganizationRoles',
    summary: 'List the roles that an organization may give: its own and those of the operator',
    scope: 'roles:read',
    item: role,
    run: async (call) => {
      const all = await listRoles(call.deps, call.actor, await seeOrganization(call))
      const found = all.filter(({ id }) => id > (call.page.after ?? '')).sort((a, b) => (a.id < b.id ? -1 : 1))
      return pageOf(found.slice(0, call.page.limit + 1), call, ({ id }) => id, toRole)
    },
  }),
  operation({
    method: 'post',
    path,
    id: 'createOrganizationRole',
    summary: 'Make a role of an organization',
    scope: 'roles:write',
    body: newRole,
    answer: role,
    creates: true,
    run: async (call) => {
      const view = await seeOrganization(call)
      const id = await makeRole(call.deps, call.actor, view.organization.id, roleGiven(call.body))
      return roleReply(await getRole(call.deps, call.actor, view, id), rolesAt(view.organization.id))
    },
  }),
  operation({
    method: 'get',
    path: `${path}/{role}`,
    id: 'getOrganizationRole',
    summary: 'Get a role that an organization may give',
    scope: 'roles:read',
    answer: role,
    run: async (call) => {
      const view = await seeOrganization(call)
      const found = await getRole(call.deps, call.actor, view, call.parameter('role'))
      return roleReply(found, rolesAt(view.organization.id))
    },
  }),
  operation({
    method: 'patch',
    path: `${path}/{role}`,
    id: 'updateOrganizationRole',
    summary: 'Change a role of an organization for all who hold it. Its key stays',
    scope: 'roles:write',
    body: roleChange,
    answer: role,
    run: async (call) => {
      const { deps, actor, body, version } = call
      const view = await seeOrganization(call)
      const id = call.parameter('role')
      await changeRole(deps, actor, view.organization.id, { ...roleGiven(body), id, version })
      return roleReply(await getRole(deps, actor, view, id), rolesAt(view.organization.id))
    },
  }),
  operation({
    method: 'delete',
    path: `${path}/{role}`,
    id: 'deleteOrganizationRole',
    summary: 'Delete a role of an organization. It ends at once for all who hold it',
    scope: 'roles:write',
    run: async (call) => {
      await deleteRole(call.deps, call.actor, await organizationIdOf(call), call.parameter('role'))
    },
  }),
  operation({
    method: 'put',
    path: '/organizations/{organization}/members/{user}/roles',
    id: 'putMemberRoles',
    summary:
      'Say which roles a member has. Owner, admin and member stay as they are unless they are named, which needs members:write',
    refuses: [409],
    scope: 'roles:write',
    body: roleNames,
    run: async (call) => {
      const { deps, actor, parameter, body } = call
      const { builtIn, others } = splitRoleNames(body.roles)
      if (builtIn.length > 0) await requireScope(call, 'members:write', 'to make somebody owner, admin or member')
      const given = { ...(builtIn.length > 0 ? { builtIn } : {}), others }
      await setRoles(deps, actor, await organizationIdOf(call), parameter('user'), given)
    },
  }),
  operation({
    method: 'get',
    path: '/organizations/{organization}/members/{user}/permissions',
    id: 'getMemberPermissions',
    summary: 'Get what a member may do, and by which roles',
    scope: 'roles:read',
    answer: memberPermissions,
    run: async (call) => {
      const userId = call.parameter('user')
      const { roles, held, permissions } = await explainMember(call.deps, await seeOrganization(call), userId)
      return {
        body: {
          user_id: userId,
          roles: [...roles] as z.input<typeof builtInRoles>,
          other_roles: held.map(({ role: { id, key }, team, grantedByKind, grantedBy, grantedAt }) => ({
            ...{ id, key, team: team?.id ?? null },
            ...{ granted_by_kind: grantedByKind, granted_by: grantedBy, granted_at: grantedAt.toISOString() },
          })),
          permissions: permissions.map(({ permission, by }) => ({
            ...{ permission: permissionKey(permission), level: permission.level, roles: [...by] },
          })),
        },
      }
    },
  }),
  operation({
    method: 'put',
    path: '/organizations/{organization}/teams/{team}/roles',
    id: 'putTeamRoles',
    summary: 'Say which roles the members of a team have by it. 409 for a team that is open to every member',
    refuses: [409],
    scope: 'roles:write',
    body: roleNames,
    run: async (call) => {
      const { deps, actor, parameter, body } = call
      await setTeamRoles(deps, actor, await organizationIdOf(call), parameter('team'), body.roles)
    },
  }),
]
