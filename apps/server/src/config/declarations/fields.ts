import { isAbsolute, join } from 'node:path'
import { isFieldId, parseFieldClaim } from '../../oidc/fields/claim-mapping.ts'
import { parseField } from '../../oidc/fields/declaration.ts'
import { type Field, type FieldClaim, type FieldId, fieldId, maxFieldClaims } from '../../oidc/fields/field.ts'
import { JsonFault, parseJsonObject } from '../../oidc/json.ts'
import type { EnvironmentReader } from '../environment.ts'

/** Fields of people, of organizations and of memberships, each. */
export const maxFields = 30
/** Fields of people, of organizations and of memberships that are asked for, each: on one page. */
export const maxRequiredFields = 6
const maxLength = 262_144
const example = './fields.json'

/** The fields that the file declares: `{ "fields": [ ... ] }`, in the order in which they are shown. */
export function readFields(reader: EnvironmentReader, cwd: string): Field[] {
  const path = reader.text('FIELDS_FILE')
  if (path === null) return []
  const text = reader.file('FIELDS_FILE', isAbsolute(path) ? path : join(cwd, path))
  if (text === null) return []
  const fields: Field[] = []
  try {
    if (text.length > maxLength) throw new JsonFault(`is longer than ${maxLength} characters`)
    const { fields: declared, ...others } = parseJsonObject(text)
    const [unknown] = Object.keys(others)
    if (unknown !== undefined) throw new JsonFault(`has "${unknown.slice(0, 40)}", which is not known`)
    if (!Array.isArray(declared)) throw new JsonFault('has no list of fields')
    for (const [index, declaration] of declared.entries()) {
      const { field, faults } = parseField(declaration)
      const name = field.key || `field ${index + 1}`
      for (const { member, fault } of faults)
        reader.fault('FIELDS_FILE', `declares ${name}, whose "${member}" ${fault}`, example)
      if (fields.some((other) => fieldId(other) === fieldId(field))) throw new JsonFault(`declares ${name} twice`)
      if (fields.filter(({ of }) => of === field.of).length >= maxFields)
        throw new JsonFault(`declares more than ${maxFields} fields of: ${field.of}`)
      fields.push(field)
      if (fields.filter(({ of, required }) => of === field.of && required !== 'no').length > maxRequiredFields)
        throw new JsonFault(`asks for more than ${maxRequiredFields} fields of: ${field.of}`)
    }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    reader.fault('FIELDS_FILE', error.message, example)
  }
  return fields
}

/** The declared fields that a client may know of. Null: it says nothing, and may know of all. */
export function readFieldNames(reader: EnvironmentReader, name: string): FieldId[] | null {
  const items = reader.list(name)
  if (items === null) return null
  for (const item of items.filter((text) => !isFieldId(text)))
    reader.fault(name, `contains "${item.slice(0, 200)}", which is not a field`, 'organization.plan')
  if (items.length > 3 * maxFields) reader.fault(name, `names more than ${3 * maxFields} fields`, 'organization.plan')
  return items.filter(isFieldId)
}

const claimExample = 'plan:organization.plan'

/** The declared fields that a client or a resource has as claims. Whether there is such a field is seen when it is needed. */
export function readFieldClaims(
  reader: EnvironmentReader,
  name: string,
  keywords: readonly string[] = [],
): FieldClaim[] {
  const issuer = reader.text('ISSUER')
  const claims: FieldClaim[] = []
  for (const item of (reader.list(name) ?? []).filter((text) => !keywords.includes(text))) {
    const claim = parseFieldClaim(item, issuer)
    if (typeof claim === 'string') reader.fault(name, `contains "${item.slice(0, 200)}", which ${claim}`, claimExample)
    else if (claims.some((other) => other.name === claim.name))
      reader.fault(name, `names the claim ${claim.name} twice`, claimExample)
    else claims.push(claim)
  }
  if (claims.length > maxFieldClaims) reader.fault(name, `names more than ${maxFieldClaims} claims`, claimExample)
  return claims
}
