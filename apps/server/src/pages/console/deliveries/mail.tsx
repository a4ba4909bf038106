import { numberFormat } from '../../../words/dates.ts'
import { ActForm } from '../../act-form.tsx'
import { choicesOf } from '../../fields.tsx'
import { Technical } from '../../layout.tsx'
import { Status, type StatusKind } from '../../status.tsx'
import { type Column, joinParts, Lines, type List, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { Toolbar } from '../../toolbar.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

type MailWords = ConsoleFrame['words']['console']['mail']

export interface MailForm {
  outcome: string
  kind: string
  address: string
}

interface MailRow {
  /** Null for a viewer where the kind would say whether an address has an account. */
  kind: keyof MailWords['kinds'] | null
  address: string
  outcome: keyof MailWords['outcomes']
  attempts: number
  at: Date
  reply: string
  messageId: string
}

interface MailPageProps {
  frame: ConsoleFrame
  notice: string
  queue: readonly {
    lane: keyof MailWords['lanes']
    waiting: number
    late: number
    oldest: Date
    nextTry: Date | null
  }[]
  now: Date
  suppressions: readonly { id: string; address: string; refusals: number; reply: string; at: Date; until: Date }[]
  /** There are more suppressed addresses than the page shows. */
  moreSuppressions: string | null
  form: MailForm
  /** Search by kind and by address: it would tell a viewer who has an account. */
  maySearch: boolean
  mayAct: boolean
  problem?: string
  mails: List<MailRow>
}

export const MailPage = (props: MailPageProps) => (
  <ConsoleLayout
    frame={props.frame}
    section="mail"
    notice={props.notice}
    acts={
      props.mayAct && (
        <ActForm
          action={`${props.frame.base}/admin/mail`}
          fields={{ action: 'test' }}
          label={props.frame.words.console.mail.sendTest}
        />
      )
    }
  >
    <Queue {...props} />
    <Suppressions {...props} />
    <Deliveries {...props} />
  </ConsoleLayout>
)

const Queue = ({ frame, queue, now, mayAct }: MailPageProps) => {
  const words = frame.words.console.mail
  if (queue.length === 0) return null
  return (
    <>
      <h2>{words.queue}</h2>
      <Table
        frame={frame}
        rows={queue}
        label={words.queue}
        columns={[
          { head: words.kind, width: 'wide', cell: ({ lane }) => <NameCell name={words.lanes[lane]} /> },
          {
            head: words.outcomes.deferred,
            width: 'narrow',
            number: true,
            cell: ({ waiting }) => numberFormat(frame.words.lang).format(waiting),
          },
          {
            head: frame.words.lists.columns.since,
            width: 'narrow',
            cell: ({ oldest }) => <Time frame={frame} at={oldest} />,
          },
          {
            head: words.nextTry,
            width: 'narrow',
            cell: ({ nextTry }) => nextTry && nextTry > now && <Time frame={frame} at={nextTry} />,
          },
          {
            head: frame.words.lists.state,
            cell: ({ late }) => late > 0 && <Status kind="warning">{words.late({ count: late })}</Status>,
          },
          {
            head: frame.words.lists.actions,
            cell: ({ lane, late }) =>
              mayAct &&
              late > 0 && (
                <ActForm
                  action={`${frame.base}/admin/mail`}
                  fields={{ action: 'try-now', lane }}
                  label={words.tryNow}
                  about={words.lanes[lane]}
                />
              ),
          },
        ]}
      />
    </>
  )
}

const Suppressions = ({ frame, suppressions, moreSuppressions, mayAct }: MailPageProps) => {
  const words = frame.words.console.mail
  const { columns } = frame.words.lists
  if (suppressions.length === 0) return null
  return (
    <>
      <h2>{words.suppressed}</h2>
      <p class="quiet">{words.suppressedText}</p>
      <Table
        frame={frame}
        rows={suppressions}
        next={moreSuppressions}
        label={words.suppressed}
        columns={[
          {
            head: words.address,
            width: 'wide',
            cell: ({ address, refusals, at }) => (
              <NameCell
                name={<Technical>{address}</Technical>}
                detail={words.refusals({ count: refusals, at: frame.date(at) })}
              />
            ),
          },
          {
            head: columns.answer,
            width: 'wide',
            cell: ({ reply }) => <Reply text={reply} />,
            title: ({ reply }) => reply,
          },
          { head: columns.validUntil, width: 'narrow', cell: ({ until }) => <Time frame={frame} at={until} /> },
          {
            head: frame.words.lists.actions,
            cell: ({ id, address }) =>
              mayAct && (
                <ActForm
                  action={`${frame.base}/admin/mail`}
                  fields={{ action: 'lift', suppression: id }}
                  label={words.lift}
                  about={address}
                />
              ),
          },
        ]}
      />
    </>
  )
}

const Deliveries = (props: MailPageProps) => {
  const { frame, mails, queue, suppressions } = props
  const words = frame.words.console.mail
  return (
    <>
      {(queue.length > 0 || suppressions.length > 0) && <h2>{words.deliveries}</h2>}
      <Filters {...props} />
      <Table
        frame={frame}
        {...mails}
        count={queue.length === 0 && words.queueEmpty}
        label={words.deliveries}
        empty={words.none}
        columns={columnsOf(frame)}
      />
      <p class="quiet">{words.deliveriesText}</p>
    </>
  )
}

const outcomes: Record<MailRow['outcome'], StatusKind> = {
  sent: 'good',
  deferred: 'warning',
  refused: 'bad',
  suppressed: 'neutral',
  expired: 'bad',
}

function columnsOf(frame: ConsoleFrame): Column<MailRow>[] {
  const words = frame.words.console.mail
  const { columns } = frame.words.lists
  const kindOf = ({ kind }: MailRow) => (kind ? words.kinds[kind] : words.hiddenKind)
  return [
    {
      head: words.kind,
      width: 'wide',
      cell: (mail) => <NameCell name={kindOf(mail)} detail={<Technical>{mail.address}</Technical>} />,
      title: (mail) => joinParts(kindOf(mail), mail.address),
    },
    {
      head: words.outcome,
      width: 'narrow',
      cell: ({ outcome }) => <Status kind={outcomes[outcome]}>{words.outcomes[outcome]}</Status>,
      title: ({ outcome }) => words.outcomes[outcome],
    },
    { head: columns.time, width: 'time', cell: ({ at }) => <Time frame={frame} at={at} seconds /> },
    { head: columns.attempts, width: 'narrow', number: true, cell: ({ attempts }) => String(attempts) },
    {
      head: columns.answer,
      cell: ({ reply, messageId }) => (
        <Lines text={reply && <Reply text={reply} />} detail={<Technical>{messageId}</Technical>} />
      ),
      title: ({ reply, messageId }) => [reply, `${words.messageId} ${messageId}`].filter(Boolean).join('\n'),
    },
  ]
}

/** What a mail server answered: English, and technical. */
const Reply = ({ text }: { text: string }) => (
  <bdi lang="en" dir="ltr">
    {text}
  </bdi>
)

const Filters = ({ frame, form, maySearch, problem }: MailPageProps) => {
  const words = frame.words.console.mail
  return (
    <Toolbar
      frame={frame}
      address={`${frame.base}/admin/mail`}
      name="address"
      label={maySearch && words.address}
      query={form.address}
      problem={problem}
      selects={[
        {
          name: 'outcome',
          label: words.outcome,
          value: form.outcome,
          choices: choicesOf({ '': words.any, ...words.outcomes }),
        },
        maySearch && {
          name: 'kind',
          label: words.kind,
          value: form.kind,
          choices: choicesOf({ '': words.any, ...words.kinds }),
        },
      ]}
      clear={(form.address || form.kind || form.outcome) && words.clear}
    />
  )
}
