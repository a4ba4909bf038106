import { Action } from '../../action.tsx'
import { Field, Technical } from '../../layout.tsx'
import { Pager } from '../../pager.tsx'
import { Row, Rows } from '../../rows.tsx'
import { Select } from '../../select.tsx'
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
  mails: readonly MailRow[]
  next: string | null
  first: string | null
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
      {queue.length === 0 && <p>{words.queueEmpty}</p>}
      <Rows>
        {queue.map(({ lane, waiting, late, oldest }) => (
          <Row
            title={<strong>{words.lanes[lane]}</strong>}
            tags={[late > 0 && words.late({ count: late })]}
            hints={[words.waiting({ count: waiting, since: frame.date(oldest) })]}
          />
        ))}
      </Rows>
      {mayAct && <Action action={`${frame.base}/admin/mail`} fields={{ action: 'test' }} label={words.sendTest} />}
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
      <Rows>
        {suppressions.map(({ id, address, refusals, reply, at, until }) => (
          <Row
            title={<Technical>{address}</Technical>}
            hints={[
              words.refusals({ count: refusals, at: frame.date(at) }),
              <Reply text={reply} />,
              words.until({ at: frame.date(until) }),
            ]}
          >
            {mayAct && (
              <Action
                action={`${frame.base}/admin/mail`}
                fields={{ action: 'lift', suppression: id }}
                label={words.lift}
                about={address}
              />
            )}
          </Row>
        ))}
      </Rows>
      {moreSuppressions && (
        <p>
          <a href={moreSuppressions}>{frame.words.manage.nextPage}</a>
        </p>
      )}
    </>
  )
}

const Deliveries = ({ frame, mails, next, first, ...props }: MailPageProps) => {
  const words = frame.words.console.mail
  return (
    <>
      <h2>{words.deliveries}</h2>
      <p class="quiet">{words.deliveriesText}</p>
      <FilterForm frame={frame} {...props} />
      {mails.length === 0 && <p role="status">{words.none}</p>}
      <Rows>
        {mails.map((mail) => (
          <Row
            title={
              <>
                <strong>{mail.kind ? words.kinds[mail.kind] : words.hiddenKind}</strong> ·{' '}
                <Technical>{mail.address}</Technical>
              </>
            }
            tags={[words.outcomes[mail.outcome]]}
            hints={[
              words.attempt({ count: mail.attempts, at: frame.date(mail.at) }),
              mail.reply && <Reply text={mail.reply} />,
              <>
                {words.messageId} <Technical>{mail.messageId}</Technical>
              </>,
            ]}
          />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </>
  )
}

/** What a mail server answered: English, and technical. */
const Reply = ({ text }: { text: string }) => (
  <bdi lang="en" dir="ltr">
    {text}
  </bdi>
)

const FilterForm = ({
  frame,
  form,
  maySearch,
  problem,
}: Pick<MailPageProps, 'frame' | 'form' | 'maySearch' | 'problem'>) => {
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
        choices={choicesOf(words.any, words.outcomes)}
      />
      {maySearch && (
        <Select name="kind" label={words.kind} value={form.kind} choices={choicesOf(words.any, words.kinds)} />
      )}
      <button type="submit" class="secondary">
        {words.show}
      </button>
      {(form.address || form.kind || form.outcome) && <a href={path}>{words.clear}</a>}
    </form>
  )
}

export const choicesOf = (any: string, labels: Readonly<Record<string, string>>) => [
  { value: '', label: any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]
