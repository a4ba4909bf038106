import { ActForm } from '../../act-form.tsx'
import { choicesOf, Select } from '../../fields.tsx'
import { Field, Technical } from '../../layout.tsx'
import { type List, Table } from '../../table.tsx'
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
  queue: readonly { lane: keyof MailWords['lanes']; waiting: number; late: number; oldest: Date }[]
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
  <ConsoleLayout frame={props.frame} section="mail" notice={props.notice}>
    <Queue {...props} />
    <Suppressions {...props} />
    <Deliveries {...props} />
  </ConsoleLayout>
)

const Queue = ({ frame, queue, mayAct }: MailPageProps) => {
  const words = frame.words.console.mail
  return (
    <>
      <h2>{words.queue}</h2>
      <Table
        frame={frame}
        rows={queue}
        empty={words.queueEmpty}
        columns={{
          name: ({ lane }) => words.lanes[lane],
          status: ({ late }) => [late > 0 && words.late({ count: late })],
          facts: ({ waiting, oldest }) => [words.waiting({ count: waiting, since: frame.date(oldest) })],
        }}
      />
      {mayAct && <ActForm action={`${frame.base}/admin/mail`} fields={{ action: 'test' }} label={words.sendTest} />}
    </>
  )
}

const Suppressions = ({ frame, suppressions, moreSuppressions, mayAct }: MailPageProps) => {
  const words = frame.words.console.mail
  if (suppressions.length === 0) return null
  return (
    <>
      <h2>{words.suppressed}</h2>
      <p class="quiet">{words.suppressedText}</p>
      <Table
        frame={frame}
        rows={suppressions}
        next={moreSuppressions}
        columns={{
          name: ({ address }) => <Technical>{address}</Technical>,
          facts: ({ refusals, reply, at, until }) => [
            words.refusals({ count: refusals, at: frame.date(at) }),
            <Reply text={reply} />,
            words.until({ at: frame.date(until) }),
          ],
          acts: ({ id, address }) =>
            mayAct && (
              <ActForm
                action={`${frame.base}/admin/mail`}
                fields={{ action: 'lift', suppression: id }}
                label={words.lift}
                about={address}
              />
            ),
        }}
      />
    </>
  )
}

const Deliveries = (props: MailPageProps) => {
  const { frame, mails } = props
  const words = frame.words.console.mail
  return (
    <>
      <h2>{words.deliveries}</h2>
      <p class="quiet">{words.deliveriesText}</p>
      <FilterForm {...props} />
      <Table
        frame={frame}
        {...mails}
        empty={words.none}
        columns={{
          name: ({ kind, address }) => (
            <>
              {kind ? words.kinds[kind] : words.hiddenKind} · <Technical>{address}</Technical>
            </>
          ),
          status: ({ outcome }) => [words.outcomes[outcome]],
          facts: ({ attempts, at, reply, messageId }) => [
            words.attempt({ count: attempts, at: frame.date(at) }),
            reply && <Reply text={reply} />,
            <>
              {words.messageId} <Technical>{messageId}</Technical>
            </>,
          ],
        }}
      />
    </>
  )
}

/** What a mail server answered: English, and technical. */
const Reply = ({ text }: { text: string }) => (
  <bdi lang="en" dir="ltr">
    {text}
  </bdi>
)

const FilterForm = ({ frame, form, maySearch, problem }: MailPageProps) => {
  const words = frame.words.console.mail
  const path = `${frame.base}/admin/mail`
  return (
    <form method="get" action={path} class="toolbar">
      {maySearch && (
        <Field name="address" label={words.address} value={form.address} maxlength={254} problem={problem} />
      )}
      <Select
        name="outcome"
        label={words.outcome}
        value={form.outcome}
        choices={choicesOf({ '': words.any, ...words.outcomes })}
      />
      {maySearch && (
        <Select
          name="kind"
          label={words.kind}
          value={form.kind}
          choices={choicesOf({ '': words.any, ...words.kinds })}
        />
      )}
      <button type="submit" class="secondary">
        {words.show}
      </button>
      {(form.address || form.kind || form.outcome) && <a href={path}>{words.clear}</a>}
    </form>
  )
}
