import type { Transaction } from '../connections/database.ts'
import type { Passkey } from '../hot/passkeys.ts'

/** Keeps a passkey. False when its id is known already, whoever it belongs to, or the person has `most` of them. */
export async function insertPasskey(
  { sql }: Transaction,
  one: Omit<Passkey, 'usedAt'>,
  most: number,
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO passkey (id, user_id, public_key, counter, device_bound, backed_up, transports, aaguid, name, created_at)
     SELECT $1, $2, $3, CAST($4 AS BIGINT), CAST($5 AS BOOLEAN), CAST($6 AS BOOLEAN), $7, $8, $9, CAST($10 AS TIMESTAMPTZ)
     WHERE (SELECT count(*) FROM passkey WHERE user_id = $2) < CAST($11 AS INTEGER)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      one.id,
      one.userId,
      one.publicKey,
      one.counter,
      one.deviceBound,
      one.backedUp,
      one.transports.join(' '),
      one.aaguid,
      one.name,
      one.createdAt,
      most,
    ],
  )
  return rows.length === 1
}
