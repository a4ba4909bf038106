import * as z from 'zod'
import {
  type DeliveredEvent,
  deliveryStates,
  getDelivery,
  listDeliveries,
  recordTestEvent,
  replayDelivery,
  replayFailed,
  replayTo,
  sendTestEvent,
} from '../../../flows/management/deliveries/webhook-deliveries.ts'
import { at, id } from '../fields.ts'
import { list, membersOf, operation, pageOf, range } from '../operation.ts'
import { Problem } from '../problems.ts'
import { choiceIn } from '../request.ts'

const attempt = z.object({
  at,
  status: z.int().nullable().describe('null: there was no answer.'),
  duration_ms: z.int(),
  answer: z.string().describe('Its first kilobyte, or why there was none.'),
})
const delivery = {
  event: id.describe('The `webhook-id` of the requests.'),
  state: z.enum(deliveryStates).describe('`failed`: not accepted for three days.'),
  attempts: z.int(),
  queued_at: at,
  due_at: at.nullable().describe('When it is tried again.'),
}
const webhookDelivery = z
  .object({ ...delivery, type: z.string().nullable(), last_attempt: attempt.nullable() })
  .meta({ id: 'WebhookDelivery' })
const webhookDeliveryDetails = z
  .object({
    ...delivery,
    payload: z.string().nullable().describe('The body; null where AUDIT_RETENTION has passed.'),
    last_attempts: z.array(attempt).describe('Five at most, newest first.'),
  })
  .meta({ id: 'WebhookDeliveryDetails' })
const replay = z
  .strictObject({
    from: id.optional().describe('The first event (`webhook-id`), or a time (RFC 3339).'),
    to: id.optional().describe('The last event, or a time.'),
    failed: z.literal(true).optional().describe('Instead of a range: everything that failed.'),
  })
  .meta({
    id: 'WebhookReplay',
    description: 'Either `from`, or `failed`.',
    oneOf: [{ required: ['from'] }, { required: ['failed'] }],
  })
const replayed = z
  .object({
    count: z.int().describe('How many are sent again: 1,000 at most.'),
    next: z.string().nullable().describe('The event to go on with, where there are more.'),
  })
  .meta({ id: 'WebhookReplayed' })
const tested = z.object({ event: id, accepted: z.boolean() }).meta({ id: 'WebhookTest' })

const toAttempt = membersOf(attempt)
const toDelivery = ({
  eventId,
  ...rest
}: Pick<DeliveredEvent, 'eventId' | 'state' | 'attempts' | 'queuedAt' | 'dueAt'>) =>
  membersOf(z.object(delivery))({ ...rest, event: eventId })

/** An event by its id, or a time. */
function eventOrTime(field: string, value: string): string | Date {
  if (/^[0-9a-f]{12,32}$/.test(value)) return value
  const time = new Date(value)
  if (!/^\d{4}-\d\d-\d\dT/.test(value) || Number.isNaN(time.getTime()))
    throw new Problem(422, 'invalid_body', `${field}: neither the id of an event nor a time`, { field })
  return time
}

export const webhookDeliveryOperations = [
  list({
    path: '/webhook-endpoints/{endpoint}/deliveries',
    id: 'listWebhookDeliveries',
    summary: 'List the deliveries to an endpoint, newest event first',
    scope: 'webhooks:read',
    query: { state: z.enum(deliveryStates).optional().describe('Only those in this state.') },
    item: webhookDelivery,
    run: async (call) => {
      const { after: before, limit } = range(call)
      const endpointId = call.parameter('endpoint')
      const state = choiceIn(deliveryStates, 'state', call.query('state'))
      const records = await listDeliveries(call.deps, call.actor, { endpointId, state, before, limit })
      return pageOf(
        records,
        call,
        ({ eventId }) => eventId,
        (record) => ({
          ...toDelivery(record),
          type: record.event?.action ?? null,
          last_attempt: record.lastAttempt && toAttempt(record.lastAttempt),
        }),
      )
    },
  }),
  operation({
    method: 'get',
    path: '/webhook-endpoints/{endpoint}/deliveries/{event}',
    id: 'getWebhookDelivery',
    summary: 'Get a delivery with its payload and the last attempts',
    scope: 'webhooks:read',
    answer: webhookDeliveryDetails,
    run: async ({ deps, actor, parameter }) => {
      const found = await getDelivery(deps, actor, parameter('endpoint'), parameter('event'))
      return {
        body: { ...toDelivery(found), payload: found.payload, last_attempts: found.attemptsMade.map(toAttempt) },
      }
    },
  }),
  operation({
    method: 'post',
    path: '/webhook-endpoints/{endpoint}/deliveries/{event}/replay',
    id: 'replayWebhookDelivery',
    summary: 'Send an event again to an endpoint',
    scope: 'webhooks:write',
    run: ({ deps, actor, parameter }) => replayDelivery(deps, actor, parameter('endpoint'), parameter('event')),
  }),
  operation({
    method: 'post',
    path: '/webhook-endpoints/{endpoint}/replay',
    id: 'replayWebhookDeliveries',
    summary: 'Send a range of events again, or those that failed: 1,000 at most',
    scope: 'webhooks:write',
    body: replay,
    answer: replayed,
    run: async ({ deps, actor, parameter, body }) => {
      const endpointId = parameter('endpoint')
      if ((body.from === undefined) === (body.failed === undefined))
        throw new Problem(422, 'invalid_body', 'either from or failed', { field: 'from' })
      if (body.from === undefined) return { body: { count: await replayFailed(deps, actor, endpointId), next: null } }
      const range = {
        from: eventOrTime('from', body.from),
        to: body.to === undefined ? null : eventOrTime('to', body.to),
      }
      return { body: await replayTo(deps, actor, endpointId, range) }
    },
  }),
  operation({
    method: 'post',
    path: '/webhook-endpoints/{endpoint}/test',
    id: 'testWebhookEndpoint',
    summary: 'Send a test event now, past the queue',
    scope: 'webhooks:write',
    answer: tested,
    run: async ({ deps, actor, parameter }) => ({
      body: { event: await recordTestEvent(deps, actor, parameter('endpoint')), accepted: false },
    }),
    send: async ({ deps, actor, parameter }, { body: { event } }) => ({
      body: { event, accepted: await sendTestEvent(deps, actor, parameter('endpoint'), event) },
    }),
  }),
]
