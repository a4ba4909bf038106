import type { AuthorizationRequest } from '../../oidc/authorization-request.ts'
import { flag, type SqlStore, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import { type InteractionRow, interactionColumns } from '../generated/rows.ts'

/** An authorization request that waits for a person. */
export interface Interaction {
  id: string
  browserDigest: string
  request: AuthorizationRequest
  email: string | null
  userId: string | null
  accountChosen: boolean
  consented: boolean
  offerPasskey: boolean
  organizationId: string | null
  teamId: string | null
  createdAt: Date
  completedAt: Date | null
  /** A recovery that waits was shown in this interaction. */
  recoveryReviewed: boolean
  /** The last attempt at an identity provider whose person has to show that an account is theirs. */
  attemptId: string | null
}

/** `browserDigest` is empty for a cross-site POST: the GET that follows binds it. */
export async function insertInteraction(
  { sql }: SqlWrites,
  interaction: {
    id: string
    browserDigest: string
    request: AuthorizationRequest
    userId: string | null
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await sql.write(
    'INSERT INTO interaction (id, browser_digest, request, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      interaction.id,
      interaction.browserDigest,
      JSON.stringify(interaction.request),
      interaction.userId,
      interaction.createdAt,
      interaction.expiresAt,
    ],
  )
}

const selectInteraction = `SELECT ${interactionColumns} FROM interaction WHERE id = $1 AND expires_at > $2`

export async function findInteraction({ sql }: SqlStore, id: string, now: Date): Promise<Interaction | null> {
  const [row] = await sql.read<InteractionRow>(selectInteraction, [id, now])
  return row ? toInteraction(row) : null
}

/** Binds an unbound interaction to the first browser that comes with its handle. */
export async function bindInteraction(
  { sql }: SqlWrites,
  id: string,
  browserDigest: string,
  userId: string | null,
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE interaction SET browser_digest = $2, user_id = $3 WHERE id = $1 AND browser_digest = '' RETURNING id`,
    [id, browserDigest, userId],
  )
  return rows.length === 1
}

export async function noteEmail({ sql }: SqlWrites, id: string, email: string): Promise<void> {
  await sql.write('UPDATE interaction SET email = $2 WHERE id = $1 AND completed_at IS NULL', [id, email])
}

/** Who signed in during this interaction, and whether a passkey may be offered to them. */
export async function noteSignIn(
  { sql }: SqlWrites,
  id: string,
  { userId, offerPasskey }: { userId: string; offerPasskey: boolean },
): Promise<void> {
  await sql.write(
    'UPDATE interaction SET user_id = $2, account_chosen = $3, offer_passkey = $4 WHERE id = $1 AND completed_at IS NULL',
    [id, userId, true, offerPasskey],
  )
}

/** What an identity provider said waits for its person in this interaction. */
export async function noteFederationAttempt({ sql }: SqlWrites, id: string, attemptId: string): Promise<void> {
  await sql.write('UPDATE interaction SET attempt_id = $2 WHERE id = $1 AND completed_at IS NULL', [id, attemptId])
}

/** The offer was answered. */
export async function closePasskeyOffer({ sql }: SqlWrites, id: string): Promise<void> {
  await sql.write('UPDATE interaction SET offer_passkey = $2 WHERE id = $1', [id, false])
}

/** The person who signed in has seen that a recovery waits. */
export async function noteRecoveryReviewed({ sql }: SqlWrites, id: string): Promise<void> {
  await sql.write('UPDATE interaction SET recovery_reviewed = $2 WHERE id = $1 AND completed_at IS NULL', [id, true])
}

export async function noteAccountChosen({ sql }: SqlWrites, id: string): Promise<void> {
  await sql.write('UPDATE interaction SET account_chosen = $2 WHERE id = $1 AND completed_at IS NULL', [id, true])
}

export async function noteConsent({ sql }: SqlWrites, id: string): Promise<void> {
  await sql.write('UPDATE interaction SET consented = $2 WHERE id = $1 AND completed_at IS NULL', [id, true])
}

export async function noteChoice(
  { sql }: SqlWrites,
  id: string,
  organizationId: string | null,
  teamId: string | null,
): Promise<void> {
  await sql.write('UPDATE interaction SET organization_id = $2, team_id = $3 WHERE id = $1 AND completed_at IS NULL', [
    id,
    organizationId,
    teamId,
  ])
}

/**
 * Takes the right to create what was chosen, once: the choice of before is the lock. False when the same form, sent
 * twice, took it already.
 */
export async function claimChoice(
  { sql }: SqlWrites,
  before: Pick<Interaction, 'id' | 'organizationId' | 'teamId'>,
  organizationId: string,
  teamId: string | null,
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE interaction SET organization_id = $2, team_id = $3
     WHERE id = $1 AND completed_at IS NULL AND COALESCE(organization_id, '') = $4 AND COALESCE(team_id, '') = $5
     RETURNING id`,
    [before.id, organizationId, teamId, before.organizationId ?? '', before.teamId ?? ''],
  )
  return rows.length === 1
}

/** Asks for a new sign-in from now on: another account was wanted. */
export async function restartSignIn(
  { sql }: SqlWrites,
  id: string,
  request: AuthorizationRequest,
  now: Date,
): Promise<void> {
  await sql.write(
    'UPDATE interaction SET request = $2, created_at = $3, email = NULL WHERE id = $1 AND completed_at IS NULL',
    [id, JSON.stringify(request), now],
  )
}

/** The lock on answering: `completed_at IS NULL` holds it, so one interaction yields one answer at most. */
export async function completeInteraction({ sql }: SqlWrites, id: string, now: Date): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE interaction SET completed_at = $2 WHERE id = $1 AND completed_at IS NULL RETURNING id',
    [id, now],
  )
  return rows.length === 1
}

const toInteraction = (row: InteractionRow): Interaction => ({
  id: row.id,
  browserDigest: row.browser_digest,
  request: JSON.parse(row.request) as AuthorizationRequest,
  email: row.email,
  userId: row.user_id,
  accountChosen: flag(row.account_chosen),
  consented: flag(row.consented),
  offerPasskey: flag(row.offer_passkey),
  organizationId: row.organization_id,
  teamId: row.team_id,
  createdAt: time(row.created_at),
  completedAt: timeOrNull(row.completed_at),
  recoveryReviewed: flag(row.recovery_reviewed),
  attemptId: row.attempt_id,
})
