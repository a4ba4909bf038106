import {
  getInvitation,
  invitationCount,
  invite,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from '../../flows/organizations/invitations/invitations.ts'
import { listRoles } from '../../flows/organizations/roles/role-lists.ts'
import { readRoles } from '../../flows/organizations/rules.ts'
import { findTeamByName } from '../../flows/organizations/teams.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { formField } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { InvitationsPage } from '../../pages/organizations/invitations.tsx'
import { roleLabel } from '../../pages/rights.tsx'
import { rowsFrom } from '../listing.ts'
import { sortedListingOf, sortedPage } from '../sorted-listing.ts'
import { showInvite } from './invite.tsx'
import { changesOwners } from './named-member.ts'
import { type OrganizationRequest, organizationFrame, tabAddress } from './request.ts'
import { field, type OrganizationForm, type Tab } from './tab.ts'

const show: Tab['show'] = async (request, refused) => {
  // Only an invitation can be refused for what was typed.
  if (refused) {
    const value = (name: string) => formField(refused.params, name)
    const typed = { addresses: value('email'), role: value('role'), team: value('team'), client: value('client') }
    return showInvite(request, { typed }, refused.problems)
  }
  const { deps, c } = request
  const description = { address: tabAddress(request, 'invitations'), sorts: ['oldest'] } as const
  const listing = sortedListingOf(deps, c, description)
  const { query } = listing
  const rows = await listInvitations(deps, request, { ...rowsFrom(listing.position?.[0] ?? null), query })
  const labels = await labelsOfRoles(request, rows)
  const shown = rows.map((row) => ({ ...row, otherRoles: row.roleIds.flatMap((id) => labels.get(id) ?? []) }))
  const list = sortedPage(deps, description, listing, shown, ({ id }) => [id])
  return page(
    <InvitationsPage
      frame={organizationFrame(request)}
      invitations={list}
      count={await invitationCount(deps, request)}
      query={query}
    />,
  )
}

/** What the other roles of invitations are called, by their ids. One that was deleted has no name. */
async function labelsOfRoles(
  request: OrganizationRequest,
  rows: readonly { roleIds: readonly string[] }[],
): Promise<Map<string, string>> {
  if (rows.every(({ roleIds }) => roleIds.length === 0)) return new Map()
  const roles = await listRoles(request.deps, request.actor, request)
  return new Map(roles.map((role) => [role.id, roleLabel(request.frame.words, role)]))
}

const inviteForm: OrganizationForm = {
  path: '/invitations',
  recent: changesOwners,
  async submit(request) {
    const { deps, actor, organization } = request
    const roles = readRoles([field(request, 'role') || 'member'])
    if (!roles) throw new OperationRefused('invalid', 'role', 'choose-one')
    const team = field(request, 'team').trim()
    const teamId = team && (await findTeamByName(deps, request, team))
    if (teamId === null) throw new OperationRefused('invalid', 'team', 'not-available')
    await invite(deps, actor, organization.id, {
      email: field(request, 'email'),
      roles,
      teamIds: teamId ? [teamId] : [],
      clientId: field(request, 'client') || null,
      languages: request.languages,
    })
    return ['invited', field(request, 'email').trim()]
  },
}

const resendForm: OrganizationForm = {
  path: '/invitations/resend',
  async submit(request) {
    const { deps, actor, organization } = request
    const id = field(request, 'id')
    await resendInvitation(deps, actor, organization.id, id, request.languages)
    return ['invitation-resent', (await getInvitation(deps, request, id)).email]
  },
}

const withdrawForm: OrganizationForm = {
  path: '/invitations/revoke',
  confirmation: {
    operation: 'manage-members',
    question: async (request, { manage, org }) => ({
      title: manage.ask.withdraw.title({
        address: (await getInvitation(request.deps, request, field(request, 'id'))).email,
      }),
      text: manage.ask.withdraw.text,
      button: org.withdraw,
    }),
  },
  async submit(request) {
    const { deps, actor, organization } = request
    const withdrawn = await withdrawInvitation(deps, actor, organization.id, field(request, 'id'))
    return ['invitation-withdrawn', ...(withdrawn ? [withdrawn.email, withdrawn.roles] : [])]
  },
}

/** The tab where admins invite people. The page of the mailed link is in invitation.tsx. */
export const invitationsTab: Tab = { name: 'invitations', show, forms: [inviteForm, resendForm, withdrawForm] }
