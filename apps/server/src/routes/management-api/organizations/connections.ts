import * as z from 'zod'
import { attachDomain, detachDomain, listConnectionDomains } from '../../../flows/federation/connection-domains.ts'
import {
  type ConnectionView,
  changeConnection,
  checkInput,
  createChecked,
  disableConnection,
  getConnection,
  listConnections,
  removeConnection,
} from '../../../flows/federation/connections.ts'
import { callbackOf, callbackUri } from '../../../flows/federation/upstream/upstream-client.ts'
import type { Deps } from '../../../flows/platform/deps.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { authMethods, connectionStates, providers } from '../../../oidc/federation/connection.ts'
import { at, id, text } from '../fields.ts'
import { type Call, list, membersOf, operation, pageOf, type Reply, range } from '../operation.ts'
import { requireScope, requireScopesToMap } from '../rights/required-scope.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const provider = z.enum(providers)
const authMethod = z.enum(authMethods).describe('How this server authenticates at the token endpoint of the provider.')
const scopes = z.array(z.string().max(100)).max(10).describe('Asked for beside `openid profile email`.')
const settings = {
  jit: z.boolean().describe('Whether people with an address of its domains become members at their first sign-in.'),
  default_role: z.string().max(100).describe('`member`, `admin`, or the id of another role.'),
  sign_out_upstream: z.boolean().describe('Whether signing out here leads on to signing out there.'),
  groups_claim: z.string().max(100).nullable().describe('The claim with the groups of somebody; null for none.'),
  extra_scopes: scopes,
}
const connection = z
  .object({
    id,
    provider,
    name: z.string(),
    state: z.enum(connectionStates),
    issuer: z.string(),
    client_id: z.string(),
    auth_method: authMethod,
    redirect_uri: z
      .string()
      .describe(
        'To be registered at the provider. It is another one for another issuer, and the same for a new secret.',
      ),
    has_secret: z.boolean().describe('The secret itself is in no answer.'),
    ...settings,
    trust_mfa: z.boolean().describe('Whether a `phr` of the provider counts as ours. Owners decide that.'),
    allow_owner: z.boolean().describe('Whether a group may make somebody an owner. Owners decide that.'),
    domains: z.array(z.object({ name: z.string(), enforced: z.boolean() })),
    replaces: id.nullable().describe('The connection in use whose place it takes when an owner activates it.'),
    version: z.int().describe('The ETag without quotes.'),
    created_at: at,
    tested_at: at.nullable(),
    activated_at: at.nullable(),
    disabled_at: at
      .nullable()
      .describe(
        'When it was turned off last, also if it is in use again: what it made before then has ended for good. Null: never.',
      ),
    last_success_at: at.nullable(),
    failures: z.int().describe('Sign-ins in a row that failed because of it or its provider.'),
    failing_since: at.nullable(),
  })
  .meta({ id: 'Connection' })

const secret = z.string().max(500).describe('Not for `private_key_jwt`. It is in no answer.')
const given = Object.fromEntries(Object.entries(settings).map(([name, schema]) => [name, schema.optional()])) as {
  [Name in keyof typeof settings]: z.ZodOptional<(typeof settings)[Name]>
}
const newConnection = z
  .strictObject({
    provider,
    name: text,
    issuer: text.describe('As its tokens say it. For `entra`, the id of the tenant is enough.'),
    client_id: text,
    auth_method: authMethod,
    secret: secret.optional(),
  })
  .meta({ id: 'NewConnection' })
const connectionChange = z
  .strictObject({
    name: text.optional(),
    trust: z
      .strictObject({ issuer: text, client_id: text, auth_method: authMethod, secret: secret.optional() })
      .optional()
      .describe('Whom it trusts. Without a secret, the one that is stored stays.'),
    ...given,
  })
  .meta({ id: 'ConnectionChange' })

/** The organization in the path. While SSO is off, nothing is there. */
export async function requireSso(call: Pick<Call<'organization'>, 'deps' | 'actor' | 'parameter'>): Promise<string> {
  if (!call.deps.config.sso) throw new OperationRefused('not-found')
  return organizationIdOf(call)
}

/** The connection in the path. */
export const namedConnection = async (
  call: Pick<Call<'organization' | 'connection'>, 'deps' | 'actor' | 'parameter'>,
) => ({ organizationId: await requireSso(call), id: call.parameter('connection') })

type ConnectionCall = Pick<Call<'organization'>, 'deps' | 'actor' | 'parameter'>

const toConnection = (
  deps: Deps,
  { settings: chosen, replacesId, ...record }: ConnectionView,
  domains: readonly { domain: string; connectionId: string; enforced: boolean }[],
): z.input<typeof connection> =>
  membersOf(connection)({
    ...{ ...record, ...chosen, extraScopes: [...chosen.extraScopes], replaces: replacesId },
    redirectUri: callbackUri(deps, callbackOf(record)),
    domains: domains
      .filter(({ connectionId }) => connectionId === record.id)
      .map(({ domain, enforced }) => ({ name: domain, enforced })),
  })

async function connectionReply(call: ConnectionCall, organizationId: string, id: string) {
  const [view, { attached }] = await Promise.all([
    getConnection(call.deps, { organizationId, id }),
    listConnectionDomains(call.deps, organizationId),
  ])
  return {
    body: toConnection(call.deps, view, attached),
    etag: String(view.version),
    location: `/organizations/${call.parameter('organization')}/connections/${id}`,
  } satisfies Reply
}

const path = '/organizations/{organization}/connections'
const own = `${path}/{connection}` as const

export const connectionOperations = [
  list({
    path,
    id: 'listConnections',
    summary: 'List the connections of an organization to its identity provider, the oldest first',
    scope: 'connections:read',
    item: connection,
    run: async (call) => {
      const organizationId = await requireSso(call)
      const { after, limit } = range(call)
      // An organization has at most ten.
      const [all, { attached }] = await Promise.all([
        listConnections(call.deps, organizationId),
        listConnectionDomains(call.deps, organizationId),
      ])
      const page = all.filter(({ id }) => after === null || id > after).slice(0, limit)
      return pageOf(
        page,
        call,
        ({ id }) => id,
        (view) => toConnection(call.deps, view, attached),
      )
    },
  }),
  operation({
    method: 'post',
    path,
    id: 'createConnection',
    summary: 'Add a connection in draft. Its provider is asked for its metadata. An owner tests and activates it',
    scope: 'connections:write',
    body: newConnection,
    answer: connection,
    creates: true,
    lookUp: async (call) => {
      await requireSso(call)
      const { client_id: clientId, auth_method: method, ...body } = call.body
      return checkInput(call.deps, { ...body, clientId, authMethod: method })
    },
    run: async (call) => {
      const organizationId = await requireSso(call)
      const { id } = await createChecked(call.deps, call.actor, organizationId, call.found)
      return connectionReply(call, organizationId, id)
    },
  }),
  operation({
    method: 'get',
    path: own,
    id: 'getConnection',
    summary: 'Get a connection. Its secret is in no answer',
    scope: 'connections:read',
    answer: connection,
    run: async (call) => {
      const { organizationId, id } = await namedConnection(call)
      return connectionReply(call, organizationId, id)
    },
  }),
  operation({
    method: 'patch',
    path: own,
    id: 'updateConnection',
    summary:
      'Change a connection. Whom one in use trusts is changed in a successor, which is answered, and which an owner tests and activates. Turning `jit` on, a default role other than member, or the claim with the groups, needs members:write too, and a role that is neither admin nor member roles:write. While a directory is open, only owners turn `jit` on: 403',
    scope: 'connections:write',
    refuses: [409],
    body: connectionChange,
    answer: connection,
    run: async (call) => {
      const { deps, actor, body, version } = call
      const named = await namedConnection(call)
      const { name, trust, ...chosen } = body
      if (chosen.default_role !== undefined && chosen.default_role !== 'member')
        await requireScopesToMap(call, await seeOrganization(call), { role: chosen.default_role })
      if (chosen.jit === true && !(await getConnection(deps, named)).settings.jit)
        await requireScope(call, 'members:write', 'to make people members by their sign-in')
      if (chosen.groups_claim !== undefined)
        await requireScope(call, 'members:write', 'to choose which claim gives roles and teams')
      const { id } = await changeConnection(
        deps,
        actor,
        named,
        { name, settings: settingsOf(chosen), trust: trust && trustOf(trust) },
        version,
      )
      return connectionReply(call, named.organizationId, id)
    },
  }),
  operation({
    method: 'delete',
    path: own,
    id: 'removeConnection',
    summary:
      'Remove a connection. Accounts and memberships stay. 409 for the last one while company sign-in is required',
    scope: 'connections:write',
    refuses: [409],
    run: async (call) => removeConnection(call.deps, call.actor, await namedConnection(call)),
  }),
  operation({
    method: 'post',
    path: `${own}/disable`,
    id: 'disableConnection',
    summary: 'Turn a connection off: it signs nobody in, and its sessions end at their next use',
    scope: 'connections:write',
    refuses: [409],
    answer: connection,
    run: async (call) => {
      const named = await namedConnection(call)
      await disableConnection(call.deps, call.actor, named)
      return connectionReply(call, named.organizationId, named.id)
    },
  }),
  operation({
    method: 'put',
    path: `${own}/domains/{domain}`,
    id: 'attachDomain',
    summary: 'Let people of a domain sign in there. It has to be proven by DNS, and the connection not in use: 403',
    scope: 'connections:write',
    refuses: [409],
    answer: connection,
    run: async (call) => {
      const named = await namedConnection(call)
      await attachDomain(call.deps, call.actor, named, call.parameter('domain').toLowerCase())
      return connectionReply(call, named.organizationId, named.id)
    },
  }),
  operation({
    method: 'delete',
    path: `${own}/domains/{domain}`,
    id: 'detachDomain',
    summary: 'Let people of a domain sign in there no more. 409 for the last domain while company sign-in is required',
    scope: 'connections:write',
    refuses: [409],
    run: async (call) =>
      detachDomain(call.deps, call.actor, await namedConnection(call), call.parameter('domain').toLowerCase()),
  }),
]

type Chosen = Omit<z.output<typeof connectionChange>, 'name' | 'trust'>

/** What a body has of the settings. What it leaves out stays. */
function settingsOf({ jit, default_role, sign_out_upstream, groups_claim, extra_scopes }: Chosen) {
  const chosen = {
    ...{ jit, defaultRole: default_role, signOutUpstream: sign_out_upstream, groupsClaim: groups_claim },
    extraScopes: extra_scopes,
  }
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as typeof chosen
}

const trustOf = ({ client_id, auth_method, ...trust }: NonNullable<z.output<typeof connectionChange>['trust']>) => ({
  ...trust,
  clientId: client_id,
  authMethod: auth_method,
})
