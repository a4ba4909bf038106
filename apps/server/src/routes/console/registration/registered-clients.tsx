import { type Context, Hono } from 'hono'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import {
  changeRegisteredClient,
  getRegisteredClient,
  listRegisteredClients,
  type ManagedRegistration,
  removeRegisteredClient,
} from '../../../flows/management/registration/registered-clients.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { RegisteredClientPage } from '../../../pages/console/registration/registered-client.tsx'
import {
  type ListedRegistration,
  RegisteredClientsPage,
} from '../../../pages/console/registration/registered-clients.tsx'
import { listingOf, paged, rowsFrom } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { addressOfSaid } from '../../said.ts'
import { askToConfirm, type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from '../request.tsx'

const path = '/admin/registered-clients'

/** The clients that registered themselves. */
export const registeredClientRoutes = (context: PageContext) =>
  new Hono()
    .get(path, (c) => showList(context, c))
    .get(`${path}/:client`, async (c) => showClient(context, c, await openConsole(context, c, 'applications:read')))
    .post(`${path}/:client`, (c) => act(context, c))

const managerOf = ({ actor }: ConsoleRequest) => ({ actor, apiScopes: 'all' }) as const

const listed = ({ client, record }: ManagedRegistration): ListedRegistration => ({
  id: client.id,
  name: client.name,
  redirectUris: client.redirectUris,
  registeredAt: record.createdAt,
  usedAt: record.usedAt,
  network: record.network,
  disabled: record.disabledAt !== null,
  trusted: client.trust !== 'unknown',
})

async function showList(context: PageContext, c: Context): Promise<Response> {
  const { deps, base } = context
  const request = await openConsole(context, c, 'applications:read')
  const listing = listingOf(c)
  const { after: before, limit } = rowsFrom(listing.after)
  const rows = await listRegisteredClients(deps, managerOf(request), { before, limit })
  const shown = paged(rows, listing, `${base}${path}`, ({ client }) => client.id)
  return page(
    <RegisteredClientsPage
      frame={request.frame}
      clients={shown.rows.map(listed)}
      next={shown.next}
      first={shown.first}
    />,
  )
}

async function showClient({ deps }: PageContext, c: Context, request: ConsoleRequest): Promise<Response> {
  const { frame, role } = request
  const registration = await getRegisteredClient(deps, managerOf(request), pathParameter(c, 'client'))
  const { done } = frame.words.console.applications
  const word = noticeOf(c).done
  const { client, metadata, record } = registration
  return page(
    <RegisteredClientPage
      frame={frame}
      client={listed(registration)}
      metadata={{ ...metadata, scope: [...client.scopes].join(' ') }}
      listed={record.listedAt !== null}
      mayChange={mayOperate(role, 'applications:write')}
      notice={word === 'enabled' || word === 'disabled' ? done[word]({ name: client.name }) : null}
    />,
  )
}

async function act(context: PageContext, c: Context): Promise<Response> {
  const params = await formParams(c.req.raw)
  const { deps, base } = context
  const request = await openConsoleToAct(context, c, 'applications:write')
  const manager = managerOf(request)
  const id = pathParameter(c, 'client')
  const { name } = (await getRegisteredClient(deps, manager, id)).client
  const address = `${base}${path}/${encodeURIComponent(id)}`
  const action = formField(params, 'action')
  const question = questionOf(request, action, name)
  if (question && params.get('confirm') !== 'yes')
    return askToConfirm(c, request.frame, { question, fields: [['action', action]], back: address })
  if (action === 'delete') {
    await removeRegisteredClient(deps, manager, id)
    return seeOther(addressOfSaid(deps, `${base}${path}`, ['registration-deleted', name]))
  }
  if (action === 'trust' || action === 'untrust') {
    await changeRegisteredClient(deps, manager, id, { listed: action === 'trust' })
    const done = action === 'trust' ? 'registration-trusted' : 'registration-untrusted'
    return seeOther(addressOfSaid(deps, address, [done, name]))
  }
  if (action !== 'disable' && action !== 'enable') throw new OperationRefused('not-found')
  await changeRegisteredClient(deps, manager, id, { disabled: action === 'disable' })
  return seeOther(`${address}?done=${action}d`)
}

/** What is asked first. Enabling and trusting less harm nobody, and can be undone. */
function questionOf({ frame }: ConsoleRequest, action: string, name: string) {
  const { applications, registration } = frame.words.console
  if (action === 'trust')
    return { title: registration.askTrust({ name }), text: registration.askTrustText, button: registration.trust }
  if (action === 'disable') {
    const { title, text, button } = applications.ask.disable
    return { title: title({ name }), text, button }
  }
  if (action === 'delete') {
    const { title, button } = applications.ask.delete
    return { title: title({ name }), text: registration.askDelete, button }
  }
  return null
}
