import * as z from 'zod'
import { addTeamMember, removeTeamMember } from '../../../flows/organizations/team-members.ts'
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from '../../../flows/organizations/teams.ts'
import { at, id, text } from '../fields.ts'
import { list, membersOf, operation, pageOf, range } from '../operation.ts'
import { requireScopesToGive } from '../rights/required-scope.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const team = z
  .object({
    id,
    slug: z.string(),
    name: z.string(),
    members: z.array(id),
    roles: z.array(z.string()).describe('Keys of the roles that its members have by it.'),
    open: z.boolean(),
    created_at: at,
  })
  .meta({ id: 'Team' })
const newTeam = z.strictObject({ name: text, slug: text.optional() }).meta({ id: 'NewTeam' })
const teamChange = z.strictObject({ name: text.optional(), open: z.boolean().optional() }).meta({ id: 'TeamChange' })

type TeamRecord = Awaited<ReturnType<typeof listTeams>>[number]
const toTeam = (record: TeamRecord): z.input<typeof team> => membersOf(team)({ ...record, open: record.openToMembers })

export const teamOperations = [
  list({
    path: '/organizations/{organization}/teams',
    id: 'listTeams',
    summary: 'List the teams of an organization',
    scope: 'members:read',
    item: team,
    run: async (call) =>
      pageOf(await listTeams(call.deps, await seeOrganization(call), range(call)), call, ({ id }) => id, toTeam),
  }),
  operation({
    method: 'post',
    path: '/organizations/{organization}/teams',
    id: 'createTeam',
    summary: 'Create a team',
    scope: 'members:write',
    body: newTeam,
    answer: team,
    creates: true,
    run: async (call) => {
      const seen = await seeOrganization(call)
      const id = await createTeam(call.deps, call.actor, seen.organization.id, call.body)
      return { body: toTeam({ ...(await getTeam(call.deps, seen, id)), members: [], roles: [] }) }
    },
  }),
  operation({
    method: 'patch',
    path: '/organizations/{organization}/teams/{team}',
    id: 'updateTeam',
    summary: 'Rename a team, or let every member join it',
    scope: 'members:write',
    body: teamChange,
    run: async (call) => {
      const { deps, actor, parameter, body } = call
      await updateTeam(deps, actor, await organizationIdOf(call), parameter('team'), body)
    },
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/teams/{team}',
    id: 'deleteTeam',
    summary: 'Delete a team',
    scope: 'members:write',
    run: async (call) => {
      await deleteTeam(call.deps, call.actor, await organizationIdOf(call), call.parameter('team'))
    },
  }),
  operation({
    method: 'put',
    path: '/organizations/{organization}/teams/{team}/members/{user}',
    id: 'addTeamMember',
    summary: 'Add a member to a team. A team with roles needs roles:write',
    scope: 'members:write',
    run: async (call) => {
      const { deps, actor, parameter } = call
      const view = await seeOrganization(call)
      await requireScopesToGive(call, view, { teams: [parameter('team')] })
      await addTeamMember(deps, actor, view.organization.id, parameter('team'), parameter('user'))
    },
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/teams/{team}/members/{user}',
    id: 'removeTeamMember',
    summary: 'Remove a member from a team',
    scope: 'members:write',
    run: async (call) => {
      const { deps, actor, parameter } = call
      await removeTeamMember(deps, actor, await organizationIdOf(call), parameter('team'), parameter('user'))
    },
  }),
]
