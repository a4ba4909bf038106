import type { Change } from '../connections/database.ts'
import type { SqlStore } from '../connections/sql.ts'
import type { SessionLogoutRow, SessionRow } from '../generated/rows.ts'

interface Revocation {
  userId: string
  /** One client, or null for every client. */
  clientId: string | null
  now: Date
  /** A session of which everything stays valid. */
  keptSessionId?: string
}

/**
 * Ends what was issued for a person: the grants that there are, and by a mark the codes that nobody has redeemed yet
 * (ADR 0003: a code is stored nowhere). What is redeemed at the same moment finds the mark at its first use.
 */
export async function revokeIssued(
  { sql }: Change,
  { userId, clientId, now, keptSessionId }: Revocation,
): Promise<void> {
  await sql.write(
    `INSERT INTO revocation (user_id, client_id, revoked_at, kept_session_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, client_id) DO UPDATE SET revoked_at = excluded.revoked_at, kept_session_id = excluded.kept_session_id`,
    [userId, clientId ?? '', now, keptSessionId ?? ''],
  )
  if (clientId !== null)
    await sql.write(
      'UPDATE token_grant SET revoked_at = $3 WHERE user_id = $1 AND client_id = $2 AND revoked_at IS NULL',
      [userId, clientId, now],
    )
  else
    await sql.write(
      'UPDATE token_grant SET revoked_at = $2 WHERE user_id = $1 AND session_id <> $3 AND revoked_at IS NULL',
      [userId, now, keptSessionId ?? ''],
    )
}

/** Notes for each client of the sessions that ended at this moment that it has to be told. */
export async function queueSessionLogouts({ sql }: Change, userId: string, endedAt: Date): Promise<void> {
  await sql.write(
    `INSERT INTO session_logout (session_id, client_id, user_id, created_at)
     SELECT DISTINCT g.session_id, g.client_id, g.user_id, s.ended_at
     FROM token_grant g JOIN session s ON s.id = g.session_id WHERE g.user_id = $1 AND s.ended_at = $2
     ON CONFLICT (session_id, client_id) DO NOTHING`,
    [userId, endedAt],
  )
}

interface SessionLogout {
  sessionId: string
  clientId: string
  userId: string
}

/** Takes the oldest notes away; of several workers one gets each. */
export async function takeLogouts({ sql }: Change, now: Date, limit: number): Promise<SessionLogout[]> {
  const rows = await sql.write<Pick<SessionLogoutRow, 'session_id' | 'client_id' | 'user_id'>>(
    `DELETE FROM session_logout WHERE (session_id, client_id) IN (
       SELECT session_id, client_id FROM session_logout WHERE created_at <= $1 ORDER BY created_at LIMIT $2)
     RETURNING session_id, client_id, user_id`,
    [now, limit],
  )
  return rows.map((row) => ({
    sessionId: row.session_id,
    clientId: row.client_id,
    userId: row.user_id,
  }))
}

export async function hasLogouts({ sql }: SqlStore, now: Date): Promise<boolean> {
  return (
    (
      await sql.read<Pick<SessionLogoutRow, 'client_id'>>(
        'SELECT client_id FROM session_logout WHERE created_at <= $1 LIMIT 1',
        [now],
      )
    ).length > 0
  )
}

/** Ends every living session of a person by one statement, but the excepted one. Returns their ids. */
export async function endSessionsOf({ sql }: Change, userId: string, now: Date, except = ''): Promise<string[]> {
  const rows = await sql.write<Pick<SessionRow, 'id'>>(
    'UPDATE session SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 AND id <> $3 RETURNING id',
    [userId, now, except],
  )
  return rows.map((row) => row.id)
}
