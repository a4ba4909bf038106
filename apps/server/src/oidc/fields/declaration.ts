import {
  type Field,
  fieldOwners,
  fieldPlaces,
  fieldReaders,
  fieldRequirements,
  fieldTypes,
  isSearchable,
  mayBeUnique,
  type NamesJson,
  requiredWriter,
  textClasses,
  uniqueScopes,
} from './field.ts'

/** What is wrong with a member of a declaration. */
export interface FieldFault {
  member: string
  fault: string
}

const maxName = 80
const maxOptions = 50
export const maxTextOf = { text: 200, note: 1000 } as const

/** A key: a part of SQL-free JSON paths, of form fields and of addresses. */
export const isFieldKey = (text: string): boolean => /^[a-z][a-z0-9_]{1,31}$/.test(text) && !(text in Object.prototype)

const members: readonly (keyof Field)[] = [
  'key',
  'of',
  'type',
  'min',
  'max',
  'allow',
  'options',
  'required',
  'since',
  'reads',
  'writes',
  'show',
  'claim',
  'unique',
  'search',
  'personal',
  'names',
]
/** The members of a declaration. */
export const fieldMembers: readonly string[] = members

/** Reads the members of a declaration one by one, and collects what is wrong. */
class DeclarationReader {
  readonly faults: FieldFault[] = []
  constructor(private readonly given: ReadonlyMap<string, unknown>) {}

  fault(member: keyof Field, fault: string): void {
    this.faults.push({ member, fault })
  }

  get(member: keyof Field): unknown {
    return this.given.get(member) ?? undefined
  }

  choice<T extends string>(member: keyof Field, choices: readonly T[], fallback?: T): T {
    const value = this.get(member) ?? fallback
    const found = choices.find((choice) => choice === value)
    if (found === undefined) this.fault(member, `must be one of ${choices.join(', ')}`)
    return found ?? (choices[0] as T)
  }

  choices<T extends string>(member: keyof Field, choices: readonly T[], fallback: readonly T[]): T[] {
    const value = this.get(member) ?? fallback
    const known = (item: unknown): item is T => choices.some((choice) => choice === item)
    if (!Array.isArray(value) || !value.every(known)) {
      this.fault(member, `must be a list of ${choices.join(', ')}`)
      return [...fallback]
    }
    return choices.filter((choice) => value.includes(choice))
  }

  flag(member: keyof Field, fallback: boolean): boolean {
    const value = this.get(member) ?? fallback
    if (typeof value !== 'boolean') this.fault(member, 'must be true or false')
    return value === true
  }

  integer(member: keyof Field): number | null {
    const value = this.get(member) ?? null
    if (value === null || Number.isSafeInteger(value)) return value as number | null
    this.fault(member, 'must be a whole number')
    return null
  }

  names(member: keyof Field, value: unknown): NamesJson {
    const entries = entriesOf(value)
    if (!entries || entries.length === 0 || entries.length > 100) {
      this.fault(member, 'must have a name by language, such as { "en": "Cost center" }')
      return {}
    }
    const names = new Map<string, string>()
    for (const [language, name] of entries) {
      const tag = canonicalTag(language)
      if (tag === null)
        this.fault(member, `has "${language.slice(0, 40)}", which is not a language such as en or pt-BR`)
      else if (typeof name !== 'string' || !isPlainName(name))
        this.fault(member, `has a name in ${tag} that is not 1 to ${maxName} characters of plain text`)
      else names.set(tag, name)
    }
    return Object.fromEntries(names)
  }
}

/**
 * Reads a declaration. The vocabulary is closed: what is not known is refused, and what two members say of each other has to
 * make sense together.
 */
export function parseField(value: unknown): { field: Field; faults: FieldFault[] } {
  const entries = entriesOf(value) ?? []
  const reader = new DeclarationReader(new Map(entries))
  for (const [member] of entries)
    if (!fieldMembers.includes(member)) reader.faults.push({ member: member.slice(0, 40), fault: 'is not known' })
  const key = reader.get('key')
  if (typeof key !== 'string' || !isFieldKey(key))
    reader.fault('key', 'must be 2 to 32 letters a to z, digits and underscores, and begin with a letter')
  const type = reader.choice('type', fieldTypes)
  const of = reader.choice('of', fieldOwners)
  const reads = reader.choices('reads', fieldReaders, ['operator'])
  const field: Field = {
    key: typeof key === 'string' ? key : '',
    ...{ of, type },
    min: reader.integer('min'),
    max: reader.integer('max'),
    allow: reader.choice('allow', textClasses, 'any'),
    options: readOptions(reader),
    required: reader.choice('required', fieldRequirements, 'no'),
    since: readSince(reader),
    // Those who run the server can read everything, and a declaration doesn't hide it.
    reads: fieldReaders.filter((name) => name === 'operator' || reads.includes(name)),
    writes: reader.choices('writes', fieldReaders, ['operator']),
    show: reader.choices('show', fieldPlaces, fieldPlaces),
    claim: reader.flag('claim', false),
    unique: reader.choice('unique', uniqueScopes, 'no'),
    search: reader.flag('search', false),
    personal: reader.flag('personal', of !== 'organization'),
    names: reader.names('names', reader.get('names')),
  }
  checkBounds(reader, field)
  checkTogether(reader, field)
  return { field, faults: reader.faults }
}

function readOptions(reader: DeclarationReader): Field['options'] {
  const value = reader.get('options')
  if (value === undefined) return {}
  const entries = entriesOf(value)
  if (!entries || entries.length > maxOptions) {
    reader.fault('options', `must be an object of at most ${maxOptions} keys with their names`)
    return {}
  }
  for (const [key] of entries)
    if (!/^[a-z0-9][a-z0-9_-]{0,39}$/.test(key) || key in Object.prototype)
      reader.fault('options', `has "${key.slice(0, 40)}", which is not 1 to 40 of a to z, 0 to 9, - and _`)
  return Object.fromEntries(entries.map(([key, names]) => [key, reader.names('options', names)]))
}

function readSince(reader: DeclarationReader): string | null {
  const value = reader.get('since') ?? null
  if (value === null || (typeof value === 'string' && isDay(value))) return value
  reader.fault('since', 'must be a day such as 2027-01-31')
  return null
}

/** YYYY-MM-DD, and an existing day. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(Date.parse(`${text}T00:00:00Z`) || 0).toISOString().startsWith(text)

function checkBounds(reader: DeclarationReader, { type, min, max, allow, options }: Field): void {
  if (type === 'text' || type === 'note') {
    if (min !== null && (min < 1 || min > maxTextOf[type])) reader.fault('min', `must be 1 to ${maxTextOf[type]}`)
    if (max !== null && (max < 1 || max > maxTextOf[type])) reader.fault('max', `must be 1 to ${maxTextOf[type]}`)
  } else if (type !== 'integer' && (min !== null || max !== null)) reader.fault('min', 'is for text, note and integer')
  if (min !== null && max !== null && min > max) reader.fault('min', 'is greater than max')
  if (allow !== 'any' && type !== 'text') reader.fault('allow', 'is for text')
  const chosen = type === 'choice' || type === 'choices'
  if (chosen !== Object.keys(options).length > 0)
    reader.fault('options', chosen ? 'is missing: it has what can be chosen' : 'is for choice and choices')
}

function checkTogether(reader: DeclarationReader, field: Field): void {
  const { of, type, required, writes, reads } = field
  if (field.claim && type === 'note') reader.fault('claim', 'is not for a note, which is too long for a token')
  if (field.claim && !reads.includes('client')) reader.fault('claim', 'needs client among reads')
  if (field.since !== null && required !== 'always') reader.fault('since', 'is for required: always')
  if (field.search && !isSearchable(type)) reader.fault('search', `is not for ${type}`)
  if (of === 'person' && (reads.includes('owner') || writes.includes('owner')))
    reader.fault('reads', 'and writes of a person cannot have owner: what an organization keeps is of: membership')
  else if (of === 'organization' && writes.includes('person'))
    reader.fault('writes', 'of an organization cannot have person: owner is who writes for it')
  else checkUnread(reader, field)
  checkRequired(reader, field)
  checkUnique(reader, field)
}

/** A form is empty where its reader may not see what there is, and whoever saves it would take that away. */
function checkUnread(reader: DeclarationReader, { reads, writes }: Field): void {
  const blind = (['person', 'owner'] as const).find((name) => writes.includes(name) && !reads.includes(name))
  if (blind)
    reader.fault(
      'writes',
      `cannot have ${blind} without ${blind} among reads: a form would be saved without what it cannot show`,
    )
}

function checkRequired(reader: DeclarationReader, { of, required, writes }: Field): void {
  if (required === 'no') return
  const writer = requiredWriter[of]
  if (!writes.includes(writer)) reader.fault('required', `needs ${writer} among writes`)
  // Most memberships begin where nobody is asked anything: by an invitation, a directory or a program.
  else if (of === 'membership' && required === 'sign-up')
    reader.fault('required', 'is no or always for a membership, whose person is asked at their next sign-in for it')
}

/**
 * That a value is taken says that somebody else has it: nobody may write a unique field who must not learn that. Anybody can
 * make an organization, so its owners are strangers to all others.
 */
function checkUnique(reader: DeclarationReader, { of, type, unique, writes }: Field): void {
  if (unique === 'no') return
  if (!mayBeUnique(type)) reader.fault('unique', `is not for ${type}`)
  if (unique === 'organization' && of !== 'membership')
    reader.fault('unique', 'can be organization for a membership only')
  if (writes.includes('person'))
    reader.fault('unique', 'cannot go with person among writes: it would tell what others have')
  if (unique === 'server' && writes.includes('owner'))
    reader.fault('unique', 'can be server only without owner among writes: it would tell what other organizations have')
}

const isPlainName = (text: string): boolean =>
  text.trim() === text && text !== '' && text.length <= maxName && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)

const entriesOf = (value: unknown): [string, unknown][] | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null

function canonicalTag(text: string): string | null {
  try {
    return text.length > 35 ? null : (Intl.getCanonicalLocales(text)[0] ?? null)
  } catch {
    return null
  }
}
