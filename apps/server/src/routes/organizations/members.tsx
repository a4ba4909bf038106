import { changeRoles, removeMember } from '../../flows/organizations/members/member-roles.ts'
import { listMembers, memberCount } from '../../flows/organizations/members/members.ts'
import { may, readRoles } from '../../flows/organizations/rules.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { page } from '../../http/responses.ts'
import { MembersPage } from '../../pages/organizations/members.tsx'
import { formStatus } from '../forms.ts'
import { listingOf, paged, rowsFrom } from '../listing.ts'
import { memberLabel, membersToChoose, namedMember } from './named-member.ts'
import { ownerForms } from './owner-forms.ts'
import { organizationFrame, rolesToGive, tabAddress } from './request.ts'
import type { OrganizationForm, Tab } from './tab.ts'
import { tabRoutes } from './tab-routes.ts'

const show: Tab['show'] = async (request, refused) => {
  const { deps, c, actor, roles } = request
  const listing = listingOf(c)
  const { query, after } = listing
  const [total, found, rows] = await Promise.all([
    memberCount(deps, request),
    query ? memberCount(deps, request, { query }) : 0,
    listMembers(deps, actor, request, { ...rowsFrom(after), query }),
  ])
  const list = paged(rows, listing, tabAddress(request, 'members'), ({ userId }) => userId)
  return page(
    <MembersPage
      frame={organizationFrame(request, refused?.problems)}
      ownId={actor.id}
      members={list.rows}
      total={total}
      found={found}
      query={query}
      next={list.next}
      first={list.first}
      people={await membersToChoose(request, total)}
      mayManage={may(roles, 'manage-members')}
      isOwner={may(roles, 'own')}
      roles={rolesToGive(request)}
    />,
    formStatus(refused),
  )
}

const changeRolesForm: OrganizationForm = {
  path: '/members/roles',
  async submit(request) {
    const roles = readRoles(request.params.all('role'))
    if (!roles) throw new OperationRefused('invalid', 'user', 'choose-one')
    await changeRoles(request.deps, request.actor, request.organization.id, await namedMember(request), roles)
  },
}

const removeForm: OrganizationForm = {
  path: '/members/remove',
  confirmation: {
    operation: 'manage-members',
    question: async (request, { manage, me }) => ({
      title: manage.ask.removeMember.title(
        await memberLabel(request, await namedMember(request)),
        request.organization.name,
      ),
      text: manage.ask.removeMember.text,
      button: me.remove,
    }),
  },
  submit: async (request) =>
    removeMember(request.deps, request.actor, request.organization.id, await namedMember(request)),
}

const leaveForm: OrganizationForm = {
  path: '/leave',
  confirmation: {
    operation: 'see',
    question: async ({ organization }, { manage, org }) => ({
      title: manage.ask.leave.title(organization.name),
      text: manage.ask.leave.text,
      button: org.leave,
    }),
  },
  submit: ({ deps, actor, organization }) => removeMember(deps, actor, organization.id, actor.id),
  next: () => '/account/organizations',
}

export const memberRoutes = tabRoutes({
  name: 'members',
  show,
  forms: [changeRolesForm, removeForm, leaveForm, ...ownerForms],
})
