import type { Change } from '../connections/database.ts'
import { type SqlStore, time } from '../connections/sql.ts'
import type { Time, TokenGrantRow } from '../generated/rows.ts'

/** What clients hold of a person and may still use: once for each client and scope, however many there are. */
export async function findLiveGrantsOf(
  { sql }: SqlStore,
  userId: string,
  now: Date,
): Promise<{ clientId: string; scope: string[]; since: Date }[]> {
  const rows = await sql.read<Pick<TokenGrantRow, 'client_id' | 'scope'> & { since: Time }>(
    `SELECT g.client_id, g.scope, min(g.created_at) AS since FROM token_grant g LEFT JOIN session s ON s.id = g.session_id
     WHERE g.user_id = $1 AND g.revoked_at IS NULL AND g.expires_at > $2 AND g.session_id <> g.id
       AND (g.offline = $3 OR (s.ended_at IS NULL AND s.expires_at > $2))
     GROUP BY g.client_id, g.scope ORDER BY since DESC`,
    [userId, now, true],
  )
  return rows.map((row) => ({
    clientId: row.client_id,
    scope: row.scope.split(' ').filter(Boolean),
    since: time(row.since),
  }))
}

/** Ends what the members of an organization granted for it. Grants are found by their person. */
export async function endGrantsOfMembers({ sql }: Change, organizationId: string, now: Date): Promise<void> {
  await sql.write(
    `UPDATE token_grant SET revoked_at = $2
     WHERE user_id IN (SELECT m.user_id FROM membership m WHERE m.organization_id = $1)
       AND organization_id = $1 AND revoked_at IS NULL`,
    [organizationId, now],
  )
}
