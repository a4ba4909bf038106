/** What a field belongs to. */
export const fieldOwners = ['person', 'organization', 'membership'] as const
export type FieldOwner = (typeof fieldOwners)[number]

export const fieldTypes = [
  'text',
  'note',
  'integer',
  'boolean',
  'date',
  'choice',
  'choices',
  'link',
  'country',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** What a text may consist of. No patterns of operators: one on a stranger's input can take for ever. */
export const textClasses = ['any', 'letters', 'digits', 'letters-digits', 'code'] as const

export const fieldRequirements = ['no', 'sign-up', 'always'] as const

/** Who reads or writes a value: its person, owners and admins of the organization, clients, those who run the server. */
export const fieldReaders = ['person', 'owner', 'client', 'operator'] as const
export type FieldReader = (typeof fieldReaders)[number]

/** Who is asked for what is required: they have to be among those who write it. */
export const requiredWriter = {
  person: 'person',
  organization: 'owner',
  membership: 'person',
} as const satisfies Record<FieldOwner, FieldReader>

/** The pages that show it, to those who may read it. */
export const fieldPlaces = ['account', 'organization', 'console'] as const

/** Among whom a value is unique. */
export const uniqueScopes = ['no', 'server', 'organization'] as const

/** Names by language (BCP 47). */
export type NamesJson = Readonly<Record<string, string>>

/** A declared field, with every member that its declaration left out. It never changes: a changed field is another object. */
export interface Field {
  key: string
  of: FieldOwner
  type: FieldType
  /** Characters of a text or a note; the value of a number. */
  min: number | null
  max: number | null
  allow: (typeof textClasses)[number]
  /** What can be chosen, in this order, with its names. */
  options: Readonly<Record<string, NamesJson>>
  required: (typeof fieldRequirements)[number]
  /** The day from which everybody is asked for it. */
  since: string | null
  reads: readonly FieldReader[]
  writes: readonly FieldReader[]
  show: readonly (typeof fieldPlaces)[number][]
  /** Whether clients and resources may have it as a claim. */
  claim: boolean
  unique: (typeof uniqueScopes)[number]
  search: boolean
  /** Whether it says something about a person. */
  personal: boolean
  names: NamesJson
}

export type FieldValue = string | number | boolean | string[]

/** What a field is found by, in addresses and in the database: a key never returns for something else. */
export type FieldId = `${FieldOwner}.${string}`
export const fieldId = ({ of, key }: Pick<Field, 'of' | 'key'>): FieldId => `${of}.${key}`

/** A claim that a client or a resource has of a field. */
export interface FieldClaim {
  /** The name of the claim. */
  name: string
  field: FieldId
}

/** How many claims a client or a resource may have; tokens hold fewer (`boundedClaims`). */
export const maxFieldClaims = 60

/** The text of these names in a language: in that one, without its region or script, in English, or the first. */
export function nameIn(names: NamesJson, language: string): string {
  for (let tag = language; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = Object.hasOwn(names, tag) ? names[tag] : undefined
    if (found) return found
  }
  return names.en ?? Object.values(names)[0] ?? ''
}

const single: ReadonlySet<FieldType> = new Set(['text', 'integer', 'boolean', 'date', 'choice', 'link', 'country'])
/** Types of one short value, which an index can hold. */
export const isSearchable = (type: FieldType): boolean => single.has(type)

const distinct: ReadonlySet<FieldType> = new Set(['text', 'integer', 'date', 'link'])
export const mayBeUnique = (type: FieldType): boolean => distinct.has(type)
