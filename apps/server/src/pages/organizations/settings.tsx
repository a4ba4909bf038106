import { ActForm } from '../act-form.tsx'
import { FieldValues, type ShownFields } from '../field-values.tsx'
import { Checkbox } from '../fields.tsx'
import { Field, Form, Problem } from '../layout.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface SettingsPageProps {
  frame: OrganizationFrame
  settings: {
    name: string
    slug: string
    membersMakeTeams: boolean
    requirePasskey: boolean
    /** Null where no application signs in devices by a code. */
    deviceCodes: boolean | null
    sessionHours: string
  }
  /** What is kept about the organization beside its settings. */
  fields: ShownFields
  isOwner: boolean
  /** Operators delete an organization on its overview. */
  mayDelete: boolean
}

export const SettingsPage = (props: SettingsPageProps) => (
  <OrganizationLayout frame={props.frame} tab="settings">
    <SettingsForm {...props} />
    <MoreSettings {...props} />
    {props.mayDelete && <DeleteForm frame={props.frame} />}
  </OrganizationLayout>
)

const SettingsForm = ({ frame, settings, isOwner }: SettingsPageProps) => {
  const { words, problems } = frame
  const { org } = words
  return (
    <Form action={organizationPath(frame, '/settings')} submit={words.me.save}>
      <Field
        name="name"
        label={words.organization.name}
        value={settings.name}
        maxlength={200}
        required
        problem={problems.name}
      />
      <Field name="slug" label={org.slug} value={settings.slug} maxlength={40} required problem={problems.slug} />
      <Checkbox name="members_make_teams" label={org.membersMakeTeams} checked={settings.membersMakeTeams} />
      {isOwner && <Checkbox name="require_passkey" label={org.requirePasskey} checked={settings.requirePasskey} />}
      {isOwner && settings.deviceCodes !== null && (
        <Checkbox
          name="device_codes"
          label={org.deviceCodes}
          checked={settings.deviceCodes}
          hint={org.deviceCodesHint}
        />
      )}
      {isOwner && (
        <Field
          name="session_hours"
          label={org.sessionHours}
          hint={words.profile.optional}
          inputmode="numeric"
          value={settings.sessionHours}
          maxlength={5}
          problem={problems.session_max}
        />
      )}
    </Form>
  )
}

const MoreSettings = ({ frame, fields }: SettingsPageProps) =>
  fields.inputs.length + fields.facts.length > 0 ? (
    <>
      <h2>{frame.words.fields.more}</h2>
      <FieldValues frame={frame} action={organizationPath(frame, '/settings/fields')} {...fields} />
    </>
  ) : null

const DeleteForm = ({ frame }: { frame: OrganizationFrame }) => {
  const { org, manage } = frame.words
  return (
    <>
      <h2>{org.deleteTitle}</h2>
      <p>{org.deleteIntro}</p>
      <ActForm action={organizationPath(frame, '/delete')} label={org.deleteButton} look="danger">
        <Checkbox name="confirm" label={manage.understandDelete} required />
        <Problem id="confirm-problem" text={frame.problems.confirm} />
      </ActForm>
    </>
  )
}
