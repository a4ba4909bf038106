import { flag, type Row, type SqlStore, text, time, timeOrNull } from '../connections/sql.ts'

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
}

/** Keeps a passkey. False when its id is known already, whoever it belongs to, or the person has `most` of them. */
export async function insertPasskey({ sql }: SqlStore, one: Omit<Passkey, 'usedAt'>, most: number): Promise<boolean> {
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

export async function findPasskey({ sql }: SqlStore, id: string): Promise<Passkey | null> {
  const [row] = await sql.read('SELECT * FROM passkey WHERE id = $1', [id])
  return row ? toPasskey(row) : null
}

export async function findPasskeys({ sql }: SqlStore, userId: string): Promise<Passkey[]> {
  return (await sql.read('SELECT * FROM passkey WHERE user_id = $1 ORDER BY created_at', [userId])).map(toPasskey)
}

export async function hasPasskey({ sql }: SqlStore, userId: string): Promise<boolean> {
  return (await sql.read('SELECT id FROM passkey WHERE user_id = $1 LIMIT 1', [userId])).length > 0
}

/** Notes a use. The counter never goes down here: what it came from is for the caller to judge. */
export async function notePasskeyUse(
  { sql }: SqlStore,
  one: { id: string; counter: number; backedUp: boolean; now: Date },
): Promise<void> {
  await sql.write(
    `UPDATE passkey SET counter = CASE WHEN counter < CAST($2 AS BIGINT) THEN CAST($2 AS BIGINT) ELSE counter END,
       backed_up = CAST($3 AS BOOLEAN), used_at = $4 WHERE id = $1`,
    [one.id, one.counter, one.backedUp, one.now],
  )
}

export async function renamePasskey({ sql }: SqlStore, userId: string, id: string, name: string): Promise<boolean> {
  const rows = await sql.write('UPDATE passkey SET name = $3 WHERE id = $2 AND user_id = $1 RETURNING id', [
    userId,
    id,
    name,
  ])
  return rows.length === 1
}

/** Removes a passkey of this person. Returns its name, or null when it was not theirs. */
export async function deletePasskey({ sql }: SqlStore, userId: string, id: string): Promise<string | null> {
  const [row] = await sql.write('DELETE FROM passkey WHERE id = $2 AND user_id = $1 RETURNING name', [userId, id])
  return row ? text(row.name) : null
}

/** Removes the passkeys of a person that are younger than a moment. Returns how many. */
export async function deletePasskeysSince({ sql }: SqlStore, userId: string, since: Date): Promise<number> {
  const rows = await sql.write('DELETE FROM passkey WHERE user_id = $1 AND created_at >= $2 RETURNING id', [
    userId,
    since,
  ])
  return rows.length
}

export async function deletePasskeysOf({ sql }: SqlStore, userId: string): Promise<void> {
  await sql.write('DELETE FROM passkey WHERE user_id = $1', [userId])
}

export async function insertPasskeyChallenge(
  { sql }: SqlStore,
  one: { id: string; purpose: string; subject: string; expiresAt: Date },
): Promise<void> {
  await sql.write('INSERT INTO passkey_challenge (id, purpose, subject, expires_at) VALUES ($1, $2, $3, $4)', [
    one.id,
    one.purpose,
    one.subject,
    one.expiresAt,
  ])
}

/** Burns a challenge: the delete is the lock, so it serves once, whatever comes of it. */
export async function burnPasskeyChallenge(
  { sql }: SqlStore,
  one: { id: string; purpose: string; subject: string; now: Date },
): Promise<boolean> {
  const [row] = await sql.write('DELETE FROM passkey_challenge WHERE id = $1 RETURNING purpose, subject, expires_at', [
    one.id,
  ])
  return (
    row !== undefined &&
    text(row.purpose) === one.purpose &&
    text(row.subject) === one.subject &&
    time(row.expires_at) > one.now
  )
}

/** Notes that a passkey was offered and not wanted. */
export async function noteDeclinedPasskey({ sql }: SqlStore, userId: string, now: Date): Promise<void> {
  await sql.write('UPDATE user_account SET passkey_declined_at = $2 WHERE id = $1', [userId, now])
}

/** When a passkey was last offered and not wanted. */
export async function declinedPasskeyAt({ sql }: SqlStore, userId: string): Promise<Date | null> {
  const [row] = await sql.read('SELECT passkey_declined_at FROM user_account WHERE id = $1', [userId])
  return timeOrNull(row?.passkey_declined_at)
}

const toPasskey = (row: Row): Passkey => ({
  id: text(row.id),
  userId: text(row.user_id),
  publicKey: text(row.public_key),
  counter: Number(row.counter),
  deviceBound: flag(row.device_bound),
  backedUp: flag(row.backed_up),
  transports: text(row.transports).split(' ').filter(Boolean),
  aaguid: text(row.aaguid),
  name: text(row.name),
  createdAt: time(row.created_at),
  usedAt: timeOrNull(row.used_at),
})
