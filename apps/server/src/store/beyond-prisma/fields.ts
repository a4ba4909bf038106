import type { FieldOwner } from '../../oidc/fields/field.ts'
import type { Change } from '../connections/database.ts'
import { flag, type SqlStore, type SqlValue, text, time, timeOrNull } from '../connections/sql.ts'
import { type FieldRow, fieldColumns } from '../generated/rows.ts'
import { readChanged } from './change-numbers.ts'

/** A declared field as it is stored. Without `settings` it is of FIELDS_FILE, or its values are gone. */
export interface FieldRecord {
  id: string
  type: string
  uniqueIn: string
  searchable: boolean
  settings: string | null
  position: number
  createdAt: Date
  createdByKind: string
  createdById: string | null
  deprecatedAt: Date | null
  changeNumber: number
}

/** Fields that were changed after this number, in the order of their changes. */
export async function findChangedFields(store: SqlStore, after: number, limit: number): Promise<FieldRecord[]> {
  const of = { table: 'field', columns: fieldColumns } as const
  return (await readChanged<FieldRow>(store, of, { after, limit })).map(toRecord)
}

export async function findField({ sql }: SqlStore, id: string): Promise<FieldRecord | null> {
  const [row] = await sql.read<FieldRow>(`SELECT ${fieldColumns} FROM field WHERE id = $1`, [id])
  return row ? toRecord(row) : null
}

const toRecord = (row: FieldRow): FieldRecord => ({
  id: row.id,
  type: row.type,
  uniqueIn: row.unique_in,
  searchable: flag(row.searchable),
  settings: row.settings,
  position: Number(row.position),
  createdAt: time(row.created_at),
  createdByKind: row.created_by_kind,
  createdById: row.created_by_id,
  deprecatedAt: timeOrNull(row.deprecated_at),
  changeNumber: Number(row.change_number),
})

/** Declares a field, or declares it again. Every change has a number of its own (`nextChangeNumber`). */
export async function putField({ sql }: Change, field: FieldRecord): Promise<void> {
  await sql.write(
    `INSERT INTO field (id, type, unique_in, searchable, settings, position, created_at, created_by_kind, created_by_id, deprecated_at, change_number)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (id) DO UPDATE SET unique_in = excluded.unique_in, searchable = excluded.searchable, settings = excluded.settings,
       position = excluded.position, deprecated_at = excluded.deprecated_at, change_number = excluded.change_number`,
    [
      ...[field.id, field.type, field.uniqueIn, field.searchable, field.settings, field.position, field.createdAt],
      ...[field.createdByKind, field.createdById, field.deprecatedAt, field.changeNumber],
    ],
  )
}

/** Whose a value is: a person's, an organization's, or that of a member. */
export interface FieldSubject {
  userId: string | null
  organizationId: string | null
}

const tables = {
  person: { table: 'user_account', where: 'id = $1' },
  organization: { table: 'organization', where: 'id = $1' },
  membership: { table: 'membership', where: 'user_id = $1 AND organization_id = $2' },
} as const

const keyOf = ({ userId, organizationId }: FieldSubject): string[] =>
  [userId, organizationId].filter((id) => id !== null)

const ownerOf = ({ userId, organizationId }: FieldSubject): FieldOwner =>
  userId === null ? 'organization' : organizationId === null ? 'person' : 'membership'

/** The JSON text of all values. Undefined if there is no such person, organization or member. */
export async function findFieldValues(
  { sql }: SqlStore,
  subject: FieldSubject,
): Promise<{ fields: string | null } | undefined> {
  const { table, where } = tables[ownerOf(subject)]
  const [row] = await sql.read<{ fields: string | null }>(`SELECT fields FROM ${table} WHERE ${where}`, keyOf(subject))
  return row && { fields: row.fields }
}

/** Stores the values of a subject whose row is locked. A person's account counts as changed. */
export async function putFieldValues(
  { sql }: Change,
  subject: FieldSubject,
  fields: string | null,
  now: Date,
): Promise<void> {
  const owner = ownerOf(subject)
  const { table, where } = tables[owner]
  const key = keyOf(subject)
  const changed: SqlValue[] = owner === 'person' ? [fields, now] : [fields]
  const set =
    owner === 'person' ? `fields = $${key.length + 1}, updated_at = $${key.length + 2}` : `fields = $${key.length + 1}`
  await sql.write(`UPDATE ${table} SET ${set} WHERE ${where}`, [...key, ...changed])
}

/** Of the newest people, organizations or members, how many have a value of a field, and of how many that is. */
export async function countNewestValues(
  { sql }: SqlStore,
  { of, key }: { of: FieldOwner; key: string },
  limit: number,
): Promise<{ count: number; total: number }> {
  const [first, order] =
    of === 'membership' ? ['user_id', 'user_id DESC, organization_id DESC'] : (['id', 'id DESC'] as const)
  const rows = await sql.read<{ fields: string | null }>(
    `SELECT fields FROM ${tables[of].table} WHERE ${first} > $1 ORDER BY ${order} LIMIT ${Number(limit)}`,
    [''],
  )
  const having = rows.filter(({ fields }) => fields !== null && Object.hasOwn(JSON.parse(fields), key))
  return { count: having.length, total: rows.length }
}

/** How a value changes, by what it is compared by; null for none. */
export interface FoldedChange {
  fieldId: string
  /** The organization whose members have the field, or nothing. */
  scope: string
  before: string | null
  after: string | null
}

/** What a value is found by, from now on. */
export async function indexValue({ sql }: Change, subject: FieldSubject, change: FoldedChange): Promise<void> {
  const { fieldId, scope, before, after } = change
  const { userId, organizationId } = subject
  const id = userId ?? organizationId
  if (before !== null)
    await sql.write('DELETE FROM field_index WHERE field_id = $1 AND scope = $2 AND folded = $3 AND subject = $4', [
      ...[fieldId, scope, before, id],
    ])
  if (after !== null)
    await sql.write(
      `INSERT INTO field_index (field_id, scope, folded, subject, user_id, organization_id) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING`,
      [fieldId, scope, after, id, userId, organizationId],
    )
}

/**
 * Takes a value that only one may have, and gives up the one before. The primary key is the lock, and the database holds
 * it: of two who take a value at once, one gets false.
 */
export async function takeUniqueValue({ sql }: Change, subject: FieldSubject, change: FoldedChange): Promise<boolean> {
  const { fieldId, scope, before, after } = change
  const { userId, organizationId } = subject
  if (before !== null)
    await sql.write(
      `DELETE FROM field_unique WHERE field_id = $1 AND scope = $2 AND folded = $3
       AND COALESCE(user_id, '') = $4 AND COALESCE(organization_id, '') = $5`,
      [fieldId, scope, before, userId ?? '', organizationId ?? ''],
    )
  if (after === null) return true
  const rows = await sql.write(
    `INSERT INTO field_unique (field_id, scope, folded, user_id, organization_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING RETURNING field_id`,
    [fieldId, scope, after, userId, organizationId],
  )
  return rows.length === 1
}

/** Whether somebody has a value that only one may have. */
export async function isValueTaken(
  { sql }: SqlStore,
  { fieldId, scope, folded }: { fieldId: string; scope: string; folded: string },
): Promise<boolean> {
  const rows = await sql.read('SELECT field_id FROM field_unique WHERE field_id = $1 AND scope = $2 AND folded = $3', [
    fieldId,
    scope,
    folded,
  ])
  return rows.length > 0
}

/** A value that is searched for, by what it is compared by. */
export interface WantedValue {
  fieldId: string
  folded: string
}

/**
 * The condition that a subject has these values: one look at the primary key for each. `subject` and `scope` are
 * expressions of the statement, `first` is the number of its next parameter.
 */
export function hasValues(
  values: readonly WantedValue[],
  { subject, scope, first }: { subject: string; scope: string; first: number },
): { condition: string; params: SqlValue[] } {
  const conditions = values.map(
    (_, index) =>
      `EXISTS (SELECT 1 FROM field_index f${index} WHERE f${index}.field_id = $${first + 2 * index} AND f${index}.scope = ${scope}
       AND f${index}.folded = $${first + 2 * index + 1} AND f${index}.subject = ${subject})`,
  )
  return { condition: conditions.join(' AND '), params: values.flatMap(({ fieldId, folded }) => [fieldId, folded]) }
}

/** Whose values these are, in the order of their ids: people or organizations, after a cursor. */
export async function findSubjects(
  { sql }: SqlStore,
  [first, ...others]: readonly [WantedValue, ...WantedValue[]],
  { after, newestFirst = false, limit }: { after: string | null; newestFirst?: boolean; limit: number },
): Promise<string[]> {
  const more = hasValues(others, { subject: 'f.subject', scope: "''", first: 3 })
  const params: SqlValue[] = [first.fieldId, first.folded, ...more.params]
  const cursor = after === null ? '' : ` AND f.subject ${newestFirst ? '<' : '>'} $${params.push(after)}`
  const rows = await sql.read<{ subject: string }>(
    `SELECT f.subject FROM field_index f WHERE f.field_id = $1 AND f.scope = '' AND f.folded = $2${more.condition && ` AND ${more.condition}`}${cursor}
     ORDER BY f.subject ${newestFirst ? 'DESC' : 'ASC'} LIMIT $${params.push(limit)}`,
    params,
  )
  return rows.map(({ subject }) => subject)
}

const subjectOf = (of: FieldOwner, id: string): FieldSubject =>
  of === 'person' ? { userId: id, organizationId: null } : { userId: null, organizationId: id }

/** Deletes one value with what it is found by. False if the values were changed meanwhile: only what was read is replaced. */
async function deleteValue(
  store: Change,
  subject: FieldSubject,
  { key, fieldId }: { key: string; fieldId: string },
): Promise<boolean> {
  const found = await findFieldValues(store, subject)
  if (!found?.fields) return true
  const values = JSON.parse(found.fields) as Record<string, unknown>
  if (!Object.hasOwn(values, key)) return true
  const { [key]: _, ...rest } = values
  const { table, where } = tables[ownerOf(subject)]
  const own = keyOf(subject)
  const rows = await store.sql.write(
    `UPDATE ${table} SET fields = $${own.length + 1} WHERE ${where} AND fields = $${own.length + 2} RETURNING fields`,
    [...own, Object.keys(rest).length > 0 ? JSON.stringify(rest) : null, found.fields],
  )
  if (rows.length === 0) return false
  const { userId, organizationId } = subject
  const whose =
    organizationId === null
      ? 'user_id = $2 AND organization_id IS NULL'
      : userId === null
        ? 'organization_id = $2 AND user_id IS NULL'
        : 'user_id = $2 AND organization_id = $3'
  for (const index of ['field_index', 'field_unique'])
    await store.sql.write(`DELETE FROM ${index} WHERE field_id = $1 AND ${whose}`, [fieldId, ...own])
  return true
}

/** The same for organizations, which may be found otherwise too: at most a thousand (`searchOrganizations`). */
export async function findHavingValues(
  store: SqlStore,
  values: readonly WantedValue[],
  { after, limit, among }: { after: string | null; limit: number; among: readonly string[] | null },
): Promise<string[]> {
  const [first, ...others] = values
  if (!first) return []
  if (!among) return findSubjects(store, [first, ...others], { after, limit })
  const candidates = among.filter((id) => !after || id > after)
  if (candidates.length === 0) return []
  const listed = candidates.map((_, index) => `$${index + 1}`).join(', ')
  const { condition, params } = hasValues(values, { subject: 'o.id', scope: "''", first: candidates.length + 1 })
  const rows = await store.sql.read<{ id: string }>(
    `SELECT o.id FROM organization o WHERE o.id IN (${listed}) AND ${condition} ORDER BY o.id LIMIT ${Number(limit)}`,
    [...candidates, ...params],
  )
  return rows.map(({ id }) => id)
}

/**
 * Deletes the values of a field from the next rows after a key, with what they are found by: in one transaction, in which
 * nobody declares the field again. Returns the key to go on after, or null at the end.
 */
export async function deleteSomeValues(
  tx: Change,
  { of, key, fieldId }: { of: FieldOwner; key: string; fieldId: string },
  after: readonly [string, string],
  limit: number,
): Promise<readonly [string, string] | null> {
  const { table } = tables[of]
  const first = of === 'membership' ? 'user_id' : 'id'
  const second = of === 'membership' ? 'organization_id' : `''`
  const position = of === 'membership' ? '(user_id, organization_id) > ($1, $2)' : 'id > $1'
  const rows = await tx.sql.read<{ a: string; b: string }>(
    `SELECT ${first} AS a, ${second} AS b FROM ${table} WHERE ${position} ORDER BY ${of === 'membership' ? 'user_id, organization_id' : 'id'} LIMIT ${Number(limit)}`,
    of === 'membership' ? [...after] : [after[0]],
  )
  for (const { a, b } of rows) {
    const subject = of === 'membership' ? { userId: a, organizationId: b } : subjectOf(of, a)
    while (!(await deleteValue(tx, subject, { key, fieldId })));
  }
  const last = rows.at(-1)
  if (last && rows.length === limit) return [text(last.a), text(last.b)]
  await tx.sql.write('DELETE FROM field_index WHERE field_id = $1', [fieldId])
  await tx.sql.write('DELETE FROM field_unique WHERE field_id = $1', [fieldId])
  return null
}
