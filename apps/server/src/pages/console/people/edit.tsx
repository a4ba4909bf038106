import { LocaleFields, NameFields, ProfileFields, type ProfileFieldsProps } from '../../account/profile.tsx'
import { Checkbox, Select } from '../../fields.tsx'
import { Field, Form, Problem } from '../../layout.tsx'
import type { RoleName } from '../../roles.ts'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

interface NewPersonPageProps extends ProfileFieldsProps {
  frame: ConsoleFrame
  /** The roles to choose from in an organization; null for an operator who may not invite to one. */
  roles: readonly RoleName[] | null
  mailed: boolean
}

/** Makes an account for somebody. The address counts once its mailbox is proven. */
export const NewPersonPage = (props: NewPersonPageProps) => {
  const { frame, values, problems, roles, mailed } = props
  const { words } = frame
  const labels = words.console.people
  return (
    <ConsoleLayout frame={frame} section="people" title={labels.new}>
      <Form action={`${frame.base}/admin/people/new`} submit={labels.create}>
        <AddressField frame={frame} values={values} problems={problems} />
        <div class="grid">
          <NameFields {...props} />
          <LocaleFields {...props} />
        </div>
        {roles && (
          <div class="grid">
            <Field
              name="organization"
              label={labels.organization}
              hint={labels.invitedTo}
              value={values.organization}
              maxlength={254}
              problem={problems.organization}
            />
            <Select
              name="role"
              label={words.org.role}
              value={values.role || 'member'}
              choices={roles.map((role) => ({ value: role, label: words.roles[role] }))}
              problem={problems.role}
            />
          </div>
        )}
        <Checkbox name="mailed" label={labels.tell} checked={mailed} />
      </Form>
    </ConsoleLayout>
  )
}

interface EditPersonPageProps extends ProfileFieldsProps {
  frame: ConsoleFrame
  person: { label: string; path: string }
  /** Of the profile that the form shows. */
  version: string
  /** Nobody has proven the address yet, so that it can be changed here. */
  unverified: boolean
  /** What is wrong with no field of the form. */
  problem?: string
}

/** The profile of a person as an operator changes it. */
export const EditPersonPage = (props: EditPersonPageProps) => {
  const { frame, person, version, unverified, values, problems, problem } = props
  return (
    <ConsoleLayout frame={frame} section="people" title={person.label}>
      <Problem id="person-problem" text={problem} />
      <Form action={`${person.path}/edit`} submit={frame.words.me.save}>
        <input type="hidden" name="version" value={version} />
        {unverified && <AddressField frame={frame} values={values} problems={problems} />}
        <ProfileFields {...props} />
      </Form>
      <p>
        <a href={person.path}>
          <bdi>{person.label}</bdi>
        </a>
      </p>
    </ConsoleLayout>
  )
}

const AddressField = ({
  frame,
  values,
  problems,
}: Pick<ProfileFieldsProps, 'values' | 'problems'> & { frame: ConsoleFrame }) => (
  <Field
    name="email"
    type="email"
    inputmode="email"
    label={frame.words.email.label}
    hint={frame.words.console.people.newIntro}
    value={values.email}
    maxlength={254}
    required
    problem={problems.email}
  />
)
