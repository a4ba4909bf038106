import { listMembers, memberCount } from '../../flows/organizations/members/members.ts'
import { rolesOfTeam } from '../../flows/organizations/roles/team-roles.ts'
import { may } from '../../flows/organizations/rules.ts'
import { getTeam, listOpenTeams, listTeamSummaries } from '../../flows/organizations/teams.ts'
import { formField } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { TeamsPage } from '../../pages/organizations/teams.tsx'
import { formStatus } from '../forms.ts'
import { listingOf, rowsFrom } from '../listing.ts'
import { sortedListingOf, sortedPage } from '../sorted-listing.ts'
import { membersToChoose } from './named-member.ts'
import { type OrganizationRequest, organizationFrame, tabAddress } from './request.ts'
import type { Tab } from './tab.ts'
import { teamForms } from './team-forms.tsx'

const show: Tab['show'] = async (request, refused) => {
  const { deps, organization, actor, roles } = request
  const { rows, single, next, first } = await teamsToShow(request)
  const people = await membersToChoose(request, await memberCount(deps, request))
  const open =
    actor.kind === 'user'
      ? await listOpenTeams(
          deps,
          organization.id,
          actor.id,
          rows.map(({ id }) => id),
        )
      : []
  const teams = rows.map((team) => ({
    ...team,
    joinable: open.some(({ id }) => id === team.id),
    others: people?.filter((person) => !person.teams.some(({ id }) => id === team.id)) ?? null,
  }))
  return page(
    <TeamsPage
      frame={organizationFrame(request, refused?.problems)}
      teams={teams}
      single={single}
      next={next}
      first={first}
      ownId={actor.id}
      mayManage={may(roles, 'manage-teams')}
      mayCreate={may(roles, 'make-teams', organization)}
      typed={formField(refused?.params, 'team_name')}
    />,
    formStatus(refused),
  )
}

/** A page of teams, each with its first members, or a single team with a page of its members. */
async function teamsToShow(request: OrganizationRequest) {
  const { deps, actor, c } = request
  const path = tabAddress(request, 'teams')
  const teamId = listingOf(c).parameter('team')
  const address = teamId ? `${path}?${new URLSearchParams({ team: teamId })}` : path
  const description = { address, sorts: ['oldest'] } as const
  const listing = sortedListingOf(deps, c, description)
  const after = listing.position?.[0] ?? null
  if (!teamId) {
    const rows = await listTeamSummaries(deps, request, rowsFrom(after))
    return { single: false, ...sortedPage(deps, description, listing, rows, ({ id }) => [id]) }
  }
  const team = await getTeam(deps, request, teamId)
  const [roles, count, rows] = await Promise.all([
    rolesOfTeam(deps, request, team.id),
    memberCount(deps, request, { teamId: team.id }),
    listMembers(deps, actor, request, { ...rowsFrom(after), teamId: team.id }),
  ])
  const { rows: members, next, first } = sortedPage(deps, description, listing, rows, ({ userId }) => [userId])
  return { single: true, next, first, rows: [{ ...team, roles, count, members }] }
}

export const teamsTab: Tab = { name: 'teams', show, forms: teamForms }
