import type { Change } from '../connections/database.ts'
import type { Passkey } from '../hot/passkeys.ts'

/** Stores a passkey. False if its id is known already, for anybody, or if the person has `limit` of them. */
export async function insertPasskey(
  { sql }: Change,
  passkey: Omit<Passkey, 'usedAt' | 'userHandle'>,
  limit: number,
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO passkey (id, user_id, public_key, counter, device_bound, backed_up, transports, aaguid, name, created_at)
     SELECT $1, $2, $3, CAST($4 AS BIGINT), CAST($5 AS BOOLEAN), CAST($6 AS BOOLEAN), $7, $8, $9, CAST($10 AS TIMESTAMPTZ)
     WHERE (SELECT count(*) FROM passkey WHERE user_id = $2) < CAST($11 AS INTEGER)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      passkey.id,
      passkey.userId,
      passkey.publicKey,
      passkey.counter,
      passkey.deviceBound,
      passkey.backedUp,
      passkey.transports.join(' '),
      passkey.aaguid,
      passkey.name,
      passkey.createdAt,
      limit,
    ],
  )
  return rows.length === 1
}
