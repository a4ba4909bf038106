import { Field, Form, type Frame, Layout, Problem, Sentence } from '../layout.tsx'

type Problems = Partial<Record<string, string>>

interface TermsPageProps {
  frame: Frame
  action: string
  version: string
  url: string
  problem?: string
}

export const TermsPage = ({ frame, action, version, url, problem }: TermsPageProps) => {
  const words = frame.words.termsStep
  return (
    <Layout frame={frame} title={words.title}>
      <p>{words.intro(frame.brand.name)}</p>
      <p>
        <a href={url} target="_blank" rel="noopener">
          {words.read}
        </a>{' '}
        <span class="hint">
          <Sentence text={words.version(version)} technical={version} />
        </span>
      </p>
      <form method="post" action={action} novalidate>
        <input type="hidden" name="version" value={version} />
        <label class="choice">
          <input
            type="checkbox"
            name="accept_terms"
            value="yes"
            required
            aria-describedby={problem ? 'accept_terms-problem' : undefined}
          />
          <span>{words.accept}</span>
        </label>
        <Problem id="accept_terms-problem" text={problem} />
        <button type="submit" class="primary">
          {frame.words.continue}
        </button>
        <button type="submit" name="decision" value="decline" class="secondary" formnovalidate>
          {words.decline}
        </button>
      </form>
    </Layout>
  )
}

interface ProfilePageProps {
  frame: Frame
  action: string
  givenName: string
  familyName: string
  problems?: Problems
}

export const ProfilePage = ({ frame, action, givenName, familyName, problems = {} }: ProfilePageProps) => {
  const words = frame.words.profile
  return (
    <Layout frame={frame} title={words.title}>
      <p>{words.intro}</p>
      <Form action={action} submit={frame.words.continue}>
        <Field
          name="given_name"
          label={words.givenName}
          value={givenName}
          autocomplete="given-name"
          maxlength={200}
          autofocus={!problems.family_name}
          required
          problem={problems.given_name}
        />
        <Field
          name="family_name"
          label={words.familyName}
          hint={words.optional}
          value={familyName}
          autocomplete="family-name"
          maxlength={200}
          problem={problems.family_name}
        />
      </Form>
    </Layout>
  )
}

interface Choice {
  id: string
  label: string
  detail?: string
}

interface ChoicePageProps {
  frame: Frame
  action: string
  /** The name of the radio; the text field is `<name>_name`. */
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
  /** What is known besides. */
  notes?: readonly string[]
  /** What may come with a new organization. */
  first?: { slug: string; team: string; invite: string }
  problems?: Problems
}

/** Pick one of a list, or create one: two forms, so that each says what it does. */
export const ChoicePage = ({ frame, action, field, choices, problems = {}, ...props }: ChoicePageProps) => (
  <Layout frame={frame} title={props.title}>
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
        {props.first && <FirstSteps frame={frame} first={props.first} problems={problems} />}
        <button type="submit" class={choices.length === 0 ? 'primary' : 'secondary'}>
          {props.createLabel}
        </button>
      </form>
    )}
  </Layout>
)

/** Not asked of anyone who is in a hurry. */
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

interface InvitationOnlyPageProps {
  frame: Frame
  action: string
  application: string
  /** Who is to be invited. */
  address: string
  /** What is known besides, such as a request to join. */
  notes: readonly string[]
  problem?: string
}

/** Nobody makes an organization of their own here, and this person has none: how to get in, and the ways out. */
export const InvitationOnlyPage = ({
  frame,
  action,
  application,
  address,
  notes,
  problem,
}: InvitationOnlyPageProps) => {
  const { words } = frame
  return (
    <Layout frame={frame} title={words.manage.invitationOnlyTitle}>
      <p>{words.manage.invitationOnly(application, address)}</p>
      {notes.map((note) => (
        <p class="done" role="status">
          {note}
        </p>
      ))}
      <Problem id="organization-problem" text={problem} />
      <form method="post" action={action}>
        <button type="submit" name="decision" value="other" class="primary">
          {words.org.otherAccount}
        </button>
        <button type="submit" name="decision" value="back" class="secondary">
          {words.manage.backTo(application)}
        </button>
      </form>
    </Layout>
  )
}
