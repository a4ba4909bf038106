import * as z from 'zod'
import { listGroupMappings, removeGroupMapping, setGroupMapping } from '../../../flows/directory/mappings.ts'
import type { GroupMapping } from '../../../flows/directory/types.ts'
import { id } from '../fields.ts'
import { list, membersOf, operation, pageOf, range } from '../operation.ts'
import { requireScopesToMap } from '../rights/required-scope.ts'
import { directoryPath, namedDirectory } from './directory.ts'
import { seeOrganization } from './organizations.ts'

const role = z.string().max(100).nullable().describe('owner, admin, member, or the id of another role.')
const mapping = z
  .object({
    id,
    group_id: id,
    group_name: z.string(),
    exists: z.boolean().describe('Whether the directory still has the group.'),
    role,
    team_id: id.nullable(),
  })
  .meta({ id: 'GroupMapping' })
const newMapping = z
  .strictObject({ group_id: id, role: role.optional(), team_id: id.nullable().optional() })
  .meta({ id: 'NewGroupMapping', description: 'Either a role or a team.' })

const toMapping = membersOf(mapping)

const path = `${directoryPath}/mappings` as const

export const directoryMappingOperations = [
  list({
    path,
    id: 'listGroupMappings',
    summary: 'List which groups of the directory give which roles and teams',
    scope: 'connections:read',
    item: mapping,
    run: async (call) => {
      const { after, limit } = range(call)
      // A directory has at most a hundred.
      const all = await listGroupMappings(call.deps, (await namedDirectory(call)).id)
      const rest = all
        .toSorted((left, right) => (left.id < right.id ? -1 : 1))
        .filter((known) => after === null || known.id > after)
      return pageOf(rest.slice(0, limit), call, (known: GroupMapping) => known.id, toMapping)
    },
  }),
  operation({
    method: 'post',
    path,
    id: 'addGroupMapping',
    summary:
      'Let a group give a role or a team, which needs members:write too, and roles:write for another role or a team with roles. Never owner: owners decide that',
    scope: 'connections:write',
    refuses: [409],
    body: newMapping,
    answer: mapping,
    creates: true,
    run: async (call) => {
      const directory = await namedDirectory(call)
      const { group_id: groupId, role = null, team_id: teamId = null } = call.body
      await requireScopesToMap(call, await seeOrganization(call), { role, teamId })
      const { id } = await setGroupMapping(call.deps, call.actor, directory.organizationId, { groupId, role, teamId })
      const added = (await listGroupMappings(call.deps, directory.id)).find((known) => known.id === id)
      const body = added ?? { ...{ id, groupId, role, teamId }, groupName: '', exists: false }
      const location = `/organizations/${call.parameter('organization')}/directory/mappings/${id}`
      return { body: toMapping(body), location }
    },
  }),
  operation({
    method: 'delete',
    path: `${path}/{mapping}`,
    id: 'removeGroupMapping',
    summary: 'Let a group give nothing any more. Those who have a role by it lose it',
    scope: 'connections:write',
    refuses: [409],
    run: async (call) => {
      await requireScopesToMap(call, await seeOrganization(call), {})
      const { organizationId } = await namedDirectory(call)
      await removeGroupMapping(call.deps, call.actor, organizationId, call.parameter('mapping'))
    },
  }),
]
