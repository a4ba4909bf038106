import * as z from 'zod'
import {
  type ApiKeyRecord,
  getKey,
  type KeyChange,
  keysOfOrganization,
  makeOrganizationKey,
  revokeKey,
  rotateKey,
} from '../../../flows/api-keys/api-keys.ts'
import { endOf, mostDays } from '../../../flows/api-keys/key-policy.ts'
import { at, id } from '../fields.ts'
import { type Call, list, operation, pageOf, range } from '../operation.ts'
import { organizationIdOf } from './organizations.ts'

const apiKey = z
  .object({
    id,
    user_id: id.nullable().describe('Null for a key of the organization.'),
    name: z.string(),
    resource: z.string().describe('The API that it is for.'),
    scope: z.array(z.string()),
    networks: z.array(z.string()).describe('CIDR ranges; empty for any network.'),
    created_at: at,
    created_by: z.string().nullable(),
    expires_at: at.nullable().describe('Null for a key without an end.'),
    used_at: at.nullable().describe('Within the hour.'),
    revoked_at: at.nullable(),
    reason: z.enum(['expired', 'idle', 'published']).nullable().describe('Why it ended, unless somebody revoked it.'),
  })
  .meta({ id: 'ApiKey' })
const newApiKey = z
  .strictObject({
    name: z.string().max(200),
    resource: z.string().max(1000),
    scope: z.array(z.string().max(200)).max(100),
    days: z
      .int()
      .min(1)
      .max(mostDays)
      .nullable()
      .describe(
        'How long it lives. The organization says how long it may. Null, where API_KEYS_NEVER_EXPIRE is on: it has no end.',
      ),
    networks: z.array(z.string().max(100)).max(10).optional(),
  })
  .meta({ id: 'NewApiKey' })
const madeApiKey = z
  .object({ id, key: z.string().describe('It is told here, and never again.') })
  .meta({ id: 'MadeApiKey' })

const items = (text: string, separator: string): string[] => text.split(separator).filter(Boolean)

const toApiKey = (key: ApiKeyRecord): z.input<typeof apiKey> => ({
  id: key.id,
  user_id: key.userId,
  name: key.name,
  resource: key.resource,
  scope: items(key.scope, ' '),
  networks: items(key.networks, ','),
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  expires_at: endOf(key)?.toISOString() ?? null,
  used_at: key.usedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  reason: key.reason as z.input<typeof apiKey>['reason'],
})

const named = async (call: Pick<Call<'organization' | 'key'>, 'deps' | 'actor' | 'parameter'>): Promise<KeyChange> => ({
  actor: call.actor,
  owner: { organizationId: await organizationIdOf(call) },
  id: call.parameter('key'),
})

const path = '/organizations/{organization}/api-keys'

export const apiKeyOperations = [
  list({
    path,
    id: 'listApiKeys',
    summary: 'List the API keys of an organization and of its members, the newest first',
    scope: 'api_keys:read',
    item: apiKey,
    run: async (call) => {
      const { after, limit } = range(call)
      const records = await keysOfOrganization(call.deps, await organizationIdOf(call), { before: after, limit })
      return pageOf(records, call, ({ id }) => id, toApiKey)
    },
  }),
  operation({
    method: 'post',
    path,
    id: 'createApiKey',
    summary: 'Make an API key of an organization. It has no person',
    scope: 'api_keys:write',
    body: newApiKey,
    answer: madeApiKey,
    creates: true,
    once: true,
    run: async (call) => {
      const { networks = [], scope: scopes, ...given } = call.body
      const request = { ...given, scopes, networks: networks.join(',') }
      const { id, key } = await makeOrganizationKey(call.deps, call.actor, await organizationIdOf(call), request)
      return { body: { id, key }, location: `/organizations/${call.parameter('organization')}/api-keys/${id}` }
    },
  }),
  operation({
    method: 'get',
    path: `${path}/{key}`,
    id: 'getApiKey',
    summary: 'Get an API key. The key itself is not stored',
    scope: 'api_keys:read',
    answer: apiKey,
    run: async (call) => ({ body: toApiKey(await getKey(call.deps, await named(call))) }),
  }),
  operation({
    method: 'post',
    path: `${path}/{key}/rotation`,
    id: 'rotateApiKey',
    summary: 'Give an API key another secret. The one before works for another 24 hours',
    scope: 'api_keys:write',
    answer: madeApiKey,
    once: true,
    run: async (call) => {
      const { id, key } = await rotateKey(call.deps, await named(call))
      return { body: { id, key } }
    },
  }),
  operation({
    method: 'delete',
    path: `${path}/{key}`,
    id: 'revokeApiKey',
    summary: 'Revoke an API key at once',
    scope: 'api_keys:write',
    run: async (call) => {
      await revokeKey(call.deps, await named(call))
    },
  }),
]
