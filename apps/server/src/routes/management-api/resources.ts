import * as z from 'zod'
import {
  createResource,
  deleteResource,
  getResource,
  listResources,
  type ManagedResource,
  type ResourceMetadataChange,
  updateResource,
} from '../../flows/management/resources/resources.ts'
import { acrValuesSupported } from '../../oidc/acr.ts'
import { demands } from '../../oidc/dpop.ts'
import { fieldClaimText } from '../../oidc/fields/claim-mapping.ts'
import { resourceClients, resourceOrganizations, rfc9068Keyword } from '../../oidc/resources.ts'
import { scopeTextsJson } from '../../oidc/scope-texts.ts'
import { at, fieldClaims, id } from './fields.ts'
import { type Call, list, operation, pageOf, type Reply } from './operation.ts'

const scopes = z.array(z.string().max(200)).max(100)

const scopeText = z.strictObject({
  name: z.string().max(80),
  description: z.string().max(200).optional().describe('A sentence about it.'),
})

/** The settings of a resource. The server checks them as it checks the variables of the environment. */
const settings = {
  name: z.string().max(500),
  scopes,
  default_scopes: scopes.describe('Some of the scopes: what a request without a scope gets.'),
  scope_texts: z
    .record(z.string().max(200), z.record(z.string().max(35), scopeText))
    .describe('What people read about a scope, by scope and language (BCP 47). Without it they read its name.'),
  dynamic_clients: z.enum(resourceClients).describe('Which dynamic clients may have tokens for it.'),
  organization: z.enum(resourceOrganizations).describe('Whether its tokens name the organization.'),
  token_ttl: z.int().nullable().describe('Seconds; null for that of the client.'),
  min_acr: z.enum(acrValuesSupported).nullable().describe('The weakest sign-in that may have tokens for it.'),
  dpop: z.enum(demands).describe('Whether its tokens have to be bound to a key of their holder (DPoP).'),
  dpop_nonce: z.enum(demands).describe('Whether the proofs for its tokens have to have a nonce.'),
  api_keys: z.boolean().describe('Whether programs may call it with API keys.'),
  claims: fieldClaims,
  permissions: z.boolean().describe('Whether people have only those of its scopes that their roles allow.'),
} as const
const identifier = z.string().max(1000).describe('Its identifier, which is the audience of its tokens.')

const resource = z
  .object({
    id,
    resource: identifier,
    ...settings,
    dpop: settings.dpop.optional(),
    dpop_nonce: settings.dpop_nonce.optional(),
    source: z.enum(['environment', 'database']).describe('A resource of the environment can only be read here.'),
    faults: z
      .array(z.object({ member: z.string(), fault: z.string() }))
      .describe('Why no tokens are issued for it: what the configuration of the server no longer allows.'),
    created_at: at.nullable(),
    version: z.int().nullable().describe('The ETag without quotes.'),
  })
  .meta({ id: 'Resource' })
const optional = z.object(settings).partial().shape
const newResource = z.strictObject({ resource: identifier, ...optional }).meta({ id: 'NewResource' })
const resourceChange = z
  .strictObject({
    name: settings.name.nullable().optional(),
    scopes: settings.scopes.nullable().optional(),
    default_scopes: settings.default_scopes.nullable().optional(),
    scope_texts: settings.scope_texts.nullable().optional(),
    dynamic_clients: settings.dynamic_clients.nullable().optional(),
    organization: settings.organization.nullable().optional(),
    token_ttl: settings.token_ttl.optional(),
    min_acr: settings.min_acr.optional(),
    dpop: settings.dpop.nullable().optional(),
    dpop_nonce: settings.dpop_nonce.nullable().optional(),
    api_keys: settings.api_keys.optional(),
    claims: settings.claims.nullable().optional(),
    permissions: settings.permissions.optional(),
  })
  .meta({ id: 'ResourceChange', description: 'Absent members stay as they are; null restores the default.' })

const toResource = ({ id, resource, stored }: ManagedResource) => ({
  id,
  resource: resource.identifier,
  name: resource.name,
  scopes: [...resource.scopes],
  default_scopes: [...resource.defaultScopes],
  scope_texts: scopeTextsJson(resource.scopeTexts),
  dynamic_clients: resource.dynamicClients,
  organization: resource.organization,
  token_ttl: resource.tokenTtl,
  min_acr: resource.minAcr,
  ...(resource.dpop === 'required' ? { dpop: resource.dpop } : {}),
  ...(resource.dpopNonce === 'required' ? { dpop_nonce: resource.dpopNonce } : {}),
  api_keys: resource.apiKeys,
  claims: [...(resource.rfc9068 ? [rfc9068Keyword] : []), ...resource.claims.map(fieldClaimText)],
  permissions: resource.permissions,
  source: stored ? ('database' as const) : ('environment' as const),
  faults: [...(stored?.faults ?? [])],
  created_at: stored?.record.createdAt.toISOString() ?? null,
  version: stored?.record.changeNumber ?? null,
})

async function resourceReply(
  { deps, actor }: Pick<Call, 'deps' | 'actor'>,
  id: string,
): Promise<Reply<z.input<typeof resource>>> {
  const found = await getResource(deps, actor, id)
  const version = found.stored?.record.changeNumber
  return {
    body: toResource(found),
    location: `/resources/${id}`,
    ...(version === undefined ? {} : { etag: String(version) }),
  }
}

const resourcePath = '/resources/{resource}'

export const resourceOperations = [
  list({
    path: '/resources',
    id: 'listResources',
    summary: 'List the APIs that tokens are for, of the environment and of the database',
    scope: 'clients:read',
    query: { query: 'Part of an identifier or name.' },
    item: resource,
    run: async (call) => {
      const query = call.query('query')?.toLowerCase() ?? ''
      const after = call.page.after ?? ''
      const found = (await listResources(call.deps, call.actor)).filter(
        ({ id, resource: { identifier, name } }) =>
          id > after && `${identifier}\n${name}`.toLowerCase().includes(query),
      )
      return pageOf(found.slice(0, call.page.limit + 1), call, ({ id }) => id, toResource)
    },
  }),
  operation({
    method: 'post',
    path: '/resources',
    id: 'createResource',
    summary: 'Register an API that tokens are for',
    scope: 'clients:write',
    body: newResource,
    answer: resource,
    creates: true,
    run: async (call) =>
      resourceReply(call, await createResource(call.deps, call.actor, call.body as ResourceMetadataChange)),
  }),
  operation({
    method: 'get',
    path: resourcePath,
    id: 'getResource',
    summary: 'Get an API that tokens are for',
    scope: 'clients:read',
    answer: resource,
    run: (call) => resourceReply(call, call.parameter('resource')),
  }),
  operation({
    method: 'patch',
    path: resourcePath,
    id: 'updateResource',
    summary: 'Change an API that tokens are for. Its identifier stays',
    refuses: [409],
    scope: 'clients:write',
    body: resourceChange,
    answer: resource,
    run: async (call) => {
      const id = call.parameter('resource')
      await updateResource(call.deps, call.actor, id, call.body as ResourceMetadataChange, call.version)
      return resourceReply(call, id)
    },
  }),
  operation({
    method: 'delete',
    path: resourcePath,
    id: 'deleteResource',
    summary: 'Delete an API. No token is issued for it any more',
    refuses: [409],
    scope: 'clients:write',
    run: (call) => deleteResource(call.deps, call.actor, call.parameter('resource'), call.version),
  }),
]
