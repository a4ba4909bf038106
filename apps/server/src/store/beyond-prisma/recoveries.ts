import type { Change } from '../connections/database.ts'
import { type SqlStore, time } from '../connections/sql.ts'
import { type RecoveryRow, recoveryColumns } from '../generated/rows.ts'

/**
 * A person asked to change their passkeys without one, or to undo a change of addresses that was made by something older
 * than they are. Before `readyAt` it has no effect.
 */
export interface Recovery {
  userId: string
  requestedAt: Date
  readyAt: Date
  expiresAt: Date
  /** The link whose undoing waits. Null: the passkeys are to be changed. */
  changeId: string | null
}

/** False when a recovery of this person is open already: asking again neither restarts nor shortens it. */
export async function insertRecovery({ sql }: Change, recovery: Recovery & { tokenDigest: string }): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO recovery (user_id, token_digest, requested_at, ready_at, expires_at, change_id) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id) DO UPDATE SET token_digest = excluded.token_digest, requested_at = excluded.requested_at,
       ready_at = excluded.ready_at, expires_at = excluded.expires_at, change_id = excluded.change_id
     WHERE recovery.expires_at <= $3 RETURNING user_id`,
    [
      recovery.userId,
      recovery.tokenDigest,
      recovery.requestedAt,
      recovery.readyAt,
      recovery.expiresAt,
      recovery.changeId,
    ],
  )
  return rows.length === 1
}

/** The open recovery of a person, ready or not. */
export async function findRecovery({ sql }: SqlStore, userId: string, now: Date): Promise<Recovery | null> {
  const [row] = await sql.read<RecoveryRow>(
    `SELECT ${recoveryColumns} FROM recovery WHERE user_id = $1 AND expires_at > $2`,
    [userId, now],
  )
  return row ? toRecovery(row) : null
}

/** Looks at a recovery by its link without using it up. */
export async function findRecoveryByToken({ sql }: SqlStore, tokenDigest: string, now: Date): Promise<Recovery | null> {
  const [row] = await sql.read<RecoveryRow>(
    `SELECT ${recoveryColumns} FROM recovery WHERE token_digest = $1 AND expires_at > $2`,
    [tokenDigest, now],
  )
  return row ? toRecovery(row) : null
}

/** Ends the recovery of a person, once. False when there was none. */
export async function deleteRecovery({ sql }: Change, userId: string): Promise<boolean> {
  return (
    (
      await sql.write<Pick<RecoveryRow, 'user_id'>>('DELETE FROM recovery WHERE user_id = $1 RETURNING user_id', [
        userId,
      ])
    ).length === 1
  )
}

/** Ends the recovery of a person who changes their passkeys, once. An undoing that waits stays. */
export async function deletePasskeyRecovery({ sql }: Change, userId: string): Promise<boolean> {
  const rows = await sql.write('DELETE FROM recovery WHERE user_id = $1 AND change_id IS NULL RETURNING user_id', [
    userId,
  ])
  return rows.length === 1
}

/** Uses an undoing that has waited, once. False while it waits, and where there is none. */
export async function redeemWaitingUndo(
  { sql }: Change,
  userId: string,
  changeId: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    'DELETE FROM recovery WHERE user_id = $1 AND change_id = $2 AND ready_at <= $3 AND expires_at > $3 RETURNING user_id',
    [userId, changeId, now],
  )
  return rows.length === 1
}

/** Ends a recovery by its link, once. Returns it. */
export async function deleteRecoveryByToken({ sql }: Change, tokenDigest: string, now: Date): Promise<Recovery | null> {
  const [row] = await sql.write<RecoveryRow>(
    `DELETE FROM recovery WHERE token_digest = $1 AND expires_at > $2 RETURNING ${recoveryColumns}`,
    [tokenDigest, now],
  )
  return row ? toRecovery(row) : null
}

/** Makes a recovery that waits ready. False when there is none that waits; an undoing waits for those who were there before. */
export async function shortenRecovery({ sql }: Change, userId: string, now: Date, expiresAt: Date): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE recovery SET ready_at = $2, expires_at = $3 WHERE user_id = $1 AND change_id IS NULL AND ready_at > $2 AND expires_at > $2 RETURNING user_id',
    [userId, now, expiresAt],
  )
  return rows.length === 1
}

const toRecovery = (row: RecoveryRow): Recovery => ({
  userId: row.user_id,
  requestedAt: time(row.requested_at),
  readyAt: time(row.ready_at),
  expiresAt: time(row.expires_at),
  changeId: row.change_id,
})
