import * as z from 'zod'
import {
  listSetupLinks,
  makeSetupLink,
  revokeSetupLink,
  type SetupLinkView,
} from '../../../flows/federation/setup-links.ts'
import { at, emailAddress, id } from '../fields.ts'
import { list, operation, pageOf, range } from '../operation.ts'
import { requireScope, type ScopedCall } from '../rights/required-scope.ts'
import { requireSso } from './connections.ts'

const setupLink = z
  .object({
    id,
    email: emailAddress.describe('Where the code goes: nobody else can use the link.'),
    state: z.enum(['waiting', 'opened', 'used', 'revoked', 'expired']),
    approved_domain: z.string().nullable().describe('What an owner approved beforehand. No client can.'),
    approved_issuer: z.string().nullable(),
    connection_id: id.nullable().describe('The connection that was made by it.'),
    created_by: z.string(),
    created_at: at,
    expires_at: at,
    opened_at: at.nullable(),
  })
  .meta({ id: 'SetupLink' })
const newSetupLink = z.strictObject({ email: emailAddress }).meta({ id: 'NewSetupLink' })
const madeSetupLink = z
  .object({ id, url: z.url().describe('It is told here, and never again.'), expires_at: at })
  .meta({ id: 'MadeSetupLink' })

const toSetupLink = (link: SetupLinkView): z.input<typeof setupLink> => ({
  ...{ id: link.id, email: link.email, state: link.state, connection_id: link.connectionId },
  ...{ approved_domain: link.approvedDomain, approved_issuer: link.approvedIssuer, created_by: link.createdBy },
  created_at: link.createdAt.toISOString(),
  expires_at: link.expiresAt.toISOString(),
  opened_at: link.openedAt?.toISOString() ?? null,
})

/** A link of a client makes directory tokens if the client writes members (flows/federation/setup.ts). So does its token, then. */
async function requireMembersForTokens(call: ScopedCall): Promise<void> {
  const { config, clients } = call.deps
  if (config.scim && clients.find(call.actor.id)?.scopes.has('members:write'))
    await requireScope(call, 'members:write', 'to make a link that can make tokens of the directory')
}

const path = '/organizations/{organization}/setup-links'

export const setupLinkOperations = [
  list({
    path,
    id: 'listSetupLinks',
    summary: 'List the links by which administrators of a company prepare its sign-in, the newest first',
    scope: 'connections:read',
    item: setupLink,
    run: async (call) => {
      const { after, limit } = range(call)
      const found = await listSetupLinks(call.deps, await requireSso(call), { before: after, limit })
      return pageOf(found, call, ({ id }) => id, toSetupLink)
    },
  }),
  operation({
    method: 'post',
    path,
    id: 'createSetupLink',
    summary:
      'Make a link for the administrator of a company. It prepares and tests; an owner activates. While SCIM is on, a client that has members:write needs it in the token too: its links can make a token of the directory, and those of other clients can not',
    scope: 'connections:write',
    body: newSetupLink,
    answer: madeSetupLink,
    creates: true,
    once: true,
    run: async (call) => {
      await requireMembersForTokens(call)
      const made = await makeSetupLink(call.deps, call.actor, await requireSso(call), { email: call.body.email })
      const { id, url, expiresAt } = made
      const location = `/organizations/${call.parameter('organization')}/setup-links/${id}`
      return { body: { id, url, expires_at: expiresAt.toISOString() }, location }
    },
  }),
  operation({
    method: 'delete',
    path: `${path}/{link}`,
    id: 'revokeSetupLink',
    summary: 'Revoke a set-up link at once',
    scope: 'connections:write',
    run: async (call) => {
      const organizationId = await requireSso(call)
      await revokeSetupLink(call.deps, call.actor, { organizationId, id: call.parameter('link') })
    },
  }),
]
