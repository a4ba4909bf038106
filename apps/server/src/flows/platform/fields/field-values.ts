import { digest } from '../../../crypto/random.ts'
import {
  type Field,
  type FieldOwner,
  type FieldReader,
  type FieldValue,
  fieldId,
  requiredWriter,
} from '../../../oidc/fields/field.ts'
import {
  type FieldSubject,
  type FoldedChange,
  findFieldValues,
  indexValue,
  putFieldValues,
  takeUniqueValue,
} from '../../../store/beyond-prisma/fields.ts'
import type { Change } from '../../../store/connections/database.ts'
import type { Actor, AuditedTransaction, EventDetails } from '../audit.ts'
import type { Deps } from '../deps.ts'
import { OperationRefused } from '../operation-refused.ts'
import { FieldRefused } from './field-refused.ts'
import { checkValue, foldValue, readValue } from './values.ts'

export type FieldValues = Record<string, FieldValue>
/** Values that are set, by key; null removes one. What is not named stays as it is. */
export type FieldChange = Readonly<Record<string, unknown>>

/** Bytes of the JSON text of all values. */
const maxStored = 4096

export const personSubject = (userId: string): FieldSubject => ({ userId, organizationId: null })
export const organizationSubject = (organizationId: string): FieldSubject => ({ userId: null, organizationId })
export const memberSubject = (organizationId: string, userId: string): FieldSubject => ({ userId, organizationId })

const ownerOf = ({ userId, organizationId }: FieldSubject): FieldOwner =>
  userId === null ? 'organization' : organizationId === null ? 'person' : 'membership'

const storedValues = (stored: string | null): Record<string, unknown> =>
  stored === null ? {} : (JSON.parse(stored) as Record<string, unknown>)

export const mayRead = ({ reads }: Field, readers: readonly FieldReader[]): boolean =>
  readers.some((reader) => reads.includes(reader))
export const mayWrite = ({ writes }: Field, writers: readonly FieldReader[]): boolean =>
  writers.some((writer) => writes.includes(writer))

/** Of these fields, the values that are set and that the reader may have. */
export function valuesFor(
  fields: readonly Field[],
  stored: string | null,
  readers: readonly FieldReader[],
): FieldValues {
  if (stored === null || fields.length === 0) return {}
  const values = storedValues(stored)
  const found: FieldValues = {}
  for (const field of fields) {
    const value = mayRead(field, readers) ? readValue(field, values[field.key]) : null
    if (value !== null) found[field.key] = value
  }
  return found
}

interface ValueChange {
  subject: FieldSubject
  given: FieldChange
  /** As whom the actor writes. */
  writers: readonly FieldReader[]
  /** What the form showed of these (`digestOfValues`). Default: whatever there is, it is replaced. */
  shown?: string | undefined
  /** Who can't go on without answering is let go on, however much is stored: few fields are asked for. */
  isAsked?: boolean
}

/**
 * Changes values of a person, an organization or a member, whose row the caller has locked, and records which: keys, and
 * never values. Returns the keys of those that changed.
 * @throws FieldRefused
 */
export async function changeFieldValues(
  deps: Pick<Deps, 'fields' | 'now'>,
  tx: AuditedTransaction,
  actor: Actor,
  change: ValueChange,
): Promise<string[]> {
  const changed = await writeFieldValues(deps, tx, change)
  if (changed.length > 0) await tx.record(actor, eventOf(change.subject, changed))
  return changed
}

/** The same for a change that has an event of its own. */
export async function writeFieldValues(
  deps: Pick<Deps, 'fields' | 'now'>,
  tx: Change,
  { subject, given, writers, shown, isAsked = false }: ValueChange,
): Promise<string[]> {
  const checked = checkFieldValues(deps, ownerOf(subject), given, writers)
  const limit = isAsked ? Number.POSITIVE_INFINITY : maxStored
  return checked.length === 0 ? [] : storeValues(deps, tx, subject, { checked, limit, shown })
}

/**
 * Gives a subject values that were set aside for it, each as far as it still can be: what it has a value of already, what
 * somebody else has by now, and what may not be written any more are left out. Returns the keys of the others.
 */
export async function fillPossibleValues(
  deps: Pick<Deps, 'fields' | 'now'>,
  tx: Change,
  { subject, stored, writers }: { subject: FieldSubject; stored: string | null; writers: readonly FieldReader[] },
): Promise<string[]> {
  const filled: string[] = []
  if (stored === null) return filled
  const own = (await findFieldValues(tx, subject))?.fields ?? null
  for (const [key, value] of Object.entries(storedValues(stored))) {
    if (hasStored(own, key)) continue
    try {
      filled.push(...(await writeFieldValues(deps, tx, { subject, given: { [key]: value }, writers })))
    } catch (error) {
      if (!(error instanceof FieldRefused)) throw error
    }
  }
  return filled
}

/** The JSON text of values that were checked, for a subject that is not there yet. Null without any. */
export const textOfChecked = (checked: readonly CheckedField[]): string | null =>
  textOf(new Map(checked.flatMap(({ field, value }) => (value === null ? [] : [[field.key, value] as const]))))

/** What a form shows of values, to compare with what there is when it is sent. */
export function digestOfValues(stored: string | null, keys: readonly string[]): string {
  const values = new Map(Object.entries(storedValues(stored)))
  return digest(JSON.stringify([...keys].sort().map((key) => [key, values.get(key) ?? null])))
}

/** Whether a form was refused because somebody else has changed its values since it was opened. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof OperationRefused && error.reason === 'changed-meanwhile'

/** A value that was checked, of a field that the actor may write. */
interface CheckedField {
  field: Field
  value: FieldValue | null
}

/** What would be stored. @throws FieldRefused */
export const checkFieldValues = (
  deps: Pick<Deps, 'fields'>,
  of: FieldOwner,
  given: FieldChange,
  writers: readonly FieldReader[],
): CheckedField[] => Object.entries(given).map(([key, value]) => checkOne(deps, { of, key, value, writers }))

/** The same for somebody who has no values yet: then it is known that all of them fit. @throws FieldRefused */
export function checkFirstValues(...given: Parameters<typeof checkFieldValues>): CheckedField[] {
  const checked = checkFieldValues(...given)
  if (bytesOf(textOfChecked(checked)) > maxStored) throw new FieldRefused(checked[0]?.field.key ?? '', 'too-long')
  return checked
}

const textOf = (values: ReadonlyMap<string, unknown>): string | null =>
  values.size > 0 ? JSON.stringify(Object.fromEntries(values)) : null

async function storeValues(
  deps: Pick<Deps, 'now'>,
  tx: Change,
  subject: FieldSubject,
  { checked, limit, shown }: { checked: readonly CheckedField[]; limit: number; shown?: string | undefined },
): Promise<string[]> {
  const found = await findFieldValues(tx, subject)
  if (!found) throw new OperationRefused('not-found')
  const values = new Map(Object.entries(storedValues(found.fields)))
  const changes: (CheckedField & { before: FieldValue | null })[] = []
  for (const { field, value } of checked) {
    // As it was stored: what is no longer offered has its row in the index, too.
    const before = (values.get(field.key) ?? null) as FieldValue | null
    if (isSame(before, value)) continue
    if (value === null) values.delete(field.key)
    else values.set(field.key, value)
    changes.push({ field, value, before })
  }
  const changed = changes.map(({ field }) => field.key)
  // The same form sent twice changes nothing the second time.
  if (changed.length === 0) return []
  const keys = checked.map(({ field }) => field.key)
  if (shown !== undefined && shown !== digestOfValues(found.fields, keys))
    throw new OperationRefused('changed-meanwhile')
  const text = textOf(values)
  // Whoever has more already, such as two accounts in one, can still make it less.
  if (bytesOf(text) > Math.max(limit, bytesOf(found.fields))) throw new FieldRefused(changed[0] ?? '', 'too-long')
  for (const { field, value, before } of changes) await putFound(tx, subject, field, before, value)
  await putFieldValues(tx, subject, text, deps.now())
  return changed
}

const bytesOf = (stored: string | null): number => (stored === null ? 0 : Buffer.byteLength(stored))

/** Whether there is a value, even one that can't be read any more: another account fills no such gap. */
export const hasStored = (stored: string | null, key: string): boolean => Object.hasOwn(storedValues(stored), key)

/**
 * Gives a subject the values that it does not have itself: of another account that was merged into it, and is gone. Who
 * may write them does not matter: nobody writes anything else.
 */
export async function fillFieldValues(
  deps: Pick<Deps, 'fields' | 'now'>,
  tx: Change,
  subject: FieldSubject,
  stored: string | null,
): Promise<void> {
  const own = (await findFieldValues(tx, subject))?.fields ?? null
  const gaps = Object.entries(storedValues(stored)).filter(([key]) => !hasStored(own, key))
  const fields = gaps.flatMap(([key, kept]): CheckedField[] => {
    const field = deps.fields.find(`${ownerOf(subject)}.${key}`)
    const value = field ? readValue(field, kept) : null
    return field && value !== null ? [{ field, value }] : []
  })
  // What two accounts have may be more than one may have.
  await storeValues(deps, tx, subject, { checked: fields, limit: Number.POSITIVE_INFINITY })
}

function checkOne(
  { fields }: Pick<Deps, 'fields'>,
  { of, key, value, writers }: { of: FieldOwner; key: string; value: unknown; writers: readonly FieldReader[] },
): CheckedField {
  const field = fields.find(`${of}.${key}`)
  // A field that the actor may not even know of is as good as none.
  if (!field || !(mayRead(field, writers) || mayWrite(field, writers))) throw new FieldRefused(key, 'unknown')
  if (!mayWrite(field, writers)) throw new FieldRefused(key, 'not-writable')
  const checked = value === null ? { ok: true as const, value } : checkValue(field, value)
  if (!checked.ok) throw new FieldRefused(key, checked.fault)
  // What people are asked for they can change, but not take back. A text of characters that nobody sees is none.
  if (checked.value === null && field.required !== 'no' && writers.includes(requiredWriter[of]))
    throw new FieldRefused(key, 'required')
  return { field, value: checked.value }
}

const isSame = (before: unknown, after: FieldValue | null): boolean =>
  JSON.stringify(before ?? null) === JSON.stringify(after)

/** What a value is found by, and that it is the only one. @throws FieldRefused taken */
async function putFound(
  tx: Change,
  subject: FieldSubject,
  field: Field,
  before: FieldValue | null,
  after: FieldValue | null,
): Promise<void> {
  const change = {
    fieldId: fieldId(field),
    before: before === null ? null : foldValue(before),
    after: after === null ? null : foldValue(after),
  }
  if (change.before === change.after) return
  const scope = field.of === 'membership' ? (subject.organizationId ?? '') : ''
  const among: FoldedChange = { ...change, scope: field.unique === 'organization' ? scope : '' }
  // First, so that whoever leaves out a value that somebody else has by now has written nothing of it.
  if (field.unique !== 'no' && !(await takeUniqueValue(tx, subject, among))) throw new FieldRefused(field.key, 'taken')
  if (field.search) await indexValue(tx, subject, { ...change, scope })
}

/** What a change of values is in the audit log: with the keys, and never with a value. */
export function eventOf({ userId, organizationId }: FieldSubject, keys: readonly string[]): EventDetails {
  const detail = { fields: keys }
  if (userId === null)
    return {
      action: 'organization.fields_changed',
      organizationId,
      target: ['organization', organizationId ?? ''],
      detail,
    }
  return organizationId === null
    ? { action: 'person.fields_changed', target: ['user', userId], detail }
    : { action: 'member.fields_changed', organizationId, target: ['user', userId], detail }
}

/** The values of a change that only one may have, each as it is looked for. */
export const uniqueValuesOf = (
  checked: readonly { field: Field; value: FieldValue | null }[],
  scope: string,
): { key: string; fieldId: string; scope: string; folded: string }[] =>
  checked.flatMap(({ field, value }) =>
    value === null || field.unique === 'no'
      ? []
      : [
          {
            ...{ key: field.key, fieldId: fieldId(field), folded: foldValue(value) },
            scope: field.unique === 'organization' ? scope : '',
          },
        ],
  )

/** A value as a file or a fact shows it. */
export const textOfValue = (value: FieldValue | undefined): string =>
  value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value)
