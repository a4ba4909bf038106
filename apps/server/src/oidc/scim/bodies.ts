import { attributeNamed, groupResource, type ResourceType, userResource } from './attributes.ts'
import { nameKey } from './comparison.ts'
import { invalidSyntax, invalidValue } from './faults.ts'
import { parseMembers } from './member-changes.ts'
import type { GroupAttributes, UserAttributes } from './resources.ts'
import { isObject, membersOf, messageMember, parseComplex, parseValue, type ValueObject } from './values.ts'

/**
 * The user that a POST or PUT sends. `active` is what it is when the body doesn't say: true for a new user, and for one
 * that is there whatever it was, so that nobody comes back by what was left out. @throws ScimFault
 */
export function parseUser(body: Record<string, unknown>, active: boolean): UserAttributes {
  return checkedUser({ active, ...parseAttributes(userResource, body) })
}

/** The group that a POST or PUT sends, and its members. @throws ScimFault */
export function parseGroup(body: Record<string, unknown>): { attributes: GroupAttributes; members: string[] } {
  const attributes = checkedGroup(parseAttributes(groupResource, body))
  return { attributes, members: parseMembers(messageMember(body, 'members')) }
}

/** What is kept of a body. What is read-only or not in the table is dropped (RFC 7644 section 3.3). */
function parseAttributes(type: ResourceType, body: Record<string, unknown>): ValueObject {
  checkSchemas(type, body)
  const { schema, extension } = type
  const parsed: ValueObject = {}
  for (const [name, value] of membersOf(body)) {
    if (extension && name.toLowerCase() === extension.schema.id.toLowerCase()) {
      const found = value === null ? undefined : parseComplex(extension.attribute, value)
      if (found) parsed[extension.attribute.name] = found
      continue
    }
    const attribute = attributeNamed(schema.attributes, name)
    if (!attribute || attribute.mutability === 'readOnly' || isMembers(type, attribute.name)) continue
    const found = parseValue(attribute, value)
    if (found !== undefined) parsed[attribute.name] = found
  }
  return parsed
}

const isMembers = (type: ResourceType, name: string): boolean => type.name === 'Group' && name === 'members'

/** A body may leave its schemas out; if it has them, they are of this resource. Unknown ones are of no account. */
function checkSchemas({ schema, name }: ResourceType, body: Record<string, unknown>): void {
  const schemas = messageMember(body, 'schemas')
  if (schemas === undefined || schemas === null) return
  const wanted = schema.id.toLowerCase()
  if (!Array.isArray(schemas) || !schemas.some((id) => typeof id === 'string' && id.toLowerCase() === wanted))
    throw invalidSyntax(`schemas does not have the schema of a ${name}`)
}

/** Values that were made by the table are attributes, if what is required is there. @throws ScimFault */
export function checkedUser(values: ValueObject): UserAttributes {
  const { userName, active } = values
  if (typeof userName !== 'string') throw invalidValue('userName is missing')
  if (typeof active !== 'boolean') throw invalidValue('active is missing')
  nameKey(userName)
  return values as unknown as UserAttributes
}

/** @throws ScimFault */
export function checkedGroup(values: ValueObject): GroupAttributes {
  if (typeof values.displayName !== 'string') throw invalidValue('displayName is missing')
  nameKey(values.displayName)
  return values as unknown as GroupAttributes
}

/** A message that is an object, such as a search or a PATCH. @throws ScimFault */
export function checkedMessage(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw invalidSyntax('the body is not an object')
  return body
}
