import * as z from 'zod'
import {
  chooseApplicationPolicy,
  listApplicationRules,
  ruleOnApplication,
} from '../../../flows/organizations/applications/application-rules.ts'
import {
  type ConnectionRecord,
  endApplication,
  endConnection,
  listConnections,
} from '../../../flows/organizations/applications/connected-applications.ts'
import { type ApplicationPolicy, applicationPolicies } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import { at, id } from '../fields.ts'
import { type Call, list, membersOf, operation, pageOf, type Reply, range } from '../operation.ts'
import { organizationIdOf, seeOrganization } from './organizations.ts'

const application = z.string().max(512).describe('The host of client metadata documents, or a client_id.')
const connection = z
  .object({
    id,
    user_id: id,
    client_id: z.string(),
    client_name: z.string().describe('What the application calls itself.'),
    resource: z.array(z.string()),
    scope: z.array(z.string()),
    created_at: at,
    used_at: at.nullable().describe('When it got tokens last.'),
  })
  .meta({ id: 'ConnectedApplication' })
const policy = z
  .enum(applicationPolicies)
  .describe('Which applications that the operators did not configure may connect: none, those they list, or any.')
const verdict = z.enum(['allowed', 'blocked'])
const applicationPolicy = z
  .object({ policy, rules: z.array(z.object({ application, verdict, created_at: at })) })
  .meta({ id: 'ApplicationPolicy' })
const policyChange = z.strictObject({ policy }).meta({ id: 'ApplicationPolicyChange' })
const newRule = z.strictObject({ verdict }).meta({ id: 'NewApplicationRule' })
const rule = z
  .object({ application, verdict, ended: z.number().int().describe('How many connections a block ended.') })
  .meta({ id: 'ApplicationRule' })

const toConnection = (record: ConnectionRecord): z.input<typeof connection> =>
  membersOf(connection)({ ...record, createdAt: record.since })

async function policyReply(call: Pick<Call<'organization'>, 'deps' | 'actor' | 'parameter'>) {
  const view = await seeOrganization(call)
  const rules = await listApplicationRules(call.deps, view)
  return {
    body: {
      policy: view.organization.applicationPolicy as ApplicationPolicy,
      rules: rules.map((found) => ({
        application: found.application,
        verdict: found.verdict,
        created_at: found.createdAt.toISOString(),
      })),
    },
  } satisfies Reply
}

export const applicationOperations = [
  list({
    path: '/organizations/{organization}/connected-applications',
    id: 'listConnectedApplications',
    summary: 'List the applications that members connected by themselves, the newest first',
    scope: 'organizations:read',
    item: connection,
    run: async (call) => {
      const { after, limit } = range(call)
      const records = await listConnections(call.deps, call.actor, await seeOrganization(call), {
        before: after,
        limit,
      })
      return pageOf(records, call, ({ id }) => id, toConnection)
    },
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/connected-applications/{connection}',
    id: 'endConnectedApplication',
    summary: 'End one connection of an application. Its tokens are void',
    scope: 'organizations:write',
    run: async (call) =>
      endConnection(call.deps, call.actor, await organizationIdOf(call), call.parameter('connection')),
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/connected-applications',
    id: 'endConnectedApplications',
    summary: 'End all connections of one application. Their tokens are void',
    scope: 'organizations:write',
    query: { client_id: z.string().describe('The application.') },
    run: async (call) => {
      await endApplication(call.deps, call.actor, await organizationIdOf(call), call.query('client_id') ?? '')
    },
  }),
  operation({
    method: 'get',
    path: '/organizations/{organization}/application-policy',
    id: 'getApplicationPolicy',
    summary: 'Get which applications members may connect, with the exceptions',
    scope: 'organizations:read',
    answer: applicationPolicy,
    run: policyReply,
  }),
  operation({
    method: 'put',
    path: '/organizations/{organization}/application-policy',
    id: 'updateApplicationPolicy',
    summary:
      'Choose which applications members may connect. Those that are connected are asked about at their next refresh',
    scope: 'organizations:write',
    body: policyChange,
    answer: applicationPolicy,
    run: async (call) => {
      await chooseApplicationPolicy(call.deps, call.actor, await organizationIdOf(call), call.body.policy)
      return policyReply(call)
    },
  }),
  operation({
    method: 'put',
    path: '/organizations/{organization}/application-rules/{application}',
    id: 'putApplicationRule',
    summary: 'Allow or block one application, whatever the policy says. A block ends its connections',
    scope: 'organizations:write',
    body: newRule,
    answer: rule,
    run: async (call) => {
      const organizationId = await organizationIdOf(call)
      const { verdict } = call.body
      const done = await ruleOnApplication(
        call.deps,
        call.actor,
        organizationId,
        call.parameter('application'),
        verdict,
      )
      return { body: { ...done, verdict } }
    },
  }),
  operation({
    method: 'delete',
    path: '/organizations/{organization}/application-rules/{application}',
    id: 'deleteApplicationRule',
    summary: 'Remove an exception: the policy decides about the application again',
    scope: 'organizations:write',
    refuses: [422],
    run: async (call) => {
      const organizationId = await organizationIdOf(call)
      await ruleOnApplication(call.deps, call.actor, organizationId, call.parameter('application'), null)
    },
  }),
]
