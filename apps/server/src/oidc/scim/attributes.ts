// The closed table of attributes: what /Schemas announces, what is kept of a body, and what paths and filters may name.

export interface Attribute {
  readonly name: string
  readonly description: string
  readonly type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'complex'
  readonly multiValued: boolean
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable'
  readonly returned: 'always' | 'default'
  readonly uniqueness: 'none' | 'server'
  readonly canonicalValues?: readonly string[]
  readonly referenceTypes?: readonly string[]
  readonly subAttributes: readonly Attribute[]
  /** Values of these have at most so many characters, since an index holds them. */
  readonly indexed: boolean
}

type Choices = Partial<Omit<Attribute, 'name' | 'description'>>

const attribute = (name: string, description: string, choices: Choices = {}): Attribute => ({
  ...{ name, description, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none', subAttributes: [], indexed: false },
  ...choices,
})

const complex = (name: string, description: string, subAttributes: Attribute[], choices: Choices = {}): Attribute =>
  attribute(name, description, { type: 'complex', subAttributes, ...choices })

const readOnly = { mutability: 'readOnly' } as const

/** An attribute of several values with a type (RFC 7643 section 2.4). */
const contacts = (name: string, description: string, canonicalValues: readonly string[]): Attribute =>
  complex(
    name,
    description,
    [
      attribute('value', 'The address or number.'),
      attribute('display', 'How it is shown.'),
      attribute('type', 'What it is for.', { canonicalValues }),
      attribute('primary', 'Whether it is preferred. Only one is.', { type: 'boolean' }),
    ],
    { multiValued: true },
  )

const externalId = attribute('externalId', 'What the directory calls it.', { caseExact: true, indexed: true })

const userAttributes: readonly Attribute[] = [
  attribute('userName', 'The unique name of the user in the directory.', {
    ...{ required: true, uniqueness: 'server', indexed: true },
  }),
  externalId,
  complex('name', 'The parts of the name.', [
    attribute('formatted', 'The whole name.'),
    attribute('familyName', 'The family name.'),
    attribute('givenName', 'The given name.'),
    attribute('middleName', 'The middle names.'),
  ]),
  attribute('displayName', 'The name as it is shown.'),
  attribute('nickName', 'What the user is called.'),
  attribute('userType', 'The relation to the company.'),
  attribute('title', 'The job title.'),
  attribute('preferredLanguage', 'The language that the user prefers.'),
  attribute('locale', 'The language and region of the user.'),
  attribute('timezone', 'The time zone of the user.'),
  attribute('active', 'Whether the user may act for the organization.', { type: 'boolean', required: true }),
  contacts('emails', 'Email addresses.', ['work', 'home', 'other']),
  contacts('phoneNumbers', 'Phone numbers.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
  complex(
    'groups',
    'The groups that the user is in. Changed by changing the groups.',
    [
      attribute('value', 'The id of the group.', { ...readOnly, caseExact: true }),
      attribute('$ref', 'The address of the group.', {
        ...{ ...readOnly, type: 'reference', caseExact: true, referenceTypes: ['Group'] },
      }),
      attribute('display', 'The name of the group.', readOnly),
      attribute('type', 'Whether by the group itself.', { ...readOnly, canonicalValues: ['direct'] }),
    ],
    { ...readOnly, multiValued: true },
  ),
]

const enterpriseAttributes: readonly Attribute[] = [
  attribute('employeeNumber', 'The number of the employee.'),
  attribute('costCenter', 'The cost center.'),
  attribute('organization', 'The company.'),
  attribute('division', 'The division.'),
  attribute('department', 'The department.'),
  complex('manager', 'The manager.', [
    attribute('value', 'The id of the manager.'),
    attribute('displayName', 'The name of the manager.'),
  ]),
]

const groupAttributes: readonly Attribute[] = [
  attribute('displayName', 'The unique name of the group in the directory.', {
    ...{ required: true, uniqueness: 'server', indexed: true },
  }),
  externalId,
  complex(
    'members',
    'The users and groups in the group.',
    [
      attribute('value', 'The id of the member.', { mutability: 'immutable', caseExact: true }),
      attribute('$ref', 'The address of the member.', {
        ...{ mutability: 'immutable', type: 'reference', caseExact: true, referenceTypes: ['User', 'Group'] },
      }),
      attribute('type', 'Whether it is a user or a group.', {
        ...{ mutability: 'immutable', canonicalValues: ['User', 'Group'] },
      }),
    ],
    { multiValued: true },
  ),
]

/** What every resource has (RFC 7643 section 3.1). Schemas don't list it. */
export const commonAttributes: readonly Attribute[] = [
  attribute('schemas', '', { ...readOnly, multiValued: true, returned: 'always', caseExact: true }),
  attribute('id', '', { ...readOnly, returned: 'always', caseExact: true }),
  complex(
    'meta',
    '',
    [
      attribute('resourceType', '', { ...readOnly, caseExact: true }),
      attribute('created', '', { ...readOnly, type: 'dateTime' }),
      attribute('lastModified', '', { ...readOnly, type: 'dateTime' }),
      attribute('location', '', { ...readOnly, type: 'reference', caseExact: true }),
      attribute('version', '', { ...readOnly, caseExact: true }),
    ],
    readOnly,
  ),
]

/** A schema of a resource (RFC 7643 section 7). */
export interface Schema {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly attributes: readonly Attribute[]
}

export interface ResourceType {
  readonly name: 'User' | 'Group'
  /** Below the address of the directory. */
  readonly endpoint: '/Users' | '/Groups'
  readonly description: string
  readonly schema: Schema
  /** Its attributes stand below the URN of its schema. In our values they are those of `attribute`. */
  readonly extension: { readonly schema: Schema; readonly attribute: Attribute } | null
}

export const userResource: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  description: 'People of the organization.',
  schema: {
    id: 'urn:ietf:params:scim:schemas:core:2.0:User',
    name: 'User',
    description: 'A user of the directory.',
    attributes: userAttributes,
  },
  extension: {
    attribute: complex('enterprise', 'The enterprise extension.', [...enterpriseAttributes]),
    schema: {
      id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      name: 'EnterpriseUser',
      description: 'What companies keep about their people.',
      attributes: enterpriseAttributes,
    },
  },
}

export const groupResource: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  description: 'Groups of the organization.',
  schema: {
    id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
    name: 'Group',
    description: 'A group of the directory.',
    attributes: groupAttributes,
  },
  extension: null,
}

/** An attribute by its name, whatever its case (RFC 7643 section 2.1). */
export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | null {
  const wanted = name.toLowerCase()
  return attributes.find((candidate) => candidate.name.toLowerCase() === wanted) ?? null
}
