import { Hono } from 'hono'
import {
  type DeliveredEvent,
  deliveryStates,
  endpointBacklog,
  listDeliveries,
} from '../../../flows/management/deliveries/webhook-deliveries.ts'
import { getEndpoint } from '../../../flows/management/deliveries/webhook-endpoints.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page } from '../../../http/responses.ts'
import { EndpointPage } from '../../../pages/console/deliveries/endpoint.tsx'
import type { EndpointValues } from '../../../pages/console/deliveries/endpoints.tsx'
import { formStatus } from '../../forms.ts'
import { listingOf, listPage, mapRows } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleRequest, noticeOf, openConsole, openForm } from '../request.ts'
import { actOnEndpoint } from './endpoint-acts.tsx'
import { countText, problemsOf, valuesOf } from './endpoint-form.ts'

const path = '/admin/webhooks/:endpoint'

export const endpointRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showEndpoint(await openConsole(context, c, 'webhooks:read')))
    .post(path, async (c) => {
      const form = await openForm(context, c, 'webhooks:write')
      try {
        return await actOnEndpoint(form)
      } catch (error) {
        return showEndpoint(form, { values: valuesOf(form.params), problems: problemsOf(form.frame, error) })
      }
    })

/** What an act did, in words. */
function noticeFor({ c, frame }: ConsoleRequest): string {
  const words = frame.words.console.webhooks
  const { done, count } = noticeOf(c)
  const more = Number.parseInt(/^[0-9a-f]{12}/.exec(listingOf(c).parameter('next'))?.[0] ?? '', 16)
  const said = new Map([
    ['saved', words.saved],
    ['enabled', words.enabledNow],
    ['disabled', words.disabledNow],
    ['changed-meanwhile', words.changedMeanwhile],
    ['replayed', words.replayed({ count })],
    // The id of an event begins with its time (crypto/random.ts).
    [
      'more',
      `${words.replayed({ count })} ${more ? words.replayedMore({ at: new Date(more).toISOString().slice(0, 19) }) : ''}`,
    ],
  ])
  return said.get(done) ?? ''
}

interface RefusedValues {
  /** What was typed into the form, and what is wrong with it. */
  values?: EndpointValues
  problems?: Partial<Record<string, string>>
}

async function showEndpoint(request: ConsoleRequest, { values, problems }: RefusedValues = {}): Promise<Response> {
  const { deps, base, c, actor, frame, may } = request
  const { id, name, url, actions, stored } = await getEndpoint(deps, actor, pathParameter(c, 'endpoint'))
  const state = deliveryStates.find((known) => known === listingOf(c).parameter('state')) ?? null
  const backlog = await endpointBacklog(deps, id)
  const list = await listPage<DeliveredEvent>(
    c,
    `${base}/admin/webhooks/${id}`,
    ({ eventId }) => eventId,
    (range) => listDeliveries(deps, actor, { endpointId: id, state, ...range }),
    state ? { state } : {},
  )
  const shown = { name, url, actions: actions.join(' ') }
  return page(
    <EndpointPage
      frame={frame}
      notice={problems ? '' : noticeFor(request)}
      endpoint={{
        ...{ id, ...shown, environment: stored === null, disabled: Boolean(stored?.disabledAt) },
        version: String(stored?.updatedAt.getTime() ?? ''),
        secretAt: stored?.secretAt ?? null,
        previousSecretUntil: liveUntil(stored?.previousSecretUntil ?? null, deps.now()),
      }}
      backlog={{ ...backlog, waiting: countText(backlog.waiting), failed: countText(backlog.failed) }}
      mayAct={may('webhooks:write')}
      values={values?.url ? values : shown}
      problems={problems ?? {}}
      state={state ?? ''}
      deliveries={mapRows(list, (row) => toRow(row, may('accounts:know')))}
    />,
    formStatus(problems),
  )
}

const liveUntil = (until: Date | null, now: Date): Date | null => (until && until > now ? until : null)

/** The first line of an answer is enough for a list. */
const toRow = ({ eventId, event, state, attempts, lastAttempt }: DeliveredEvent, knows: boolean) => ({
  ...{ eventId, type: event?.action ?? '', state, attempts },
  at: lastAttempt?.at ?? null,
  answer: lastAttempt
    ? [lastAttempt.status ?? '', knows ? (lastAttempt.answer.split('\n')[0] ?? '').slice(0, 120) : ''].join(' ').trim()
    : '',
})
