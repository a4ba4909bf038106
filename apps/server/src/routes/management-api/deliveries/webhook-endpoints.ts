import * as z from 'zod'
import {
  changeEndpoint,
  createEndpoint,
  getEndpoint,
  listEndpoints,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../../flows/management/deliveries/webhook-endpoints.ts'
import type { WebhookEndpoint } from '../../../flows/platform/webhook-endpoints.ts'
import { at, id, text } from '../fields.ts'
import { type Call, list, operation, type Reply } from '../operation.ts'

const actions = z
  .array(text)
  .max(100)
  .describe('Actions of the audit log, and prefixes such as `member.*`. Empty: every action.')
const url = z.string().max(2000)

const webhookEndpoint = z
  .object({
    id,
    name: z.string(),
    url,
    actions,
    disabled: z.boolean(),
    source: z.enum(['environment', 'database']).describe('The endpoint of WEBHOOK_URL can only be read.'),
    secret: z.string().optional().describe('Only in the answer that creates the endpoint.'),
    secret_created_at: at.nullable(),
    previous_secret_until: at.nullable().describe('Until then, requests are signed with the previous secret too.'),
    created_at: at.nullable(),
    updated_at: at.nullable(),
  })
  .meta({ id: 'WebhookEndpoint' })
const newEndpoint = z
  .strictObject({
    url,
    name: text.optional().describe('Default: the host of the URL.'),
    actions: actions.optional(),
    disabled: z.boolean().optional(),
  })
  .meta({ id: 'NewWebhookEndpoint' })
const endpointChange = z
  .strictObject({
    url: url.optional(),
    name: text.optional(),
    actions: actions.optional(),
    disabled: z.boolean().optional(),
  })
  .meta({ id: 'WebhookEndpointChange' })
const webhookSecret = z
  .object({ secret: z.string().describe('Shown once: whsec_ and its bytes in base64 (Standard Webhooks).') })
  .meta({ id: 'WebhookSecret' })

const toEndpoint = ({ id, name, url, actions, stored }: WebhookEndpoint): z.input<typeof webhookEndpoint> => ({
  id,
  name,
  url,
  actions: [...actions],
  disabled: Boolean(stored?.disabledAt),
  source: stored ? 'database' : 'environment',
  secret_created_at: stored?.secretAt.toISOString() ?? null,
  previous_secret_until: stored?.previousSecretUntil?.toISOString() ?? null,
  created_at: stored?.createdAt.toISOString() ?? null,
  updated_at: stored?.updatedAt.toISOString() ?? null,
})

async function endpointReply({ deps, actor }: Pick<Call, 'deps' | 'actor'>, endpointId: string) {
  const endpoint = await getEndpoint(deps, actor, endpointId)
  return {
    body: toEndpoint(endpoint),
    etag: String(endpoint.stored?.updatedAt.getTime() ?? 0),
    location: `/webhook-endpoints/${endpointId}`,
  } satisfies Reply
}

export const webhookEndpointOperations = [
  list({
    path: '/webhook-endpoints',
    id: 'listWebhookEndpoints',
    summary: 'List the webhook endpoints, all of them on one page',
    scope: 'webhooks:read',
    item: webhookEndpoint,
    run: async ({ deps, actor }) => {
      const endpoints = await listEndpoints(deps, actor)
      return { data: endpoints.map(toEndpoint), next_cursor: null }
    },
  }),
  operation({
    method: 'post',
    path: '/webhook-endpoints',
    id: 'createWebhookEndpoint',
    summary: 'Create a webhook endpoint. Its secret is answered once',
    scope: 'webhooks:write',
    body: newEndpoint,
    answer: webhookEndpoint,
    creates: true,
    run: async (call) => {
      const { name = '', url, actions = [], disabled = false } = call.body
      const created = await createEndpoint(call.deps, call.actor, { name, url, actions, disabled })
      const reply = await endpointReply(call, created.id)
      return { ...reply, body: { ...reply.body, secret: created.secret } }
    },
  }),
  operation({
    method: 'get',
    path: '/webhook-endpoints/{endpoint}',
    id: 'getWebhookEndpoint',
    summary: 'Get a webhook endpoint',
    scope: 'webhooks:read',
    answer: webhookEndpoint,
    run: (call) => endpointReply(call, call.parameter('endpoint')),
  }),
  operation({
    method: 'patch',
    path: '/webhook-endpoints/{endpoint}',
    id: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint, disable or enable it',
    scope: 'webhooks:write',
    body: endpointChange,
    answer: webhookEndpoint,
    run: async (call) => {
      const endpointId = call.parameter('endpoint')
      const readAt = call.version === undefined ? undefined : new Date(call.version)
      await changeEndpoint(call.deps, call.actor, endpointId, call.body, readAt)
      return endpointReply(call, endpointId)
    },
  }),
  operation({
    method: 'delete',
    path: '/webhook-endpoints/{endpoint}',
    id: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint. What waits for it is not delivered',
    scope: 'webhooks:write',
    run: ({ deps, actor, parameter }) => removeEndpoint(deps, actor, parameter('endpoint')),
  }),
  operation({
    method: 'post',
    path: '/webhook-endpoints/{endpoint}/secret',
    id: 'rotateWebhookSecret',
    summary: 'Make a new secret. For a day, requests are signed with the old one too',
    scope: 'webhooks:write',
    answer: webhookSecret,
    creates: true,
    run: async ({ deps, actor, parameter }) => ({
      body: { secret: await rotateEndpointSecret(deps, actor, parameter('endpoint')) },
    }),
  }),
]
