import type { ResourceMetadataChange } from '../../../flows/management/resources/resources.ts'
import { formField } from '../../../http/forms.ts'
import type { Params } from '../../../oidc/params.ts'
import type { Resource } from '../../../oidc/resources.ts'
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
  dynamic_clients: resource.dynamicClients,
  organization: resource.organization,
  token_ttl: resource.tokenTtl === null ? '' : String(resource.tokenTtl),
  min_acr: resource.minAcr ?? '',
})

const listOf = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** Everything of a form but the identifier: an empty field restores the default. */
export const changeOf = (values: ResourceValues): Omit<ResourceMetadataChange, 'resource'> => ({
  name: values.name || null,
  scopes: listOf(values.scopes),
  default_scopes: listOf(values.default_scopes),
  dynamic_clients: values.dynamic_clients || null,
  organization: values.organization || null,
  token_ttl: values.token_ttl || null,
  min_acr: values.min_acr || null,
})
