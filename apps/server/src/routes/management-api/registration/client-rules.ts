import * as z from 'zod'
import {
  getClientRule,
  listClientRules,
  removeClientRule,
  ruleVerdicts,
  setClientRule,
} from '../../../flows/management/registration/client-rules.ts'
import { listSeenDocuments, type ManagedDocument } from '../../../flows/management/registration/seen-documents.ts'
import { managerOf } from '../clients.ts'
import { at } from '../fields.ts'
import { type Call, list, membersOf, operation, pageOf, range } from '../operation.ts'

const verdict = z
  .enum(ruleVerdicts)
  .describe('`listed`: you vouch for it. `blocked`: it can do nothing, and its tokens stop working.')
const clientRule = z
  .object({
    pattern: z.string().describe('A host, or the URL of one metadata document.'),
    kind: z.enum(['host', 'url', 'registered']),
    verdict,
    note: z.string(),
    created_at: at,
  })
  .meta({ id: 'ClientRule', description: 'A decision about dynamic clients.' })
const clientRuleInput = z
  .strictObject({ pattern: z.string().max(600), verdict, note: z.string().max(500).optional() })
  .meta({ id: 'ClientRuleInput' })
const clientDocument = z
  .object({
    client_id: z.string().describe('The URL of its metadata document.'),
    client_name: z.string(),
    verdict: verdict.nullable(),
    approvals: z.int().describe('How often people have allowed it.'),
    first_seen_at: at,
    fetched_at: at,
  })
  .meta({ id: 'ClientDocument', description: 'A client that brings its metadata by URL, as it was seen here.' })

const toRule = membersOf(clientRule)

const toDocument = (document: ManagedDocument): z.input<typeof clientDocument> =>
  membersOf(clientDocument)({ ...document, clientId: document.url, clientName: document.name })

/** A URL has characters that a cursor has not. */
const toCursor = (text: string): string => Buffer.from(text).toString('base64url')
const rangeAfter = (call: Pick<Call, 'page'>) => {
  const { after, limit } = range(call)
  return { after: after === null ? null : Buffer.from(after, 'base64url').toString(), limit }
}

export const clientRuleOperations = [
  list({
    path: '/client-rules',
    id: 'listClientRules',
    summary: 'List the rules about dynamic clients',
    scope: 'clients:read',
    item: clientRule,
    run: async (call) =>
      pageOf(
        await listClientRules(call.deps, managerOf(call), rangeAfter(call)),
        call,
        (row) => toCursor(row.pattern),
        toRule,
      ),
  }),
  operation({
    method: 'put',
    path: '/client-rules',
    id: 'setClientRule',
    summary: 'List or block a host or a client',
    scope: 'clients:write',
    body: clientRuleInput,
    answer: clientRule,
    run: async (call) => {
      const { pattern, verdict, note = '' } = call.body
      const kept = await setClientRule(call.deps, managerOf(call), pattern, { verdict, note })
      return { body: toRule(await getClientRule(call.deps, managerOf(call), kept)) }
    },
  }),
  operation({
    method: 'delete',
    path: '/client-rules/{pattern}',
    id: 'removeClientRule',
    summary: 'Remove a rule. A URL in the path is percent-encoded',
    scope: 'clients:write',
    run: (call) => removeClientRule(call.deps, managerOf(call), call.parameter('pattern')),
  }),
  list({
    path: '/client-documents',
    id: 'listClientDocuments',
    summary: 'List the clients that brought their metadata by URL',
    scope: 'clients:read',
    item: clientDocument,
    run: async (call) =>
      pageOf(
        await listSeenDocuments(call.deps, managerOf(call), rangeAfter(call)),
        call,
        (row) => toCursor(row.url),
        toDocument,
      ),
  }),
]
