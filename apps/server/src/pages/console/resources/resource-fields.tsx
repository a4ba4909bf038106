import type { Child } from 'hono/jsx'
import { type Choice, Options } from '../../fields.tsx'
import { Fault } from '../applications/member-fields.tsx'
import type { ConsoleFrame } from '../layout.tsx'

/** The fields of the form of a resource, named as in the management API. */
export const resourceFields = [
  'resource',
  'name',
  'scopes',
  'default_scopes',
  'dynamic_clients',
  'organization',
  'token_ttl',
  'min_acr',
] as const
export type ResourceField = (typeof resourceFields)[number]

export type ResourceValues = Readonly<Partial<Record<ResourceField, string>>>

export interface ResourceFieldsProps {
  frame: ConsoleFrame
  values: ResourceValues
  /** Why the server refuses a value: its own words, which are English in every language of the page. */
  faults: Readonly<Partial<Record<ResourceField, string>>>
}

interface FieldProps extends Omit<ResourceFieldsProps, 'frame'> {
  name: ResourceField
  label: Child
  hint?: string
}

const idsOf = ({ name, hint, faults }: FieldProps) => {
  const id = `resource-${name}`
  const described = [faults[name] && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    shared: {
      id,
      name,
      'aria-invalid': faults[name] ? 'true' : undefined,
      'aria-describedby': described || undefined,
    } as const,
  }
}

const Labelled = ({ children, ...props }: FieldProps & { children?: Child }) => {
  const { id } = idsOf(props)
  const { name, label, hint, faults } = props
  return (
    <div class="field">
      <label for={id}>
        {label}{' '}
        {hint && (
          <bdi class="hint" id={`${id}-hint`}>
            {hint}
          </bdi>
        )}
      </label>
      {children}
      <Fault id={`${id}-fault`} name={name} fault={faults[name]} />
    </div>
  )
}

const Line = ({ technical = true, ...props }: FieldProps & { technical?: boolean }) => (
  <Labelled {...props}>
    <input
      {...idsOf(props).shared}
      value={props.values[props.name] ?? ''}
      dir={technical ? 'ltr' : 'auto'}
      maxlength={4000}
      spellcheck={false}
      autocomplete="off"
    />
  </Labelled>
)

const Selection = ({ choices, ...props }: FieldProps & { choices: readonly Choice[] }) => (
  <Labelled {...props}>
    <select {...idsOf(props).shared}>
      <Options choices={choices} value={props.values[props.name] ?? ''} />
    </select>
  </Labelled>
)

interface Setting {
  name: Exclude<ResourceField, 'resource'>
  label: string
  /** The labels of its values, where it is a choice. */
  choices?: Readonly<Record<string, string>>
  hint?: string
}

/** Everything of a resource but its identifier, which stays. */
export function settingsOf({ words }: ConsoleFrame): readonly Setting[] {
  const { applications, resources, preview } = words.console
  const hint = applications.separatedBySpaces
  return [
    { name: 'name', label: applications.name },
    { name: 'scopes', label: applications.scopes, hint },
    { name: 'default_scopes', label: resources.defaultScopes, hint },
    { name: 'dynamic_clients', label: resources.dynamicClients, choices: resources.dynamicClientChoices },
    { name: 'organization', label: resources.organization, choices: resources.organizationChoices },
    { name: 'min_acr', label: preview.acr, choices: { '': preview.anyAcr, ...preview.acrs } },
    { name: 'token_ttl', label: resources.tokenTtl },
  ]
}

export const ResourceFields = ({ frame, ...shared }: ResourceFieldsProps) => (
  <>
    {settingsOf(frame).map(({ choices, ...setting }) =>
      choices ? (
        <Selection
          {...shared}
          {...setting}
          choices={Object.entries(choices).map(([value, label]) => ({ value, label }))}
        />
      ) : (
        <Line {...shared} {...setting} technical={setting.name !== 'name'} />
      ),
    )}
  </>
)

export const IdentifierField = ({ frame, ...shared }: ResourceFieldsProps) => {
  const { resources: words } = frame.words.console
  return <Line {...shared} name="resource" label={words.identifier} hint={words.identifierHint} />
}
