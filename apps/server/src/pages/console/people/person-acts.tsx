import { ActForm, Confirmation } from '../../act-form.tsx'
import { Field } from '../../layout.tsx'
import type { PersonPageProps } from './person-props.ts'

/** What can be done with a person. Each is asked first; what the operator's role does not allow is not shown. */
export const PersonActs = (props: PersonPageProps) => {
  const { frame, path, person, may } = props
  const { admin, console } = frame.words
  const words = console.people
  if (!may.write && !may.delete) return null
  return (
    <>
      <h2>{words.acts}</h2>
      <div class="acts">
        {may.write && (
          <ActForm
            action={path}
            acts={[
              person.addresses.length > 0 && !person.disabled && { act: 'send-mail', label: words.sendMail },
              person.disabled ? { act: 'enable', label: admin.enable } : { act: 'disable', label: admin.disable },
            ]}
          />
        )}
        {may.write && <ResetSignIn {...props} />}
        {may.write && <ShortenRecovery {...props} />}
        <ImpersonationLink {...props} />
        {may.delete && (
          <>
            <MergeForm {...props} />
            <Confirmation
              action={path}
              fields={{ action: 'export', confirm: 'yes' }}
              label={words.export}
              question={words.exportText}
              look="secondary"
            />
            <ActForm action={path} act="delete" label={admin.deletePerson} look="danger" />
          </>
        )}
      </div>
    </>
  )
}

const ImpersonationLink = ({ frame, person }: PersonPageProps) =>
  frame.sections.some(({ name }) => name === 'impersonations') ? (
    <a class="button secondary" href={`${frame.base}/admin/impersonations/new?person=${encodeURIComponent(person.id)}`}>
      {frame.words.console.impersonation.askTitle({ person: person.label })}
    </a>
  ) : null

const ShortenRecovery = ({ frame, path, recovery }: PersonPageProps) => {
  if (!recovery || recovery.ready || recovery.undoBy !== null) return null
  const words = frame.words.recovery
  return (
    <details class="confirm">
      <summary>{words.shorten}</summary>
      <p class="quiet">
        {words.shortenIntro}{' '}
        {words.pending({ requested: frame.date(recovery.requestedAt), ready: frame.date(recovery.readyAt) })}
      </p>
      <ActForm action={path} act="shorten-recovery" label={words.shorten} />
    </details>
  )
}

const ResetSignIn = ({ frame, path }: PersonPageProps) => {
  const { org, email } = frame.words
  return (
    <details class="confirm">
      <summary>{org.reset}</summary>
      <p class="quiet">{org.resetIntro}</p>
      <ActForm action={path} act="reset" label={org.reset}>
        <Field name="email" type="email" label={email.label} maxlength={254} required />
      </ActForm>
    </details>
  )
}

const MergeForm = ({ frame, path }: PersonPageProps) => {
  const words = frame.words.console.people
  return (
    <details class="confirm">
      <summary>{words.merge}</summary>
      <p class="quiet">{words.mergeText}</p>
      <form method="get" action={`${path}/merge`}>
        <Field name="other" label={words.mergeOther} maxlength={254} required />
        <button type="submit" class="secondary">
          {words.mergePreview}
        </button>
      </form>
    </details>
  )
}
