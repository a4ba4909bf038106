import { type Attribute, groupResource, type ResourceType, userResource } from './attributes.ts'
import { checkedGroup, checkedUser } from './bodies.ts'
import { equalitiesOf, matchesEntry } from './entry-filter.ts'
import { invalidValue, ScimFault } from './faults.ts'
import { filteredIds, MemberChanges, parseMembers } from './member-changes.ts'
import { type PatchOperation, type PatchTarget, parseTarget } from './patch-operations.ts'
import type { GroupAttributes, MemberChange, UserAttributes } from './resources.ts'
import { distinctEntries, isObject, membersOf, parseComplex, parseValue, type ValueObject } from './values.ts'

// A PATCH as a function from attributes to attributes. Names of members come from the table alone, never from a client.

interface Patch {
  type: ResourceType
  id: string
  values: ValueObject
  members: MemberChanges
}

/** A user after all operations. @throws ScimFault, and then nothing is changed */
export function patchUser(id: string, current: UserAttributes, operations: readonly PatchOperation[]): UserAttributes {
  const { values } = run(userResource, id, current, operations)
  for (const attribute of userResource.schema.attributes)
    if (attribute.multiValued) withoutEmptyEntries(values, attribute)
  return checkedUser(values)
}

/** A group after all operations, and what they do to its members. Null if nothing. @throws ScimFault */
export function patchGroup(
  id: string,
  current: GroupAttributes,
  operations: readonly PatchOperation[],
): { attributes: GroupAttributes; members: MemberChange | null } {
  const { values, members } = run(groupResource, id, current, operations)
  return { attributes: checkedGroup(values), members: members.change }
}

function run(type: ResourceType, id: string, current: object, operations: readonly PatchOperation[]): Patch {
  const patch: Patch = { type, id, values: structuredClone(current) as ValueObject, members: new MemberChanges() }
  for (const operation of operations) {
    if (operation.path === null) applyWithoutPath(patch, operation)
    else apply(patch, operation, parseTarget(type, operation.path))
  }
  return patch
}

/** Each member of the value is an operation. Entra dots its names, and Okta sends `id` along. */
function applyWithoutPath(patch: Patch, { op, value }: PatchOperation): void {
  if (!isObject(value)) throw invalidValue('an operation without a path needs an object')
  const urn = patch.type.extension?.schema.id.toLowerCase()
  for (const [name, member] of membersOf(value)) {
    const names: [string, unknown][] =
      name.toLowerCase() === urn && isObject(member)
        ? membersOf(member).map(([sub, inner]) => [`${name}:${sub}`, inner])
        : [[name, member]]
    for (const [path, inner] of names) {
      const target = targetOfMember(patch.type, path)
      if (target && !isReadOnly(target)) apply(patch, { op, path, value: inner }, target)
    }
  }
}

/** A member that is not even a name is one that is not in the table. */
function targetOfMember(type: ResourceType, name: string): PatchTarget | null {
  try {
    return parseTarget(type, name)
  } catch (error) {
    if (error instanceof ScimFault && error.scimType === 'invalidPath') return null
    throw error
  }
}

const isReadOnly = ({ steps: [first] }: PatchTarget): boolean => first?.mutability === 'readOnly'

function apply(patch: Patch, operation: PatchOperation, target: PatchTarget | null): void {
  if (!target) return
  const { type, members, values } = patch
  const [first] = target.steps
  if (isReadOnly(target)) refuseOther(patch, operation, target)
  else if (type.name === 'Group' && first?.name === 'members') applyToMembers(members, operation, target)
  else {
    const chain = target.extension && type.extension ? [type.extension.attribute, ...target.steps] : target.steps
    write(values, chain, target.filter, operation)
  }
}

/** What is read-only may be written as it is. */
function refuseOther({ type, id }: Patch, { value }: PatchOperation, { steps: [first] }: PatchTarget): void {
  const known = [type.schema.id, type.extension?.schema.id].map((urn) => urn?.toLowerCase())
  const same =
    first?.name === 'id'
      ? value === id
      : first?.name === 'schemas' &&
        [value].flat().every((urn) => typeof urn === 'string' && known.includes(urn.toLowerCase()))
  if (!same) throw new ScimFault(400, `${first?.name} is read-only`, 'mutability')
}

function applyToMembers(members: MemberChanges, { op, value }: PatchOperation, target: PatchTarget): void {
  const sub = target.steps[1]
  // The name and type of a member are ours to say.
  if (sub && sub.name !== 'value') return
  const ids = target.filter ? filteredIds(target.filter) : parseMembers(value)
  if (op === 'add' || (op === 'replace' && target.filter)) members.add(ids)
  else if (op === 'replace') members.replace(ids)
  // Entra names the members in the value. Without one, all of them go (RFC 7644 section 3.5.2.2).
  else if (!target.filter && (value === undefined || value === null)) members.replace([])
  else members.remove(ids)
}

/** Writes the last attribute of a chain into the object that holds the first one. */
function write(
  holder: ValueObject,
  [attribute, ...rest]: readonly Attribute[],
  filter: PatchTarget['filter'],
  operation: PatchOperation,
): void {
  if (!attribute) return
  if (attribute.multiValued && (filter || rest.length > 0))
    writeEntries(holder, attribute, { filter, sub: rest[0] ?? null }, operation)
  else if (rest.length === 0) writeAttribute(holder, attribute, operation)
  else {
    const inner = holder[attribute.name]
    const object = isObject(inner) ? (inner as ValueObject) : {}
    write(object, rest, filter, operation)
    setOrClear(holder, attribute, Object.keys(object).length > 0 ? object : undefined)
  }
}

/** @throws ScimFault for an attribute that has to have a value */
function setOrClear(holder: ValueObject, { name, required }: Attribute, value: ValueObject[string] | undefined): void {
  if (value !== undefined) holder[name] = value
  else if (required) throw invalidValue(`${name} must have a value`)
  else delete holder[name]
}

function writeAttribute(holder: ValueObject, attribute: Attribute, operation: PatchOperation): void {
  const { op, value } = operation
  const addsNothing = op === 'add' && Array.isArray(value) && value.length === 0
  if (attribute.mutability === 'readOnly' || addsNothing) return
  if (op === 'remove') removeAttribute(holder, attribute, value)
  else if (attribute.type === 'complex' && !attribute.multiValued && value !== null && value !== '')
    mergeComplex(holder, attribute, operation)
  else {
    const parsed = parseValue(attribute, value)
    if (op === 'add' && Array.isArray(parsed))
      setEntries(holder, attribute, [...entriesIn(holder, attribute), ...parsed], parsed)
    else setOrClear(holder, attribute, parsed)
  }
}

/** The parts that the value names are written, and the others stay (RFC 7644 section 3.5.2.3). */
function mergeComplex(holder: ValueObject, attribute: Attribute, { op, value }: PatchOperation): void {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  const parts = typeof only === 'string' ? { value: only } : only
  if (!isObject(parts)) throw invalidValue(`${attribute.name} is not an object`)
  for (const [name, part] of membersOf(parts)) {
    const sub = attribute.subAttributes.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase())
    if (sub) write(holder, [attribute, sub], null, { op, path: null, value: part })
  }
}

function removeAttribute(holder: ValueObject, attribute: Attribute, value: unknown): void {
  if (attribute.required) throw new ScimFault(400, `${attribute.name} must have a value`, 'mutability')
  const named = attribute.multiValued ? (parseValue(attribute, value) as ValueObject[] | undefined) : undefined
  if (!named) setOrClear(holder, attribute, undefined)
  else {
    const left = entriesIn(holder, attribute).filter((entry) => !named.some((other) => other.value === entry.value))
    setEntries(holder, attribute, left, [])
  }
}

const entriesIn = (holder: ValueObject, { name }: Attribute): ValueObject[] => {
  const entries = holder[name]
  return Array.isArray(entries) ? entries : []
}

/** Of those that are primary, the written ones stay so (RFC 7644 section 3.5.2). */
function setEntries(
  holder: ValueObject,
  attribute: Attribute,
  entries: readonly ValueObject[],
  written: readonly ValueObject[],
): void {
  const moved = written.some(({ primary }) => primary === true)
  const marked = entries.map((entry) =>
    moved && entry.primary === true && !written.includes(entry) ? { ...entry, primary: false } : entry,
  )
  const distinct = distinctEntries(attribute, marked)
  setOrClear(holder, attribute, distinct.length > 0 ? distinct : undefined)
}

/** Writes the entries that a filter chooses, or all of them. One that is not there is made from what the filter says. */
function writeEntries(
  holder: ValueObject,
  attribute: Attribute,
  { filter, sub }: { filter: PatchTarget['filter']; sub: Attribute | null },
  { op, value }: PatchOperation,
): void {
  const entries = entriesIn(holder, attribute)
  const chosen = new Set(filter ? entries.filter((entry) => matchesEntry(filter, entry)) : entries)
  if (op === 'remove') {
    const left = sub ? entries.map((entry) => (chosen.has(entry) ? without(entry, sub.name) : entry)) : entries
    setEntries(holder, attribute, sub ? left : entries.filter((entry) => !chosen.has(entry)), [])
    return
  }
  const part = partOf(attribute, sub, value)
  const isClear = sub !== null && part[sub.name] === undefined
  const written: ValueObject[] = []
  const writePart = (entry: ValueObject): ValueObject => {
    const changed = isClear ? without(entry, sub.name) : { ...entry, ...part }
    written.push(changed)
    return changed
  }
  const left = entries.map((entry) => (chosen.has(entry) ? writePart(entry) : entry))
  if (chosen.size === 0 && Object.keys(part).length > 0) left.push(writePart(filter ? equalitiesOf(filter) : {}))
  setEntries(holder, attribute, left, written)
}

/** What is written into each entry. */
function partOf(attribute: Attribute, sub: Attribute | null, value: unknown): ValueObject {
  if (!sub) return value === null || value === '' ? {} : (parseComplex(attribute, value) ?? {})
  const parsed = sub.mutability === 'readOnly' ? undefined : parseValue(sub, value)
  return parsed === undefined ? {} : { [sub.name]: parsed }
}

const without = (entry: ValueObject, name: string): ValueObject =>
  Object.fromEntries(Object.entries(entry).filter(([other]) => other !== name))

/** Operations may write an entry part by part. One that has no value in the end is none. */
function withoutEmptyEntries(holder: ValueObject, attribute: Attribute): void {
  const entries = entriesIn(holder, attribute).filter(({ value }) => value !== undefined)
  setOrClear(holder, attribute, entries.length > 0 ? entries : undefined)
}
