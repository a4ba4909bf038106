import type { Change } from '../connections/database.ts'
import type { SqlStore, SqlWrites } from '../connections/sql.ts'
import type { SessionRow } from '../generated/rows.ts'

/** Notes that a browser is asked for a key. False if it was before, or if the session is bound, over or under another secret. */
export async function markBindingOffered(
  { sql }: SqlWrites,
  id: string,
  secretDigest: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE session SET binding_offered_at = $3
     WHERE id = $1 AND secret_digest = $2 AND binding_offered_at IS NULL AND bound_key IS NULL AND ended_at IS NULL RETURNING id`,
    [id, secretDigest, now],
  )
  return rows.length === 1
}

/** Whose a session is that has not ended, and the key that it is bound to. */
export async function findBinding(
  { sql }: SqlStore,
  id: string,
): Promise<{ userId: string; boundKey: string | null } | null> {
  const [row] = await sql.read<Pick<SessionRow, 'user_id' | 'bound_key'>>(
    'SELECT user_id, bound_key FROM session WHERE id = $1 AND ended_at IS NULL',
    [id],
  )
  return row ? { userId: row.user_id, boundKey: row.bound_key } : null
}

interface NewBinding {
  sessionId: string
  /** The secret that the browser has, and that which it gets: one that was stolen before is worthless then. */
  secretDigest: string
  nextDigest: string
  boundKey: string
  now: Date
}

/** Binds a session once. False if it was bound meanwhile, has ended or has another secret. */
export async function bindSession({ sql }: Change, binding: NewBinding): Promise<boolean> {
  const { sessionId, secretDigest, nextDigest, boundKey, now } = binding
  const [row] = await sql.write<Pick<SessionRow, 'user_id'>>(
    `UPDATE session SET bound_key = $4, bound_at = $5, secret_digest = $3, previous_secret_digest = $2
     WHERE id = $1 AND secret_digest = $2 AND bound_key IS NULL AND ended_at IS NULL RETURNING user_id`,
    [sessionId, secretDigest, nextDigest, boundKey, now],
  )
  if (!row) return false
  await sql.write('UPDATE user_account SET session_bound_at = $2 WHERE id = $1', [row.user_id, now])
  return true
}
