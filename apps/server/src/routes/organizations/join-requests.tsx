import { decideJoinRequest, listJoinRequests } from '../../flows/organizations/members/join-requests.ts'
import { page } from '../../http/responses.ts'
import { RequestsPage } from '../../pages/organizations/requests.tsx'
import { formStatus } from '../forms.ts'
import { listingOf, paged, rowsFrom } from '../listing.ts'
import { organizationFrame, tabAddress } from './request.ts'
import { field, type OrganizationForm, type Tab } from './tab.ts'
import { tabRoutes } from './tab-routes.ts'

const show: Tab['show'] = async (request, refused) => {
  const { after } = listingOf(request.c)
  const rows = await listJoinRequests(request.deps, request, rowsFrom(after))
  const list = paged(rows, { after, query: '' }, tabAddress(request, 'requests'), ({ userId }) => userId)
  return page(
    <RequestsPage
      frame={organizationFrame(request, refused?.problems)}
      requests={list.rows}
      next={list.next}
      first={list.first}
    />,
    formStatus(refused),
  )
}

const decideForm: OrganizationForm = {
  path: '/requests',
  async submit(request) {
    const { deps, actor, organization } = request
    const decision = field(request, 'decision')
    if (decision === 'approve' || decision === 'decline')
      await decideJoinRequest(deps, actor, organization.id, field(request, 'user'), decision === 'approve')
  },
}

export const joinRequestRoutes = tabRoutes({ name: 'requests', show, forms: [decideForm] })
