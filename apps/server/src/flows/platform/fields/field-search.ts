import type { Field, FieldOwner, FieldReader } from '../../../oidc/fields/field.ts'
import { fieldId } from '../../../oidc/fields/field.ts'
import type { WantedValue } from '../../../store/beyond-prisma/fields.ts'
import type { Deps } from '../deps.ts'
import { FieldRefused } from './field-refused.ts'
import { mayRead } from './field-values.ts'
import { foldValue } from './values.ts'

export type { WantedValue } from '../../../store/beyond-prisma/fields.ts'

const maxConditions = 5
const maxText = 500

/**
 * The values that a list is narrowed to, from a query: exact ones, of fields that can be searched and that the reader may
 * read. @throws FieldRefused
 */
export function wantedValues(
  { fields }: Pick<Deps, 'fields'>,
  of: FieldOwner,
  given: readonly (readonly [key: string, text: string])[],
  readers: readonly FieldReader[],
): WantedValue[] {
  if (given.length > maxConditions) throw new FieldRefused(given[maxConditions]?.[0] ?? '', 'not-searchable')
  return given.map(([key, text]) => {
    const field = fields.find(`${of}.${key}`)
    if (!field || !mayRead(field, readers)) throw new FieldRefused(key, 'unknown')
    if (!field.search) throw new FieldRefused(key, 'not-searchable')
    if (text.length > maxText) throw new FieldRefused(key, 'too-long')
    const folded = foldValue(typedValue(field, text))
    if (folded === '') throw new FieldRefused(key, 'not-allowed')
    return { fieldId: fieldId(field), folded }
  })
}

/** The text of a query as a value of the field is compared. */
function typedValue(field: Field, text: string): string | number {
  if (field.type !== 'integer') return text
  if (!/^-?\d{1,16}$/.test(text)) throw new FieldRefused(field.key, 'type')
  return Number(text)
}
