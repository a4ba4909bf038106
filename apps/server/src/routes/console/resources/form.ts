import type { ResourceMetadataChange } from '../../../flows/management/resources/resources.ts'
import { formField } from '../../../http/forms.ts'
import type { Params } from '../../../oidc/params.ts'
import type { Resource } from '../../../oidc/resources.ts'
import type { ScopeTexts, ScopeTextsJson } from '../../../oidc/scope-texts.ts'
import { type ResourceValues, resourceFields } from '../../../pages/console/resources/resource-fields.tsx'

/** The fields of a form, as they were sent. */
export const valuesOf = (params: Params): ResourceValues =>
  Object.fromEntries(resourceFields.map((name) => [name, formField(params, name).trim()]))

/** The same of a resource that exists. */
export const valuesOfResource = (resource: Resource): ResourceValues => ({
  resource: resource.identifier,
  // Without a name of its own it is shown by its identifier.
  name: resource.name === resource.identifier ? '' : resource.name,
  scopes: resource.scopes.join(' '),
  default_scopes: resource.defaultScopes.join(' '),
  scope_texts: scopeTextLines(resource.scopeTexts),
  dynamic_clients: resource.dynamicClients,
  organization: resource.organization,
  token_ttl: resource.tokenTtl === null ? '' : String(resource.tokenTtl),
  min_acr: resource.minAcr ?? '',
  dpop: resource.dpop === 'required' ? 'yes' : '',
  dpop_nonce: resource.dpopNonce === 'required' ? 'yes' : '',
  api_keys: resource.apiKeys ? 'yes' : '',
  permissions: resource.permissions ? 'yes' : '',
})

/** A line for each scope and language: `orders:read en See orders | See what you ordered and when.` */
const scopeTextLines = (texts: ScopeTexts): string =>
  [...texts]
    .flatMap(([scope, languages]) =>
      [...languages].map(
        ([tag, { name, description }]) => `${scope} ${tag} ${description === null ? name : `${name} | ${description}`}`,
      ),
    )
    .join('\n')

/** The same back. What is missing on a line is refused with the other settings. */
function scopeTextsOf(lines: string): ScopeTextsJson {
  const texts = new Map<string, Map<string, { name: string; description?: string }>>()
  for (const line of lines.split('\n').filter((line) => line.trim() !== '')) {
    const [scope = '', tag = '', ...words] = line.trim().split(/\s+/)
    const [name = '', ...description] = words.join(' ').split(' | ')
    const languages = texts.get(scope) ?? new Map()
    texts.set(
      scope,
      languages.set(tag, description.length > 0 ? { name, description: description.join(' | ') } : { name }),
    )
  }
  return Object.fromEntries([...texts].map(([scope, languages]) => [scope, Object.fromEntries(languages)]))
}

const listOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Everything of a form but the identifier: an empty field restores the default. */
export const changeOf = (values: ResourceValues): Omit<ResourceMetadataChange, 'resource'> => ({
  name: values.name || null,
  scopes: listOf(values.scopes),
  default_scopes: listOf(values.default_scopes),
  scope_texts: scopeTextsOf(values.scope_texts ?? ''),
  dynamic_clients: values.dynamic_clients || null,
  organization: values.organization || null,
  token_ttl: values.token_ttl || null,
  min_acr: values.min_acr || null,
  dpop: values.dpop === 'yes' ? 'required' : null,
  dpop_nonce: values.dpop_nonce === 'yes' ? 'required' : null,
  api_keys: values.api_keys === 'yes' || null,
})
