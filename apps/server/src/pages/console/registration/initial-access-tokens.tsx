import type { Child } from 'hono/jsx'
import { Action } from '../../action.tsx'
import { Pager } from '../../pager.tsx'
import { joinParts, Row, Rows } from '../../rows.tsx'
import { MemberField } from '../applications/member-fields.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
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
  tokens: readonly ListedToken[]
  mayChange: boolean
  /** Nobody can register: REGISTRATION is off. */
  off: boolean
  values: TokenValues
  /** Why the form was refused, by field. */
  faults: Readonly<Record<string, string>>
  next: string | null
  first: string | null
}

export const InitialAccessTokensPage = (props: InitialAccessTokensPageProps) => {
  const { frame, tokens, mayChange, off, next, first } = props
  const words = frame.words.console.registration
  return (
    <ConsoleLayout frame={frame} section="applications" title={words.tokens}>
      <ApplicationLinks frame={frame} current="tokens" />
      <p class="quiet">{words.tokensIntro}</p>
      {off && <p class="problem">{words.off}</p>}
      {tokens.length === 0 && <p class="quiet">{frame.words.admin.nothing}</p>}
      <Rows>
        {tokens.map((token) => (
          <TokenRow frame={frame} token={token} mayChange={mayChange} />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
      {mayChange && <NewToken {...props} />}
    </ConsoleLayout>
  )
}

const TokenRow = ({ frame, token, mayChange }: { frame: ConsoleFrame; token: ListedToken; mayChange: boolean }) => {
  const words = frame.words.console.registration
  const { id, name, usesLeft, usedAt, expiresAt, state, policy } = token
  return (
    <Row
      title={
        <strong>
          <bdi>{name}</bdi>
        </strong>
      }
      tags={[state === 'revoked' && words.revoked]}
      hints={[
        joinParts(
          usesLeft === null ? words.anyUses : words.usesLeft({ count: usesLeft }),
          words.expires({ date: frame.date(expiresAt) }),
          usedAt && frame.words.me.sessions.seen({ date: frame.date(usedAt) }),
        ),
        policy.length > 0 && (
          <code>
            <bdi dir="ltr">{policy.join(' · ')}</bdi>
          </code>
        ),
      ]}
    >
      {mayChange && state === 'active' && (
        <Action
          action={`${frame.base}/admin/initial-access-tokens`}
          fields={{ action: 'revoke', token: id }}
          label={words.revoke}
          about={name}
          danger
        />
      )}
    </Row>
  )
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
      <form method="post" action={`${frame.base}/admin/initial-access-tokens`} novalidate>
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
              <label class="choice">
                <input type="checkbox" name={name} value="yes" checked={values[name] === 'yes'} />
                <span>
                  <code dir="ltr">{name}</code>
                </span>
              </label>
            ))}
          </div>
        </details>
        <button type="submit" name="action" value="create" class="primary">
          {words.newToken}
        </button>
      </form>
    </>
  )
}

/** Shows a token, once: it is the answer to the POST that made it, and no address leads to it. */
export const InitialAccessTokenPage = ({
  frame,
  name,
  secret,
}: {
  frame: ConsoleFrame
  name: string
  secret: string
}) => {
  const { applications, registration: words } = frame.words.console
  return (
    <ConsoleLayout
      frame={frame}
      section="applications"
      title={words.tokenTitle({ name })}
      notice={applications.secretOnce}
    >
      <pre class="snippet" dir="ltr" id="initial-access-token">
        {secret}
      </pre>
      <p>
        <a href={`${frame.base}/admin/initial-access-tokens`}>{words.tokens}</a>
      </p>
    </ConsoleLayout>
  )
}
