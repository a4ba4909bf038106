import { ActForm } from '../../act-form.tsx'
import { Code, Facts } from '../../facts.tsx'
import { Time } from '../../time.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { type ListedRegistration, RegistrationStatus } from './registered-clients.tsx'

interface RegisteredClientPageProps {
  frame: ConsoleFrame
  client: ListedRegistration
  /** What it registered, in the names of RFC 7591. */
  metadata: Readonly<Record<string, unknown>>
  /** An operator marked it as trusted, rather than a list or a token. */
  listed: boolean
  mayChange: boolean
  notice: string | null
}

/** A client that registered itself: everything that it said, and what an operator can do about it. */
export const RegisteredClientPage = (props: RegisteredClientPageProps) => {
  const { frame, client, metadata, listed, mayChange, notice } = props
  const { lists } = frame.words
  const { applications, registration } = frame.words.console
  const action = `${frame.base}/admin/registered-clients/${encodeURIComponent(client.id)}`
  return (
    <ConsoleLayout
      frame={frame}
      section="applications"
      title={client.name}
      above={[{ href: `${frame.base}/admin/registered-clients`, label: registration.registered }]}
      face={{ id: client.id, name: client.name, kind: 'application' }}
      status={<RegistrationStatus frame={frame} client={client} />}
      notice={notice}
    >
      <Facts
        facts={[
          [
            applications.id,
            <Code copy={lists} about={applications.id}>
              {client.id}
            </Code>,
          ],
          [lists.columns.registered, <Time frame={frame} at={client.registeredAt} />],
          [lists.columns.network, <bdi dir="ltr">{client.network}</bdi>],
          client.usedAt && [lists.columns.lastUsed, <Time frame={frame} at={client.usedAt} />],
        ]}
      />
      <h2>{applications.settings}</h2>
      <Facts
        facts={Object.entries(metadata).map(([name, value]) => [
          <code dir="ltr">{name}</code>,
          <bdi dir={name === 'client_name' ? undefined : 'ltr'} class="lines">
            {textOf(value)}
          </bdi>,
        ])}
      />
      {mayChange && (
        <ActForm
          action={action}
          class="acts"
          acts={[
            listed
              ? { act: 'untrust', label: registration.untrust }
              : !client.trusted && { act: 'trust', label: registration.trust },
            client.disabled
              ? { act: 'enable', label: applications.enable }
              : { act: 'disable', label: applications.disable },
            { act: 'delete', label: applications.delete, look: 'danger' },
          ]}
        />
      )}
    </ConsoleLayout>
  )
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join('\n') : typeof value === 'object' ? JSON.stringify(value) : String(value)
