import { type Context, Hono } from 'hono'
import { listManagedOrganizations } from '../../flows/management/directory.ts'
import { viewOrganization } from '../../flows/organizations/access.ts'
import { approveOrganization } from '../../flows/organizations/organization-approval.ts'
import { deleteOrganization, restoreOrganization } from '../../flows/organizations/organization-lifecycle.ts'
import { formParams } from '../../http/forms.ts'
import { page, seeOther } from '../../http/responses.ts'
import { OrganizationsPage } from '../../pages/console/organizations.tsx'
import { listingOf, paged, perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { askToConfirm, type ConsoleRequest, openConsole, openConsoleToAct } from './request.tsx'

export const organizationRoutes = (context: PageContext) => {
  const { deps, base } = context
  const address = `${base}/admin/organizations`
  return new Hono()
    .get('/admin/organizations', async (c) => {
      const { actor, frame } = await openConsole(context, c, 'organizations:read')
      const { query, after } = listingOf(c)
      const found = await listManagedOrganizations(deps, actor, {
        after,
        limit: perPage + 1,
        query: query || undefined,
      })
      const { rows, next } = paged(found, { query, after }, address, ({ id }) => id)
      const approving = deps.config.signUp.kind !== 'open'
      return page(
        <OrganizationsPage frame={frame} query={query} organizations={rows} next={next} approving={approving} />,
      )
    })
    .post('/admin/organizations', async (c) => {
      const params = await formParams(c.req.raw)
      const request = await openConsoleToAct(context, c, 'organizations:write')
      const { actor } = request
      const id = params.get('organization') ?? ''
      const action = params.get('action')
      if (action === 'delete' && params.get('confirm') !== 'yes') return askToDelete(context, c, request, id)
      if (action === 'delete') await deleteOrganization(deps, actor, id)
      if (action === 'restore') await restoreOrganization(deps, actor, id)
      if (action === 'approve') await approveOrganization(deps, actor, id, true)
      if (action === 'disapprove') await approveOrganization(deps, actor, id, false)
      return seeOther(`${address}?done=1`)
    })
}

async function askToDelete(
  { deps, base }: PageContext,
  c: Context,
  { actor, frame }: ConsoleRequest,
  id: string,
): Promise<Response> {
  const { organization } = await viewOrganization(deps, actor, id)
  const { manage, org } = frame.words
  const { title, text } = manage.ask.deleteOrganization
  return askToConfirm(c, frame, {
    question: { title: title(organization.name), text, button: org.deleteButton },
    fields: [
      ['organization', id],
      ['action', 'delete'],
    ],
    back: `${base}/admin/organizations`,
  })
}
