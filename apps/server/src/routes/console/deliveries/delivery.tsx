import { type Context, Hono } from 'hono'
import { getDelivery, replayDelivery } from '../../../flows/management/deliveries/webhook-deliveries.ts'
import { getEndpoint } from '../../../flows/management/deliveries/webhook-endpoints.ts'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import { formField, formParams } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { DeliveryPage } from '../../../pages/console/deliveries/delivery.tsx'
import type { PageContext } from '../../page-context.ts'
import { askToConfirm, type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from '../request.tsx'

const path = '/admin/webhooks/:endpoint/:event'

/** One event for one endpoint. */
export const deliveryRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showDelivery(context, c, await openConsole(context, c, 'webhooks:read')))
    .post(path, async (c) => {
      const { actor, frame } = await openConsoleToAct(context, c, 'webhooks:write')
      const params = await formParams(c.req.raw)
      const words = frame.words.console.webhooks
      const endpointId = pathParameter(c, 'endpoint')
      const eventId = pathParameter(c, 'event')
      const { id } = await getEndpoint(context.deps, actor, endpointId)
      const back = `${context.base}/admin/webhooks/${id}/${encodeURIComponent(eventId)}`
      if (formField(params, 'confirm') !== 'yes') {
        const question = { title: words.replayQuestion, text: words.replayWarning, button: words.replayOne }
        return askToConfirm(c, frame, { question, fields: [['action', 'replay']], back })
      }
      await replayDelivery(context.deps, actor, id, eventId)
      return seeOther(`${back}?done=replayed`)
    })

async function showDelivery(
  { deps }: PageContext,
  c: Context,
  { actor, frame, role }: ConsoleRequest,
): Promise<Response> {
  const { id, name, stored } = await getEndpoint(deps, actor, pathParameter(c, 'endpoint'))
  const details = await getDelivery(deps, actor, id, pathParameter(c, 'event'))
  const words = frame.words.console.webhooks
  const said = new Map([
    ['replayed', words.replayedOne],
    ['tested', details.state === 'delivered' ? words.testAccepted : words.testRefused],
  ])
  return page(
    <DeliveryPage
      frame={frame}
      notice={said.get(noticeOf(c).done) ?? ''}
      endpoint={{ id, name }}
      eventId={details.eventId}
      state={details.state}
      queuedAt={details.queuedAt}
      dueAt={details.dueAt}
      payload={details.payload && JSON.stringify(JSON.parse(details.payload), null, 2)}
      attempts={details.attemptsMade}
      mayReplay={mayOperate(role, 'webhooks:write') && !stored?.disabledAt}
      maySeeContent={mayOperate(role, 'accounts:know')}
    />,
  )
}
