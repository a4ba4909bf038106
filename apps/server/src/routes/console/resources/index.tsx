import { Hono } from 'hono'
import { faultsByMember } from '../../../flows/management/clients/client-metadata.ts'
import {
  createResource,
  deleteResource,
  getResource,
  InvalidResourceMetadata,
  listResources,
  type ManagedResource,
  updateResource,
} from '../../../flows/management/resources/resources.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { type ListedResource, ResourcesPage } from '../../../pages/console/resources/list.tsx'
import { NewResourcePage } from '../../../pages/console/resources/new.tsx'
import { ResourcePage } from '../../../pages/console/resources/resource.tsx'
import type { ResourceFieldsProps, ResourceValues } from '../../../pages/console/resources/resource-fields.tsx'
import { actsOf, noticeAt, runAct } from '../../acts.tsx'
import { listingOf, mapRows, pageOfAll } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import {
  type ConsoleForm,
  type ConsoleRequest,
  openConsole,
  openConsoleToAct,
  openForm,
  versionOf,
} from '../request.ts'
import { changeOf, valuesOf, valuesOfResource } from './form.ts'

const path = '/admin/resources'

/** The APIs that tokens are for, of the environment and of the database. */
export const resourceRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showList(await openConsole(context, c, 'applications:read')))
    // What was typed would be lost, so the sign-in comes before the form.
    .get(`${path}/new`, async (c) =>
      showNew(await openConsoleToAct(context, c, 'applications:write'), { values: {}, faults: {} }),
    )
    .post(`${path}/new`, async (c) => create(await openForm(context, c, 'applications:write')))
    .get(`${path}/:resource`, async (c) => {
      const request = await openConsole(context, c, 'applications:read')
      return showResource(request, await getResource(context.deps, request.actor, pathParameter(c, 'resource')))
    })
    .post(`${path}/:resource`, async (c) => change(await openForm(context, c, 'applications:write')))

async function showList({ deps, base, c, actor, frame, may }: ConsoleRequest): Promise<Response> {
  const { query } = listingOf(c)
  const { compare } = new Intl.Collator(frame.words.lang)
  const found = (await listResources(deps, actor))
    .filter(({ resource: { identifier, name } }) =>
      `${identifier}\n${name}`.toLowerCase().includes(query.toLowerCase()),
    )
    .sort((a, b) => compare(a.resource.name, b.resource.name) || compare(a.id, b.id))
  const resources = mapRows(
    pageOfAll(c, `${base}${path}`, found, ({ id }) => id),
    listed,
  )
  return page(<ResourcesPage frame={frame} query={query} resources={resources} mayAdd={may('applications:write')} />)
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

async function create(form: ConsoleForm): Promise<Response> {
  const { deps, actor, params } = form
  const values = valuesOf(params)
  try {
    const id = await createResource(deps, actor, { ...changeOf(values), resource: values.resource || null })
    const { resource } = await getResource(deps, actor, id)
    return seeOther(noticeAt(form, `${path}/${id}`, ['resource-created', resource.name]))
  } catch (error) {
    if (error instanceof InvalidResourceMetadata) return showNew(form, { values, faults: faultsByMember(error) })
    if (!(error instanceof OperationRefused) || error.reason !== 'taken') throw error
    return showNew(form, { values, faults: { resource: 'repeats the identifier of another resource' } })
  }
}

function showResource(
  { deps, frame, may }: ConsoleRequest,
  { id, resource, stored }: ManagedResource,
  refused?: Form & { outdated?: boolean },
): Promise<Response> {
  const { identifier, name, scopes, variable } = resource
  const faults = stored && stored.faults.length > 0 ? faultsByMember(stored) : {}
  return page(
    <ResourcePage
      frame={frame}
      resource={{ id, identifier, name, scopes, variable, version: stored?.record.changeNumber ?? null }}
      issuer={deps.config.issuer}
      values={refused?.values ?? valuesOfResource(resource)}
      faults={refused?.faults ?? faults}
      outdated={refused?.outdated}
      mayChange={may('applications:write')}
    />,
    { status: refused ? 422 : 200 },
  )
}

async function change(form: ConsoleForm): Promise<Response> {
  const managed = await getResource(form.deps, form.actor, pathParameter(form.c, 'resource'))
  return runAct(acts, { ...form, managed }, `${form.base}${path}/${managed.id}`)
}

interface ResourceForm extends ConsoleForm {
  managed: ManagedResource
}

const acts = actsOf<ResourceForm>({
  save: { run: save },
  delete: {
    question: ({ console: { resources } }, { managed: { resource, stored } }) => ({
      ...resources.ask,
      title: resources.ask.title({ name: resource.name }),
      // Tied to what the operator saw.
      fields: { version: String(stored?.record.changeNumber ?? '') },
    }),
    async run(form) {
      const { deps, actor, managed } = form
      await deleteResource(deps, actor, managed.id, versionOf(form))
      return noticeAt(form, path, ['resource-deleted', managed.resource.name])
    },
  },
})

async function save(form: ResourceForm): Promise<string | Response> {
  const { deps, actor, params, managed } = form
  const { id } = managed
  const values: ResourceValues = { ...valuesOf(params), resource: managed.resource.identifier }
  try {
    await updateResource(deps, actor, id, changeOf(values), versionOf(form))
    const { resource } = await getResource(deps, actor, id)
    return noticeAt(form, `${path}/${id}`, ['resource-saved', resource.name])
  } catch (error) {
    const outdated = error instanceof OperationRefused && error.reason === 'changed-meanwhile'
    if (!outdated && !(error instanceof InvalidResourceMetadata)) throw error
    const faults = error instanceof InvalidResourceMetadata ? faultsByMember(error) : {}
    return showResource(form, await getResource(deps, actor, id), { values, faults, outdated })
  }
}
