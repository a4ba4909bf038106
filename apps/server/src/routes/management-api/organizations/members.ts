import * as z from 'zod'
import { putMember } from '../../../flows/management/organizations.ts'
import { removeMember } from '../../../flows/organizations/members/member-roles.ts'
import { listSortedMembers } from '../../../flows/organizations/members/members.ts'
import type { Role } from '../../../flows/organizations/rules.ts'
import { datedPage, dateSort } from '../date-sort.ts'
import { at, id, roles } from '../fields.ts'
import { list, membersOf, operation, pageOf } from '../operation.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const member = z
  .object({ user_id: id, name: z.string(), email: z.string().nullable(), roles, teams: z.array(id), created_at: at })
  .meta({ id: 'Member' })
const rolesOfMember = z.strictObject({ roles }).meta({ id: 'Roles' })

type MemberRecord = Awaited<ReturnType<typeof listSortedMembers>>[number]
const toMember = (record: MemberRecord): z.input<typeof member> =>
  membersOf(member)({ ...record, roles: record.roles as Role[], teams: record.teams.map(({ id }) => id) })

export const memberOperations = [
  list({
    path: '/organizations/{organization}/members',
    id: 'listMembers',
    summary: 'List the members of an organization by the date at which they joined',
    scope: 'members:read',
    query: { query: 'Words of a name or an email address.', sort: dateSort },
    item: member,
    run: async (call) => {
      const view = await seeOrganization(call)
      const query = call.query('query')
      const { limit, order, after, cursorTo } = datedPage(call, ['members', view.organization.id, query])
      const records = await listSortedMembers(call.deps, call.actor, view, {
        ...{ query, order, limit: limit + 1 },
        position: after && [String(after.key), after.id],
      })
      const cursorOf = ({ position: [key, id] }: (typeof records)[number]) => cursorTo({ key, id })
      return pageOf(records, call, cursorOf, toMember)
    },
  }),
  operation({
    method: 'put',
    path: '/organizations/{organization}/members/{user}',
    id: 'putMember',
    summary: 'Add a member or change their roles',
    refuses: [409],
    scope: 'members:write',
    body: rolesOfMember,
    run: ({ deps, actor, parameter, body }) =>
      putMember(deps, actor, parameter('organization'), parameter('user'), body.roles),
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/members/{user}',
    id: 'removeMember',
    summary: 'Remove a member. 409 for the last owner',
    refuses: [409],
    scope: 'members:write',
    run: async (call) => removeMember(call.deps, call.actor, await organizationIdOf(call), call.parameter('user')),
  }),
]
