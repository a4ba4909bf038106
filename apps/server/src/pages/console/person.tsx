import type { RecoveryTimes } from '../account/recovery-note.tsx'
import { Field, Form, Problem } from '../layout.tsx'
import { namesOfRoles } from '../roles.ts'
import { Row, Rows } from '../rows.tsx'
import { type ConsoleFrame, ConsoleLayout } from './layout.tsx'

interface PersonPageProps {
  frame: ConsoleFrame
  person: { id: string; name: string; addresses: readonly string[]; disabled: boolean; createdAt: Date }
  memberships: readonly { name: string; roles: readonly string[] }[]
  /** How many sessions the person has. */
  sessions: number
  /** A recovery that is pending or ready. */
  recovery: RecoveryTimes | null
  problem?: string
}

export const PersonPage = (props: PersonPageProps) => {
  const { frame, person, memberships, recovery, problem } = props
  const { words } = frame
  const action = `${frame.base}/admin/users/${person.id}`
  return (
    <ConsoleLayout frame={frame} section="people">
      <h2>{person.name || person.addresses[0] || person.id}</h2>
      <p class="hint">
        <code>{person.id}</code> · {frame.date(person.createdAt)}{' '}
        {person.disabled && <span class="tag">{words.admin.disabled}</span>}
      </p>
      <Rows>
        {person.addresses.map((address) => (
          <Row title={address} />
        ))}
        {memberships.map(({ name, roles }) => (
          <Row title={name} tags={namesOfRoles(words, roles)} />
        ))}
      </Rows>
      <Problem id="person-problem" text={problem} />
      <AccessForm {...props} action={action} />
      {recovery && !recovery.ready && <ShortenRecovery frame={frame} action={action} recovery={recovery} />}
      <ResetSignIn frame={frame} action={action} />
      {frame.sections.some(({ name }) => name === 'impersonations') && (
        <p>
          <a href={`${frame.base}/admin/impersonations/new?person=${encodeURIComponent(person.id)}`}>
            {words.console.impersonation.askTitle(person.name || person.id)}
          </a>
        </p>
      )}
      <DeletePerson frame={frame} action={action} />
    </ConsoleLayout>
  )
}

interface FormProps {
  frame: ConsoleFrame
  action: string
}

const AccessForm = ({ frame, action, person, sessions }: FormProps & PersonPageProps) => {
  const { admin } = frame.words
  return (
    <form method="post" action={action}>
      <button type="submit" name="action" value={person.disabled ? 'enable' : 'disable'} class="secondary">
        {person.disabled ? admin.enable : admin.disable}
      </button>
      <button type="submit" name="action" value="sign-out" class="secondary">
        {admin.signOutEverywhere} ({sessions})
      </button>
    </form>
  )
}

const ShortenRecovery = ({ frame, action, recovery }: FormProps & { recovery: RecoveryTimes }) => {
  const words = frame.words.recovery
  return (
    <details>
      <summary>{words.shorten}</summary>
      <form method="post" action={action}>
        <p class="quiet">
          {words.shortenIntro} {words.pending(frame.date(recovery.requestedAt), frame.date(recovery.readyAt))}
        </p>
        <button type="submit" name="action" value="shorten-recovery" class="secondary">
          {words.shorten}
        </button>
      </form>
    </details>
  )
}

const ResetSignIn = ({ frame, action }: FormProps) => {
  const { org, email } = frame.words
  return (
    <details>
      <summary>{org.reset}</summary>
      <p class="quiet">{org.resetIntro}</p>
      <Form action={action}>
        <Field name="email" type="email" label={email.label} maxlength={254} required />
        <button type="submit" name="action" value="reset" class="secondary">
          {org.reset}
        </button>
      </Form>
    </details>
  )
}

const DeletePerson = ({ frame, action }: FormProps) => {
  const { admin, me } = frame.words
  return (
    <details>
      <summary>{admin.deletePerson}</summary>
      <form method="post" action={action}>
        <label class="choice">
          <input type="checkbox" name="confirm" value="yes" required />
          <span>{me.data.understand}</span>
        </label>
        <button type="submit" name="action" value="delete" class="danger">
          {admin.deletePerson}
        </button>
      </form>
    </details>
  )
}
