import { Field, Form } from '../layout.tsx'
import { type OrganizationFrame, organizationPath } from './layout.tsx'
import { type PersonChoice, PersonField } from './person-field.tsx'

/** What only owners can do with other members. */
export const OwnerForms = ({ frame, people }: { frame: OrganizationFrame; people: readonly PersonChoice[] | null }) => {
  const { words, problems } = frame
  const { org, recovery } = words
  return (
    <>
      <details>
        <summary>{org.transfer}</summary>
        <Form action={organizationPath(frame, '/transfer')} submit={org.transfer}>
          <PersonField frame={frame} id="transfer" people={people} problem={problems.person} />
        </Form>
      </details>
      <details open={Boolean(problems.email || problems.person)}>
        <summary>{org.reset}</summary>
        <p class="quiet">{org.resetIntro}</p>
        <Form action={organizationPath(frame, '/members/reset')} submit={org.reset}>
          <PersonField frame={frame} id="reset" people={people} problem={problems.person} />
          <Field
            name="email"
            type="email"
            label={words.email.label}
            maxlength={254}
            required
            problem={problems.email}
          />
        </Form>
      </details>
      <details>
        <summary>{recovery.shorten}</summary>
        <p class="quiet">{recovery.shortenIntro}</p>
        <Form action={organizationPath(frame, '/members/recovery')} submit={recovery.shorten}>
          <PersonField frame={frame} id="recovery" people={people} />
        </Form>
      </details>
    </>
  )
}
