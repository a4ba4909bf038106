import { Status } from '../../status.tsx'
import { type List, NameCell, Table } from '../../table.tsx'
import { Time } from '../../time.tsx'
import { RedirectUris } from '../applications/list.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { ApplicationLinks } from './links.tsx'

export interface ListedRegistration {
  id: string
  name: string
  redirectUris: readonly string[]
  registeredAt: Date
  usedAt: Date | null
  network: string
  disabled: boolean
  trusted: boolean
}

interface RegisteredClientsPageProps {
  frame: ConsoleFrame
  clients: List<ListedRegistration>
}

/** The clients that registered themselves, newest first. */
export const RegisteredClientsPage = ({ frame, clients }: RegisteredClientsPageProps) => {
  const { applications, registration } = frame.words.console
  const { columns } = frame.words.lists
  return (
    <ConsoleLayout frame={frame} section="applications">
      <ApplicationLinks frame={frame} current="registered" />
      <p class="quiet">{registration.intro}</p>
      <Table
        frame={frame}
        {...clients}
        label={registration.registered}
        empty={frame.words.admin.nothing}
        columns={[
          {
            head: applications.name,
            width: 'wide',
            cell: ({ id, name }) => (
              <NameCell
                name={name}
                href={`${frame.base}/admin/registered-clients/${encodeURIComponent(id)}`}
                face={{ id, kind: 'application', name }}
              />
            ),
          },
          {
            // Its name proves nothing; where people are sent to does.
            head: applications.redirectUris,
            title: ({ redirectUris }) => redirectUris.join(' '),
            cell: ({ redirectUris }) => redirectUris.length > 0 && <RedirectUris uris={redirectUris} />,
          },
          {
            head: columns.registered,
            width: 'narrow',
            title: ({ registeredAt, network }) =>
              registration.registeredAt({ date: frame.date(registeredAt), network }),
            cell: ({ registeredAt }) => <Time frame={frame} at={registeredAt} />,
          },
          {
            head: columns.lastUsed,
            width: 'narrow',
            cell: ({ usedAt }) => usedAt && <Time frame={frame} at={usedAt} />,
          },
          {
            head: frame.words.lists.state,
            width: 'narrow',
            cell: (client) => <RegistrationStatus frame={frame} client={client} />,
          },
        ]}
      />
    </ConsoleLayout>
  )
}

export const RegistrationStatus = ({ frame, client }: { frame: ConsoleFrame; client: ListedRegistration }) => {
  const { applications, registration } = frame.words.console
  return (
    <>
      <Status kind={client.disabled ? 'bad' : 'good'}>
        {client.disabled ? applications.states.disabled : frame.words.lists.states.active}
      </Status>
      {client.trusted && <Status kind="good">{registration.trusted}</Status>}
    </>
  )
}
