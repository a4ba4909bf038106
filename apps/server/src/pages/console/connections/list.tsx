import type { ConnectionState } from '../../../oidc/federation/connection.ts'
import { ConnectionStatus } from '../../federation/attempts.tsx'
import { type List, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { Directories, type ListedDirectory } from './directories.tsx'

export interface ListedConnection {
  id: string
  name: string
  state: ConnectionState
  issuer: string
  organization: { id: string; name: string }
  domains: readonly string[]
  lastSuccessAt: Date | null
  /** Sign-ins in a row that failed because of it. */
  failures: number
}

interface ConnectionsPageProps {
  frame: ConsoleFrame
  connections: List<ListedConnection>
  /** Null while SCIM is off. */
  directories: List<ListedDirectory> | null
}

/** The identity providers of all organizations. */
export const ConnectionsPage = ({ frame, connections, directories }: ConnectionsPageProps) => {
  const { console, federation, lists, org, activity } = frame.words
  return (
    <ConsoleLayout frame={frame} section="connections">
      <p class="quiet">{console.connections.intro}</p>
      <Table
        frame={frame}
        {...connections}
        label={console.sections.connections}
        empty={console.connections.none}
        columns={[
          {
            head: activity.filters.organization,
            width: 'wide',
            cell: ({ id, name, organization }) => (
              <NameCell
                name={organization.name}
                href={`${frame.base}/admin/connections/${id}`}
                detail={name}
                face={{ id: organization.id, kind: 'organization', name: organization.name }}
              />
            ),
          },
          {
            head: federation.issuer,
            title: ({ issuer }) => issuer,
            cell: ({ issuer }) => <bdi dir="ltr">{issuer}</bdi>,
          },
          {
            head: org.tabs.domains,
            title: ({ domains }) => domains.join(' '),
            cell: ({ domains }) => domains.length > 0 && <bdi dir="ltr">{domains.join(', ')}</bdi>,
          },
          {
            head: console.people.orders['last-sign-in'],
            width: 'narrow',
            cell: ({ lastSuccessAt }) => lastSuccessAt && <Time frame={frame} at={lastSuccessAt} />,
          },
          {
            head: lists.state,
            width: 'narrow',
            title: ({ failures }) => (failures > 0 ? console.signIns.companyFailing({ count: failures }) : null),
            cell: ({ state }) => <ConnectionStatus frame={frame} state={state} />,
          },
        ]}
      />
      {directories && <Directories frame={frame} directories={directories} />}
    </ConsoleLayout>
  )
}
