import { Hono } from 'hono'
import { faultsByMember, InvalidClientMetadata } from '../../../flows/management/clients/client-metadata.ts'
import { createClient, getClient, newClientId } from '../../../flows/management/clients/clients.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { page, seeOther } from '../../../http/responses.ts'
import type { MemberValues } from '../../../pages/console/applications/members.ts'
import { type ApplicationKind, applicationKinds, NewApplicationPage } from '../../../pages/console/applications/new.tsx'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, managerOf, openConsoleToAct, openForm } from '../request.ts'
import { newMetadata, valuesOf } from './form.ts'
import { showSecret } from './secret.tsx'

export const newApplicationRoutes = (context: PageContext) =>
  new Hono()
    // What was typed would be lost, so the sign-in comes before the form.
    .get('/admin/applications/new', async (c) => {
      const request = await openConsoleToAct(context, c, 'applications:write')
      const values = { scope: 'openid profile email', client_id: newClientId() }
      return showForm(request, { values, kind: 'web', faults: {} })
    })
    .post('/admin/applications/new', async (c) => create(await openForm(context, c, 'applications:write')))

interface NewForm {
  values: MemberValues
  kind: ApplicationKind
  faults: Record<string, string>
}

const showForm = ({ frame }: ConsoleRequest, form: NewForm): Promise<Response> =>
  page(<NewApplicationPage frame={frame} {...form} />, { status: Object.keys(form.faults).length > 0 ? 422 : 200 })

async function create(form: ConsoleForm): Promise<Response> {
  const { deps, base, actor, frame, params, value } = form
  const manager = managerOf(form)
  const values = valuesOf(params)
  const kind = applicationKinds.find((name) => name === value('kind')) ?? 'web'
  const wanted = values.client_id || newClientId()
  try {
    const { id, secret } = await createClient(deps, manager, newMetadata(values, kind), wanted)
    const { client } = await getClient(deps, manager, id)
    if (secret === null) return seeOther(`${base}/admin/applications/${id}?done=created`)
    return await showSecret(frame, deps.config.issuer, client, secret)
  } catch (error) {
    if (error instanceof InvalidClientMetadata) return showForm(form, { values, kind, faults: faultsByMember(error) })
    if (!(error instanceof OperationRefused) || error.reason !== 'taken') throw error
    // The form was sent again, by reloading the page that showed the secret: it made this application already.
    const { stored } = await getClient(deps, manager, wanted).catch(() => ({ stored: null }))
    if (stored?.record.createdById === actor.id) return seeOther(`${base}/admin/applications/${wanted}`)
    return showForm(form, { values, kind, faults: { client_id: 'is taken' } })
  }
}
