import { joinParts, type List, Table } from '../../table.tsx'
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
  return (
    <ConsoleLayout frame={frame} section="applications">
      <ApplicationLinks frame={frame} current="registered" />
      <p class="quiet">{registration.intro}</p>
      <Table
        frame={frame}
        {...clients}
        empty={frame.words.admin.nothing}
        columns={{
          name: ({ name }) => name,
          href: ({ id }) => `${frame.base}/admin/registered-clients/${encodeURIComponent(id)}`,
          status: ({ disabled, trusted }) => [
            disabled && applications.states.disabled,
            trusted && registration.trusted,
          ],
          facts: ({ redirectUris, registeredAt, network, usedAt }) => [
            // Its name proves nothing; where people are sent to does.
            redirectUris.length > 0 && <RedirectUris uris={redirectUris} />,
            joinParts(
              registration.registeredAt({ date: frame.date(registeredAt), network }),
              usedAt && frame.words.me.sessions.seen({ date: frame.date(usedAt) }),
            ),
          ],
        }}
      />
    </ConsoleLayout>
  )
}
