import { MemberField } from '../applications/member-fields.tsx'
import type { ConsoleFrame } from '../layout.tsx'

/** The fields of the form of a resource, named as in the management API. */
export const resourceFields = [
  'resource',
  'name',
  'scopes',
  'default_scopes',
  'scope_texts',
  'dynamic_clients',
  'organization',
  'token_ttl',
  'min_acr',
  'dpop',
  'dpop_nonce',
  'api_keys',
  'permissions',
] as const
export type ResourceField = (typeof resourceFields)[number]

export type ResourceValues = Readonly<Partial<Record<ResourceField, string>>>

export interface ResourceFieldsProps {
  frame: ConsoleFrame
  values: ResourceValues
  /** Why the server refuses a value: its own words, which are English in every language of the page. */
  faults: Readonly<Partial<Record<ResourceField, string>>>
}

interface Setting {
  name: Exclude<ResourceField, 'resource'>
  label: string
  /** The labels of its values, where it is a choice. */
  choices?: Readonly<Record<string, string>>
  hint?: string
  /** Several lines, or a box to tick. Default: a line. */
  kind?: 'lines' | 'flag'
}

/** Everything of a resource but its identifier, which stays. */
export function settingsOf({ words }: ConsoleFrame): readonly Setting[] {
  const { applications, resources, preview } = words.console
  const hint = applications.separatedBySpaces
  return [
    { name: 'name', label: applications.name },
    { name: 'scopes', label: applications.scopes, hint },
    { name: 'default_scopes', label: resources.defaultScopes, hint },
    { name: 'scope_texts', label: resources.scopeTexts, hint: resources.scopeTextsHint, kind: 'lines' },
    { name: 'dynamic_clients', label: resources.dynamicClients, choices: resources.dynamicClientChoices },
    { name: 'organization', label: resources.organization, choices: resources.organizationChoices },
    { name: 'min_acr', label: preview.acr, choices: { '': preview.anyAcr, ...preview.acrs } },
    { name: 'token_ttl', label: resources.tokenTtl },
    { name: 'dpop', label: resources.dpop, kind: 'flag' },
    { name: 'dpop_nonce', label: resources.dpopNonce, kind: 'flag' },
    { name: 'api_keys', label: resources.apiKeys, kind: 'flag' },
    { name: 'permissions', label: resources.permissions, kind: 'flag' },
  ]
}

export const ResourceFields = ({ frame, ...shared }: ResourceFieldsProps) => (
  <>
    {settingsOf(frame).map(({ choices, kind, ...setting }) => (
      <MemberField
        {...shared}
        {...setting}
        input={choices ? { kind: 'choice', choices: Object.keys(choices) } : { kind: kind ?? 'line' }}
        labels={choices}
      />
    ))}
  </>
)

export const IdentifierField = ({ frame, ...shared }: ResourceFieldsProps) => {
  const { resources: words } = frame.words.console
  const label = words.identifier
  return <MemberField {...shared} name="resource" input={{ kind: 'line' }} label={label} hint={words.identifierHint} />
}
