import { type Context, Hono } from 'hono'
import { listManagedOrganizations } from '../../flows/management/directory.ts'
import type { Actor } from '../../flows/platform/audit.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { instanceTheme, type ThemeKey } from '../../flows/platform/themes/published-themes.ts'
import { listThemesOf, summarizeTheme, summarizeThemes, type ThemeSummary } from '../../flows/themes/theme-views.ts'
import { pathParameter } from '../../http/path-parameter.ts'
import { page, seeOther } from '../../http/responses.ts'
import { ConsoleLayout } from '../../pages/console/layout.tsx'
import { type ThemeEntry, ThemesPage } from '../../pages/console/themes.tsx'
import type { ThemeLayout } from '../../pages/themes/theme-page.ts'
import { listingOf, mapRows, paged, perPage } from '../listing.ts'
import type { PageContext } from '../page-context.ts'
import { themeRoutes as routesOfTheme } from '../themes/editor.ts'
import type { ThemePlace } from '../themes/place.ts'
import { type ConsoleRequest, openConsole, openConsoleToAct } from './request.ts'

/** The themes of the server, its clients and organizations. */
export const themeRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/themes', (c) => showThemes(context, c))
    // The tab of an organization's pages in the console.
    .get('/admin/organizations/:organization/theme', (c) =>
      seeOther(`${context.base}${themePath({ scope: 'organization', id: pathParameter(c, 'organization') })}`),
    )
    .route(
      '/',
      themeAt(context, '/instance', () => instanceTheme),
    )
    .route(
      '/',
      themeAt(context, '/clients/:client', (c) => ({ scope: 'client', id: pathParameter(c, 'client') })),
    )
    .route(
      '/',
      themeAt(context, '/organizations/:id', (c) => ({ scope: 'organization', id: pathParameter(c, 'id') })),
    )

const themeAt = (context: PageContext, path: string, keyOf: (c: Context) => ThemeKey) =>
  routesOfTheme(context, placeIn(context, path, keyOf))

/** The page of a theme below `/admin/themes`. */
const themePath = ({ scope, id }: ThemeKey): string =>
  scope === 'instance' ? '/admin/themes/instance' : `/admin/themes/${scope}s/${encodeURIComponent(id)}`

/** The page of what has the theme. The server has no other. */
const pathOfOwner = ({ scope, id }: ThemeKey): string =>
  scope === 'instance'
    ? '/admin/themes/instance'
    : `/admin/${scope === 'client' ? 'applications' : 'organizations'}/${encodeURIComponent(id)}`

const placeIn = (context: PageContext, path: string, keyOf: (c: Context) => ThemeKey): ThemePlace => ({
  path: `/admin/themes${path}`,
  async open(c, submitted) {
    const key = keyOf(c)
    const back = themePath(key)
    const opened = submitted
      ? await openConsoleToAct(context, c, 'themes:write', {
          form: submitted,
          back: c.req.path.endsWith('/texts') ? `${back}/texts` : back,
        })
      : await openConsole(context, c, 'themes:read')
    const { actor, frame, may } = opened
    const { base } = context
    const above = (owner: string | undefined) => (owner ? [{ href: `${base}${pathOfOwner(key)}`, label: owner }] : [])
    const PageLayout: ThemeLayout = ({ children, owner, ...props }) => (
      <ConsoleLayout frame={frame} section="themes" above={above(owner)} {...props}>
        {children}
      </ConsoleLayout>
    )
    const mayChange = may('themes:write')
    return { c, actor, frame, key, mayChange, PageLayout, address: `${base}${themePath(key)}` }
  },
})

async function showThemes(context: PageContext, c: Context): Promise<Response> {
  const { base, deps } = context
  const { actor, frame } = await openConsole(context, c, 'themes:read')
  const { query, after, parameter } = listingOf(c)
  // Each list has a next page of its own.
  const afterClient = parameter('after_client') || null
  const address = `${base}/admin/themes`
  const isFirst = query === '' && after === null && afterClient === null
  const entry = (summary: ThemeSummary) => ({ ...summary, address: `${base}${themePath(summary.key)}` })
  const organizations =
    afterClient === null
      ? paged(await organizationThemes(deps, actor, query, after), { query, after }, address, idOf)
      : null
  return page(
    <ThemesPage
      frame={frame}
      query={query}
      instance={isFirst ? entry(await summarizeTheme(deps, actor, instanceTheme, deps.config.brand.name)) : null}
      held={isFirst ? (await heldNames(deps, actor)).map(entry) : []}
      clients={query === '' && after === null ? await clientThemes(context, actor, afterClient, entry) : null}
      organizations={organizations && mapRows(organizations, entry)}
    />,
  )
}

const idOf = ({ key }: ThemeSummary): string => key.id

const heldNames = (deps: Deps, actor: Actor) =>
  listThemesOf(deps, actor, 'organization', { after: null, limit: perPage, held: true })

/** Organizations that have a theme; with a search, those that it finds, whether they have one or not. */
async function organizationThemes(
  deps: Deps,
  actor: ConsoleRequest['actor'],
  query: string,
  after: string | null,
): Promise<ThemeSummary[]> {
  const limit = perPage + 1
  if (query === '') return listThemesOf(deps, actor, 'organization', { after, limit })
  const found = await listManagedOrganizations(deps, actor, { query, after, limit })
  return summarizeThemes(
    deps,
    actor,
    'organization',
    found.filter(({ disabledAt }) => disabledAt === null),
  )
}

async function clientThemes(
  { deps, base }: PageContext,
  actor: Actor,
  after: string | null,
  entry: (summary: ThemeSummary) => ThemeEntry,
) {
  const clients = [...deps.clients.all()].toSorted((left, right) => (left.id < right.id ? -1 : 1))
  const rows = clients.filter(({ id }) => after === null || id > after).slice(0, perPage + 1)
  const list = paged(rows, { query: '', after }, `${base}/admin/themes`, ({ id }) => id, { parameter: 'after_client' })
  return { ...list, rows: (await summarizeThemes(deps, actor, 'client', list.rows)).map(entry) }
}
