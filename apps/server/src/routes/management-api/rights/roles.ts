import {
  changeOperatorRole,
  deleteOperatorRole,
  getOperatorRole,
  listOperatorRoles,
  makeOperatorRole,
} from '../../../flows/management/rights/operator-roles.ts'
import { list, operation, pageOf } from '../operation.ts'
import { newRole, role, roleChange, roleGiven, roleReply, toRole } from './role-schemas.ts'

export const roleOperations = [
  list({
    path: '/roles',
    id: 'listRoles',
    summary: 'List the roles that every organization may give',
    scope: 'roles:read',
    item: role,
    run: async (call) => {
      const found = (await listOperatorRoles(call.deps, call.actor)).filter(({ key }) => key > (call.page.after ?? ''))
      return pageOf(found.slice(0, call.page.limit + 1), call, ({ key }) => key, toRole)
    },
  }),
  operation({
    method: 'post',
    path: '/roles',
    id: 'createRole',
    summary: 'Make a role that every organization may give. 409 where PERMISSIONS_FILE decides',
    scope: 'roles:write',
    body: newRole,
    answer: role,
    creates: true,
    run: async ({ deps, actor, body }) => {
      const id = await makeOperatorRole(deps, actor, { ...roleGiven(body), key: body.key ?? '' })
      return roleReply(await getOperatorRole(deps, actor, id), '/roles')
    },
  }),
  operation({
    method: 'get',
    path: '/roles/{role}',
    id: 'getRole',
    summary: 'Get a role that every organization may give',
    scope: 'roles:read',
    answer: role,
    run: async ({ deps, actor, parameter }) =>
      roleReply(await getOperatorRole(deps, actor, parameter('role')), '/roles'),
  }),
  operation({
    method: 'patch',
    path: '/roles/{role}',
    id: 'updateRole',
    summary: 'Change a role for all who hold it. Its key stays',
    refuses: [409],
    scope: 'roles:write',
    body: roleChange,
    answer: role,
    run: async ({ deps, actor, parameter, body, version }) => {
      const id = parameter('role')
      await changeOperatorRole(deps, actor, { ...roleGiven(body), id, version })
      return roleReply(await getOperatorRole(deps, actor, id), '/roles')
    },
  }),
  operation({
    method: 'delete',
    path: '/roles/{role}',
    id: 'deleteRole',
    summary: 'Delete a role. It ends at once for all who hold it',
    refuses: [409],
    scope: 'roles:write',
    run: ({ deps, actor, parameter }) => deleteOperatorRole(deps, actor, parameter('role')),
  }),
]
