import { ActForm } from '../act-form.tsx'
import { Sentence } from '../layout.tsx'
import { Status } from '../status.tsx'
import { joinParts, NameCell, Table } from '../table.tsx'
import { Time } from '../time.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

export interface OwnImpersonation {
  id: string
  state: keyof AccountFrame['words']['console']['impersonation']['states']
  operator: string
  application: string
  reason: string
  askedAt: Date
}

interface ListProps {
  frame: AccountFrame
  impersonations: readonly OwnImpersonation[]
  older: string | null
}

/** What operators asked for and did as this person. */
export const OwnImpersonationsPage = ({ frame, impersonations, older }: ListProps) => {
  const texts = frame.words.console.impersonation
  return (
    <AccountLayout frame={frame} tab="sessions" title={texts.ownTitle}>
      <Table
        frame={frame}
        rows={impersonations}
        empty={texts.ownNone}
        label={texts.ownTitle}
        columns={[
          {
            head: texts.title,
            width: 'wide',
            title: ({ operator, application }) => joinParts(operator, application),
            cell: ({ id, operator, application }) => (
              <NameCell name={operator} href={`${frame.base}/account/impersonations/${id}`} detail={application} />
            ),
          },
          {
            head: frame.words.lists.state,
            width: 'narrow',
            cell: ({ state }) => (
              <Status kind={state === 'allowed' || state === 'running' ? 'warning' : 'neutral'}>
                {texts.states[state]}
              </Status>
            ),
          },
          { head: texts.reason, title: ({ reason }) => reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
          {
            head: frame.words.lists.columns.time,
            width: 'narrow',
            cell: ({ askedAt }) => <Time frame={frame} at={askedAt} />,
          },
        ]}
      />
      {older && (
        <p>
          <a href={older}>{frame.words.me.sessions.older}</a>
        </p>
      )}
    </AccountLayout>
  )
}

interface QuestionProps {
  frame: AccountFrame
  impersonation: OwnImpersonation & { person: string; own: boolean; expiresAt: Date }
  notice: string | null
}

/** The question whether an operator may act as the person, or what became of it. */
export const ImpersonationQuestionPage = ({ frame, impersonation, notice }: QuestionProps) => {
  const texts = frame.words.console.impersonation
  const { id, state, operator, application, person, own, reason, expiresAt } = impersonation
  const { name: brand } = frame.brand
  const question = own
    ? texts.question({ operator, brand, application })
    : texts.questionOfOwner({ operator, brand, application, person })
  const open = state === 'allowed' || state === 'running'
  return (
    <AccountLayout frame={frame} tab="sessions" title={texts.ownTitle}>
      {notice && (
        <p class="done" role="status">
          {notice}
        </p>
      )}
      <p>
        <Sentence text={question} technical={operator} />
      </p>
      <blockquote>
        <bdi>{reason}</bdi>
      </blockquote>
      <p class="quiet">
        {joinParts(texts.states[state], (open || state === 'asked') && texts.until({ time: frame.date(expiresAt) }))}
      </p>
      {state === 'asked' && <p>{texts.meaning}</p>}
      <ActForm
        action={`${frame.base}/account/impersonations/${id}`}
        name="decision"
        acts={[
          state === 'asked' && { act: 'allow', label: texts.allow, look: 'primary' },
          state === 'asked' && { act: 'decline', label: texts.decline },
          open && { act: 'end', label: texts.endNow, look: 'danger' },
        ]}
      />
    </AccountLayout>
  )
}
