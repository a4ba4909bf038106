import { Checkbox, Checkboxes } from '../../fields.tsx'
import { Field, Problem, Technical } from '../../layout.tsx'
import type { OrganizationFrame } from '../layout.tsx'

/** What an issuer may give, as its form shows it. */
export interface AccessValues {
  name: string
  /** `<resource> <scope>` each. */
  scopes: readonly string[]
  clients: string
  teams: readonly string[]
  trustMfa: boolean
}

/** What can be chosen. */
export interface AccessChoices {
  apis: readonly { identifier: string; name: string; scopes: readonly string[] }[]
  teams: readonly { id: string; name: string }[]
}

interface AccessFieldsProps {
  frame: OrganizationFrame
  values: AccessValues
  choices: AccessChoices
}

/** What applications of members may do by an issuer, which ones they are, and for whom. */
export const AccessFields = ({ frame, values, choices }: AccessFieldsProps) => {
  const { issuers, sso } = frame.words
  return (
    <>
      {choices.apis.map(({ identifier, name, scopes }) => (
        <Checkboxes
          name="scope"
          legend={
            <>
              {issuers.access}: <bdi>{name}</bdi>
            </>
          }
          choices={scopes.map((scope) => ({
            value: `${identifier} ${scope}`,
            label: <Technical>{scope}</Technical>,
            checked: values.scopes.includes(`${identifier} ${scope}`),
          }))}
        />
      ))}
      <Problem id="scope-problem" text={frame.problems.scope} />
      <Field
        name="clients"
        label={issuers.clients}
        hint={issuers.clientsHint}
        value={values.clients}
        maxlength={4000}
        class="technical"
        problem={frame.problems.clients}
      />
      {choices.teams.length > 0 && (
        <Checkboxes
          name="team"
          legend={issuers.teams}
          choices={choices.teams.map(({ id, name }) => ({
            value: id,
            label: <bdi>{name}</bdi>,
            checked: values.teams.includes(id),
          }))}
        />
      )}
      <Checkbox name="trust_mfa" label={sso.trustMfa} checked={values.trustMfa} />
    </>
  )
}

/** What an issuer is called. */
export const NameField = ({ frame, value }: { frame: OrganizationFrame; value: string }) => (
  <Field
    name="name"
    label={frame.words.console.applications.name}
    value={value}
    maxlength={60}
    required
    problem={frame.problems.name}
  />
)
