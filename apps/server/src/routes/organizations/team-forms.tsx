import { rolesOfTeam, setTeamRoles } from '../../flows/organizations/roles/team-roles.ts'
import { addTeamMember, joinOpenTeam, removeTeamMember } from '../../flows/organizations/team-members.ts'
import { createTeam, deleteTeam, getTeam, updateTeam } from '../../flows/organizations/teams.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { RoleBoxes, roleBoxes } from '../../pages/rights.tsx'
import { labelsFor, memberLabel, namedMember } from './named-member.ts'
import { chosenRoles, roleChoice } from './roles/role-choice.ts'
import { type FormRequest, field, type OrganizationForm } from './tab.ts'

const namedTeam = (request: FormRequest) => getTeam(request.deps, request, field(request, 'team'))

/** What a notice calls the member and the team. */
const namesOf = async (request: FormRequest, userId: string): Promise<string[]> => [
  ...(await labelsFor(request, userId)),
  (await namedTeam(request)).name,
]

const create: OrganizationForm = {
  path: '/teams',
  async submit(request) {
    const { deps, actor, organization } = request
    await createTeam(deps, actor, organization.id, { name: field(request, 'team_name') })
    return ['team-created', field(request, 'team_name').trim()]
  },
}

const rename: OrganizationForm = {
  path: '/teams/rename',
  async submit(request) {
    const { deps, actor, organization } = request
    await updateTeam(deps, actor, organization.id, field(request, 'team'), { name: field(request, 'name') })
    return ['team-renamed', field(request, 'name').trim()]
  },
}

const remove: OrganizationForm = {
  path: '/teams/delete',
  confirmation: {
    operation: 'manage-teams',
    question: async (request, { manage, org }) => ({
      title: manage.ask.deleteTeam.title({ team: (await namedTeam(request)).name }),
      text: manage.ask.deleteTeam.text,
      button: org.deleteTeam,
    }),
  },
  async submit(request) {
    const { deps, actor, organization } = request
    return ['team-deleted', await deleteTeam(deps, actor, organization.id, field(request, 'team'))]
  },
}

const open: OrganizationForm = {
  path: '/teams/open',
  async submit(request) {
    const { deps, actor, organization } = request
    await updateTeam(deps, actor, organization.id, field(request, 'team'), { open: field(request, 'open') === 'yes' })
    return ['settings-saved']
  },
}

/** Which roles the members of a team have by it. A team that every member may join has none, which is said at once. */
const roles: OrganizationForm = {
  path: '/teams/roles',
  confirmation: {
    operation: 'manage-members',
    asksFor: roleBoxes.shown,
    async question(request, { org, me }) {
      const team = await namedTeam(request)
      if (team.openToMembers) throw new OperationRefused('conflict', 'roles', 'team-open')
      const boxes = await roleChoice(request, await rolesOfTeam(request.deps, request, team.id))
      return {
        title: `${org.tabs.roles}: ${team.name}`,
        details: <RoleBoxes words={request.frame.words} boxes={boxes} />,
        button: me.save,
        look: 'primary',
      }
    },
  },
  async submit(request) {
    const { deps, actor, organization } = request
    const team = await namedTeam(request)
    const chosen = await chosenRoles(request, await rolesOfTeam(deps, request, team.id))
    await setTeamRoles(deps, actor, organization.id, team.id, chosen?.ids ?? [])
    return ['team-roles-saved', team.name]
  },
}

/** Only members join: operators have no team here. */
const join: OrganizationForm = {
  path: '/teams/join',
  only: 'organization',
  async submit(request) {
    const { deps, actor, organization } = request
    const team = field(request, 'team')
    if (actor.kind !== 'user' || !(await joinOpenTeam(deps, actor, organization.id, team)))
      throw new OperationRefused('forbidden')
    return ['team-member-added', ...(await namesOf(request, actor.id))]
  },
}

const addMember: OrganizationForm = {
  path: '/teams/add',
  async submit(request) {
    const { deps, actor, organization } = request
    const [userId, team] = [await namedMember(request), field(request, 'team')]
    await addTeamMember(deps, actor, organization.id, team, userId)
    return ['team-member-added', ...(await namesOf(request, userId))]
  },
}

const removeMember: OrganizationForm = {
  path: '/teams/remove',
  confirmation: {
    operation: (request) => (field(request, 'user') === request.actor.id ? 'see' : 'manage-teams'),
    question: async (request, { manage, me, org }) => {
      const userId = await namedMember(request)
      const [label, team] = await Promise.all([memberLabel(request, userId), namedTeam(request)])
      return {
        title: manage.ask.removeFromTeam.title({ person: label, team: team.name }),
        text: manage.ask.removeFromTeam.text,
        button: userId === request.actor.id ? org.leave : me.remove,
      }
    },
  },
  async submit(request) {
    const { deps, actor, organization } = request
    const [userId, team] = [await namedMember(request), field(request, 'team')]
    await removeTeamMember(deps, actor, organization.id, team, userId)
    return ['team-member-removed', ...(await namesOf(request, userId))]
  },
}

export const teamForms: readonly OrganizationForm[] = [
  create,
  rename,
  open,
  roles,
  join,
  remove,
  addMember,
  removeMember,
]
