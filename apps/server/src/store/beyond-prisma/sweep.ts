import { firstIdAt } from '../../crypto/random.ts'
import { type SqlWrites, text } from '../connections/sql.ts'

/** Tables whose rows die, with their key and the column that says when. */
const tables = {
  interaction: 'id',
  email_challenge: 'address',
  phone_challenge: 'user_id',
  passkey_challenge: 'id',
  address_change: 'id',
  reserved_address: 'address',
  recovery: 'user_id',
  session: 'id',
  setup_link: 'id',
  token_grant: 'id',
  revoked_token: 'id',
  pushed_request: 'id',
  device_request: 'id',
  used_assertion: 'id',
  outbox_message: 'id',
  mail_delivery: 'id',
  mail_suppression: 'id',
  rate_limit: 'key',
  idempotent_answer: 'id',
  initial_access_token: 'id',
  client_document: 'url',
  owner_act: 'id',
  kept_form: 'id',
} as const

const deadline: Partial<Record<keyof typeof tables, string>> = {
  rate_limit: 'reset_at',
  email_challenge: 'link_expires_at',
}

/** What a person typed is deleted as soon as it has expired. */
export const sweptAtOnce: ReadonlySet<SweptTable> = new Set(['kept_form'])

export type SweptTable = keyof typeof tables
export const sweptTables = Object.keys(tables) as SweptTable[]

interface SweptBatch {
  /** Where to go on, or null at the end of the table. */
  next: string | null
  /** Rows looked at, and how many of them were dead. */
  seen: number
  deleted: number
}

/**
 * Deletes the dead rows among the next `limit` rows after `after`, in key order: a small batch that needs no index of
 * its own and holds no lock for long.
 */
export async function sweepSome(
  { sql }: SqlWrites,
  table: SweptTable,
  after: string,
  before: Date,
  limit: number,
): Promise<SweptBatch> {
  const key = tables[table]
  const batch = await sql.read(`SELECT ${key} AS k FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT $2`, [
    after,
    limit,
  ])
  const last = batch.at(-1)
  if (!last) return { next: null, seen: 0, deleted: 0 }
  const dead = await sql.write(
    `DELETE FROM ${table} WHERE ${key} > $1 AND ${key} <= $2 AND ${deadline[table] ?? 'expires_at'} < $3 RETURNING ${key}`,
    [after, text(last.k), before],
  )
  return { next: batch.length < limit ? null : text(last.k), seen: batch.length, deleted: dead.length }
}

/** The audit log has a retention of its own. Ids begin with the time, so the oldest come first. Returns how many were deleted. */
export async function sweepAudit({ sql }: SqlWrites, before: Date, limit: number): Promise<number> {
  const rows = await sql.write(
    'DELETE FROM audit_event WHERE id IN (SELECT id FROM audit_event WHERE id < $1 AND pending = false ORDER BY id LIMIT $2) RETURNING id',
    [firstIdAt(before), limit],
  )
  return rows.length
}
