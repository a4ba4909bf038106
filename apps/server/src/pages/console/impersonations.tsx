import { Field, Form, Problem, Sentence } from '../layout.tsx'
import { Pager } from '../pager.tsx'
import { joinParts, Row, Rows } from '../rows.tsx'
import { Select } from '../select.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

type Texts = ConsoleFrame['words']['console']['impersonation']

export interface ShownImpersonation {
  id: string
  state: keyof Texts['states']
  operator: string
  person: string
  application: string
  reason: string
  ticket: string | null
  askedAt: Date
  expiresAt: Date
  endedAt: Date | null
  endedBy: string | null
  unconfirmed: boolean
}

interface ListProps {
  frame: ConsoleFrame
  impersonations: readonly ShownImpersonation[]
  next: string | null
  first: string | null
  notice?: string | null
}

export const ImpersonationsPage = ({ frame, impersonations, next, first, notice }: ListProps) => {
  const texts = frame.words.console.impersonation
  return (
    <ConsoleLayout frame={frame} section="impersonations" notice={notice}>
      <p>{texts.intro}</p>
      {impersonations.length === 0 && <p class="quiet">{texts.none}</p>}
      <Rows>
        {impersonations.map((shown) => (
          <Row
            title={
              <a href={`${frame.base}/admin/impersonations/${shown.id}`}>
                <Sentence
                  text={texts.asPerson({
                    operator: shown.operator,
                    person: shown.person,
                    application: shown.application,
                  })}
                  technical={shown.operator}
                />
              </a>
            }
            tags={[texts.states[shown.state]]}
            hints={[<bdi>{shown.reason}</bdi>, frame.date(shown.askedAt)]}
          />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </ConsoleLayout>
  )
}

interface DetailProps {
  frame: ConsoleFrame
  shown: ShownImpersonation
  /** The operator of this browser asked for it. */
  own: boolean
  /** Where the application begins to sign in; null if it has no such address. */
  applicationUrl: string | null
  problem?: string
  notice?: string | null
}

export const ImpersonationPage = ({ frame, shown, own, applicationUrl, problem, notice }: DetailProps) => {
  const texts = frame.words.console.impersonation
  const { id, state, operator, person, application, reason, ticket, askedAt, expiresAt, endedAt, endedBy } = shown
  const ending = endedBy && endedBy in texts.endedBy ? texts.endedBy[endedBy as keyof Texts['endedBy']] : null
  return (
    <ConsoleLayout
      frame={frame}
      section="impersonations"
      title={texts.asPerson({ operator, person, application })}
      notice={notice}
    >
      <Rows>
        <Row title={texts.states[state]} hints={[ending]} />
        <Row title={<bdi>{reason}</bdi>} hints={[ticket && <bdi>{ticket}</bdi>]} />
        <Row
          title={frame.date(askedAt)}
          hints={[
            endedAt ? texts.endedAt({ time: frame.date(endedAt) }) : texts.until({ time: frame.date(expiresAt) }),
          ]}
        />
      </Rows>
      <Problem id="impersonation-problem" text={problem} />
      {shown.unconfirmed && <p>{texts.refused.unconfirmed}</p>}
      {state === 'running' && own && (
        <p>
          {applicationUrl ? (
            <a href={applicationUrl}>{texts.open({ application })}</a>
          ) : (
            texts.openYourself({ application })
          )}
        </p>
      )}
      <Acts frame={frame} shown={shown} own={own} action={`${frame.base}/admin/impersonations/${id}`} />
    </ConsoleLayout>
  )
}

const Acts = ({
  frame,
  shown: { state, unconfirmed },
  own,
  action,
}: Pick<DetailProps, 'frame' | 'shown' | 'own'> & { action: string }) => {
  const texts = frame.words.console.impersonation
  const open = state === 'asked' || state === 'allowed' || state === 'running'
  if (!open) return null
  return (
    <form method="post" action={action}>
      {unconfirmed && !own && (
        <button type="submit" name="action" value="confirm" class="primary">
          {texts.confirm}
        </button>
      )}
      {state === 'allowed' && own && !unconfirmed && (
        <button type="submit" name="action" value="start" class="primary">
          {texts.start}
        </button>
      )}
      <button type="submit" name="action" value="end" class="secondary">
        {texts.end}
      </button>
    </form>
  )
}

export interface AskValues {
  client: string
  organization: string
  reason: string
  ticket: string
}

interface AskProps {
  frame: ConsoleFrame
  person: { id: string; name: string }
  clients: readonly { id: string; name: string }[]
  organizations: readonly { id: string; name: string }[]
  /** The person is asked first, and not only notified. */
  asks: boolean
  values: AskValues
  problem?: string
  reasonProblem?: string
}

export const AskImpersonationPage = (props: AskProps) => {
  const { frame, person, clients, organizations, asks, values, problem, reasonProblem } = props
  const texts = frame.words.console.impersonation
  return (
    <ConsoleLayout frame={frame} section="impersonations" title={texts.askTitle({ person: person.name })}>
      <p>{asks ? texts.introConsent : texts.introNotice}</p>
      <Problem id="impersonation-problem" text={problem} />
      {clients.length === 0 ? (
        <p>{texts.noClients}</p>
      ) : (
        <Form action={`${frame.base}/admin/impersonations/new`} submit={texts.ask}>
          <input type="hidden" name="person" value={person.id} />
          <Select
            name="client"
            label={texts.application}
            value={values.client}
            choices={clients.map(({ id, name }) => ({ value: id, label: name === id ? id : joinParts(name, id) }))}
          />
          <Select
            name="organization"
            label={texts.organization}
            value={values.organization}
            optional
            choices={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Field
            name="reason"
            label={texts.reason}
            hint={texts.reasonHint}
            value={values.reason}
            maxlength={300}
            problem={reasonProblem}
            required
          />
          <Field name="ticket" label={texts.ticket} hint={texts.ticketHint} value={values.ticket} maxlength={100} />
        </Form>
      )}
    </ConsoleLayout>
  )
}
