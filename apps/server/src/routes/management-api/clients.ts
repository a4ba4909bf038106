import * as z from 'zod'
import type { ClientMember } from '../../config/client-metadata.ts'
import { maxFields } from '../../config/declarations/fields.ts'
import type { ClientManager } from '../../flows/management/clients/client-managers.ts'
import type { ClientMetadataChange } from '../../flows/management/clients/client-metadata.ts'
import { dropClientSecret, rotateClientSecret } from '../../flows/management/clients/client-secrets.ts'
import { deleteClient, restoreClient } from '../../flows/management/clients/client-state.ts'
import {
  createClient,
  getClient,
  listClients,
  type ManagedClient,
  updateClient,
} from '../../flows/management/clients/clients.ts'
import { OperationRefused } from '../../flows/platform/operation-refused.ts'
import { authMethods, idTokenAlgs, idTokenClaims, onboardingSteps } from '../../oidc/clients.ts'
import { demands } from '../../oidc/dpop.ts'
import { exchangeLimits } from '../../oidc/exchange-rules.ts'
import { presetNames } from '../../oidc/federation/credential.ts'
import { clientGrantTypes, responseTypes } from '../../oidc/response-types.ts'
import { at, fieldClaims, text } from './fields.ts'
import { type Call, list, operation, pageOf, type Reply } from './operation.ts'

const uri = z.string().max(4000)
const uris = z.array(uri).max(100)
const names = z.array(text).max(100)
const lifetime = z.int().nullable()
const keySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(20) })

/** The metadata of a client. The server checks it as it checks the variables of the environment. */
const metadata = {
  client_name: z.string().max(500),
  redirect_uris: uris,
  scope: z.string().max(8000).describe('Separated by spaces.'),
  grant_types: z.array(z.enum(clientGrantTypes)).max(10),
  response_types: z.array(z.enum([...responseTypes.keys()] as [string, ...string[]])).max(10),
  token_endpoint_auth_method: z.enum(authMethods),
  jwks: keySet.nullable(),
  jwks_uri: uri.nullable(),
  logo_uri: uri.nullable(),
  policy_uri: uri.nullable(),
  tos_uri: uri.nullable(),
  initiate_login_uri: uri.nullable(),
  post_logout_redirect_uris: uris,
  backchannel_logout_uri: uri.nullable(),
  backchannel_logout_session_required: z.boolean(),
  frontchannel_logout_uri: uri.nullable(),
  frontchannel_logout_session_required: z.boolean(),
  id_token_signed_response_alg: z.enum(idTokenAlgs),
  default_max_age: lifetime.describe('Seconds.'),
  default_acr_values: names,
  require_pushed_authorization_requests: z.boolean(),
  dpop_bound_access_tokens: z.boolean().describe('Its access tokens have to be bound to a key (RFC 9449).'),
  require_pkce: z.boolean(),
  require_consent: z.boolean(),
  require_passkey: z.boolean(),
  dpop_nonce: z.enum(demands).describe('Whether its DPoP proofs have to have a nonce.'),
  allow_impersonation: z.boolean(),
  organization: z.enum(['required', 'optional', 'none']),
  organization_access: names.describe('Organizations that tokens of its own may name: ids or slugs, or "any" alone.'),
  onboarding: z.array(z.enum(onboardingSteps)).max(4).nullable(),
  id_token_claims: z.enum(idTokenClaims),
  access_token_ttl: lifetime.describe('Seconds; null for that of the server.'),
  audiences: uris,
  claims: fieldClaims,
  fields: z
    .array(z.string().max(40))
    .min(1)
    .max(3 * maxFields)
    .nullable()
    .describe(
      'Declared fields that the client may know of at this API, such as `organization.plan`. Null: all of them.',
    ),
  exchange_rules: z
    .array(z.string().max(exchangeLimits.rule))
    .max(exchangeLimits.rules)
    .describe(
      'What the client may exchange tokens of people for: `<from resource> <to resource> <scopes> needs=<scopes> actors=<client ids>` each.',
    ),
  assertion_audience: z.array(z.enum(['issuer', 'token_endpoint'])).max(2),
  federated_issuer: uri.nullable().describe('With the method federated_jwt: the issuer of the token.'),
  federated_subject: z.string().max(2000).nullable().describe('Its `sub`, exactly.'),
  federated_claims: z.array(z.string().max(2000)).max(50).describe('Claims that it must have: name=value.'),
  federated_audience: uri.nullable().describe('Its only `aud`. Default: the issuer of this server.'),
  federated_jwks: keySet.nullable(),
  federated_jwks_uri: uri.nullable().describe('Its keys, where its issuer names none.'),
  federated_max_life: lifetime.describe('Seconds from its `iat` to its `exp`.'),
  federated_preset: z.enum(presetNames).nullable().describe('Refuses a client that does not pin what it has to.'),
} as const satisfies Record<ClientMember, z.ZodType>

const client = z
  .object({
    client_id: z.string(),
    ...z.object(metadata).partial().shape,
    client_secret: z.string().optional().describe('Once, in the response that made it.'),
    client_secret_expires_at: z.int().optional().describe('Beside a client_secret: 0, it does not expire.'),
    client_id_issued_at: z.int().optional().describe('Seconds since 1970.'),
    source: z.enum(['environment', 'database']).describe('A client of the environment can only be read here.'),
    variable: z.string().nullable().describe('The variable of the environment that names the client.'),
    secret_created_at: at.nullable(),
    next_secret_created_at: at.nullable().describe('Of the second secret, while both are accepted.'),
    disabled: z.boolean(),
    delete_after: at.nullable().describe('When a deleted client is removed for good.'),
    faults: z
      .array(z.object({ member: z.string(), fault: z.string() }))
      .describe('Why the client is refused everywhere: what the configuration of the server no longer allows.'),
    version: z.int().nullable().describe('The ETag without quotes.'),
  })
  .meta({ id: 'Client' })
const newClient = z
  .strictObject({
    client_id: z.string().max(64).optional().describe('1 to 64 letters, digits, - and _. Default: a random one.'),
    ...z.object(metadata).partial().shape,
    client_name: metadata.client_name,
  })
  .meta({ id: 'NewClient' })
const nullable = Object.fromEntries(
  Object.entries(metadata).map(([member, schema]) => [member, (schema as z.ZodType).nullable().optional()]),
) as { [Member in ClientMember]: z.ZodOptional<z.ZodNullable<(typeof metadata)[Member]>> }
const clientChange = z
  .strictObject({ ...nullable, disabled: z.boolean().optional() })
  .meta({ id: 'ClientChange', description: 'Absent members stay as they are; null restores the default.' })
const clientSecret = z
  .object({
    client_id: z.string(),
    client_secret: z.string().describe('Shown once.'),
    client_secret_expires_at: z.int(),
  })
  .meta({ id: 'ClientSecret' })

export const managerOf = ({ actor, scope, deps }: Pick<Call, 'actor' | 'scope' | 'deps'>): ClientManager => ({
  actor,
  apiScopes: scope,
  fields: deps.fields.isNarrowed ? deps.fields : null,
})

function toClient({ client: { id, variable }, metadata, stored }: ManagedClient): z.input<typeof client> {
  const record = stored?.record
  return {
    client_id: id,
    ...(metadata as Omit<z.input<typeof newClient>, 'client_id'>),
    ...(record ? { client_id_issued_at: Math.floor(record.createdAt.getTime() / 1000) } : {}),
    source: stored ? 'database' : 'environment',
    variable,
    secret_created_at: record?.secretAt?.toISOString() ?? null,
    next_secret_created_at: record?.nextSecretAt?.toISOString() ?? null,
    disabled: Boolean(record?.disabledAt),
    delete_after: record?.deleteAfter?.toISOString() ?? null,
    faults: [...(stored?.faults ?? [])],
    version: record?.changeNumber ?? null,
  }
}

const secretMembers = (secret: string | null) =>
  secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 }

async function clientReply(
  call: Pick<Call, 'deps' | 'actor' | 'scope'>,
  id: string,
  secret: string | null = null,
): Promise<Reply<z.input<typeof client>>> {
  const found = await getClient(call.deps, managerOf(call), id)
  const version = found.stored?.record.changeNumber
  return {
    body: { ...toClient(found), ...secretMembers(secret) },
    location: `/clients/${encodeURIComponent(id)}`,
    ...(version === undefined ? {} : { etag: String(version) }),
  }
}

/** Ids of the environment may have any printable character, and a cursor only some. */
const toCursor = (id: string): string => Buffer.from(id).toString('base64url')

const clientPath = '/clients/{client}'

export const clientOperations = [
  list({
    path: '/clients',
    id: 'listClients',
    summary: 'List the clients of the environment and of the database',
    scope: 'clients:read',
    query: { query: 'Part of an id or name.' },
    item: client,
    run: async (call) => {
      const query = call.query('query')?.toLowerCase() ?? ''
      const after = call.page.after === null ? '' : Buffer.from(call.page.after, 'base64url').toString()
      const found = (await listClients(call.deps, managerOf(call))).filter(
        ({ client: { id, name } }) => id > after && `${id}\n${name}`.toLowerCase().includes(query),
      )
      return pageOf(found.slice(0, call.page.limit + 1), call, (row) => toCursor(row.client.id), toClient)
    },
  }),
  operation({
    method: 'post',
    path: '/clients',
    id: 'createClient',
    summary: 'Create a client. Its secret is in this response only',
    scope: 'clients:write',
    body: newClient,
    answer: client,
    creates: true,
    run: async (call) => {
      const { client_id: wanted, ...given } = call.body
      const { id, secret } = await createClient(call.deps, managerOf(call), given as ClientMetadataChange, wanted)
      return clientReply(call, id, secret)
    },
  }),
  operation({
    method: 'get',
    path: clientPath,
    id: 'getClient',
    summary: 'Get a client',
    scope: 'clients:read',
    answer: client,
    run: (call) => clientReply(call, call.parameter('client')),
  }),
  operation({
    method: 'patch',
    path: clientPath,
    id: 'updateClient',
    summary: 'Change a client, disable it, or enable it again',
    refuses: [409],
    scope: 'clients:write',
    body: clientChange,
    answer: client,
    run: async (call) => {
      const { disabled, ...given } = call.body
      const id = call.parameter('client')
      const update = { metadata: given as ClientMetadataChange, disabled }
      const { secret } = await updateClient(call.deps, managerOf(call), id, update, call.version)
      return clientReply(call, id, secret)
    },
  }),
  operation({
    method: 'delete',
    path: clientPath,
    id: 'deleteClient',
    summary: 'Delete a client. It can be restored for 14 days',
    refuses: [409],
    scope: 'clients:write',
    run: (call) => deleteClient(call.deps, managerOf(call), call.parameter('client')),
  }),
  operation({
    method: 'post',
    path: `${clientPath}/restore`,
    id: 'restoreClient',
    summary: 'Restore a deleted client',
    scope: 'clients:write',
    answer: client,
    run: async (call) => {
      const id = call.parameter('client')
      await restoreClient(call.deps, managerOf(call), id)
      return clientReply(call, id)
    },
  }),
  operation({
    method: 'post',
    path: `${clientPath}/secrets`,
    id: 'rotateClientSecret',
    summary: 'Make a second secret. Both are accepted until the current one is dropped',
    scope: 'clients:write',
    answer: clientSecret,
    creates: true,
    run: async (call) => {
      const id = call.parameter('client')
      const secret = await rotateClientSecret(call.deps, managerOf(call), id)
      return { body: { client_id: id, client_secret: secret, client_secret_expires_at: 0 } }
    },
  }),
  operation({
    method: 'delete',
    path: `${clientPath}/secrets/{secret}`,
    id: 'dropClientSecret',
    summary: 'Drop one of two secrets: "current", so that the next one takes its place, or "next"',
    refuses: [409],
    scope: 'clients:write',
    run: (call) => {
      const name = call.parameter('secret')
      if (name !== 'current' && name !== 'next') throw new OperationRefused('not-found')
      return dropClientSecret(call.deps, managerOf(call), call.parameter('client'), name)
    },
  }),
]
