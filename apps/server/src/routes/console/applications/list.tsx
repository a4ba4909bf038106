import { Hono } from 'hono'
import { listClients, type ManagedClient } from '../../../flows/management/clients/clients.ts'
import { type ClientSignIns, clientSignInDays, getSignInsByClient } from '../../../flows/management/overview.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { isPublic } from '../../../oidc/clients.ts'
import { ApplicationsPage, type ListedApplication } from '../../../pages/console/applications/list.tsx'
import { listingOf, mapRows, pageOfAll } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleRequest, managerOf, openConsole } from '../request.ts'

const path = '/admin/applications'

export const applicationListRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showList(await openConsole(context, c, 'applications:read')))
    .get('/admin/clients', () => seeOther(`${context.base}${path}`))

async function showList(request: ConsoleRequest): Promise<Response> {
  const { deps, base, c, frame, may } = request
  const { query } = listingOf(c)
  const wanted = query.toLowerCase()
  const found = (await listClients(deps, managerOf(request)))
    .filter(({ client: { id, name } }) => `${id}\n${name}`.toLowerCase().includes(wanted))
    .sort(byName(frame.words.lang))
  // The id of an application is in its address anyway.
  const list = pageOfAll(c, `${base}${path}`, found, ({ client: { id } }) => id)
  const signIns = await getSignInsByClient(
    deps,
    list.rows.map(({ client: { id } }) => id),
  )
  return page(
    <ApplicationsPage
      frame={frame}
      query={query}
      applications={mapRows(list, (application) => listed(application, signIns.get(application.client.id)))}
      signInDays={clientSignInDays}
      mayAdd={may('applications:write')}
      registration={deps.config.registration !== 'off'}
    />,
  )
}

const byName = (language: string) => {
  const { compare } = new Intl.Collator(language)
  return (a: ManagedClient, b: ManagedClient): number =>
    compare(a.client.name, b.client.name) || compare(a.client.id, b.client.id)
}

const listed = ({ client, stored }: ManagedClient, signIns: ClientSignIns | undefined): ListedApplication => ({
  id: client.id,
  name: client.name,
  variable: client.variable,
  state: stored ? stateOf(stored) : 'active',
  kind: client.responseTypes.size === 0 ? 'service' : isPublic(client) ? 'public' : 'web',
  redirectUris: client.redirectUris,
  signIns: signIns?.count ?? 0,
  lastSignIn: signIns?.lastDay ?? null,
})

const stateOf = ({ record, faults }: NonNullable<ManagedClient['stored']>): ListedApplication['state'] => {
  if (record.deleteAfter) return 'deleted'
  if (record.disabledAt) return 'disabled'
  return faults.length > 0 ? 'refused' : 'active'
}
