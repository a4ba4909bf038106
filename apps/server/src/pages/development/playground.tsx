import { Select } from '../fields.tsx'
import { Field, Form, type Frame, Layout } from '../layout.tsx'

interface PlaygroundPageProps {
  frame: Frame
  choices: {
    prompts: readonly string[]
    acrs: readonly string[]
    languages: readonly string[]
    scopes: readonly string[]
  }
  /** What the form is filled in with. */
  choice: {
    scope: readonly string[]
    organizationSetting: string
    prompt: string
    maxAge: string
    acr: string
    organization: string
    language: string
  }
  /** What is wrong with `max_age`. */
  problem?: string | undefined
  /** The developer comes from a sign-out. */
  signedOut?: boolean | undefined
}

const optional = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const organizationChoices = [
  { value: 'required', label: 'required: people choose, create or join one' },
  { value: 'optional', label: 'optional: nobody is asked to create one' },
  { value: 'none', label: 'none: nobody is asked, and the tokens name none' },
]

export const PlaygroundPage = ({ frame, choices, choice, problem, signedOut }: PlaygroundPageProps) => (
  <Layout frame={frame} title="Try a sign-in" wide>
    {signedOut && (
      <p class="done" role="status">
        You are signed out, here and at the server. The next sign-in asks for your address again.
      </p>
    )}
    <p>
      A client of this server signs you in, as any application would, and shows what it got. The code is in the{' '}
      <a href={frame.mailboxUrl ?? `${frame.base}/dev/mailbox`}>mailbox</a>.
    </p>
    <Form action={`${frame.base}/dev/try`} submit="Sign in">
      <fieldset class="scope-choices">
        <legend>Scopes, which decide about the claims</legend>
        {choices.scopes.map((name) => (
          <label class="choice">
            <input type="checkbox" name="scope" value={name} checked={choice.scope.includes(name)} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <Select
        name="organization_setting"
        label="Organizations (the setting ORGANIZATION of a client)"
        choices={organizationChoices}
        value={choice.organizationSetting}
      />
      <Parameters choices={choices} choice={choice} problem={problem} />
    </Form>
    <p class="quiet">
      <a href={`${frame.base}/`}>Home</a>
    </p>
  </Layout>
)

const Parameters = ({ choices, choice, problem }: Pick<PlaygroundPageProps, 'choices' | 'choice' | 'problem'>) => {
  const { prompt, maxAge, acr, organization, language } = choice
  return (
    <details open={[prompt, maxAge, acr, organization, language].some(Boolean)}>
      <summary>More parameters of the request</summary>
      <div class="grid">
        <Select name="prompt" label="prompt" choices={optional(choices.prompts)} value={prompt} optional />
        <Field
          name="max_age"
          label="max_age"
          hint="(seconds)"
          inputmode="numeric"
          maxlength={9}
          value={maxAge}
          problem={problem}
        />
        <Select name="acr" label="Essential acr" choices={optional(choices.acrs)} value={acr} optional />
        <Select name="language" label="ui_locales" choices={optional(choices.languages)} value={language} optional />
        <Field name="organization" label="organization" hint="(id or slug)" maxlength={100} value={organization} />
      </div>
    </details>
  )
}
