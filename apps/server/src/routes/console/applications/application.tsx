import { type Context, Hono } from 'hono'
import { faultsByMember, InvalidClientMetadata } from '../../../flows/management/clients/client-metadata.ts'
import { getClient, type ManagedClient, updateClient } from '../../../flows/management/clients/clients.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { queryParams } from '../../../http/query.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { registeredPrefix } from '../../../oidc/dynamic-clients/registration.ts'
import { compareRedirectUri } from '../../../oidc/redirect-uri-comparison.ts'
import { ApplicationPage } from '../../../pages/console/applications/application.tsx'
import type { MemberValues } from '../../../pages/console/applications/members.ts'
import { runAct } from '../../acts.tsx'
import type { PageContext } from '../../page-context.ts'
import {
  type ConsoleForm,
  type ConsoleRequest,
  managerOf,
  noticeOf,
  openConsole,
  openForm,
  versionOf,
} from '../request.ts'
import { applicationActs } from './acts.ts'
import { changeOf, valuesOf, valuesOfMetadata } from './form.ts'
import { connectionOf, showSecret } from './secret.tsx'

export const applicationRoutes = (context: PageContext) =>
  new Hono()
    .get('/admin/applications/:client', async (c) => {
      const id = pathParameter(c, 'client')
      if (id.startsWith(registeredPrefix))
        return seeOther(`${context.base}/admin/registered-clients/${encodeURIComponent(id)}`)
      const request = await openConsole(context, c, 'applications:read')
      return showApplication(request, await getClient(context.deps, managerOf(request), id))
    })
    .post('/admin/applications/:client', async (c) => change(await openForm(context, c, 'applications:write')))

/** The form as it was sent, and why it was refused. */
interface RefusedValues {
  values: MemberValues
  faults: Record<string, string>
  outdated?: boolean
}

async function showApplication(
  { deps, c, frame, may }: ConsoleRequest,
  { client, metadata, stored }: ManagedClient,
  refused?: RefusedValues,
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
      mayChange={may('applications:write')}
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

async function change(form: ConsoleForm): Promise<Response> {
  const { deps, base, c, value } = form
  if (value('action') === 'save') return save(form)
  if (!applicationActs.has(value('action'))) throw new OperationRefused('not-found')
  const application = await getClient(deps, managerOf(form), pathParameter(c, 'client'))
  const address = `${base}/admin/applications/${encodeURIComponent(application.client.id)}`
  try {
    return await runAct(applicationActs, { ...form, application, address }, address)
  } catch (error) {
    if (!(error instanceof OperationRefused) || error.reason === 'forbidden' || error.reason === 'not-found')
      throw error
    return seeOther(`${address}?done=nothing`)
  }
}

async function save(form: ConsoleForm): Promise<Response> {
  const { deps, base, c, frame, params } = form
  const manager = managerOf(form)
  const id = pathParameter(c, 'client')
  const values = valuesOf(params)
  try {
    const { secret } = await updateClient(deps, manager, id, { metadata: changeOf(values) }, versionOf(form))
    if (secret === null) return seeOther(`${base}/admin/applications/${encodeURIComponent(id)}?done=saved`)
    const { client } = await getClient(deps, manager, id)
    return await showSecret(frame, deps.config.issuer, client, secret)
  } catch (error) {
    const outdated = error instanceof OperationRefused && error.reason === 'changed-meanwhile'
    if (!outdated && !(error instanceof InvalidClientMetadata)) throw error
    const faults = error instanceof InvalidClientMetadata ? faultsByMember(error) : {}
    return showApplication(form, await getClient(deps, manager, id), { values, faults, outdated })
  }
}
