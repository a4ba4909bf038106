import { type Context, Hono } from 'hono'
import {
  type DeliveredEvent,
  deliveryStates,
  endpointBacklog,
  listDeliveries,
} from '../../../flows/management/deliveries/webhook-deliveries.ts'
import { getEndpoint } from '../../../flows/management/deliveries/webhook-endpoints.ts'
import { mayOperate } from '../../../flows/management/operator-permissions.ts'
import { formParams } from '../../../http/forms.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page } from '../../../http/responses.ts'
import { EndpointPage } from '../../../pages/console/deliveries/endpoint.tsx'
import type { EndpointValues } from '../../../pages/console/deliveries/endpoints.tsx'
import type { ConsoleFrame } from '../../../pages/console/layout.tsx'
import { formStatus } from '../../forms.ts'
import { listingOf, paged, rowsFrom } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleRequest, noticeOf, openConsole, openConsoleToAct } from '../request.tsx'
import { actOnEndpoint } from './endpoint-acts.tsx'
import { countText, problemsOf, valuesOf } from './endpoint-form.ts'

const path = '/admin/webhooks/:endpoint'

export const endpointRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      const request = await openConsole(context, c, 'webhooks:read')
      return showEndpoint(context, c, request, { notice: noticeFor(c, request.frame) })
    })
    .post(path, async (c) => {
      const request = await openConsoleToAct(context, c, 'webhooks:write')
      const params = await formParams(c.req.raw)
      try {
        return await actOnEndpoint(context, c, request, params)
      } catch (error) {
        const problems = problemsOf(request.frame, error)
        return showEndpoint(context, c, request, { values: valuesOf(params), problems })
      }
    })

/** What an act did, in words. */
function noticeFor(c: Context, { words: { console } }: ConsoleFrame): string {
  const words = console.webhooks
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

interface Shown {
  notice?: string
  /** What was typed into the form, and what is wrong with it. */
  values?: EndpointValues
  problems?: Partial<Record<string, string>>
}

async function showEndpoint(
  { deps, base }: PageContext,
  c: Context,
  { actor, frame, role }: ConsoleRequest,
  { notice = '', values, problems = {} }: Shown,
): Promise<Response> {
  const { id, name, url, actions, stored } = await getEndpoint(deps, actor, pathParameter(c, 'endpoint'))
  const listing = listingOf(c)
  const state = deliveryStates.find((known) => known === listing.parameter('state')) ?? null
  const { after: before, limit } = rowsFrom(listing.after)
  const [backlog, found] = await Promise.all([
    endpointBacklog(deps, id),
    listDeliveries(deps, actor, { endpointId: id, state, before, limit }),
  ])
  const { rows, next, first } = paged(
    found,
    { query: '', after: listing.after },
    `${base}/admin/webhooks/${id}`,
    ({ eventId }) => eventId,
    state ? { state } : {},
  )
  const shown = { name, url, actions: actions.join(' ') }
  const knows = mayOperate(role, 'accounts:know')
  return page(
    <EndpointPage
      frame={frame}
      notice={notice}
      endpoint={{
        ...{ id, ...shown, environment: stored === null, disabled: Boolean(stored?.disabledAt) },
        version: String(stored?.updatedAt.getTime() ?? ''),
        secretAt: stored?.secretAt ?? null,
        previousSecretUntil: liveUntil(stored?.previousSecretUntil ?? null, deps.now()),
      }}
      backlog={{ ...backlog, waiting: countText(backlog.waiting), failed: countText(backlog.failed) }}
      mayAct={mayOperate(role, 'webhooks:write')}
      values={values?.url ? values : shown}
      problems={problems}
      state={state ?? ''}
      deliveries={rows.map((row) => toRow(row, knows))}
      next={next}
      first={first}
    />,
    formStatus(Object.keys(problems).length > 0),
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
