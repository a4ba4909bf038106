import * as z from 'zod'
import { getConnection } from '../../../flows/federation/connections.ts'
import { type AttemptReport, withShortAddresses } from '../../../flows/federation/upstream/attempts.ts'
import { attemptCursor, attemptsAfter } from '../../../flows/management/connections.ts'
import { checkNames } from '../../../oidc/federation/checks.ts'
import { federationReasons } from '../../../oidc/federation/reasons.ts'
import { at } from '../fields.ts'
import { list, pageOf, range } from '../operation.ts'
import { namedConnection } from './connections.ts'

const attempt = z
  .object({
    reference: z.string().describe('What the person was told.'),
    at,
    purpose: z.enum(['sign-in', 'link', 'test']),
    outcome: z.enum(['done', 'confirm', 'failed']).nullable().describe('null while nobody has come back.'),
    reason: z.enum(federationReasons).nullable().describe('Why it failed. New reasons may be added.'),
    checks: z
      .array(
        z.object({
          name: z.enum(checkNames),
          state: z.enum(['passed', 'failed', 'noted']),
          expected: z.string().optional(),
          received: z.string().optional(),
        }),
      )
      .describe(
        'In the order in which they were made. Nothing secret is in them; addresses are shortened for who lacks members:read.',
      ),
  })
  .meta({ id: 'FederationAttempt' })

const toAttempt = (
  report: Pick<AttemptReport, 'reference' | 'createdAt' | 'purpose' | 'outcome' | 'reason' | 'checks'>,
): z.input<typeof attempt> => ({
  reference: report.reference,
  at: report.createdAt.toISOString(),
  purpose: report.purpose,
  outcome: report.outcome,
  reason: report.reason,
  checks: report.checks.map((check) => ({ ...check })),
})

export const connectionAttemptOperations = [
  list({
    path: '/organizations/{organization}/connections/{connection}/attempts',
    id: 'listFederationAttempts',
    summary: 'List the sign-ins at a connection of the last week, the newest first, and why they failed',
    scope: 'connections:read',
    item: attempt,
    refuses: [422],
    run: async (call) => {
      const { after, limit } = range(call)
      const { id } = await getConnection(call.deps, await namedConnection(call))
      const found = await attemptsAfter(call.deps, id, { cursor: after, limit })
      // Who may not list members learns from their domains why a sign-in failed.
      const mayKnowPeople = call.scope.includes('members:read')
      return pageOf(found, call, attemptCursor, (report) =>
        toAttempt(mayKnowPeople ? report : withShortAddresses(report)),
      )
    },
  }),
]
