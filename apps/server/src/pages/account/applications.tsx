import type { ShownConsent } from '../../oidc/consent.ts'
import { ActForm, Confirmation } from '../act-form.tsx'
import {
  ApplicationTitle,
  ConsentedAccess,
  calledItself,
  connectionName,
  SinceAndUsed,
} from '../connected-applications.tsx'
import { Row, Rows } from '../table.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface ApplicationsPageProps {
  frame: AccountFrame
  applications: readonly { clientId: string; name: string; access: ShownConsent; since: Date }[]
  /** Third-party clients: once for each organization. */
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
          <Row
            title={<ApplicationTitle id={connection.clientId} name={connectionName(connection).title} />}
            hints={[
              calledItself(frame, connection),
              connection.organizationName && words.consent.organization({ name: connection.organizationName }),
              <SinceAndUsed frame={frame} {...connection} />,
            ]}
            details={<ConsentedAccess frame={frame} access={connection.access} />}
          >
            <EndConnection frame={frame} connection={connection} />
          </Row>
        ))}
        {applications.map(({ clientId, name, since, access }) => (
          <Row
            title={<ApplicationTitle id={clientId} name={name} />}
            hints={[<SinceAndUsed frame={frame} since={since} usedAt={null} />]}
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
          <Row title={<ApplicationTitle id={clientId} name={name} />}>
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

const EndConnection = ({ frame, connection }: { frame: AccountFrame; connection: Connection }) => {
  const { me, recovery } = frame.words
  const { title } = connectionName(connection)
  const { id, organizationName } = connection
  return (
    <Confirmation
      action={`${frame.base}/account/applications/end`}
      fields={{ id }}
      label={me.applications.revoke}
      about={organizationName ? `${title}, ${organizationName}` : title}
      question={recovery.revoke({ application: title })}
    />
  )
}
