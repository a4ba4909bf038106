import type { Change } from '../../connections/database.ts'
import type { SqlStore, SqlWrites } from '../../connections/sql.ts'

/** Opens the pages of company sign-in to a session, for a while. */
export async function insertBypass(
  { sql }: Change,
  bypass: { sessionId: string; organizationId: string; userId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await sql.write(
    `INSERT INTO sso_bypass (session_id, organization_id, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (session_id, organization_id) DO UPDATE SET created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [bypass.sessionId, bypass.organizationId, bypass.userId, bypass.now, bypass.expiresAt],
  )
}

/** Whether they are open to a session now. */
export async function hasBypass(
  { sql }: SqlStore,
  { sessionId, organizationId, userId }: { sessionId: string; organizationId: string; userId: string },
  now: Date,
): Promise<boolean> {
  const rows = await sql.read(
    `SELECT session_id FROM sso_bypass WHERE session_id = $1 AND organization_id = $2 AND user_id = $3 AND expires_at > $4`,
    [sessionId, organizationId, userId, now],
  )
  return rows.length > 0
}

/** Deletes those that expired before. Returns how many were deleted. */
export async function sweepBypasses({ sql }: SqlWrites, before: Date, limit: number): Promise<number> {
  const rows = await sql.write(
    `DELETE FROM sso_bypass WHERE (session_id, organization_id) IN
       (SELECT session_id, organization_id FROM sso_bypass WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING session_id`,
    [before, limit],
  )
  return rows.length
}
