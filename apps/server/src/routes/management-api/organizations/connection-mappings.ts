import * as z from 'zod'
import {
  addRoleMapping,
  listRoleMappings,
  type RoleMappingRecord,
  removeRoleMapping,
} from '../../../flows/federation/role-mappings.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { id } from '../fields.ts'
import { list, operation, pageOf, range } from '../operation.ts'
import { requireScopesToMap } from '../rights/required-scope.ts'
import { namedConnection } from './connections.ts'
import { seeOrganization } from './organizations.ts'

const role = z.string().max(100).nullable().describe('owner, admin, member, or the id of another role.')
const mapping = z
  .object({ id, value: z.string().describe('A group, as the provider names it.'), role, team_id: id.nullable() })
  .meta({ id: 'RoleMapping' })
const newMapping = z
  .strictObject({ value: z.string().max(200), role: role.optional(), team_id: id.nullable().optional() })
  .meta({ id: 'NewRoleMapping', description: 'Either a role or a team.' })

const toMapping = ({ id, value, role, teamId }: RoleMappingRecord): z.input<typeof mapping> => ({
  ...{ id, value, role, team_id: teamId },
})

/** Where a page ends: as the store orders them, so that the last one on it may be gone when the next page is asked for. */
const cursorOf = ({ position, id }: Pick<RoleMappingRecord, 'position' | 'id'>): string => `${position}.${id}`

function isAfter({ position, id }: RoleMappingRecord, cursor: string): boolean {
  const [at, last] = splitAt(cursor)
  return position === at ? id > last : position > at
}

/** @throws OperationRefused for what is no cursor of ours */
function splitAt(cursor: string): [position: number, id: string] {
  const found = /^(\d{1,6})\.([\w-]{1,64})$/.exec(cursor)
  if (!found) throw new OperationRefused('invalid', 'cursor', 'invalid-value')
  return [Number(found[1]), found[2] ?? '']
}

const path = '/organizations/{organization}/connections/{connection}/mappings'

export const connectionMappingOperations = [
  list({
    path,
    id: 'listRoleMappings',
    summary: 'List which groups of the identity provider give which roles and teams, in their order',
    scope: 'connections:read',
    item: mapping,
    run: async (call) => {
      const { after, limit } = range(call)
      // A connection has at most a hundred.
      const all = await listRoleMappings(call.deps, await namedConnection(call))
      const rest = all.filter((known) => after === null || isAfter(known, after))
      return pageOf(rest.slice(0, limit), call, cursorOf, toMapping)
    },
  }),
  operation({
    method: 'post',
    path,
    id: 'addRoleMapping',
    summary:
      'Let a group give a role or a team, which needs members:write too, and roles:write for another role or a team with roles. Never owner: owners decide that',
    scope: 'connections:write',
    refuses: [409],
    body: newMapping,
    answer: mapping,
    creates: true,
    run: async (call) => {
      const named = await namedConnection(call)
      const { value, role = null, team_id: teamId = null } = call.body
      await requireScopesToMap(call, await seeOrganization(call), { role, teamId })
      const { id } = await addRoleMapping(call.deps, call.actor, named, { value, role, teamId })
      const added = (await listRoleMappings(call.deps, named)).find((known) => known.id === id)
      const body = added ? toMapping(added) : { id, value, role, team_id: teamId }
      const { organization, connection } = { organization: call.parameter('organization'), connection: named.id }
      return { body, location: `/organizations/${organization}/connections/${connection}/mappings/${id}` }
    },
  }),
  operation({
    method: 'delete',
    path: `${path}/{mapping}`,
    id: 'removeRoleMapping',
    summary: 'Let a group give nothing any more. Those who have a role by it keep it until they sign in next',
    scope: 'connections:write',
    refuses: [409],
    run: async (call) => {
      await requireScopesToMap(call, await seeOrganization(call), {})
      await removeRoleMapping(call.deps, call.actor, await namedConnection(call), call.parameter('mapping'))
    },
  }),
]
