import type { ResourceType } from './attributes.ts'
import { invalidSyntax, ScimFault } from './faults.ts'
import type { FilterNode } from './filter.ts'
import { parseEntryFilter } from './filter-parser.ts'
import { type AttributePath, findAttribute } from './paths.ts'
import { isObject, messageMember } from './values.ts'

const maxOperations = 1000
const maxPath = 1000

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove'
  path: string | null
  value: unknown
}

/** The operations of a PATCH (RFC 7644 section 3.5.2). Names are read whatever their case: Entra writes `Add`. @throws ScimFault */
export function parsePatch(body: Record<string, unknown>): PatchOperation[] {
  const operations = messageMember(body, 'operations')
  if (!Array.isArray(operations) || operations.length === 0) throw invalidSyntax('Operations is not a list')
  if (operations.length > maxOperations) throw new ScimFault(400, `more than ${maxOperations} operations`, 'tooMany')
  return operations.map(parseOperation)
}

function parseOperation(operation: unknown): PatchOperation {
  if (!isObject(operation)) throw invalidSyntax('an operation is not an object')
  const named = messageMember(operation, 'op')
  const op = typeof named === 'string' ? named.toLowerCase() : null
  if (op !== 'add' && op !== 'replace' && op !== 'remove') throw invalidSyntax('op is not add, replace or remove')
  const path = messageMember(operation, 'path') ?? null
  if (path !== null && typeof path !== 'string') throw invalidPath('path is not a text')
  if (op === 'remove' && !path) throw new ScimFault(400, 'remove needs a path', 'noTarget')
  return { op, path: path || null, value: messageMember(operation, 'value') }
}

const invalidPath = (detail: string): ScimFault => new ScimFault(400, detail, 'invalidPath')

/** What an operation is about: an attribute, and of several values those that `filter` chooses. */
export interface PatchTarget extends AttributePath {
  filter: FilterNode | null
}

/** Whether a text may be the name of an attribute with or without a URN (RFC 7644 section 3.10). */
const isName = (text: string): boolean =>
  /^urn:/i.test(text) ? /^[\w.:$-]+$/.test(text) : /^[A-Za-z$][\w$-]*(?:\.[A-Za-z$][\w$-]*)*$/.test(text)

/** The target of a path. Null for an attribute that is not in the table: nothing is done. @throws ScimFault */
export function parseTarget(type: ResourceType, path: string): PatchTarget | null {
  if (path.length > maxPath) throw invalidPath('a path is too long')
  const bracket = path.indexOf('[')
  if (bracket < 0) {
    if (!isName(path)) throw invalidPath('a path is not the name of an attribute')
    const found = findAttribute(type, path)
    return found && { ...found, filter: null }
  }
  const end = path.lastIndexOf(']')
  const [name, after] = [path.slice(0, bracket), path.slice(end + 1)]
  if (end < bracket || !isName(name) || !(after === '' || after.startsWith('.')))
    throw invalidPath('a path is not valid')
  const parent = findAttribute(type, name)
  if (!parent) return null
  const attribute = parent.steps.at(-1)
  if (!attribute?.multiValued || attribute.subAttributes.length === 0)
    throw invalidPath('a path has brackets after an attribute that has no entries')
  const filter = parseEntryFilter(attribute, path.slice(bracket + 1, end))
  if (after === '') return { ...parent, filter }
  const found = isName(after.slice(1)) ? findAttribute(type, name + after) : null
  return found && { ...found, filter }
}
