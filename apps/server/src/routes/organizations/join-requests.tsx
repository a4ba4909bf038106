import { decideJoinRequest, listJoinRequests } from '../../flows/organizations/members/join-requests.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { page } from '../../http/responses.ts'
import { RequestsPage } from '../../pages/organizations/requests.tsx'
import { formStatus } from '../forms.ts'
import { rowsFrom } from '../listing.ts'
import { sortedListingOf, sortedPage } from '../sorted-listing.ts'
import { labelsFor } from './named-member.ts'
import { organizationFrame, tabAddress } from './request.ts'
import { field, type OrganizationForm, type Tab } from './tab.ts'

const show: Tab['show'] = async (request, refused) => {
  const { deps, c } = request
  const description = { address: tabAddress(request, 'requests'), sorts: ['oldest'] } as const
  const listing = sortedListingOf(deps, c, description)
  const rows = await listJoinRequests(deps, request, rowsFrom(listing.position?.[0] ?? null))
  const list = sortedPage(deps, description, listing, rows, ({ userId }) => [userId])
  return page(
    <RequestsPage frame={organizationFrame(request, refused?.problems)} requests={list} />,
    formStatus(refused),
  )
}

const decideForm: OrganizationForm = {
  path: '/requests',
  async submit(request) {
    const { deps, actor, organization } = request
    const decision = field(request, 'decision')
    if (decision !== 'approve' && decision !== 'decline') throw new OperationRefused('invalid', 'user', 'choose-one')
    const userId = field(request, 'user')
    await decideJoinRequest(deps, actor, organization.id, userId, decision === 'approve')
    return decision === 'approve' ? ['request-approved', ...(await labelsFor(request, userId))] : ['request-declined']
  },
}

export const joinRequestsTab: Tab = { name: 'requests', show, forms: [decideForm] }
