import { type Attribute, groupResource, type ResourceType, type Schema, userResource } from './attributes.ts'
import { type Projection, projected } from './projection.ts'
import type { DirectoryGroup, DirectoryUser, ResourceMeta } from './resources.ts'

// The JSON of answers. `base` is the address of the directory, which comes from ISSUER and never from a request.

const resourceTypes = [userResource, groupResource] as const

/** The weak ETag of a version (RFC 7644 section 3.14). */
export const etagOf = (version: number): string => `W/"${version}"`

const metaOf = (
  { name, endpoint }: ResourceType,
  { id, createdAt, changedAt, version }: ResourceMeta,
  base: string,
) => ({
  resourceType: name,
  created: createdAt.toISOString(),
  lastModified: changedAt.toISOString(),
  location: `${base}${endpoint}/${id}`,
  version: etagOf(version),
})

/** A user as it is answered. */
export function userDocument(user: DirectoryUser, base: string, projection: Projection): Record<string, unknown> {
  const { enterprise, userName, externalId, ...others } = user.attributes
  const { schema, extension } = userResource
  const urn = extension?.schema.id ?? ''
  const document = {
    schemas: [schema.id, ...(enterprise ? [urn] : [])],
    ...{ id: user.id, externalId, userName, ...others },
    groups: user.groups?.map(({ id, displayName }) => ({
      ...{ value: id, $ref: `${base}/Groups/${id}`, display: displayName, type: 'direct' },
    })),
    ...(enterprise ? { [urn]: enterprise } : {}),
    meta: metaOf(userResource, user, base),
  }
  return projected(withoutNothing(document), projection)
}

/** A group as it is answered, with its members if they were read. */
export function groupDocument(group: DirectoryGroup, base: string, projection: Projection): Record<string, unknown> {
  const { displayName, externalId } = group.attributes
  const document = {
    schemas: [groupResource.schema.id],
    ...{ id: group.id, externalId, displayName },
    members: group.members?.map(({ value, type }) => ({ value, $ref: `${base}/${type}s/${value}`, type })),
    meta: metaOf(groupResource, group, base),
  }
  return projected(withoutNothing(document), projection)
}

/** An attribute without a value is not there (RFC 7643 section 2.5). */
const withoutNothing = (document: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(document).filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )

/** A page of a list (RFC 7644 section 3.4.2). */
export const listDocument = (resources: readonly unknown[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** What the server can do (RFC 7643 section 5). */
export const serviceProviderConfig = (base: string, pageSize: number) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: pageSize },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an owner of the organization makes on its directory page.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

/** RFC 7643 section 6. */
export const resourceTypeDocuments = (base: string) =>
  resourceTypes.map(({ name, endpoint, description, schema, extension }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: name, name, endpoint, description, schema: schema.id },
    ...(extension ? { schemaExtensions: [{ schema: extension.schema.id, required: false }] } : {}),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }))

/** RFC 7643 section 7. */
export const schemaDocuments = (base: string) =>
  resourceTypes
    .flatMap(({ schema, extension }) => [schema, ...(extension ? [extension.schema] : [])])
    .map((schema) => schemaDocument(schema, base))

const schemaDocument = ({ id, name, description, attributes }: Schema, base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...{ id, name, description },
  attributes: attributes.map(attributeDocument),
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})

const attributeDocument = ({ indexed, subAttributes, ...announced }: Attribute): Record<string, unknown> => ({
  ...announced,
  ...(announced.type === 'complex' ? { subAttributes: subAttributes.map(attributeDocument) } : {}),
})
