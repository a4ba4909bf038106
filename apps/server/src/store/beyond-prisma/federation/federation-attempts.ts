import type { Change } from '../../connections/database.ts'
import { type SqlStore, type SqlWrites, time, timeOrNull } from '../../connections/sql.ts'
import { type FederationAttemptRow, federationAttemptColumns } from '../../generated/rows.ts'

/** A sign-in at an identity provider, as it is stored. */
export interface StoredAttempt {
  id: string
  reference: string
  connectionId: string | null
  social: string | null
  purpose: string
  interactionId: string | null
  browserDigest: string
  userId: string | null
  setupLinkId: string | null
  sealed: string
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  outcome: string | null
  reason: string | null
  detail: string | null
}

export async function insertFederationAttempt(
  { sql }: SqlWrites,
  attempt: Omit<StoredAttempt, 'usedAt' | 'outcome' | 'reason' | 'detail'>,
): Promise<void> {
  await sql.write(
    `INSERT INTO federation_attempt (id, reference, connection_id, social, purpose, interaction_id, browser_digest, user_id, setup_link_id, sealed, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      attempt.id,
      attempt.reference,
      attempt.connectionId,
      attempt.social,
      attempt.purpose,
      attempt.interactionId,
      attempt.browserDigest,
      attempt.userId,
      attempt.setupLinkId,
      attempt.sealed,
      attempt.createdAt,
      attempt.expiresAt,
    ],
  )
}

export async function findFederationAttempt({ sql }: SqlStore, id: string): Promise<StoredAttempt | null> {
  const [row] = await sql.read<FederationAttemptRow>(
    `SELECT ${federationAttemptColumns} FROM federation_attempt WHERE id = $1`,
    [id],
  )
  return row ? toAttempt(row) : null
}

/** What somebody read to their support. */
export async function findAttemptByReference({ sql }: SqlStore, reference: string): Promise<StoredAttempt | null> {
  const [row] = await sql.read<FederationAttemptRow>(
    `SELECT ${federationAttemptColumns} FROM federation_attempt WHERE reference = $1`,
    [reference],
  )
  return row ? toAttempt(row) : null
}

/** The attempts of a connection that began before, the newest first. `reference`: of those of that moment, only lower ones. */
export async function findAttemptsOf(
  { sql }: SqlStore,
  {
    connectionId,
    before,
    reference = '',
    limit,
  }: { connectionId: string; before: Date; reference?: string; limit: number },
): Promise<StoredAttempt[]> {
  const rows = await sql.read<FederationAttemptRow>(
    `SELECT ${federationAttemptColumns} FROM federation_attempt
     WHERE connection_id = $1 AND created_at <= $2 AND (created_at < $2 OR reference < $3)
     ORDER BY connection_id DESC, created_at DESC, reference DESC LIMIT $4`,
    [connectionId, before, reference, limit],
  )
  return rows.map(toAttempt)
}

/**
 * Redeems an attempt once, in the browser that began it. `used_at IS NULL` is the lock, and the database holds it. What was
 * sealed is no longer needed.
 */
export async function redeemFederationAttempt(
  { sql }: SqlWrites,
  { id, browserDigest, now }: { id: string; browserDigest: string; now: Date },
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE federation_attempt SET used_at = $3, sealed = ''
     WHERE id = $1 AND browser_digest = $2 AND used_at IS NULL AND expires_at > $3 RETURNING id`,
    [id, browserDigest, now],
  )
  return rows.length === 1
}

/** How an attempt ended. One that must be confirmed may end afterwards; every other ends once. */
export async function settleFederationAttempt(
  { sql }: SqlWrites,
  { id, outcome, reason, detail }: { id: string; outcome: string; reason: string | null; detail: string | null },
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE federation_attempt SET outcome = $2, reason = $3, detail = COALESCE($4, detail)
     WHERE id = $1 AND used_at IS NOT NULL AND (outcome IS NULL OR outcome = 'confirm') RETURNING id`,
    [id, outcome, reason, detail],
  )
  return rows.length === 1
}

/** An attempt that never left, because the provider could not be asked. */
export async function failFederationAttempt(
  { sql }: SqlWrites,
  { id, reason, detail, now }: { id: string; reason: string; detail: string; now: Date },
): Promise<void> {
  await sql.write(
    `UPDATE federation_attempt SET used_at = $4, sealed = '', outcome = 'failed', reason = $2, detail = $3
     WHERE id = $1 AND used_at IS NULL`,
    [id, reason, detail, now],
  )
}

/** A connection signed somebody in, or let us see who they are. */
export async function noteConnectionSuccess({ sql }: SqlWrites, id: string, now: Date): Promise<void> {
  await sql.write(
    `UPDATE connection SET last_success_at = $2, failures = 0, failing_since = NULL,
       state = CASE WHEN state = 'failing' THEN 'active' ELSE state END WHERE id = $1`,
    [id, now],
  )
}

/** An active connection with so many failures by its own fault, and no success for a day, is `failing`. */
const failuresUntilFailing = 10
const isFailing = `state = 'active' AND failures >= $3 AND (last_success_at IS NULL OR last_success_at < $2)`

interface Failure {
  id: string
  now: Date
  noSuccessSince: Date
}

/** A sign-in failed by the fault of a connection. True if the connection has to be marked as failing. */
export async function noteConnectionFailure(
  { sql }: SqlWrites,
  { id, now, noSuccessSince }: Failure,
): Promise<boolean> {
  await sql.write(
    'UPDATE connection SET failures = failures + 1, failing_since = COALESCE(failing_since, $2) WHERE id = $1',
    [id, now],
  )
  const rows = await sql.read(`SELECT id FROM connection WHERE id = $1 AND ${isFailing}`, [
    id,
    noSuccessSince,
    failuresUntilFailing,
  ])
  return rows.length === 1
}

/** Marks it, once. False if somebody else has, or a sign-in succeeded meanwhile. */
export async function markConnectionFailing(
  { sql }: Change,
  { id, noSuccessSince }: Omit<Failure, 'now'>,
): Promise<boolean> {
  const rows = await sql.write(`UPDATE connection SET state = 'failing' WHERE id = $1 AND ${isFailing} RETURNING id`, [
    id,
    noSuccessSince,
    failuresUntilFailing,
  ])
  return rows.length === 1
}

/** Attempts that began before. Returns how many were deleted. */
export async function sweepFederationAttempts({ sql }: SqlWrites, before: Date, limit: number): Promise<number> {
  const rows = await sql.write(
    `DELETE FROM federation_attempt WHERE id IN (SELECT id FROM federation_attempt WHERE expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING id`,
    [before, limit],
  )
  return rows.length
}

const toAttempt = (row: FederationAttemptRow): StoredAttempt => ({
  id: row.id,
  reference: row.reference,
  connectionId: row.connection_id,
  social: row.social,
  purpose: row.purpose,
  interactionId: row.interaction_id,
  browserDigest: row.browser_digest,
  userId: row.user_id,
  setupLinkId: row.setup_link_id,
  sealed: row.sealed,
  createdAt: time(row.created_at),
  expiresAt: time(row.expires_at),
  usedAt: timeOrNull(row.used_at),
  outcome: row.outcome,
  reason: row.reason,
  detail: row.detail,
})
