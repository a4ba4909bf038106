import { type Context, Hono } from 'hono'
import { instanceTheme, type ThemeKey } from '../../flows/platform/themes/published-themes.ts'
import { listThemesOf, summarizeTheme, type ThemeSummary } from '../../flows/themes/theme-views.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page } from '../../http/responses.ts'
import { ConsoleLayout } from '../../pages/console/layout.tsx'
import { ThemesPage } from '../../pages/console/themes.tsx'
import type { ThemeLayout } from '../../pages/themes/theme-page.ts'
import { listingOf, paged, perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { themeRoutes as routesOfTheme } from '../themes/editor.ts'
import type { ThemePlace } from '../themes/place.ts'
import { openConsole, openConsoleToAct } from './request.tsx'

/** The themes of the server, its clients and organizations. */
export const themeRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/themes', (c) => listThemes(context, c))
    .route(
      '/',
      routesOfTheme(
        context,
        placeIn(context, '/instance', () => instanceTheme),
      ),
    )
    .route(
      '/',
      routesOfTheme(
        context,
        placeIn(context, '/clients/:client', (c) => ({ scope: 'client', id: pathParameter(c, 'client') })),
      ),
    )
    .route(
      '/',
      routesOfTheme(
        context,
        placeIn(context, '/organizations/:id', (c) => ({ scope: 'organization', id: pathParameter(c, 'id') })),
      ),
    )

/** The page of a theme below `/admin/themes`. */
const themePath = ({ scope, id }: ThemeKey): string =>
  scope === 'instance' ? '/admin/themes/instance' : `/admin/themes/${scope}s/${encodeURIComponent(id)}`

const placeIn = (context: PageContext, path: string, keyOf: (c: Context) => ThemeKey): ThemePlace => ({
  path: `/admin/themes${path}`,
  async open(c, acts) {
    const opened = acts
      ? await openConsoleToAct(context, c, 'themes:write')
      : await openConsole(context, c, 'themes:read')
    const { actor, frame } = opened
    const key = keyOf(c)
    const PageLayout: ThemeLayout = ({ children, ...props }) => (
      <ConsoleLayout frame={frame} section="themes" {...props}>
        {children}
      </ConsoleLayout>
    )
    return { c, actor, frame, key, PageLayout, address: `${context.base}${themePath(key)}` }
  },
})

async function listThemes(context: PageContext, c: Context): Promise<Response> {
  const { deps, base } = context
  const { actor, frame } = await openConsole(context, c, 'themes:read')
  const { after } = listingOf(c)
  const found = await listThemesOf(deps, actor, 'organization', { after, limit: perPage + 1 })
  const { rows, next, first } = paged(found, { query: '', after }, `${base}/admin/themes`, ({ key }) => key.id)
  const held = after ? [] : await listThemesOf(deps, actor, 'organization', { after: null, limit: perPage, held: true })
  const clients = after ? [] : [...deps.clients.all()].slice(0, perPage)
  const entry = (summary: ThemeSummary) => ({ ...summary, address: `${base}${themePath(summary.key)}` })
  const summaries = await Promise.all(
    clients.map(({ id, name }) => summarizeTheme(deps, actor, { scope: 'client', id }, name)),
  )
  return page(
    <ThemesPage
      frame={frame}
      instance={after ? null : entry(await summarizeTheme(deps, actor, instanceTheme, deps.config.brand.name))}
      held={held.map(entry)}
      clients={summaries.map(entry)}
      organizations={rows.map(entry)}
      next={next}
      first={first}
    />,
  )
}
