import { addTeamMember, removeTeamMember } from '../../flows/organizations/team-members.ts'
import { createTeam, deleteTeam, getTeam, renameTeam } from '../../flows/organizations/teams.ts'
import { memberLabel, namedMember } from './named-member.ts'
import { type FormRequest, field, type OrganizationForm } from './tab.ts'

const namedTeam = (request: FormRequest) => getTeam(request.deps, request, field(request, 'team'))

const create: OrganizationForm = {
  path: '/teams',
  async submit(request) {
    const { deps, actor, organization } = request
    await createTeam(deps, actor, organization.id, { name: field(request, 'team_name') })
  },
}

const rename: OrganizationForm = {
  path: '/teams/rename',
  async submit(request) {
    const { deps, actor, organization } = request
    await renameTeam(deps, actor, organization.id, field(request, 'team'), field(request, 'name'))
  },
}

const remove: OrganizationForm = {
  path: '/teams/delete',
  confirmation: {
    operation: 'manage-teams',
    question: async (request, { manage, org }) => ({
      title: manage.ask.deleteTeam.title((await namedTeam(request)).name),
      text: manage.ask.deleteTeam.text,
      button: org.deleteTeam,
    }),
  },
  async submit(request) {
    await deleteTeam(request.deps, request.actor, request.organization.id, field(request, 'team'))
  },
}

const addMember: OrganizationForm = {
  path: '/teams/add',
  async submit(request) {
    const { deps, actor, organization } = request
    await addTeamMember(deps, actor, organization.id, field(request, 'team'), await namedMember(request))
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
        title: manage.ask.removeFromTeam.title(label, team.name),
        text: manage.ask.removeFromTeam.text,
        button: userId === request.actor.id ? org.leave : me.remove,
      }
    },
  },
  async submit(request) {
    const { deps, actor, organization } = request
    await removeTeamMember(deps, actor, organization.id, field(request, 'team'), await namedMember(request))
  },
}

export const teamForms: readonly OrganizationForm[] = [create, rename, remove, addMember, removeMember]
