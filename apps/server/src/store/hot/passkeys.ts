import type { Change } from '../connections/database.ts'
import { flag, type SqlStore, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import { type PasskeyChallengeRow, type PasskeyRow, passkeyColumns, type UserAccountRow } from '../generated/rows.ts'

/** A person's passkey. `id` and `publicKey` are base64url. */
export interface Passkey {
  id: string
  userId: string
  publicKey: string
  counter: number
  /** True when it can't leave its device: the authenticator's own statement. */
  deviceBound: boolean
  backedUp: boolean
  transports: string[]
  aaguid: string
  name: string
  createdAt: Date
  usedAt: Date | null
  /** The user handle it was made with, base64url, where it came with a merged account. Null: the one of its person. */
  userHandle: string | null
}

export async function findPasskey({ sql }: SqlStore, id: string): Promise<Passkey | null> {
  const [row] = await sql.read<PasskeyRow>(`SELECT ${passkeyColumns} FROM passkey WHERE id = $1`, [id])
  return row ? toPasskey(row) : null
}

export async function findPasskeys({ sql }: SqlStore, userId: string): Promise<Passkey[]> {
  return (
    await sql.read<PasskeyRow>(`SELECT ${passkeyColumns} FROM passkey WHERE user_id = $1 ORDER BY created_at`, [userId])
  ).map(toPasskey)
}

export async function hasPasskey({ sql }: SqlStore, userId: string): Promise<boolean> {
  return (
    (await sql.read<Pick<PasskeyRow, 'id'>>('SELECT id FROM passkey WHERE user_id = $1 LIMIT 1', [userId])).length > 0
  )
}

/** Notes a use. The counter never goes down here: what it came from is for the caller to judge. */
export async function notePasskeyUse(
  { sql }: SqlWrites,
  use: { id: string; counter: number; backedUp: boolean; now: Date },
): Promise<void> {
  await sql.write(
    `UPDATE passkey SET counter = CASE WHEN counter < CAST($2 AS BIGINT) THEN CAST($2 AS BIGINT) ELSE counter END,
       backed_up = CAST($3 AS BOOLEAN), used_at = $4 WHERE id = $1`,
    [use.id, use.counter, use.backedUp, use.now],
  )
}

export async function insertPasskeyChallenge(
  { sql }: SqlWrites,
  challenge: { id: string; purpose: string; subject: string; expiresAt: Date },
): Promise<void> {
  await sql.write('INSERT INTO passkey_challenge (id, purpose, subject, expires_at) VALUES ($1, $2, $3, $4)', [
    challenge.id,
    challenge.purpose,
    challenge.subject,
    challenge.expiresAt,
  ])
}

/** Burns a challenge: the delete is the lock, so it serves once, whatever comes of it. */
export async function burnPasskeyChallenge(
  { sql }: SqlWrites,
  challenge: { id: string; purpose: string; subject: string; now: Date },
): Promise<boolean> {
  const [row] = await sql.write<Pick<PasskeyChallengeRow, 'purpose' | 'subject' | 'expires_at'>>(
    'DELETE FROM passkey_challenge WHERE id = $1 RETURNING purpose, subject, expires_at',
    [challenge.id],
  )
  return (
    row !== undefined &&
    row.purpose === challenge.purpose &&
    row.subject === challenge.subject &&
    time(row.expires_at) > challenge.now
  )
}

/** When a passkey was last offered and not wanted. */
export async function declinedPasskeyAt({ sql }: SqlStore, userId: string): Promise<Date | null> {
  const [row] = await sql.read<Pick<UserAccountRow, 'passkey_declined_at'>>(
    'SELECT passkey_declined_at FROM user_account WHERE id = $1',
    [userId],
  )
  return timeOrNull(row?.passkey_declined_at)
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  userId: row.user_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  deviceBound: flag(row.device_bound),
  backedUp: flag(row.backed_up),
  transports: row.transports.split(' ').filter(Boolean),
  aaguid: row.aaguid,
  name: row.name,
  createdAt: time(row.created_at),
  usedAt: timeOrNull(row.used_at),
  userHandle: row.user_handle,
})

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
