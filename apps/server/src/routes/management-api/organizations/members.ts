import * as z from 'zod'
import { putMember } from '../../../flows/management/organizations.ts'
import { changeMemberFields } from '../../../flows/organizations/member-fields.ts'
import { removeMember } from '../../../flows/organizations/members/member-roles.ts'
import { getMember, listSortedMembers } from '../../../flows/organizations/members/members.ts'
import type { Role } from '../../../flows/organizations/rules.ts'
import { datedPage, dateSort } from '../date-sort.ts'
import {
  fieldChange,
  fieldQuery,
  fieldValues,
  readableValues,
  searchedValues,
  writableValues,
} from '../declared-fields/values.ts'
import { at, id, roles } from '../fields.ts'
import { type Call, list, membersOf, operation, pageOf } from '../operation.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const member = z
  .object({
    user_id: id,
    name: z.string(),
    email: z.string().nullable(),
    roles,
    other_roles: z.array(z.string()).describe('Keys of the other roles that they hold by themselves.'),
    teams: z.array(id),
    created_at: at,
    fields: fieldValues,
  })
  .meta({ id: 'Member' })
const memberChange = z.strictObject({ fields: fieldChange }).meta({ id: 'MemberChange' })
const rolesOfMember = z.strictObject({ roles }).meta({ id: 'Roles' })

type MemberRecord = Awaited<ReturnType<typeof listSortedMembers>>[number]
const toMember = (call: Pick<Call, 'deps' | 'scope'>, record: Omit<MemberRecord, 'position'>): z.input<typeof member> =>
  membersOf(member)({
    ...record,
    roles: record.roles as Role[],
    otherRoles: record.otherRoles.map(({ key }) => key),
    teams: record.teams.map(({ id }) => id),
    fields: readableValues(call, 'membership', record.fields),
  })

export const memberOperations = [
  list({
    path: '/organizations/{organization}/members',
    id: 'listMembers',
    refuses: [422],
    summary: 'List the members of an organization by the date at which they joined',
    scope: 'members:read',
    query: { query: 'Words of a name or an email address.', sort: dateSort, ...fieldQuery },
    item: member,
    run: async (call) => {
      const view = await seeOrganization(call)
      const query = call.query('query')
      const { limit, order, after, cursorTo } = datedPage(call, [
        ...['members', view.organization.id, query],
        ...call.fieldQuery.flat(),
      ])
      const records = await listSortedMembers(call.deps, call.actor, view, {
        ...{ query, order, limit: limit + 1 },
        fields: await searchedValues(call, 'membership'),
        position: after && [String(after.key), after.id],
      })
      const cursorOf = ({ position: [key, id] }: (typeof records)[number]) => cursorTo({ key, id })
      return pageOf(records, call, cursorOf, (record) => toMember(call, record))
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
    method: 'patch',
    path: '/organizations/{organization}/members/{user}',
    id: 'updateMember',
    summary: 'Change what the organization keeps about a member: values of declared fields',
    scope: 'members:write',
    body: memberChange,
    answer: member,
    run: async (call) => {
      const { deps, actor, body } = call
      const view = await seeOrganization(call)
      const place = { organizationId: view.organization.id, userId: call.parameter('user') }
      await changeMemberFields(deps, actor, place, (await writableValues(call, body.fields)) ?? {})
      return { body: toMember(call, await getMember(deps, view, place.userId)) }
    },
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
