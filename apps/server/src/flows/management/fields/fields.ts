import { maxFields, maxRequiredFields } from '../../../config/declarations/fields.ts'
import { type FieldFault, fieldMembers, parseField } from '../../../oidc/fields/declaration.ts'
import { type Field, fieldId, fieldOwners } from '../../../oidc/fields/field.ts'
import { nextChangeNumber } from '../../../store/beyond-prisma/change-numbers.ts'
import { countNewestValues, findField, putField } from '../../../store/beyond-prisma/fields.ts'
import { type AuditedTransaction, inTransaction } from '../../platform/audit.ts'
import type { ChangeAction } from '../../platform/audit-actions.ts'
import type { Deps } from '../../platform/deps.ts'
import { type DeclaredField, type FieldRecord, readFieldRecord } from '../../platform/fields/field-directory.ts'
import { keptFault } from '../../platform/fields/fields-of-file.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import { InvalidMetadata } from '../clients/client-metadata.ts'
import { type Manager, recordingRefusal, requireUnrestricted } from '../managers.ts'

export class InvalidField extends InvalidMetadata<FieldFault> {
  override readonly name = 'InvalidField'
}

/** Members of a declaration, with null for those that get their default again. */
export type FieldDeclaration = Readonly<Record<string, unknown>>

/** What a declaration can't change: values are stored as they were. */
const fixed: readonly string[] = ['key', 'of', 'type', 'unique', 'search']

/** A client that may not know of all fields declares none: a declaration decides who reads and writes. */
function requireDeclaring({ fields }: Pick<Deps, 'fields'>, actor: Manager): void {
  requireUnrestricted(actor)
  if (fields.isNarrowed) throw new OperationRefused('forbidden')
}

/** Every field in force, in the order in which they are shown: of people, of organizations, of memberships. */
export async function listFields(deps: Deps, actor: Manager): Promise<DeclaredField[]> {
  requireUnrestricted(actor)
  await deps.fields.refresh()
  const all = deps.fields.all()
  return fieldOwners.flatMap((of) => all.filter(({ field }) => field.of === of))
}

/** A field in force. @throws OperationRefused not-found */
export async function getField(deps: Deps, actor: Manager, id: string): Promise<DeclaredField> {
  requireUnrestricted(actor)
  await deps.fields.refresh()
  if (!deps.fields.has(id)) throw new OperationRefused('not-found')
  const ofFile = deps.fields.isOfFile(id) ? deps.fields.findDeclared(id) : undefined
  if (ofFile) return ofFile
  // The row itself: a change that is not committed yet is not in memory.
  const record = await findField(deps.db, id)
  const field = record?.deprecatedAt === null ? readFieldRecord(record) : null
  if (!record || !field) throw new OperationRefused('not-found')
  return { field, record }
}

/** How many of the newest are looked at. */
const countedRows = 1000

/** How many have a value of a field, among the newest: who changes or removes it reads what that is about. */
export async function countValues(
  deps: Deps,
  actor: Manager,
  { of, key }: Pick<Field, 'of' | 'key'>,
): Promise<{ count: number; total: number; isAll: boolean }> {
  requireUnrestricted(actor)
  const { count, total } = await countNewestValues(deps.db, { of, key }, countedRows)
  return { count, total, isAll: total < countedRows }
}

/**
 * Declares a field. One that was removed less than 30 days ago comes back with its values, and a key never returns for
 * something else. Returns its id.
 */
export async function declareField(deps: Deps, actor: Manager, given: FieldDeclaration): Promise<string> {
  const field = parseDeclaration(given)
  const id = fieldId(field)
  await recordingRefusal(deps, actor, { action: 'field.declared', target: ['field', id] }, async () => {
    requireDeclaring(deps, actor)
    if (deps.fields.isOfFile(id)) throw new OperationRefused('read-only')
    await inTransaction(deps, async (tx) => {
      const changeNumber = await nextChangeNumber(tx, 'field')
      const before = await findField(tx, id)
      if (before && before.settings !== null && before.deprecatedAt === null)
        throw new OperationRefused('taken', 'key', 'taken')
      const fault = before && keptFault(field, before)
      if (fault) throw new OperationRefused('taken', 'key', 'taken', fault)
      const others = deps.fields.of(field.of)
      if (others.length >= maxFields) throw new OperationRefused('too-many')
      refuseTooManyRequired(deps, field)
      await putField(tx, {
        ...recordOf(field, Math.max(0, ...deps.fields.all().map(({ record }) => record?.position ?? 0)) + 1),
        ...{ createdAt: deps.now(), createdByKind: actor.kind, createdById: actor.id, changeNumber },
      })
      await tx.record(actor, { action: 'field.declared', target: ['field', id] })
    })
  })
  await deps.afterCommit(() => deps.fields.refresh())
  return id
}

/** They are asked for on one page, and no more. @throws InvalidField */
function refuseTooManyRequired({ fields }: Pick<Deps, 'fields'>, field: Field): void {
  const others = fields.of(field.of).filter(({ key, required }) => required !== 'no' && key !== field.key)
  if (field.required !== 'no' && others.length >= maxRequiredFields)
    throw new InvalidField([{ member: 'required', fault: `is so for ${maxRequiredFields} fields already` }])
}

const recordOf = (field: Field, position: number) => ({
  id: fieldId(field),
  type: field.type,
  uniqueIn: field.unique,
  searchable: field.search,
  settings: JSON.stringify(field),
  position,
  deprecatedAt: null,
})

/** Changes a declaration, and where it stands among the others. Values are not touched: one that no longer fits stays. */
export const updateField = (
  deps: Deps,
  actor: Manager,
  id: string,
  { position, ...change }: FieldDeclaration & { position?: number | undefined },
  version?: number,
): Promise<void> =>
  changeField(deps, actor, { action: 'field.updated', id, version }, async (tx, record, changeNumber) => {
    const before = readFieldRecord(record)
    if (!before) throw new OperationRefused('not-found')
    const known = fieldMembers.filter((member) => change[member] !== undefined)
    const frozen = known.find((member) => fixed.includes(member) && change[member] !== before[member as keyof Field])
    if (frozen) throw new OperationRefused('read-only', frozen)
    const field = parseDeclaration({ ...before, ...change })
    refuseTooManyRequired(deps, field)
    const settings = JSON.stringify(field)
    const changed = known.filter(
      (member) => JSON.stringify(field[member as keyof Field]) !== JSON.stringify(before[member as keyof Field]),
    )
    const moved = position !== undefined && position !== record.position
    if (changed.length === 0 && !moved) return
    await putField(tx, { ...record, settings, position: position ?? record.position, changeNumber })
    const detail = { fields: [...changed, ...(moved ? ['position'] : [])] }
    await tx.record(actor, { action: 'field.updated', target: ['field', id], detail })
  })

/** Hides a field at once. Its values are deleted after 30 days, until when it can be declared again. */
export const removeField = (deps: Deps, actor: Manager, id: string, version?: number): Promise<void> =>
  changeField(deps, actor, { action: 'field.deprecated', id, version }, async (tx, record, changeNumber) => {
    await putField(tx, { ...record, deprecatedAt: deps.now(), changeNumber })
    await tx.record(actor, { action: 'field.deprecated', target: ['field', id] })
  })

/** Changes a field of the database with its audit event, one change at a time, and takes it over into memory. */
async function changeField(
  deps: Deps,
  actor: Manager,
  { action, id, version }: { action: ChangeAction; id: string; version: number | undefined },
  work: (tx: AuditedTransaction, record: FieldRecord, changeNumber: number) => Promise<void>,
): Promise<void> {
  await recordingRefusal(deps, actor, { action, target: ['field', id] }, async () => {
    requireDeclaring(deps, actor)
    if (deps.fields.isOfFile(id)) throw new OperationRefused('read-only')
    await inTransaction(deps, async (tx) => {
      const changeNumber = await nextChangeNumber(tx, 'field')
      const record = await findField(tx, id)
      if (!record || record.settings === null || record.deprecatedAt !== null) throw new OperationRefused('not-found')
      if (version !== undefined && version !== record.changeNumber) throw new OperationRefused('changed-meanwhile')
      await work(tx, record, changeNumber)
    })
  })
  await deps.afterCommit(() => deps.fields.refresh())
}

/** @throws InvalidField */
function parseDeclaration(given: FieldDeclaration): Field {
  const { field, faults } = parseField(given)
  if (faults.length > 0) throw new InvalidField(faults)
  return field
}
