import type { Change } from '../connections/database.ts'
import { type SqlWrites, text } from '../connections/sql.ts'

/** The condition of the indexes on what registered clients hold: a statement without it would read a whole table. */
const ofRegistered = (column: string): string => `substr(${column}, 1, 4) = 'dyn_'`

/** Removes a client that registered itself, with the consents it was given. Its grants end. False if there is none. */
export async function deleteRegisteredClient({ sql }: Change, id: string, now: Date): Promise<boolean> {
  const deleted = await sql.write('DELETE FROM registered_client WHERE id = $1 RETURNING id', [id])
  if (deleted.length === 0) return false
  await sql.write(
    `UPDATE token_grant SET revoked_at = $2 WHERE client_id = $1 AND ${ofRegistered('client_id')} AND revoked_at IS NULL`,
    [id, now],
  )
  await sql.write(`DELETE FROM consent WHERE client_id = $1 AND ${ofRegistered('client_id')}`, [id])
  return true
}

interface RegistrationLifetimes {
  now: Date
  /** An uninvited client that was registered before this and was never used is deleted. */
  unusedSince: Date
  /** A client that was last used before this, or registered before this and never used, is deleted. */
  idleSince: Date
  /** A client whose use was noted after this is not examined. */
  notedSince: Date
}

/**
 * Looks at the next `limit` clients after `after`: notes of each whether it still has a grant, and deletes those that nobody
 * uses any more. Returns where to go on, or null at the end of the table.
 */
export async function sweepRegisteredClients(
  { sql }: SqlWrites,
  after: string,
  limit: number,
  { now, unusedSince, idleSince, notedSince }: RegistrationLifetimes,
): Promise<string | null> {
  const batch = await sql.read('SELECT id FROM registered_client WHERE id > $1 ORDER BY id LIMIT $2', [after, limit])
  const last = batch.at(-1)
  if (!last) return null
  const until = text(last.id)
  await sql.write(
    `UPDATE registered_client SET used_at = $3
     WHERE id > $1 AND id <= $2 AND used_at < $4 AND EXISTS (
       SELECT 1 FROM token_grant g LEFT JOIN session s ON s.id = g.session_id
       WHERE g.client_id = registered_client.id AND ${ofRegistered('g.client_id')} AND g.revoked_at IS NULL
         AND g.expires_at > $3 AND (g.offline = $5 OR (s.ended_at IS NULL AND s.expires_at > $3)))`,
    [after, until, now, notedSince, true],
  )
  await sql.write(
    `DELETE FROM consent WHERE ${ofRegistered('client_id')} AND client_id IN (
       SELECT id FROM registered_client WHERE id > $1 AND id <= $2 AND used_at < $3)`,
    [after, until, idleSince],
  )
  await sql.write(
    `DELETE FROM registered_client WHERE id > $1 AND id <= $2
       AND (used_at < $4 OR (used_at IS NULL AND created_at < $4)
         OR (used_at IS NULL AND initial_token_id IS NULL AND created_at < $3))`,
    [after, until, unusedSince, idleSince],
  )
  return batch.length < limit ? null : until
}
