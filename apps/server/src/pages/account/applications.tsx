import type { ShownConsent } from '../../oidc/consent.ts'
import { ActForm, Confirmation } from '../act-form.tsx'
import {
  ApplicationTitle,
  ConsentedAccess,
  calledItself,
  connectionName,
  SinceAndUsed,
  throughIssuer,
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
  /** The issuer that connected it, if the person did not. */
  via?: string
  blocked?: boolean
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
              throughIssuer(frame, connection),
              connection.organizationName && words.consent.organization({ name: connection.organizationName }),
              <SinceAndUsed frame={frame} {...connection} />,
            ]}
            details={<ConsentedAccess frame={frame} access={connection.access} />}
          >
            {!connection.blocked && <EndConnection frame={frame} connection={connection} />}
            {connection.via !== undefined && <BlockConnection frame={frame} connection={connection} />}
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
  const { me, recovery, issuers } = frame.words
  const { title } = connectionName(connection)
  const { id, organizationName, via } = connection
  return (
    <Confirmation
      action={`${frame.base}/account/applications/end`}
      fields={{ id }}
      label={me.applications.revoke}
      about={organizationName ? `${title}, ${organizationName}` : title}
      question={via === undefined ? recovery.revoke({ application: title }) : issuers.again}
    />
  )
}

/** A person blocks for themselves what their organization lets an issuer connect, or allows it again. */
const BlockConnection = ({ frame, connection }: { frame: AccountFrame; connection: Connection }) => {
  const { org, issuers } = frame.words
  const { id, blocked, organizationName } = connection
  return (
    <ActForm
      action={`${frame.base}/account/applications/${blocked ? 'allow' : 'block'}`}
      fields={{ id }}
      label={blocked ? org.connected.allow : issuers.blockForMe}
      about={`${connectionName(connection).title}, ${organizationName}`}
    />
  )
}
