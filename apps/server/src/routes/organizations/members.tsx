import { keysOfMember } from '../../flows/api-keys/api-keys.ts'
import { hasMemberFields, writersOf } from '../../flows/organizations/member-fields.ts'
import { exportMembers, memberColumns } from '../../flows/organizations/members/member-export.ts'
import { removeMember, setRoles } from '../../flows/organizations/members/member-roles.ts'
import { findMembership, listSortedMembers, memberCount } from '../../flows/organizations/members/members.ts'
import { listRoles } from '../../flows/organizations/roles/role-lists.ts'
import { may, readRoles, roleNames } from '../../flows/organizations/rules.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { csvResponse } from '../../http/csv.ts'
import { page } from '../../http/responses.ts'
import { Select } from '../../pages/fields.tsx'
import { MembersPage, memberSorts } from '../../pages/organizations/members.tsx'
import { RoleBoxes, roleLabel } from '../../pages/rights.tsx'
import { namesOfRoles } from '../../pages/roles.ts'
import { formStatus } from '../forms.ts'
import { perPage } from '../listing.ts'
import { sortedListingOf, sortedPage, sortingOf } from '../sorted-listing.ts'
import { changesOwners, labelsFor, memberLabel, membersToChoose, namedMember } from './named-member.ts'
import { ownerForms } from './owner-forms.ts'
import { type OrganizationRequest, organizationFrame, rolesToGive, tabAddress } from './request.ts'
import { showMemberPermissions } from './roles/member-permissions.tsx'
import { chosenRoles, roleChoice } from './roles/role-choice.ts'
import type { OrganizationForm, Tab } from './tab.ts'

/** The list of members, as the page and its links describe it, with the other roles that it can be narrowed to. */
async function listOf(request: OrganizationRequest) {
  const { deps, actor, frame, roles } = request
  const showsRoles = deps.permissions.declared.length > 0 && may(roles, 'manage-members')
  const others = showsRoles ? await listRoles(deps, actor, request) : []
  return {
    list: {
      address: tabAddress(request, 'members'),
      sorts: memberSorts,
      filters: { role: [...roleNames, ...others.map(({ key }) => key)] },
    },
    otherRoles: others.map((role) => ({ value: role.key, label: roleLabel(frame.words, role) })),
  }
}

const show: Tab['show'] = async (request, refused) => {
  const { deps, c, actor, roles } = request
  const { list, otherRoles } = await listOf(request)
  const listing = sortedListingOf(deps, c, list)
  const { query, sort, filters, position } = listing
  const wanted = { query, role: filters.role }
  const [total, found, rows] = await Promise.all([
    memberCount(deps, request),
    query || filters.role ? memberCount(deps, request, wanted) : null,
    listSortedMembers(deps, actor, request, {
      ...wanted,
      order: sort,
      position: position as [string, string] | null,
      limit: perPage + 1,
    }),
  ])
  return page(
    <MembersPage
      frame={organizationFrame(request, refused?.problems)}
      ownId={request.pages.kind === 'organization' ? actor.id : null}
      members={sortedPage(deps, list, listing, rows, (member) => member.position)}
      total={total}
      found={found}
      listing={{ query, sort, role: filters.role }}
      sorting={sortingOf(list, listing)}
      otherRoles={otherRoles}
      people={await membersToChoose(request, total)}
      mayManage={may(roles, 'manage-members')}
      declared={deps.permissions.declared.length > 0}
      isOwner={may(roles, 'own')}
      hasFields={hasMemberFields(deps, writersOf(actor, roles))}
    />,
    formStatus(refused),
  )
}

const changeRolesForm: OrganizationForm = {
  path: '/members/roles',
  recent: changesOwners,
  confirmation: {
    operation: 'manage-members',
    asksFor: 'role',
    async question(request, { org, roles }) {
      const userId = await namedMember(request)
      const label = await memberLabel(request, userId)
      const member = await findMembership(request.deps, request, userId)
      const choices = rolesToGive(request).map((role) => ({ value: role, label: roles[role] }))
      return {
        title: `${org.changeRole}: ${label}`,
        details: (
          <>
            <Select name="role" label={org.role} choices={choices} value={member?.roles[0] ?? ''} />
            <RoleBoxes words={request.frame.words} boxes={await roleChoice(request, member?.otherRoles)} />
          </>
        ),
        button: org.changeRole,
        look: 'primary',
      }
    },
  },
  async submit(request) {
    const { deps, actor, organization, frame } = request
    const roles = readRoles(request.params.all('role'))
    if (!roles) throw new OperationRefused('invalid', 'user', 'choose-one')
    const userId = await namedMember(request)
    const others = await chosenRoles(request, (await findMembership(deps, request, userId))?.otherRoles ?? [])
    await setRoles(deps, actor, organization.id, userId, { builtIn: roles, others: others?.ids })
    const label = await labelsFor(request, userId)
    const names = [...namesOfRoles(frame.words, roles), ...(others?.labels ?? [])]
    return ['role-changed', ...label, ...(label.length > 0 ? [names.join(', ')] : [])]
  },
}

/** The API keys with which the member acts for the organization: programs that use them stop. */
async function endingKeys({ deps, organization, frame }: OrganizationRequest, userId: string) {
  const names = await keysOfMember(deps, { organizationId: organization.id, userId })
  if (names.length === 0) return undefined
  return (
    <>
      <p>{frame.words.keys.endToo}</p>
      <ul>
        {names.map((name) => (
          <li>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}

const removeForm: OrganizationForm = {
  path: '/members/remove',
  recent: changesOwners,
  confirmation: {
    operation: 'manage-members',
    question: async (request, { manage, me }) => ({
      title: manage.ask.removeMember.title({
        person: await memberLabel(request, await namedMember(request)),
        organization: request.organization.name,
      }),
      text: manage.ask.removeMember.text,
      details: await endingKeys(request, await namedMember(request)),
      button: me.remove,
    }),
  },
  async submit(request) {
    const { deps, actor, organization } = request
    const userId = await namedMember(request)
    const [member, labels] = [await findMembership(deps, request, userId), await labelsFor(request, userId)]
    await removeMember(deps, actor, organization.id, userId)
    if (!member) return ['member-removed']
    // With the address and the roles, the notice offers to invite them again.
    const { email, roles } = member
    return ['member-removed', ...labels, ...(email ? [email, roles.join(' ')] : [])]
  },
}

const leaveForm: OrganizationForm = {
  path: '/leave',
  only: 'organization',
  confirmation: {
    operation: 'see',
    question: async (request, { manage, org }) => ({
      title: manage.ask.leave.title({ organization: request.organization.name }),
      text: manage.ask.leave.text,
      details: await endingKeys(request, request.actor.id),
      button: org.leave,
    }),
  },
  async submit({ deps, actor, organization }) {
    await removeMember(deps, actor, organization.id, actor.id)
    return ['left', organization.name]
  },
  next: () => '/account/organizations',
}

const exportForm: OrganizationForm = {
  path: '/members/export',
  async submit(request) {
    const { deps, actor, organization } = request
    const rows = await exportMembers(deps, actor, request)
    return csvResponse(`members-${organization.slug}.csv`, memberColumns(deps, actor), rows)
  },
}

export const membersTab: Tab = {
  name: 'members',
  show,
  pages: { '/members/:user/permissions': showMemberPermissions },
  forms: [changeRolesForm, removeForm, leaveForm, exportForm, ...ownerForms],
}
