import { type Context, Hono } from 'hono'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import {
  createResource,
  deleteResource,
  faultsOf,
  getResource,
  InvalidResourceMetadata,
  listResources,
  type ManagedResource,
  updateResource,
} from '../../../flows/management/resources/resources.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formParams } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import type { Params } from '../../../oidc/params.ts'
import { type ListedResource, ResourcesPage } from '../../../pages/console/resources/list.tsx'
import { NewResourcePage } from '../../../pages/console/resources/new.tsx'
import { ResourcePage } from '../../../pages/console/resources/resource.tsx'
import type { ResourceFieldsProps, ResourceValues } from '../../../pages/console/resources/resource-fields.tsx'
import { listingOf, paged, perPage } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { addressOfSaid } from '../../said.ts'
import { askToConfirm, type ConsoleRequest, openConsole, openConsoleToAct } from '../request.tsx'
import { changeOf, valuesOf, valuesOfResource } from './form.ts'

/** The APIs that tokens are for, of the environment and of the database. */
export const resourceRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/resources', (c) => showList(context, c))
    // What was typed would be lost, so the sign-in comes before the form.
    .get('/admin/resources/new', async (c) =>
      showNew(await openConsoleToAct(context, c, 'applications:write'), { values: {}, faults: {} }),
    )
    .post('/admin/resources/new', (c) => create(context, c))
    .get('/admin/resources/:resource', async (c) => {
      const request = await openConsole(context, c, 'applications:read')
      return showResource(
        context,
        request,
        await getResource(context.deps, request.actor, pathParameter(c, 'resource')),
      )
    })
    .post('/admin/resources/:resource', (c) => change(context, c))

async function showList(context: PageContext, c: Context): Promise<Response> {
  const { actor, role, frame } = await openConsole(context, c, 'applications:read')
  const listing = listingOf(c)
  const query = listing.query.toLowerCase()
  const { compare } = new Intl.Collator(frame.words.lang)
  const found = (await listResources(context.deps, actor))
    .filter(({ resource: { identifier, name } }) => `${identifier}\n${name}`.toLowerCase().includes(query))
    .sort((a, b) => compare(a.resource.name, b.resource.name) || compare(a.id, b.id))
  // One that was deleted meanwhile leads to the first page.
  const after = listing.parameter('after') || null
  const start = found.findIndex(({ id }) => id === after) + 1
  const rows = found.slice(start, start + perPage + 1)
  const shown = paged(rows, { query: listing.query, after }, `${context.base}/admin/resources`, ({ id }) => id)
  return page(
    <ResourcesPage
      frame={frame}
      query={listing.query}
      resources={shown.rows.map(listed)}
      mayAdd={mayOperate(role, 'applications:write')}
      next={shown.next}
      first={start > 0 ? shown.first : null}
    />,
  )
}

const listed = ({ id, resource, stored }: ManagedResource): ListedResource => ({
  id,
  identifier: resource.identifier,
  name: resource.name,
  variable: resource.variable,
  refused: (stored?.faults.length ?? 0) > 0,
  scopes: resource.scopes,
})

type Form = Omit<ResourceFieldsProps, 'frame'>

const showNew = ({ frame }: ConsoleRequest, form: Form): Promise<Response> =>
  page(<NewResourcePage frame={frame} {...form} />, { status: Object.keys(form.faults).length > 0 ? 422 : 200 })

async function create(context: PageContext, c: Context): Promise<Response> {
  const { deps, base } = context
  const params = await formParams(c.req.raw)
  const request = await openConsoleToAct(context, c, 'applications:write')
  const values = valuesOf(params)
  try {
    const id = await createResource(deps, request.actor, { ...changeOf(values), resource: values.resource || null })
    const { resource } = await getResource(deps, request.actor, id)
    return seeOther(addressOfSaid(deps, `${base}/admin/resources/${id}`, ['resource-created', resource.name]))
  } catch (error) {
    if (error instanceof InvalidResourceMetadata) return showNew(request, { values, faults: faultsOf(error) })
    if (!(error instanceof OperationRefused) || error.reason !== 'taken') throw error
    return showNew(request, { values, faults: { resource: 'repeats the identifier of another resource' } })
  }
}

function showResource(
  { deps }: PageContext,
  { frame, role }: ConsoleRequest,
  { id, resource, stored }: ManagedResource,
  refused?: Form & { outdated?: boolean },
): Promise<Response> {
  const { identifier, name, scopes, variable } = resource
  const faults = stored && stored.faults.length > 0 ? faultsOf(stored) : {}
  return page(
    <ResourcePage
      frame={frame}
      resource={{ id, identifier, name, scopes, variable, version: stored?.record.changeNumber ?? null }}
      issuer={deps.config.issuer}
      values={refused?.values ?? valuesOfResource(resource)}
      faults={refused?.faults ?? faults}
      outdated={refused?.outdated}
      mayChange={mayOperate(role, 'applications:write')}
    />,
    { status: refused ? 422 : 200 },
  )
}

const versionOf = (params: Params): number | undefined => {
  const text = params.get('version') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

async function change(context: PageContext, c: Context): Promise<Response> {
  const params = await formParams(c.req.raw)
  const request = await openConsoleToAct(context, c, 'applications:write')
  const managed = await getResource(context.deps, request.actor, pathParameter(c, 'resource'))
  const action = params.get('action')
  if (action === 'save') return save(context, request, managed, params)
  if (action === 'delete') return remove(context, c, request, managed, params)
  throw new OperationRefused('not-found')
}

async function save(
  context: PageContext,
  request: ConsoleRequest,
  managed: ManagedResource,
  params: Params,
): Promise<Response> {
  const { deps, base } = context
  const { id } = managed
  const values: ResourceValues = { ...valuesOf(params), resource: managed.resource.identifier }
  try {
    await updateResource(deps, request.actor, id, changeOf(values), versionOf(params))
    const { resource } = await getResource(deps, request.actor, id)
    return seeOther(addressOfSaid(deps, `${base}/admin/resources/${id}`, ['resource-saved', resource.name]))
  } catch (error) {
    const outdated = error instanceof OperationRefused && error.reason === 'changed-meanwhile'
    if (!outdated && !(error instanceof InvalidResourceMetadata)) throw error
    const faults = error instanceof InvalidResourceMetadata ? faultsOf(error) : {}
    const current = await getResource(deps, request.actor, id)
    return showResource(context, request, current, { values, faults, outdated })
  }
}

async function remove(
  { deps, base }: PageContext,
  c: Context,
  request: ConsoleRequest,
  { id, resource, stored }: ManagedResource,
  params: Params,
): Promise<Response> {
  const { title, text, button } = request.frame.words.console.resources.ask
  if (stored && params.get('confirm') !== 'yes')
    return askToConfirm(c, request.frame, {
      question: { title: title({ name: resource.name }), text, button },
      // Tied to what the operator saw.
      fields: [
        ['action', 'delete'],
        ['version', String(stored.record.changeNumber)],
      ],
      back: `${base}/admin/resources/${id}`,
    })
  await deleteResource(deps, request.actor, id, versionOf(params))
  return seeOther(addressOfSaid(deps, `${base}/admin/resources`, ['resource-deleted', resource.name]))
}
