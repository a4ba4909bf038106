import * as z from 'zod'
import { type WantedValue, wantedValues } from '../../../flows/platform/fields/field-search.ts'
import { valuesFor } from '../../../flows/platform/fields/field-values.ts'
import { enforceLimit } from '../../../flows/platform/limits.ts'
import type { FieldOwner } from '../../../oidc/fields/field.ts'
import type { Call } from '../operation.ts'
import { requireScope, type ScopedCall } from '../rights/required-scope.ts'

/** Values of declared fields in an answer, for callers with the scope fields:read. */
export const fieldValues = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .optional()
  .describe('Values of declared fields that clients may read, by key. Only with the scope `fields:read`.')

/** The same in a body, for callers with the scope fields:write. */
export const fieldChange = z
  .record(z.string().max(64), z.unknown())
  .optional()
  .describe('Values of declared fields, by key; null removes one. Needs the scope `fields:write` too.')

export type ReadCall = Pick<Call, 'deps' | 'scope'>

/** The values that the caller may read. Undefined, and so left out, without the scope. */
export const readableValues = ({ deps, scope }: ReadCall, of: FieldOwner, stored: string | null) =>
  scope.includes('fields:read') ? valuesFor(deps.fields.of(of), stored, ['client']) : undefined

/** The values of a body. @throws Problem without the scope */
export async function writableValues<Values>(call: ScopedCall, given: Values | undefined): Promise<Values | undefined> {
  if (given !== undefined) await requireScope(call, 'fields:write', 'to write values of fields')
  return given
}

/** How a query names the value that a list is narrowed to. */
export const fieldQuery = {
  'field.key':
    'The exact value of a field that can be searched, whose key stands in the place of `key`. At most five; needs the scope `fields:read`.',
} as const

const searchesPerSecond = [{ count: 20, window: 1000 }]

/** The values that a query narrows a list to. */
export async function searchedValues(
  { fieldQuery: given, ...call }: ScopedCall & Pick<Call, 'fieldQuery'>,
  of: FieldOwner,
): Promise<readonly WantedValue[]> {
  if (given.length === 0) return []
  const { deps, actor } = call
  await requireScope(call, 'fields:read', 'a search by fields')
  const wanted = wantedValues(deps, of, given, ['client'])
  await enforceLimit(deps, `field-search:${actor.id}`, searchesPerSecond)
  return wanted
}
