import type { ShownConsent } from '../../oidc/consent.ts'
import { ActForm, Confirmation } from '../act-form.tsx'
import { ConsentedAccess, calledItself, connectionName } from '../connected-applications.tsx'
import { Technical } from '../layout.tsx'
import { joinParts, Table } from '../table.tsx'
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
      <Table
        frame={frame}
        rows={connections}
        columns={{
          name: (connection) => <Technical>{connectionName(connection).title}</Technical>,
          facts: (connection) => [
            calledItself(frame, connection),
            connection.organizationName && words.consent.organization({ name: connection.organizationName }),
            joinParts(
              labels.since({ date: frame.date(connection.since) }),
              connection.usedAt && words.me.sessions.seen({ date: frame.date(connection.usedAt) }),
            ),
          ],
          details: ({ access }) => <ConsentedAccess frame={frame} access={access} />,
          acts: (connection) => <EndConnection frame={frame} connection={connection} />,
        }}
      />
      <Table
        frame={frame}
        rows={applications}
        columns={{
          name: ({ name }) => name,
          facts: ({ since }) => [labels.since({ date: frame.date(since) })],
          details: ({ access }) => <ConsentedAccess frame={frame} access={access} />,
          acts: ({ clientId, name }) => (
            <Confirmation
              action={`${base}/account/applications/revoke`}
              fields={{ client: clientId }}
              label={labels.revoke}
              about={name}
              question={words.recovery.revoke({ application: name })}
            />
          ),
        }}
      />
      {openable.length > 0 && <Launcher frame={frame} openable={openable} />}
    </AccountLayout>
  )
}

const Launcher = ({ frame, openable }: Pick<ApplicationsPageProps, 'frame' | 'openable'>) => {
  const labels = frame.words.me.applications
  return (
    <>
      <h2>{labels.toOpen}</h2>
      <Table
        frame={frame}
        rows={openable}
        columns={{
          name: ({ name }) => name,
          acts: ({ clientId, name }) => (
            <ActForm
              action={`${frame.base}/account/applications/open`}
              fields={{ client: clientId }}
              label={labels.open}
              about={name}
            />
          ),
        }}
      />
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
