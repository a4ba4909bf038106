import { ActForm } from '../act-form.tsx'
import { Facts } from '../facts.tsx'
import { Select } from '../fields.tsx'
import { Field, Form, Problem, Sentence } from '../layout.tsx'
import { Status, type StatusKind } from '../status.tsx'
import { joinParts, type List, Table } from '../table.tsx'
import { Time } from '../time.tsx'
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
  impersonations: List<ShownImpersonation>
  notice?: string | null
}

const kinds: Record<ShownImpersonation['state'], StatusKind> = {
  asked: 'warning',
  allowed: 'warning',
  running: 'good',
  declined: 'bad',
  expired: 'neutral',
  ended: 'neutral',
}

export const ImpersonationsPage = ({ frame, impersonations, notice }: ListProps) => {
  const texts = frame.words.console.impersonation
  return (
    <ConsoleLayout frame={frame} section="impersonations" notice={notice}>
      <p>{texts.intro}</p>
      <Table
        frame={frame}
        {...impersonations}
        label={texts.title}
        empty={texts.none}
        columns={[
          {
            head: texts.title,
            width: 'wide',
            title: (shown) => texts.asPerson(shown),
            cell: (shown) => (
              <a href={`${frame.base}/admin/impersonations/${shown.id}`}>
                <Sentence text={texts.asPerson(shown)} technical={shown.operator} />
              </a>
            ),
          },
          { head: texts.reason, title: ({ reason }) => reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
          {
            head: frame.words.lists.state,
            width: 'narrow',
            cell: ({ state }) => <Status kind={kinds[state]}>{texts.states[state]}</Status>,
          },
          {
            head: frame.words.lists.columns.requested,
            width: 'narrow',
            cell: ({ askedAt }) => <Time frame={frame} at={askedAt} />,
          },
        ]}
      />
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
      <Facts
        facts={[
          [frame.words.lists.state, [<Status kind={kinds[state]}>{texts.states[state]}</Status>, ending]],
          [texts.reason, <bdi>{reason}</bdi>],
          ticket && [texts.ticket, <bdi>{ticket}</bdi>],
          [
            frame.words.lists.columns.requested,
            [
              <Time frame={frame} at={askedAt} />,
              endedAt ? texts.endedAt({ time: frame.date(endedAt) }) : texts.until({ time: frame.date(expiresAt) }),
            ],
          ],
        ]}
      />
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
  if (state !== 'asked' && state !== 'allowed' && state !== 'running') return null
  return (
    <ActForm
      action={action}
      acts={[
        unconfirmed && !own && { act: 'confirm', label: texts.confirm, look: 'primary' },
        state === 'allowed' && own && !unconfirmed && { act: 'start', label: texts.start, look: 'primary' },
        { act: 'end', label: texts.end },
      ]}
    />
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
  /** Whether an application may be used without an organization; else one has to be chosen. */
  organizationOptional: boolean
  /** The person is asked first, and not only notified. */
  asks: boolean
  values: AskValues
  problem?: string
  reasonProblem?: string
}

export const AskImpersonationPage = (props: AskProps) => {
  const { frame, person, clients, organizations, organizationOptional, asks, values, problem, reasonProblem } = props
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
            optional={organizationOptional}
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
