import type { SqlWrites } from '../connections/sql.ts'
import type { PushedRequestRow } from '../generated/rows.ts'

export async function insertPushedRequest(
  { sql }: SqlWrites,
  request: { id: string; clientId: string; params: string; expiresAt: Date },
): Promise<void> {
  await sql.write('INSERT INTO pushed_request (id, client_id, params, expires_at) VALUES ($1, $2, $3, $4)', [
    request.id,
    request.clientId,
    request.params,
    request.expiresAt,
  ])
}

/** Redeems a pushed request once, for the client that pushed it (RFC 9126 section 4). */
export async function redeemPushedRequest(
  { sql }: SqlWrites,
  id: string,
  clientId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await sql.write<Pick<PushedRequestRow, 'params'>>(
    'UPDATE pushed_request SET used_at = $3 WHERE id = $1 AND client_id = $2 AND used_at IS NULL AND expires_at > $3 RETURNING params',
    [id, clientId, now],
  )
  return row ? row.params : null
}
