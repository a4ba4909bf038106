import { FieldInputs, type ShownField } from '../../field-values.tsx'
import { Field, Form, type Frame, Layout, Problem } from '../../layout.tsx'

type Problems = Partial<Record<string, string>>

interface Choice {
  id: string
  label: string
  detail?: string
}

interface ChoicePageProps {
  frame: Frame
  action: string
  /** The name of the radio buttons; the text field is `<name>_name`. */
  field: 'organization' | 'team'
  title: string
  intro: string
  legend: string
  choices: readonly Choice[]
  selected?: string | null
  or: string
  nameLabel: string
  createLabel: string
  mayCreate: boolean
  name: string
  /** Further information, such as a pending request to join. */
  notes?: readonly string[]
  /** Optional fields of a new organization. */
  first?: { slug: string; team: string; invite: string }
  /** What is required of a new organization. */
  fields?: readonly ShownField[]
  problems?: Problems
}

/** Choose from a list, or create something new: two forms, so that the label of each button is unambiguous. */
export const ChoicePage = ({ frame, action, field, choices, problems = {}, ...props }: ChoicePageProps) => (
  <Layout frame={frame} title={props.title} scripts={['forms']}>
    <p>{props.intro}</p>
    {props.notes?.map((note) => (
      <p class="done" role="status">
        {note}
      </p>
    ))}
    {choices.length > 0 && (
      <Form action={action} submit={frame.words.continue}>
        <fieldset aria-describedby={problems[field] ? `${field}-problem` : undefined}>
          <legend>{props.legend}</legend>
          {choices.map(({ id, label, detail }, index) => (
            <label class="choice">
              <input
                type="radio"
                name={field}
                value={id}
                checked={props.selected ? props.selected === id : index === 0}
                required
              />
              <span>
                {label} {detail && <span class="hint">{detail}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <Problem id={`${field}-problem`} text={problems[field]} />
      </Form>
    )}
    {choices.length > 0 && props.mayCreate && <p class="or">{props.or}</p>}
    {choices.length === 0 && <Problem id={`${field}-problem`} text={problems[field]} />}
    {props.mayCreate && (
      <form method="post" action={action} novalidate>
        <Field
          name={`${field}_name`}
          label={props.nameLabel}
          value={props.name}
          autocomplete={field === 'organization' ? 'organization' : 'off'}
          maxlength={200}
          autofocus={choices.length === 0}
          required
          problem={problems[`${field}_name`]}
        />
        {props.fields && props.fields.length > 0 && <FieldInputs inputs={props.fields} />}
        {props.first && <FirstSteps frame={frame} first={props.first} problems={problems} />}
        <button type="submit" class={choices.length === 0 ? 'primary' : 'secondary'}>
          {props.createLabel}
        </button>
      </form>
    )}
  </Layout>
)

/** The optional fields of a new organization, collapsed. */
const FirstSteps = ({
  frame,
  first,
  problems,
}: {
  frame: Frame
  first: NonNullable<ChoicePageProps['first']>
  problems: Problems
}) => {
  const { words } = frame
  const open = Boolean(problems.organization_slug || problems.team_name || problems.invite)
  return (
    <details open={open}>
      <summary>{words.org.firstSteps}</summary>
      <Field
        name="organization_slug"
        label={words.org.slug}
        hint={words.profile.optional}
        value={first.slug}
        maxlength={40}
        problem={problems.organization_slug}
      />
      <Field
        name="first_team_name"
        label={words.team.name}
        hint={words.profile.optional}
        value={first.team}
        maxlength={200}
        problem={problems.team_name}
      />
      <Field
        name="invite"
        label={words.org.inviteColleagues}
        hint={words.org.inviteHint}
        value={first.invite}
        maxlength={2000}
        problem={problems.invite}
      />
    </details>
  )
}
