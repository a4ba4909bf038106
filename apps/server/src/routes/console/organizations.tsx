import { Hono } from 'hono'
import {
  exportOrganizations,
  listSortedOrganizations,
  type OrganizationPosition,
  type OrganizationState,
  organizationColumns,
} from '../../flows/management/organization-directory.ts'
import { csvResponse } from '../../http/csv.ts'
import { formParams } from '../../http/forms.ts'
import { page } from '../../http/responses.ts'
import { OrganizationsPage, organizationSorts, organizationStates } from '../../pages/console/organizations.tsx'
import { perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { sortedListingOf, sortedPage, sortingOf } from '../sorted-listing.ts'
import { openConsole, openConsoleToAct } from './request.ts'

/** The list of organizations. What can be done with one of them is on its own page (organization.tsx). */
export const organizationRoutes = (context: PageContext) => {
  const { deps, base } = context
  const list = {
    address: `${base}/admin/organizations`,
    sorts: organizationSorts,
    filters: { state: organizationStates },
  } as const
  return new Hono()
    .get('/admin/organizations', async (c) => {
      const { frame, may } = await openConsole(context, c, 'organizations:read')
      const listing = sortedListingOf(deps, c, list)
      const { query, sort, filters, position } = listing
      const found = await listSortedOrganizations(deps, {
        query,
        order: sort,
        state: (filters.state || null) as OrganizationState | null,
        position: position as OrganizationPosition | null,
        limit: perPage + 1,
      })
      const organizations = sortedPage(deps, list, listing, found, (organization) => organization.position)
      return page(
        <OrganizationsPage
          frame={frame}
          organizations={organizations}
          listing={{ query, sort, state: filters.state }}
          sorting={sortingOf(list, listing)}
          approving={deps.config.signUp.kind !== 'open'}
          mayExport={may('organizations:write')}
        />,
      )
    })
    .post('/admin/organizations/export', async (c) => {
      const { actor } = await openConsoleToAct(context, c, 'organizations:write', {
        form: await formParams(c.req.raw),
        back: '/admin/organizations',
      })
      return csvResponse('organizations.csv', organizationColumns, await exportOrganizations(deps, actor))
    })
}
