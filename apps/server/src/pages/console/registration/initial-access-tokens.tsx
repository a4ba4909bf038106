import type { Child } from 'hono/jsx'
import { ActForm, Menu } from '../../act-form.tsx'
import { Checkbox } from '../../fields.tsx'
import { Status } from '../../status.tsx'
import { type Column, type List, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { MemberField } from '../applications/member-fields.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { SecretPage } from '../secret.tsx'
import { ApplicationLinks } from './links.tsx'

export interface ListedToken {
  id: string
  name: string
  usesLeft: number | null
  usedAt: Date | null
  expiresAt: Date
  state: 'active' | 'revoked' | 'expired'
  /** What its policy says, in the names of the management API. */
  policy: readonly string[]
}

/** The fields of the form, as they were sent. */
export type TokenValues = Readonly<Record<string, string>>

/** Names of the management API; docs/registration.md says what they are. */
export const policyFields = ['scope', 'redirect_hosts', 'max_clients', 'grant_types'] as const
export const policyFlags = ['first_party', 'pkce_optional'] as const

interface InitialAccessTokensPageProps {
  frame: ConsoleFrame
  tokens: List<ListedToken>
  mayChange: boolean
  /** Nobody can register: REGISTRATION is off. */
  off: boolean
  values: TokenValues
  /** Why the form was refused, by field. */
  faults: Readonly<Record<string, string>>
}

export const InitialAccessTokensPage = (props: InitialAccessTokensPageProps) => {
  const { frame, tokens, mayChange, off } = props
  const words = frame.words.console.registration
  return (
    <ConsoleLayout frame={frame} section="applications" title={words.tokens}>
      <ApplicationLinks frame={frame} current="tokens" />
      <p class="quiet">{words.tokensIntro}</p>
      {off && <p class="problem">{words.off}</p>}
      <Table
        frame={frame}
        {...tokens}
        label={words.tokens}
        empty={frame.words.admin.nothing}
        columns={tokenColumns(frame)}
        acts={({ id, name, state }) =>
          mayChange &&
          state === 'active' && (
            <Menu label={frame.words.lists.actions} about={name}>
              <ActForm
                action={`${frame.base}/admin/initial-access-tokens`}
                act="revoke"
                fields={{ token: id }}
                label={words.revoke}
                about={name}
                look="danger"
              />
            </Menu>
          )
        }
      />
      {mayChange && <NewToken {...props} />}
    </ConsoleLayout>
  )
}

function tokenColumns(frame: ConsoleFrame): Column<ListedToken>[] {
  const { lists, console } = frame.words
  const { registration: words, applications, people, impersonation } = console
  const states = { active: people.states.active, revoked: words.revoked, expired: impersonation.states.expired }
  const kinds = { active: 'good', revoked: 'bad', expired: 'neutral' } as const
  return [
    {
      head: applications.name,
      width: 'wide',
      title: ({ policy }) => policy.join(' · '),
      cell: ({ name, policy }) => <NameCell name={name} detail={policy.join(' · ')} />,
    },
    { head: lists.state, width: 'narrow', cell: ({ state }) => <Status kind={kinds[state]}>{states[state]}</Status> },
    { head: lists.columns.usesLeft, width: 'narrow', number: true, cell: ({ usesLeft }) => usesLeft ?? '∞' },
    {
      head: lists.columns.lastUsed,
      width: 'narrow',
      cell: ({ usedAt }) => usedAt && <Time frame={frame} at={usedAt} />,
    },
    { head: lists.columns.validUntil, width: 'narrow', cell: ({ expiresAt }) => <Time frame={frame} at={expiresAt} /> },
  ]
}

const NewToken = ({ frame, values, faults }: InitialAccessTokensPageProps) => {
  const { applications, registration: words } = frame.words.console
  const field = (name: string, label: Child, more: { hint?: string; required?: boolean } = {}) => (
    <MemberField name={name} label={label} input={{ kind: 'line' }} values={values} faults={faults} {...more} />
  )
  return (
    <>
      <h2>{words.newToken}</h2>
      {Object.keys(faults).length > 0 && <p class="problem">{applications.refusedSettings}</p>}
      <ActForm action={`${frame.base}/admin/initial-access-tokens`} act="create" label={words.newToken} look="primary">
        {field('name', applications.name, { required: true })}
        {field('uses', words.uses)}
        {field('days', words.days, { required: true })}
        <details open={policyFields.some((name) => faults[name])}>
          <summary>{applications.more}</summary>
          <div class="stack">
            {policyFields.map((name) =>
              field(
                name,
                <code dir="ltr">{name}</code>,
                name === 'max_clients' ? {} : { hint: applications.separatedBySpaces },
              ),
            )}
            {policyFlags.map((name) => (
              <Checkbox name={name} label={<code dir="ltr">{name}</code>} checked={values[name] === 'yes'} />
            ))}
          </div>
        </details>
      </ActForm>
    </>
  )
}

interface InitialAccessTokenPageProps {
  frame: ConsoleFrame
  name: string
  secret: string
}

export const InitialAccessTokenPage = ({ frame, name, secret }: InitialAccessTokenPageProps) => {
  const { applications, registration: words } = frame.words.console
  return (
    <SecretPage
      frame={frame}
      section="applications"
      title={words.tokenTitle({ name })}
      notice={applications.secretOnce}
      secret={secret}
      id="initial-access-token"
      back={{ href: `${frame.base}/admin/initial-access-tokens`, label: words.tokens }}
    />
  )
}
