import { type Context, Hono } from 'hono'
import type { ClientManager } from '../../../flows/management/clients/client-managers.ts'
import { InvalidClientMetadata } from '../../../flows/management/clients/client-metadata.ts'
import { getClient, type ManagedClient, updateClient } from '../../../flows/management/clients/clients.ts'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { formParams } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { queryParams } from '../../../http/query.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { registeredPrefix } from '../../../oidc/dynamic-clients/registration.ts'
import type { Params } from '../../../oidc/params.ts'
import { compareRedirectUri } from '../../../oidc/redirect-uri-comparison.ts'
import { ApplicationPage } from '../../../pages/console/applications/application.tsx'
import type { MemberValues } from '../../../pages/console/applications/members.ts'
import type { PageContext } from '../../page-context.ts'
import { askToConfirm, type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from '../request.tsx'
import { type ApplicationAct, applicationActs } from './acts.ts'
import { changeOf, valuesOf, valuesOfMetadata } from './form.ts'
import { faultsByMember } from './new.tsx'
import { connectionOf, showSecret } from './secret.tsx'

export const applicationRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/applications/:client', async (c) => {
      const id = pathParameter(c, 'client')
      if (id.startsWith(registeredPrefix))
        return seeOther(`${context.base}/admin/registered-clients/${encodeURIComponent(id)}`)
      const request = await openConsole(context, c, 'applications:read')
      const application = await getClient(context.deps, managerOf(request), id)
      return showApplication(context, c, request, application)
    })
    .post('/admin/applications/:client', (c) => change(context, c))

/** Whoever may write applications has every right that a management scope gives. */
const managerOf = ({ actor }: ConsoleRequest): ClientManager => ({ actor, apiScopes: 'all' })

/** The form as it was sent, and why it was refused. */
interface RefusedForm {
  values: MemberValues
  faults: Record<string, string>
  outdated?: boolean
}

async function showApplication(
  { deps }: PageContext,
  c: Context,
  { frame, role }: ConsoleRequest,
  { client, metadata, stored }: ManagedClient,
  refused?: RefusedForm,
): Promise<Response> {
  const uri = c.req.method === 'GET' ? queryParams(c.req.raw).get('uri')?.trim().slice(0, 4000) : undefined
  const record = stored?.record
  return page(
    <ApplicationPage
      frame={frame}
      application={{
        id: client.id,
        name: client.name,
        variable: client.variable,
        stored: record
          ? {
              version: record.changeNumber,
              createdAt: record.createdAt,
              secretAt: record.secretAt,
              nextSecretAt: record.nextSecretAt,
              disabled: record.disabledAt !== null,
              deleteAfter: record.deleteAfter,
              faults: (stored?.faults ?? []).map(({ member, fault }) => `${member}: ${fault}`),
            }
          : null,
      }}
      values={refused?.values ?? valuesOfMetadata(metadata)}
      faults={refused?.faults ?? {}}
      outdated={refused?.outdated}
      connection={connectionOf(deps.config.issuer, client)}
      tested={uri ? { uri, result: compareRedirectUri(client, uri) } : null}
      mayChange={mayOperate(role, 'applications:write')}
      notice={noticeText(c, frame.words.console.applications, client.name)}
    />,
    { status: refused ? 422 : 200 },
  )
}

type ApplicationWords = ConsoleRequest['frame']['words']['console']['applications']

/** Only sentences of the page itself: the address comes from outside. */
function noticeText(c: Context, { done }: ApplicationWords, name: string): string | null {
  const word = noticeOf(c).done
  return Object.hasOwn(done, word) ? done[word as keyof typeof done]({ name }) : null
}

async function change(context: PageContext, c: Context): Promise<Response> {
  const params = await formParams(c.req.raw)
  const request = await openConsoleToAct(context, c, 'applications:write')
  const name = params.get('action') ?? ''
  if (name === 'save') return save(context, c, request, params)
  const act = applicationActs.get(name)
  if (!act) throw new OperationRefused('not-found')
  return runAct(context, c, request, { act, name, params })
}

const versionOf = (params: Params): number | undefined => {
  const text = params.get('version') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

async function runAct(
  { deps, base }: PageContext,
  c: Context,
  request: ConsoleRequest,
  { act, name, params }: { act: ApplicationAct; name: string; params: Params },
): Promise<Response> {
  const manager = managerOf(request)
  const { client, stored } = await getClient(deps, manager, pathParameter(c, 'client'))
  const address = `${base}/admin/applications/${encodeURIComponent(client.id)}`
  const words = request.frame.words.console.applications
  if (act.question && stored && params.get('confirm') !== 'yes') {
    const { title, text, button } = words.ask[act.question]
    // Tied to what the operator saw: sent a second time, it changes nothing.
    const fields = [['action', name] as const, ['version', String(stored.record.changeNumber)] as const]
    return askToConfirm(c, request.frame, {
      question: { title: title({ name: client.name }), text, button },
      fields,
      back: address,
    })
  }
  try {
    const secret = await act.run(deps, manager, client.id, versionOf(params))
    if (secret !== undefined) return await showSecret(request.frame, deps.config.issuer, client, secret)
    return seeOther(`${address}?done=${act.done}`)
  } catch (error) {
    if (!(error instanceof OperationRefused) || error.reason === 'forbidden' || error.reason === 'not-found')
      throw error
    return seeOther(`${address}?done=nothing`)
  }
}

async function save(context: PageContext, c: Context, request: ConsoleRequest, params: Params): Promise<Response> {
  const { deps, base } = context
  const manager = managerOf(request)
  const id = pathParameter(c, 'client')
  const values = valuesOf(params)
  try {
    const { secret } = await updateClient(deps, manager, id, { metadata: changeOf(values) }, versionOf(params))
    if (secret === null) return seeOther(`${base}/admin/applications/${encodeURIComponent(id)}?done=saved`)
    const { client } = await getClient(deps, manager, id)
    return await showSecret(request.frame, deps.config.issuer, client, secret)
  } catch (error) {
    const outdated = error instanceof OperationRefused && error.reason === 'changed-meanwhile'
    if (!outdated && !(error instanceof InvalidClientMetadata)) throw error
    const faults = error instanceof InvalidClientMetadata ? faultsByMember(error) : {}
    const application = await getClient(deps, manager, id)
    return showApplication(context, c, request, application, { values, faults, outdated })
  }
}
