import { firstIdAt } from '../../crypto/random.ts'
import type { Change } from '../connections/database.ts'
import { jsonIds, jsonRows, listedIds, type SqlStore, type SqlWrites, text } from '../connections/sql.ts'
import { type SignInAttemptRow, signInAttemptColumns } from '../generated/rows.ts'

/** Rows of one address (or network) and hour. */
export const rowsPerBound = 20

/** An attempt to sign in as it is stored. */
export interface StoredAttempt {
  /** Says when it was. */
  id: string
  /** What limits the number of its rows, and the hour. */
  bound: string
  addressKey: string | null
  userId: string | null
  clientId: string
  organizationId: string | null
  interactionId: string
  method: string
  outcome: string
  reason: string
  network: string
  device: string
}

/**
 * Inserts a batch by one statement, whatever its size. Each row takes the next free place of its bound, and a row beyond
 * the last place is dropped: the unique index keeps replicas from exceeding it together.
 */
export async function insertAttempts({ sql }: SqlWrites, attempts: readonly StoredAttempt[]): Promise<void> {
  await sql.write(
    `INSERT INTO sign_in_attempt (id, bound, place, address_key, user_id, client_id, organization_id, interaction_id, method, outcome, reason, network, device)
     SELECT id, bound, place, address_key, user_id, client_id, organization_id, interaction_id, method, outcome, reason, network, device
     FROM (SELECT value ->> 'id' AS id, value ->> 'bound' AS bound,
         (SELECT count(*) FROM sign_in_attempt stored WHERE stored.bound = value ->> 'bound')
           + row_number() OVER (PARTITION BY value ->> 'bound' ORDER BY value ->> 'id') AS place,
         value ->> 'addressKey' AS address_key, value ->> 'userId' AS user_id, value ->> 'clientId' AS client_id,
         value ->> 'organizationId' AS organization_id, value ->> 'interactionId' AS interaction_id,
         value ->> 'method' AS method, value ->> 'outcome' AS outcome, value ->> 'reason' AS reason,
         value ->> 'network' AS network, value ->> 'device' AS device
       FROM json_each($1)) AS attempt
     WHERE place <= ${rowsPerBound} ORDER BY bound, place ON CONFLICT DO NOTHING`,
    [jsonRows(attempts)],
  )
}

/** How many attempts of a kind a day saw. */
export interface DailyCount {
  /** `2026-11-22`, UTC. */
  day: string
  method: string
  outcome: string
  reason: string
  clientId: string
  count: number
}

/** Adds a batch of counts by one statement, in one order, so that replicas do not wait for each other in a circle. */
export async function addDailyCounts({ sql }: SqlWrites, counts: readonly DailyCount[]): Promise<void> {
  await sql.write(
    `INSERT INTO sign_in_daily (day, method, outcome, reason, client_id, count)
     SELECT value ->> 'day', value ->> 'method', value ->> 'outcome', value ->> 'reason', value ->> 'clientId', CAST(value ->> 'count' AS INTEGER)
     FROM json_each($1) WHERE 1 = 1 ORDER BY 1, 2, 3, 4, 5
     ON CONFLICT (day, method, outcome, reason, client_id) DO UPDATE SET count = sign_in_daily.count + excluded.count`,
    [jsonRows(counts)],
  )
}

/** How many attempts to sign in a day saw, of one kind. */
export interface SignInCount {
  day: string
  method: string
  outcome: string
  reason: string
  count: number
}

/** The counts since a day, of all clients or of one. They grow with days and clients, never with people. */
export async function findSignInCounts(
  { sql }: SqlStore,
  since: string,
  clientId: string | null = null,
): Promise<SignInCount[]> {
  const rows = await sql.read(
    `SELECT day, method, outcome, reason, sum(count) AS total FROM sign_in_daily
     WHERE day >= $1 AND ($2 = 1 OR client_id = $3) GROUP BY day, method, outcome, reason`,
    [since, clientId === null ? 1 : 0, clientId ?? ''],
  )
  return rows.map((row) => ({
    day: text(row.day),
    method: text(row.method),
    outcome: text(row.outcome),
    reason: text(row.reason),
    count: Number(row.total),
  }))
}

/** How often people signed in to a client in some days, and on which day last. */
export interface ClientSignIns {
  count: number
  /** `2026-11-22`, UTC. */
  lastDay: string
}

/** The successful sign-ins to some clients since a day. Clients without any are left out. */
export async function findSignInsByClient(
  { sql }: SqlStore,
  since: string,
  clientIds: readonly string[],
): Promise<Map<string, ClientSignIns>> {
  const rows = await sql.read(
    `SELECT client_id, sum(count) AS total, max(day) AS latest FROM sign_in_daily
     WHERE day >= $1 AND outcome = 'succeeded' AND client_id IN ${listedIds(2)}
     GROUP BY client_id`,
    [since, jsonIds(clientIds)],
  )
  return new Map(
    rows.map((row) => [text(row.client_id), { count: Number(row.total), lastDay: text(row.latest) }] as const),
  )
}

/** Attempts at an address, newest first: all, or those that ended in one of these ways. */
export async function findAttemptsAt(
  { sql }: SqlStore,
  addressKey: string,
  limit: number,
  reasons: readonly string[] | null = null,
): Promise<StoredAttempt[]> {
  const rows = await sql.read<SignInAttemptRow>(
    `SELECT ${signInAttemptColumns} FROM sign_in_attempt WHERE address_key = $1 AND ($3 = 1 OR reason IN (SELECT value ->> 'reason' FROM json_each($4)))
     ORDER BY id DESC LIMIT $2`,
    [addressKey, limit, reasons ? 0 : 1, jsonRows((reasons ?? []).map((reason) => ({ reason })))],
  )
  return rows.map(toAttempt)
}

/** Attempts that were known to be a person's, newest first. */
export async function findAttemptsOf({ sql }: SqlStore, userId: string, limit: number): Promise<StoredAttempt[]> {
  const rows = await sql.read<SignInAttemptRow>(
    `SELECT ${signInAttemptColumns} FROM sign_in_attempt WHERE user_id = $1 ORDER BY id DESC LIMIT $2`,
    [userId, limit],
  )
  return rows.map(toAttempt)
}

/** What the log has about a person goes with the person. */
export async function deleteAttemptsOf({ sql }: Change, userId: string, addressKeys: readonly string[]): Promise<void> {
  await sql.write('DELETE FROM sign_in_attempt WHERE user_id = $1', [userId])
  for (const key of addressKeys) await sql.write('DELETE FROM sign_in_attempt WHERE address_key = $1', [key])
}

/** Deletes the oldest attempts from before a time. Ids begin with the time. Returns how many were deleted. */
export async function sweepAttempts({ sql }: SqlWrites, before: Date, limit: number): Promise<number> {
  const rows = await sql.write(
    'DELETE FROM sign_in_attempt WHERE id IN (SELECT id FROM sign_in_attempt WHERE id < $1 ORDER BY id LIMIT $2) RETURNING id',
    [firstIdAt(before), limit],
  )
  return rows.length
}

/** Deletes the counts of days before `day`. */
export async function sweepDailyCounts({ sql }: SqlWrites, day: string): Promise<void> {
  await sql.write('DELETE FROM sign_in_daily WHERE day < $1', [day])
}

const toAttempt = (row: SignInAttemptRow): StoredAttempt => ({
  id: row.id,
  bound: row.bound,
  addressKey: row.address_key,
  userId: row.user_id,
  clientId: row.client_id,
  organizationId: row.organization_id,
  interactionId: row.interaction_id,
  method: row.method,
  outcome: row.outcome,
  reason: row.reason,
  network: row.network,
  device: row.device,
})
