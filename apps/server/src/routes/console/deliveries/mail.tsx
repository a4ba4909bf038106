import { Hono } from 'hono'
import {
  expediteWaitingMails,
  liftSuppression,
  listMailDeliveries,
  listMailQueue,
  listSuppressions,
  type MailDelivery,
  type MailKind,
  type MailLane,
  mailKinds,
  mailOutcomes,
  sendTestMail,
} from '../../../flows/management/deliveries/mail.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { MailPage } from '../../../pages/console/deliveries/mail.tsx'
import { actsOf, runAct } from '../../acts.tsx'
import { formStatus, problemText } from '../../forms.ts'
import { listingOf, mapRows, paged, perPage, rowsFrom } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import { type ConsoleForm, type ConsoleRequest, noticeOf, openConsole, openForm } from '../request.ts'

const path = '/admin/mail'

/** Kinds that depend on whether an address has an account. A viewer is not told who has one. */
const revealingKinds: ReadonlySet<string> = new Set<MailKind>([
  'sign-in-code',
  'sign-up-refused',
  'address-code',
  'connect-code',
  'address-taken',
  'address-reserved',
  'notice',
  'impersonation-asked',
])

export const mailRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showMails(await openConsole(context, c, 'mail:read')))
    .post(path, async (c) => runAct(acts, await openForm(context, c, 'mail:write'), path))
    // Where the queue was before.
    .get('/admin/queue', () => seeOther(`${context.base}${path}`))

const acts = actsOf<ConsoleForm>({
  test: {
    async run({ deps, base, actor, frame }) {
      await sendTestMail(deps, actor, frame.address, [frame.words.lang])
      return `${base}${path}?done=tested`
    },
  },
  'try-now': {
    async run({ deps, base, actor, value }) {
      await expediteWaitingMails(deps, actor, value('lane'))
      return `${base}${path}?done=expedited`
    },
  },
  lift: {
    async run({ deps, base, actor, value }) {
      await liftSuppression(deps, actor, value('suppression'))
      return `${base}${path}?done=lifted`
    },
  },
})

async function showMails({ deps, base, c, actor, frame, may }: ConsoleRequest): Promise<Response> {
  const words = frame.words.console.mail
  const listing = listingOf(c)
  const maySearch = may('accounts:know')
  const outcome = mailOutcomes.find((name) => name === listing.parameter('outcome')) ?? null
  const kind = (maySearch && mailKinds.find((name) => name === listing.parameter('kind'))) || null
  const address = (maySearch && listing.parameter('address')) || null
  const { after: before, limit } = rowsFrom(listing.after)
  const filter = { outcome, kind, address, before, limit }
  const [found, queue, suppressed] = await Promise.all([
    listMailsOrProblem(() => listMailDeliveries(deps, actor, filter)),
    listMailQueue(deps, actor),
    listSuppressions(deps, actor, { before: cursorOf(listing.parameter('suppressed_after')), limit: perPage + 1 }),
  ])
  const form = { outcome: outcome ?? '', kind: kind ?? '', address: address ?? '' }
  const kept = Object.fromEntries(Object.entries(form).filter(([, value]) => value))
  const list = paged(found.mails, { query: '', after: listing.after }, `${base}${path}`, ({ id }) => id, {
    parameters: kept,
  })
  const said = new Map([
    ['lifted', words.lifted],
    ['expedited', words.expedited],
    ['tested', words.tested({ address: frame.address })],
  ])
  const shown = suppressed.slice(0, perPage)
  return page(
    <MailPage
      frame={frame}
      notice={said.get(noticeOf(c).done) ?? ''}
      queue={queue.filter((lane): lane is MailLane & { lane: 'code' | 'mail' } => lane.lane !== 'refused')}
      suppressions={shown.map(({ addressShown, expiresAt, ...rest }) => ({
        ...rest,
        address: addressShown,
        until: expiresAt,
      }))}
      moreSuppressions={
        suppressed.length > perPage ? `${base}${path}?suppressed_after=${shown.at(-1)?.id ?? ''}` : null
      }
      form={form}
      maySearch={maySearch}
      now={deps.now()}
      mayAct={may('mail:write')}
      problem={problemText(frame, found.problem)}
      mails={mapRows(list, (mail) => toRow(mail, maySearch))}
    />,
    formStatus(found.problem),
  )
}

/** The id of a row, or null for anything else. */
const cursorOf = (text: string): string | null => (/^[0-9a-f]{32}$/.test(text) ? text : null)

/** What is typed into the filter may be no address. */
async function listMailsOrProblem(list: () => Promise<MailDelivery[]>) {
  try {
    return { mails: await list(), problem: null }
  } catch (error) {
    if (error instanceof OperationRefused && error.problem) return { mails: [], problem: error.problem }
    throw error
  }
}

const toRow = (mail: MailDelivery, knows: boolean) => ({
  kind: knows || !revealingKinds.has(mail.kind) ? (mail.kind as MailKind) : null,
  address: mail.addressShown,
  outcome: mail.outcome,
  attempts: mail.attempts,
  at: mail.at,
  reply: [mail.replyCode, mail.replyText].filter((part) => part !== null).join(' '),
  messageId: mail.messageId,
})
