import { type Attribute, attributeNamed } from './attributes.ts'
import { maxName, maxValue } from './comparison.ts'
import { invalidSyntax, invalidValue } from './faults.ts'

// What a client sends becomes what is kept: members of the table alone, under the names of the table.

/** A value that is kept: a text, a flag, an object of them, or a list of such objects. */
export type Value = string | boolean | ValueObject | ValueObject[]
export interface ValueObject {
  [name: string]: Value
}

/** How many values an attribute may have. Members of groups have a limit of their own. */
const maxEntries = 20
/** How many members of an object are looked at. */
const maxMembers = 200

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The value of an attribute. Undefined for null, an empty text or an empty list: the attribute has no value then (RFC 7643
 * section 2.5). @throws ScimFault
 */
export function parseValue(attribute: Attribute, value: unknown): Value | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (attribute.type === 'complex') {
    return attribute.multiValued ? parseEntries(attribute, value) : parseComplex(attribute, value)
  }
  return attribute.type === 'boolean' ? parseFlag(attribute, value) : parseText(attribute, value)
}

/** Entra writes `"True"` and `"False"`. */
function parseFlag({ name }: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text !== 'true' && text !== 'false') throw invalidValue(`${name} is neither true nor false`)
  return text === 'true'
}

function parseText({ name, indexed }: Attribute, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') throw invalidValue(`${name} is not a text`)
  // PostgreSQL stores neither.
  if (text.includes('\0') || !text.isWellFormed()) throw invalidValue(`${name} is not text`)
  const longest = indexed ? maxName : maxValue
  if (text.length > longest) throw invalidValue(`${name} is longer than ${longest} characters`)
  return text
}

/** An object. Entra writes the manager as a text, or as a list of one. Undefined if nothing of it is kept. */
export function parseComplex(attribute: Attribute, value: unknown): ValueObject | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  const object = typeof only === 'string' ? { value: only } : only
  if (!isObject(object)) throw invalidValue(`${attribute.name} is not an object`)
  const parsed: ValueObject = {}
  for (const [name, member] of membersOf(object)) {
    const sub = attributeNamed(attribute.subAttributes, name)
    const found = sub && sub.mutability !== 'readOnly' ? parseValue(sub, member) : undefined
    if (sub && found !== undefined) parsed[sub.name] = found
  }
  return Object.keys(parsed).length > 0 ? parsed : undefined
}

/** Entries without a value are dropped, and so are repetitions. */
function parseEntries(attribute: Attribute, value: unknown): ValueObject[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  if (list.length > maxEntries) throw invalidValue(`${attribute.name} has more than ${maxEntries} values`)
  const entries = list.flatMap((entry) => {
    const parsed = entry === null ? undefined : parseComplex(attribute, entry)
    return parsed?.value === undefined ? [] : [parsed]
  })
  const kept = distinctEntries(attribute, entries)
  return kept.length > 0 ? kept : undefined
}

/** The last of those that have the same value and type counts (RFC 7643 section 2.4). @throws ScimFault */
export function distinctEntries({ name }: Attribute, entries: readonly ValueObject[]): ValueObject[] {
  const kept = [...new Map(entries.map((entry) => [JSON.stringify([entry.value, entry.type]), entry])).values()]
  if (kept.length > maxEntries) throw invalidValue(`${name} has more than ${maxEntries} values`)
  if (kept.filter(({ primary }) => primary === true).length > 1)
    throw invalidValue(`${name} has more than one primary value`)
  return kept
}

/** The members of an object from outside. @throws ScimFault for a name that is there twice, whatever its case */
export function membersOf(object: Record<string, unknown>): [name: string, value: unknown][] {
  const members = Object.entries(object)
  if (members.length > maxMembers) throw invalidSyntax(`an object has more than ${maxMembers} members`)
  if (new Set(members.map(([name]) => name.toLowerCase())).size < members.length)
    throw invalidSyntax('an object has a member twice')
  return members
}

/** A member of a message by its name, whatever its case. */
export const messageMember = (object: Record<string, unknown>, name: string): unknown =>
  membersOf(object).find(([candidate]) => candidate.toLowerCase() === name)?.[1]
