import { ActForm } from '../act-form.tsx'
import { ApiKeyTable, type KeyedApi, type KeyValues, MadeApiKey, NewApiKey, type ShownApiKey } from '../api-keys.tsx'
import { Checkbox, choicesOf, Select } from '../fields.tsx'
import { Field } from '../layout.tsx'
import type { List } from '../table.tsx'
import { type OrganizationFrame, OrganizationLayout, organizationPath } from './layout.tsx'

interface ShownPolicy {
  personal: string
  organization: string
  maxDays: string
  /** Keys without an end can be allowed. */
  mayHaveNoEnd: boolean
  networksRequired: boolean
}

interface ApiKeysPageProps {
  frame: OrganizationFrame
  keys: List<ShownApiKey>
  /** What a new key of the organization can be for; nothing for who may make none. */
  apis: readonly KeyedApi[]
  values: KeyValues
  /** A new key may be one without an end. */
  mayHaveNoEnd: boolean
  /** For owners. */
  policy: ShownPolicy | null
}

/** The API keys of an organization, and those with which its members act for it. */
export const ApiKeysPage = ({ frame, keys, apis, values, policy, mayHaveNoEnd }: ApiKeysPageProps) => {
  const { words, problems } = frame
  const action = organizationPath(frame, '/keys')
  return (
    <OrganizationLayout frame={frame} tab="keys">
      <p>{words.keys.intro}</p>
      <ApiKeyTable frame={frame} keys={keys} ownerHead={words.org.person} empty={words.keys.none} action={action} />
      {apis.length > 0 && <NewApiKey frame={frame} {...{ action, apis, values, problems, mayHaveNoEnd }} />}
      {policy && <PolicyForm frame={frame} policy={policy} />}
    </OrganizationLayout>
  )
}

const PolicyForm = ({ frame, policy }: { frame: OrganizationFrame; policy: ShownPolicy }) => {
  const { keys, me } = frame.words
  return (
    <section>
      <h2>{keys.policy}</h2>
      <ActForm action={organizationPath(frame, '/keys/policy')} label={me.save}>
        <Select
          name="personal"
          label={keys.personal}
          value={policy.personal}
          choices={choicesOf(keys.personalMakers)}
        />
        <Select
          name="organization"
          label={keys.organization}
          value={policy.organization}
          choices={choicesOf(keys.organizationMakers)}
        />
        <Field
          name="max_days"
          label={keys.maxDays}
          value={policy.maxDays}
          inputmode="numeric"
          maxlength={3}
          problem={frame.problems.max_days}
          {...(policy.mayHaveNoEnd ? { hint: keys.noEndHint } : { required: true })}
        />
        <Checkbox name="networks_required" label={keys.networksRequired} checked={policy.networksRequired} />
      </ActForm>
    </section>
  )
}

export const ApiKeyPage = ({ frame, name, secret }: { frame: OrganizationFrame; name: string; secret: string }) => (
  <OrganizationLayout frame={frame} tab="keys" title={name}>
    <MadeApiKey
      frame={frame}
      secret={secret}
      back={{ href: organizationPath(frame, '/keys'), label: frame.words.org.tabs.keys }}
    />
  </OrganizationLayout>
)
