import { Hono } from 'hono'
import { endpointBacklog } from '../../../flows/management/deliveries/webhook-deliveries.ts'
import { createEndpoint, getEndpoint, listEndpoints } from '../../../flows/management/deliveries/webhook-endpoints.ts'
import { page } from '../../../http/responses.ts'
import { EndpointSecretPage, EndpointsPage, type EndpointValues } from '../../../pages/console/deliveries/endpoints.tsx'
import { formStatus } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from '../request.ts'
import { deliveryRoutes } from './delivery.tsx'
import { endpointRoutes } from './endpoint.tsx'
import { actionsOf, countText, problemsOf, valuesOf } from './endpoint-form.ts'

const path = '/admin/webhooks'
const noValues: EndpointValues = { name: '', url: '', actions: '' }

export const webhookRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showEndpoints(await openConsole(context, c, 'webhooks:read')))
    .post(path, async (c) => addEndpoint(await openForm(context, c, 'webhooks:write')))
    .route('/', endpointRoutes(context))
    .route('/', deliveryRoutes(context))

async function addEndpoint(form: ConsoleForm): Promise<Response> {
  const { deps, actor, frame, params } = form
  const values = valuesOf(params)
  const actions = actionsOf(values.actions)
  try {
    const { id, secret } = await createEndpoint(deps, actor, { ...values, actions, disabled: false })
    const { name } = await getEndpoint(deps, actor, id)
    return page(<EndpointSecretPage frame={frame} endpoint={{ id, name }} secret={secret} rotated={false} />)
  } catch (error) {
    return showEndpoints(form, values, problemsOf(frame, error))
  }
}

async function showEndpoints(
  { deps, c, actor, frame, may }: ConsoleRequest,
  values = noValues,
  problems: Partial<Record<string, string>> = {},
): Promise<Response> {
  const endpoints = await listEndpoints(deps, actor)
  const backlogs = await Promise.all(endpoints.map(({ id }) => endpointBacklog(deps, id)))
  return page(
    <EndpointsPage
      frame={frame}
      notice={noticeOf(c).done === 'removed' ? frame.words.console.webhooks.removed : ''}
      endpoints={endpoints.map(({ id, name, url, stored }, index) => ({
        ...{ id, name, url, environment: stored === null, disabled: Boolean(stored?.disabledAt) },
        waiting: countText(backlogs[index]?.waiting ?? 0),
        failed: countText(backlogs[index]?.failed ?? 0),
        oldest: backlogs[index]?.oldest ?? null,
      }))}
      mayAct={may('webhooks:write')}
      values={values}
      problems={problems}
    />,
    formStatus(Object.keys(problems).length > 0),
  )
}
