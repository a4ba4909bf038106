import * as z from 'zod'
import {
  changeRegisteredClient,
  getRegisteredClient,
  listRegisteredClients,
  type ManagedRegistration,
  removeRegisteredClient,
} from '../../../flows/management/registration/registered-clients.ts'
import { managerOf } from '../clients.ts'
import { at, id } from '../fields.ts'
import { type Call, list, operation, pageOf, range } from '../operation.ts'

const registeredClient = z
  .object({
    client_id: id,
    client_id_issued_at: z.int().describe('Seconds since 1970.'),
    client_name: z.string().optional(),
    redirect_uris: z.array(z.string()),
    scope: z.string(),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.string(),
    application_type: z.enum(['native', 'web']),
    client_uri: z.string().optional(),
    contacts: z.array(z.string()).optional(),
    software_id: z.string().optional(),
    software_version: z.string().optional(),
    initial_access_token: z.string().nullable().describe('The id of the token that it registered with, if any.'),
    network: z.string().describe('Where it registered from.'),
    trust: z
      .enum(['own', 'listed', 'unknown'])
      .describe('`own`: people are not asked for consent. `listed`: the operator vouches for it.'),
    listed: z.boolean().describe('An operator marked it as trusted.'),
    disabled: z.boolean(),
    used_at: at.nullable().describe('To the day, when it last had a grant.'),
  })
  .meta({ id: 'RegisteredClient', description: 'A client that registered itself (RFC 7591).' })
const registeredClientChange = z
  .strictObject({ disabled: z.boolean().optional(), listed: z.boolean().optional() })
  .meta({ id: 'RegisteredClientChange' })

const toClient = ({ client, metadata, record }: ManagedRegistration): z.input<typeof registeredClient> => ({
  client_id: client.id,
  client_id_issued_at: Math.floor(record.createdAt.getTime() / 1000),
  redirect_uris: [...metadata.redirect_uris],
  scope: [...client.scopes].join(' '),
  grant_types: [...metadata.grant_types],
  response_types: [...metadata.response_types],
  token_endpoint_auth_method: metadata.token_endpoint_auth_method,
  application_type: metadata.application_type,
  ...(metadata.client_name === undefined ? {} : { client_name: metadata.client_name }),
  ...(metadata.client_uri === undefined ? {} : { client_uri: metadata.client_uri }),
  ...(metadata.contacts === undefined ? {} : { contacts: [...metadata.contacts] }),
  ...(metadata.software_id === undefined ? {} : { software_id: metadata.software_id }),
  ...(metadata.software_version === undefined ? {} : { software_version: metadata.software_version }),
  initial_access_token: record.initialTokenId,
  network: record.network,
  trust: client.trust,
  listed: record.listedAt !== null,
  disabled: record.disabledAt !== null,
  used_at: record.usedAt?.toISOString() ?? null,
})

const reply = async (call: Pick<Call, 'deps' | 'actor' | 'scope'>, clientId: string) => ({
  body: toClient(await getRegisteredClient(call.deps, managerOf(call), clientId)),
})

const clientPath = '/registered-clients/{client}'

export const registeredClientOperations = [
  list({
    path: '/registered-clients',
    id: 'listRegisteredClients',
    summary: 'List the clients that registered themselves, newest first',
    scope: 'clients:read',
    item: registeredClient,
    run: async (call) => {
      const { after: before, limit } = range(call)
      const rows = await listRegisteredClients(call.deps, managerOf(call), { before, limit })
      return pageOf(rows, call, (row) => row.client.id, toClient)
    },
  }),
  operation({
    method: 'get',
    path: clientPath,
    id: 'getRegisteredClient',
    summary: 'Get a client that registered itself',
    scope: 'clients:read',
    answer: registeredClient,
    run: (call) => reply(call, call.parameter('client')),
  }),
  operation({
    method: 'patch',
    path: clientPath,
    id: 'updateRegisteredClient',
    summary: 'Disable a client that registered itself, or mark it as trusted',
    scope: 'clients:write',
    body: registeredClientChange,
    answer: registeredClient,
    run: async (call) => {
      const clientId = call.parameter('client')
      await changeRegisteredClient(call.deps, managerOf(call), clientId, call.body)
      return reply(call, clientId)
    },
  }),
  operation({
    method: 'delete',
    path: clientPath,
    id: 'deleteRegisteredClient',
    summary: 'Delete a client that registered itself, and end everything that it was granted',
    scope: 'clients:write',
    run: (call) => removeRegisteredClient(call.deps, managerOf(call), call.parameter('client')),
  }),
]
