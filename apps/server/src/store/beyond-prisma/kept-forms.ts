import type { SqlStore, SqlWrites } from '../connections/sql.ts'
import { type KeptFormRow, keptFormColumns } from '../generated/rows.ts'

/** A form that waits until its person has confirmed that it is them. */
export interface SealedForm {
  /** Digest of the handle in its URL. */
  id: string
  sessionId: string
  sealed: string
}

/** Stores a form. Of one session only the newest ones stay, so that nobody fills the table. */
export async function insertKeptForm(
  { sql }: SqlWrites,
  form: SealedForm & { createdAt: Date; expiresAt: Date },
  limit: number,
): Promise<void> {
  await sql.write(
    'INSERT INTO kept_form (id, session_id, sealed, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [form.id, form.sessionId, form.sealed, form.createdAt, form.expiresAt],
  )
  await sql.write(
    `DELETE FROM kept_form WHERE session_id = $1 AND id NOT IN
       (SELECT id FROM kept_form WHERE session_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)`,
    [form.sessionId, limit],
  )
}

export async function findKeptForm(
  { sql }: SqlStore,
  { id, sessionId }: Pick<SealedForm, 'id' | 'sessionId'>,
  now: Date,
): Promise<string | null> {
  const [row] = await sql.read<KeptFormRow>(
    `SELECT ${keptFormColumns} FROM kept_form WHERE id = $1 AND session_id = $2 AND expires_at > $3`,
    [id, sessionId, now],
  )
  return row?.sealed ?? null
}

/** Deletes a form. True for the one caller that does: of several, the others find it gone. */
export async function redeemKeptForm(
  { sql }: SqlWrites,
  { id, sessionId }: Pick<SealedForm, 'id' | 'sessionId'>,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    'DELETE FROM kept_form WHERE id = $1 AND session_id = $2 AND expires_at > $3 RETURNING id',
    [id, sessionId, now],
  )
  return rows.length === 1
}
