import { Hono } from 'hono'
import { getDelivery, replayDelivery } from '../../../flows/management/deliveries/webhook-deliveries.ts'
import { getEndpoint } from '../../../flows/management/deliveries/webhook-endpoints.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { DeliveryPage } from '../../../pages/console/deliveries/delivery.tsx'
import { ask } from '../../../pages/question.tsx'
import { askToConfirm } from '../../acts.tsx'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from '../request.ts'

const path = '/admin/webhooks/:endpoint/:event'

/** One event for one endpoint. */
export const deliveryRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showDelivery(await openConsole(context, c, 'webhooks:read')))
    .post(path, async (c) => replay(await openForm(context, c, 'webhooks:write')))

async function replay(form: ConsoleForm): Promise<Response> {
  const { deps, base, c, actor, frame, value } = form
  const words = frame.words.console.webhooks
  const eventId = pathParameter(c, 'event')
  const { id } = await getEndpoint(deps, actor, pathParameter(c, 'endpoint'))
  const back = `${base}/admin/webhooks/${id}/${encodeURIComponent(eventId)}`
  const question = ask(words.replayQuestion, words.replayWarning, words.replayOne)
  if (value('confirm') !== 'yes') return askToConfirm(form, question, { action: 'replay' }, back)
  await replayDelivery(deps, actor, id, eventId)
  return seeOther(`${back}?done=replayed`)
}

async function showDelivery({ deps, c, actor, frame, may }: ConsoleRequest): Promise<Response> {
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
      delivery={{ ...details, payload: details.payload && JSON.stringify(JSON.parse(details.payload), null, 2) }}
      mayReplay={may('webhooks:write') && !stored?.disabledAt}
      maySeeContent={may('accounts:know')}
    />,
  )
}
