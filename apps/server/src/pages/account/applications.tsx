import { scopeText } from '../authorization/consent.tsx'
import { Confirmation } from '../confirmation.tsx'
import { Row, Rows } from '../rows.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface ApplicationsPageProps {
  frame: AccountFrame
  applications: readonly { clientId: string; name: string; scope: readonly string[]; since: Date }[]
}

export const ApplicationsPage = ({ frame, applications }: ApplicationsPageProps) => {
  const { words, base } = frame
  const labels = words.me.applications
  return (
    <AccountLayout frame={frame} tab="applications">
      <p>{applications.length === 0 ? labels.none : labels.intro}</p>
      <Rows>
        {applications.map(({ clientId, name, scope, since }) => (
          <Row
            title={<strong>{name}</strong>}
            hints={[labels.since({ date: frame.date(since) })]}
            details={<ScopeList frame={frame} scope={scope} />}
          >
            <Confirmation
              action={`${base}/account/applications/revoke`}
              fields={{ client: clientId }}
              label={labels.revoke}
              about={name}
              question={words.recovery.revoke({ application: name })}
            />
          </Row>
        ))}
      </Rows>
    </AccountLayout>
  )
}

const ScopeList = ({ frame, scope }: { frame: AccountFrame; scope: readonly string[] }) => {
  return (
    <ul class="scopes hint">
      {scope.map((name) => (
        <li>{scopeText(frame.words.consent, name)}</li>
      ))}
    </ul>
  )
}
