import * as z from 'zod'
import {
  liftSuppression,
  listMailDeliveries,
  listSuppressions,
  type MailDelivery,
  type MailKind,
  mailKinds,
  mailOutcomes,
  type Suppression,
  sendTestMail,
} from '../../../flows/management/deliveries/mail.ts'
import { at, emailAddress, id } from '../fields.ts'
import { list, membersOf, operation, pageOf, range } from '../operation.ts'
import { choiceIn } from '../request.ts'

const shownAddress = z.string().describe('Shortened: `a…@example.com`.')

const mailDelivery = z
  .object({
    id,
    kind: z.enum(mailKinds),
    address: shownAddress,
    outcome: z
      .enum(mailOutcomes)
      .describe('`deferred`: it is tried again. `suppressed`: the mail server refused the address before.'),
    attempts: z.int(),
    at: at.describe('Of the last attempt.'),
    reply_code: z.int().nullable().describe('What the mail server answered (RFC 5321).'),
    reply_text: z.string().nullable().describe('The beginning of it, without addresses.'),
    message_id: z.string().describe('The Message-ID (RFC 5322).'),
  })
  .meta({ id: 'MailDelivery' })
const mailSuppression = z
  .object({
    id,
    address: shownAddress,
    refusals: z.int().describe('In a row. Codes are sent until there are three.'),
    reply: z.string(),
    at: at.describe('Of the last refusal.'),
    expires_at: at,
  })
  .meta({ id: 'MailSuppression' })
const testMail = z
  .strictObject({ address: emailAddress.describe('A verified address of an operator.') })
  .meta({ id: 'TestMail' })

const toMailDelivery = (record: MailDelivery): z.input<typeof mailDelivery> =>
  membersOf(mailDelivery)({ ...record, kind: record.kind as MailKind, address: record.addressShown })
const toMailSuppression = (record: Suppression): z.input<typeof mailSuppression> =>
  membersOf(mailSuppression)({ ...record, address: record.addressShown })

export const mailOperations = [
  list({
    path: '/mail-deliveries',
    id: 'listMailDeliveries',
    summary: 'List what became of the mails of the last 30 days, newest first',
    refuses: [422],
    scope: 'mail:read',
    query: {
      outcome: z.enum(mailOutcomes).optional().describe('Only those with this outcome.'),
      kind: z.enum(mailKinds).optional().describe('Only those of this kind.'),
      address: 'Only those to exactly this address.',
    },
    item: mailDelivery,
    run: async (call) => {
      const { after: before, limit } = range(call)
      const records = await listMailDeliveries(call.deps, call.actor, {
        outcome: choiceIn(mailOutcomes, 'outcome', call.query('outcome')),
        kind: choiceIn(mailKinds, 'kind', call.query('kind')),
        address: call.query('address') ?? null,
        before,
        limit,
      })
      return pageOf(records, call, (record) => record.id, toMailDelivery)
    },
  }),
  list({
    path: '/mail-suppressions',
    id: 'listMailSuppressions',
    summary: 'List addresses that get no mail because their mail server does not know them, newest first',
    scope: 'mail:read',
    item: mailSuppression,
    run: async (call) => {
      const { after: before, limit } = range(call)
      const records = await listSuppressions(call.deps, call.actor, { before, limit })
      return pageOf(records, call, (record) => record.id, toMailSuppression)
    },
  }),
  operation({
    method: 'delete',
    path: '/mail-suppressions/{suppression}',
    id: 'liftMailSuppression',
    summary: 'Let an address get mail again',
    scope: 'mail:write',
    run: async ({ deps, actor, parameter }) => {
      await liftSuppression(deps, actor, parameter('suppression'))
    },
  }),
  operation({
    method: 'post',
    path: '/test-mails',
    id: 'sendTestMail',
    summary: 'Send a test mail to an operator; five an hour',
    scope: 'mail:write',
    body: testMail,
    run: ({ deps, actor, body }) => sendTestMail(deps, actor, body.address, []),
  }),
]
