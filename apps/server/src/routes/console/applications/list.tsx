import { type Context, Hono } from 'hono'
import { listClients, type ManagedClient } from '../../../flows/management/clients/clients.ts'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { isPublic } from '../../../oidc/clients.ts'
import { ApplicationsPage, type ListedApplication } from '../../../pages/console/applications/list.tsx'
import { listingOf, paged, perPage } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { openConsole } from '../request.tsx'

export const applicationListRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/applications', (c) => showList(context, c))
    .get('/admin/clients', () => seeOther(`${context.base}/admin/applications`))

async function showList(context: PageContext, c: Context): Promise<Response> {
  const { actor, role, frame } = await openConsole(context, c, 'applications:read')
  const listing = listingOf(c)
  const query = listing.query.toLowerCase()
  const found = (await listClients(context.deps, { actor, apiScopes: 'all' }))
    .filter(({ client: { id, name } }) => `${id}\n${name}`.toLowerCase().includes(query))
    .sort(byName(frame.words.lang))
  // The id of an application is in its address anyway; one that was deleted meanwhile leads to the first page.
  const after = listing.parameter('after') || null
  const start = found.findIndex(({ client: { id } }) => id === after) + 1
  const rows = found.slice(start, start + perPage + 1)
  const path = `${context.base}/admin/applications`
  const shown = paged(rows, { query: listing.query, after }, path, ({ client: { id } }) => id)
  return page(
    <ApplicationsPage
      frame={frame}
      query={listing.query}
      applications={shown.rows.map(listed)}
      mayAdd={mayOperate(role, 'applications:write')}
      registration={context.deps.config.registration !== 'off'}
      next={shown.next}
      first={start > 0 ? shown.first : null}
      notice={null}
    />,
  )
}

const byName = (language: string) => {
  const { compare } = new Intl.Collator(language)
  return (a: ManagedClient, b: ManagedClient): number =>
    compare(a.client.name, b.client.name) || compare(a.client.id, b.client.id)
}

const listed = ({ client, stored }: ManagedClient): ListedApplication => ({
  id: client.id,
  name: client.name,
  variable: client.variable,
  state: stored ? stateOf(stored) : 'active',
  kind: client.responseTypes.size === 0 ? 'service' : isPublic(client) ? 'public' : 'web',
  redirectUris: client.redirectUris,
})

const stateOf = ({ record, faults }: NonNullable<ManagedClient['stored']>): ListedApplication['state'] => {
  if (record.deleteAfter) return 'deleted'
  if (record.disabledAt) return 'disabled'
  return faults.length > 0 ? 'refused' : 'active'
}
