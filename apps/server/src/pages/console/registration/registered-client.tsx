import { Action } from '../../action.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import type { ListedRegistration } from './registered-clients.tsx'

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
  const { applications, registration } = frame.words.console
  const action = `${frame.base}/admin/registered-clients/${encodeURIComponent(client.id)}`
  const button = (act: string, label: string, danger = false) => (
    <Action action={action} fields={{ action: act }} label={label} danger={danger} />
  )
  return (
    <ConsoleLayout frame={frame} section="applications" title={client.name} notice={notice}>
      <p>
        {applications.id}:{' '}
        <code>
          <bdi dir="ltr">{client.id}</bdi>
        </code>{' '}
        {client.disabled && <span class="tag">{applications.states.disabled}</span>}{' '}
        {client.trusted && <span class="tag">{registration.trusted}</span>}
      </p>
      <p class="quiet">
        {registration.registeredAt({ date: frame.date(client.registeredAt), network: client.network })}
        {client.usedAt && ` · ${frame.words.me.sessions.seen({ date: frame.date(client.usedAt) })}`}
      </p>
      <h2>{applications.settings}</h2>
      <dl class="facts">
        {Object.entries(metadata).map(([name, value]) => (
          <>
            <dt>
              <code dir="ltr">{name}</code>
            </dt>
            <dd>
              <bdi dir={name === 'client_name' ? undefined : 'ltr'} class="lines">
                {textOf(value)}
              </bdi>
            </dd>
          </>
        ))}
      </dl>
      {mayChange && (
        <div class="acts">
          {listed ? button('untrust', registration.untrust) : !client.trusted && button('trust', registration.trust)}
          {client.disabled ? button('enable', applications.enable) : button('disable', applications.disable)}
          {button('delete', applications.delete, true)}
        </div>
      )}
    </ConsoleLayout>
  )
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join('\n') : typeof value === 'object' ? JSON.stringify(value) : String(value)
