import { Pager } from '../../pager.tsx'
import { joinParts, Row, Rows } from '../../rows.tsx'
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
  clients: readonly ListedRegistration[]
  next: string | null
  first: string | null
}

/** The clients that registered themselves, newest first. */
export const RegisteredClientsPage = ({ frame, clients, next, first }: RegisteredClientsPageProps) => {
  const { registration } = frame.words.console
  return (
    <ConsoleLayout frame={frame} section="applications">
      <ApplicationLinks frame={frame} current="registered" />
      <p class="quiet">{registration.intro}</p>
      {clients.length === 0 && <p class="quiet">{frame.words.admin.nothing}</p>}
      <Rows>
        {clients.map((client) => (
          <RegistrationRow frame={frame} client={client} />
        ))}
      </Rows>
      <Pager frame={frame} next={next} first={first} />
    </ConsoleLayout>
  )
}

const RegistrationRow = ({ frame, client }: { frame: ConsoleFrame; client: ListedRegistration }) => {
  const { applications, registration } = frame.words.console
  const { id, name, redirectUris, disabled, trusted, registeredAt, usedAt, network } = client
  const [firstUri, ...others] = redirectUris
  return (
    <Row
      title={
        <a href={`${frame.base}/admin/registered-clients/${encodeURIComponent(id)}`}>
          <bdi>{name}</bdi>
        </a>
      }
      tags={[disabled && applications.states.disabled, trusted && registration.trusted]}
      hints={[
        // Its name proves nothing; where people are sent to does.
        firstUri && (
          <>
            <bdi dir="ltr">{firstUri}</bdi>
            {others.length > 0 && ` +${others.length}`}
          </>
        ),
        joinParts(
          registration.registeredAt({ date: frame.date(registeredAt), network }),
          usedAt && frame.words.me.sessions.seen({ date: frame.date(usedAt) }),
        ),
      ]}
    />
  )
}
