import { OrganizationLayout } from '../../pages/organizations/layout.tsx'
import type { ThemeLayout } from '../../pages/themes/theme-page.ts'
import type { PageContext } from '../page-context.ts'
import { themeRoutes as routesOfTheme } from '../themes/editor.ts'
import type { ThemePlace } from '../themes/place.ts'
import { memberPages, organizationFrame, tabAddress } from './request.ts'

/** The theme of an organization, for its owners: the parts that THEMES lets them set. */
export const themeRoutes = (context: PageContext) => {
  const place: ThemePlace = {
    path: '/organizations/:organization/theme',
    async open(c, submitted) {
      // What everybody sees who signs in to the organization is not changed from a session that was left open.
      const request = await memberPages.open(context, c, 'theme', submitted && { recent: true, submitted })
      const frame = organizationFrame(request)
      const PageLayout: ThemeLayout = ({ children, notice, title, scripts }) => (
        <OrganizationLayout frame={frame} tab="theme" title={title} notice={notice} scripts={scripts}>
          {children}
        </OrganizationLayout>
      )
      const { actor, organization } = request
      const key = { scope: 'organization', id: organization.id } as const
      return { c, actor, frame, key, mayChange: true, PageLayout, address: tabAddress(request, 'theme') }
    },
  }
  return routesOfTheme(context, place)
}
