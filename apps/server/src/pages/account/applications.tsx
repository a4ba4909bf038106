import type { ShownConsent } from '../../oidc/consent.ts'
import { ActForm, Confirmation } from '../act-form.tsx'
import { ConsentedAccess, connectionName } from '../connected-applications.tsx'
import { Technical } from '../layout.tsx'
import { joinParts, Row, Rows } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface ApplicationsPageProps {
  frame: AccountFrame
  applications: readonly { clientId: string; name: string; access: ShownConsent; since: Date }[]
  /** Those that nobody here chose: once for each organization. */
  connections: readonly Connection[]
  /** Those that begin to sign the person in when they are opened from here. */
  openable: readonly { clientId: string; name: string }[]
}

interface Connection {
  id: string
  clientId: string
  clientName: string
  organizationName: string | null
  access: ShownConsent
  since: Date
  usedAt: Date | null
}

export const ApplicationsPage = ({ frame, applications, connections, openable }: ApplicationsPageProps) => {
  const { words, base } = frame
  const labels = words.me.applications
  return (
    <AccountLayout frame={frame} tab="applications">
      <p>{applications.length + connections.length === 0 ? labels.none : labels.intro}</p>
      <Rows>
        {connections.map((connection) => (
          <ConnectionRow frame={frame} connection={connection} />
        ))}
        {applications.map(({ clientId, name, access, since }) => (
          <Row
            title={<strong>{name}</strong>}
            hints={[labels.since({ date: frame.date(since) })]}
            details={<ConsentedAccess frame={frame} access={access} />}
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
      {openable.length > 0 && <Launcher frame={frame} openable={openable} />}
    </AccountLayout>
  )
}

const Launcher = ({ frame, openable }: Pick<ApplicationsPageProps, 'frame' | 'openable'>) => {
  const labels = frame.words.me.applications
  return (
    <>
      <h2>{labels.toOpen}</h2>
      <Rows>
        {openable.map(({ clientId, name }) => (
          <Row
            title={
              <strong>
                <bdi>{name}</bdi>
              </strong>
            }
          >
            <ActForm
              action={`${frame.base}/account/applications/open`}
              fields={{ client: clientId }}
              label={labels.open}
              about={name}
            />
          </Row>
        ))}
      </Rows>
    </>
  )
}

const ConnectionRow = ({ frame, connection }: { frame: AccountFrame; connection: Connection }) => {
  const { words, base } = frame
  const { me, agents, consent, recovery } = words
  const { title, calledItself } = connectionName(connection)
  const { id, organizationName, since, usedAt } = connection
  return (
    <Row
      title={
        <strong>
          <Technical>{title}</Technical>
        </strong>
      }
      hints={[
        calledItself && (
          <>
            {agents.callsItself}: <bdi>{calledItself}</bdi>
          </>
        ),
        organizationName && consent.organization({ name: organizationName }),
        joinParts(
          me.applications.since({ date: frame.date(since) }),
          usedAt && me.sessions.seen({ date: frame.date(usedAt) }),
        ),
      ]}
      details={<ConsentedAccess frame={frame} access={connection.access} />}
    >
      <Confirmation
        action={`${base}/account/applications/end`}
        fields={{ id }}
        label={me.applications.revoke}
        about={organizationName ? `${title}, ${organizationName}` : title}
        question={recovery.revoke({ application: title })}
      />
    </Row>
  )
}
