import { ConfigError } from '../../../config/settings.ts'
import { type Field, type FieldId, fieldId } from '../../../oidc/fields/field.ts'
import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import { type FieldRecord, findField, putField } from '../../../store/beyond-prisma/fields.ts'
import { inTransaction, system } from '../audit.ts'
import type { Deps } from '../deps.ts'

/** Why a field can't be what it is declared to be now; null if it can. Its values would be of another kind. */
export function keptFault(field: Field, record: FieldRecord): string | null {
  if (record.type !== field.type) return `was ${record.type} before, and its key is reserved for that`
  // Its values are gone, and so is what they were found by.
  if (record.settings === null && record.deprecatedAt !== null) return null
  if (record.uniqueIn !== field.unique) return `had unique: ${record.uniqueIn} before, which can't change`
  return record.searchable === field.search ? null : `had search: ${record.searchable} before, which can't change`
}

/**
 * Remembers what the fields of FIELDS_FILE are, so that none is another one at a later start: its values are stored. What is
 * known already costs no statement.
 * @throws ConfigError
 */
export async function recordFieldsOfFile(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'fields' | 'webhookEndpoints'>,
): Promise<void> {
  const isNew = (field: Field) => {
    const record = deps.fields.recordOf(fieldId(field))
    return !record || record.deprecatedAt !== null || keptFault(field, record) !== null
  }
  if (!deps.config.fields.some(isNew)) return
  await inTransaction(deps, async (tx) => {
    const faults: string[] = []
    for (const [position, field] of deps.config.fields.entries()) {
      const id: FieldId = fieldId(field)
      const changeNumber = await nextChangeNumber(tx, 'field')
      const record = await findField(tx, id)
      const fault = record && keptFault(field, record)
      if (fault) faults.push(`${id} ${fault}`)
      if (fault || (record && record.deprecatedAt === null)) continue
      await putField(tx, {
        ...{ id, type: field.type, uniqueIn: field.unique, searchable: field.search, settings: null, position },
        ...{ createdAt: deps.now(), createdByKind: 'system', createdById: null, deprecatedAt: null, changeNumber },
      })
      await tx.record(system, { action: 'field.declared', target: ['field', id] })
    }
    if (faults.length > 0)
      throw new ConfigError([
        { variable: 'FIELDS_FILE', fault: `declares ${faults.join('; ')}`, example: './fields.json' },
      ])
  })
  await deps.fields.refresh()
}
