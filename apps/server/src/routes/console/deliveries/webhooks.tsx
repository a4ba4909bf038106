import { Hono } from 'hono'
import { endpointBacklog } from '../../../flows/management/deliveries/webhook-deliveries.ts'
import { createEndpoint, getEndpoint, listEndpoints } from '../../../flows/management/deliveries/webhook-endpoints.ts'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import { formParams } from '../../../http/forms.ts'
import { page } from '../../../http/responses.ts'
import { EndpointSecretPage, EndpointsPage, type EndpointValues } from '../../../pages/console/deliveries/endpoints.tsx'
import { formStatus } from '../../forms.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from '../request.tsx'
import { deliveryRoutes } from './delivery.tsx'
import { endpointRoutes } from './endpoint.tsx'
import { actionsOf, countText, problemsOf, valuesOf } from './endpoint-form.ts'

const path = '/admin/webhooks'
const noValues: EndpointValues = { name: '', url: '', actions: '' }

export const webhookRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      const request = await openConsole(context, c, 'webhooks:read')
      const words = request.frame.words.console.webhooks
      return showEndpoints(context, request, noValues, {}, noticeOf(c).done === 'removed' ? words.removed : '')
    })
    .post(path, async (c) => {
      const request = await openConsoleToAct(context, c, 'webhooks:write')
      return addEndpoint(context, request, valuesOf(await formParams(c.req.raw)))
    })
    .route('/', endpointRoutes(context))
    .route('/', deliveryRoutes(context))

async function addEndpoint(context: PageContext, request: ConsoleRequest, values: EndpointValues): Promise<Response> {
  const { deps } = context
  const { actor, frame } = request
  try {
    const { id, secret } = await createEndpoint(deps, actor, { ...values, actions: actionsOf(values), disabled: false })
    const { name } = await getEndpoint(deps, actor, id)
    return page(<EndpointSecretPage frame={frame} endpoint={{ id, name }} secret={secret} rotated={false} />)
  } catch (error) {
    return showEndpoints(context, request, values, problemsOf(frame, error), '')
  }
}

async function showEndpoints(
  { deps }: PageContext,
  { actor, frame, role }: ConsoleRequest,
  values: EndpointValues,
  problems: Partial<Record<string, string>>,
  notice: string,
): Promise<Response> {
  const endpoints = await listEndpoints(deps, actor)
  const backlogs = await Promise.all(endpoints.map(({ id }) => endpointBacklog(deps, id)))
  return page(
    <EndpointsPage
      frame={frame}
      notice={notice}
      endpoints={endpoints.map(({ id, name, url, stored }, index) => ({
        ...{ id, name, url, environment: stored === null, disabled: Boolean(stored?.disabledAt) },
        waiting: countText(backlogs[index]?.waiting ?? 0),
        failed: countText(backlogs[index]?.failed ?? 0),
        oldest: backlogs[index]?.oldest ?? null,
      }))}
      mayAct={mayOperate(role, 'webhooks:write')}
      values={values}
      problems={problems}
    />,
    formStatus(Object.keys(problems).length > 0),
  )
}
