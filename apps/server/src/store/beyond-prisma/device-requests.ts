import type { Change } from '../connections/database.ts'
import { flag, type SqlStore, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import type { DeviceRequestRow, SessionRow } from '../generated/rows.ts'

/** What a device asks for, and how far its person is. */
export interface DeviceRequest {
  id: string
  clientId: string
  scope: string[]
  resource: string[]
  /** What the request names, by id or slug. */
  organization: string | null
  demandedAcr: string | null
  network: string
  userAgent: string
  /** Seconds between two polls. */
  interval: number
  polledAt: Date | null
  /** Who typed the code last, and in which session. */
  userId: string | null
  enteredBySession: string | null
  decidedAt: Date | null
  /** The session of the device; null as long as nobody approved it. */
  sessionId: string | null
  organizationId: string | null
  teamId: string | null
  redeemedAt: Date | null
  createdAt: Date
  expiresAt: Date
}

export type NewDeviceRequest = Pick<
  DeviceRequest,
  | 'id'
  | 'clientId'
  | 'scope'
  | 'resource'
  | 'organization'
  | 'demandedAcr'
  | 'network'
  | 'userAgent'
  | 'interval'
  | 'createdAt'
  | 'expiresAt'
> & { userCodeMac: string }

/** Stores a request. False if another one has this user code. */
export async function insertDeviceRequest({ sql }: SqlWrites, request: NewDeviceRequest): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO device_request (id, user_code_mac, client_id, scope, resource, organization, demanded_acr, network, user_agent, interval_seconds, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (user_code_mac) DO NOTHING RETURNING id`,
    [
      request.id,
      request.userCodeMac,
      request.clientId,
      request.scope.join(' '),
      request.resource.length > 0 ? request.resource.join(' ') : null,
      request.organization,
      request.demandedAcr,
      request.network,
      request.userAgent,
      request.interval,
      request.createdAt,
      request.expiresAt,
    ],
  )
  return rows.length === 1
}

/** How many requests of a client wait for their person. */
export async function countPendingDevices({ sql }: SqlStore, clientId: string, now: Date): Promise<number> {
  const [row] = await sql.read<{ count: number | string }>(
    'SELECT count(*) AS count FROM device_request WHERE client_id = $1 AND expires_at > $2 AND decided_at IS NULL',
    [clientId, now],
  )
  return Number(row?.count ?? 0)
}

const columns =
  'id, client_id, scope, resource, organization, demanded_acr, network, user_agent, interval_seconds, polled_at, user_id, entered_by_session, decided_at, session_id, organization_id, team_id, redeemed_at, created_at, expires_at'

export async function findDeviceRequest({ sql }: SqlStore, id: string): Promise<DeviceRequest | null> {
  const [row] = await sql.read<DeviceRequestRow>(`SELECT ${columns} FROM device_request WHERE id = $1`, [id])
  return row ? toRequest(row) : null
}

/**
 * A person typed the code: from now on, their session decides. Null if there is no such code any more, or if so many people
 * typed it that somebody must be handing it around.
 */
export async function enterUserCode(
  { sql }: SqlWrites,
  { mac, userId, sessionId, mostPeople, now }: EnteredCode,
): Promise<string | null> {
  const [row] = await sql.write<Pick<DeviceRequestRow, 'id'>>(
    `UPDATE device_request SET people = people + CASE WHEN user_id = $2 THEN 0 ELSE 1 END, user_id = $2, entered_by_session = $3
     WHERE user_code_mac = $1 AND decided_at IS NULL AND expires_at > $5 AND (people < $4 OR user_id = $2) RETURNING id`,
    [mac, userId, sessionId, mostPeople, now],
  )
  return row ? row.id : null
}

interface EnteredCode {
  mac: string
  userId: string
  sessionId: string
  /** How many people may type it. */
  mostPeople: number
  now: Date
}

/** What the session decides that typed the code. */
interface Decision {
  id: string
  userId: string
  enteredBySession: string
  now: Date
}

/** Approves a request once: `decided_at IS NULL` is the lock. */
export async function approveDeviceRequest(
  { sql }: Change,
  { id, userId, enteredBySession, now }: Decision,
  device: { sessionId: string; organizationId: string | null; teamId: string | null },
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE device_request SET decided_at = $4, session_id = $5, organization_id = $6, team_id = $7
     WHERE id = $1 AND user_id = $2 AND entered_by_session = $3 AND decided_at IS NULL AND expires_at > $4
       AND (CAST($6 AS text) IS NULL OR EXISTS (SELECT 1 FROM organization o WHERE o.id = $6 AND o.device_codes = true)) RETURNING id`,
    [id, userId, enteredBySession, now, device.sessionId, device.organizationId, device.teamId],
  )
  return rows.length === 1
}

/** Denies a request once. */
export async function denyDeviceRequest(
  { sql }: Change,
  { id, userId, enteredBySession, now }: Decision,
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE device_request SET decided_at = $4
     WHERE id = $1 AND user_id = $2 AND entered_by_session = $3 AND decided_at IS NULL AND expires_at > $4 RETURNING id`,
    [id, userId, enteredBySession, now],
  )
  return rows.length === 1
}

/** Notes a poll in its time. False if another one came first. */
export async function notePoll(
  { sql }: SqlWrites,
  { id, polledAt }: Pick<DeviceRequest, 'id' | 'polledAt'>,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE device_request SET polled_at = $2 WHERE id = $1 AND (polled_at IS NULL OR polled_at <= $3) RETURNING id',
    [id, now, polledAt ?? new Date(0)],
  )
  return rows.length === 1
}

/** A poll came too early: from now on, the device has to wait longer. */
export async function slowDown(
  { sql }: SqlWrites,
  id: string,
  { more, longest, now }: { more: number; longest: number; now: Date },
): Promise<void> {
  await sql.write(
    `UPDATE device_request SET polled_at = $2,
       interval_seconds = CASE WHEN interval_seconds + $3 > $4 THEN $4 ELSE interval_seconds + $3 END WHERE id = $1 RETURNING id`,
    [id, now, more, longest],
  )
}

/** Redeems an approved request once, while its organization allows it: `redeemed_at IS NULL` is the lock. */
export async function redeemDeviceRequest(
  { sql }: SqlWrites,
  { id, clientId }: Pick<DeviceRequest, 'id' | 'clientId'>,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE device_request SET redeemed_at = $3
     WHERE id = $1 AND client_id = $2 AND session_id IS NOT NULL AND redeemed_at IS NULL AND expires_at > $3
       AND (organization_id IS NULL OR EXISTS (SELECT 1 FROM organization o WHERE o.id = organization_id AND o.device_codes = true)) RETURNING id`,
    [id, clientId, now],
  )
  return rows.length === 1
}

/** Which of these organizations let their members sign in devices by a code. */
export async function findDeviceOrganizations({ sql }: SqlStore, userId: string): Promise<Set<string>> {
  const rows = await sql.read<{ id: string }>(
    `SELECT o.id FROM membership m JOIN organization o ON o.id = m.organization_id
     WHERE m.user_id = $1 AND o.disabled_at IS NULL AND o.device_codes = true`,
    [userId],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The session of a device. It has no secret, so no cookie opens it. */
export interface NewDeviceSession {
  id: string
  secretDigest: string
  clientId: string
  /** The session that it takes over what its person has proven from. */
  of: string
  organizationId: string | null
  teamId: string | null
  userAgent: string
  network: string
  now: Date
  expiresAt: Date
}

/** Begins one, with what the session of the browser has proven. False if that has ended. */
export async function insertDeviceSession({ sql }: Change, session: NewDeviceSession): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO session (id, secret_digest, user_id, authenticated_at, acr, amr, organization_id, team_id, user_agent, network, created_at, seen_at, expires_at, passkey_id, method_since, social, connection_id, upstream_sid, upstream_expires_at, upstream_authenticated_at, device_client_id)
     SELECT $1, $2, s.user_id, s.authenticated_at, s.acr, s.amr, $5, $6, $7, $8, $9, $9, $10, s.passkey_id, s.method_since, s.social, s.connection_id, s.upstream_sid, s.upstream_expires_at, s.upstream_authenticated_at, $3
     FROM session s WHERE s.id = $4 AND s.ended_at IS NULL RETURNING id`,
    [
      session.id,
      session.secretDigest,
      session.clientId,
      session.of,
      session.organizationId,
      session.teamId,
      session.userAgent,
      session.network,
      session.now,
      session.expiresAt,
    ],
  )
  return rows.length === 1
}

/** What the session of a device says of its person, and how long it may go on. */
export interface DeviceSession {
  id: string
  userId: string
  clientId: string
  acr: string
  amr: string[]
  authenticatedAt: Date
  network: string
  userAgent: string
  createdAt: Date
  connectionId: string | null
  upstreamSid: string | null
  upstreamExpiresAt: Date | null
  upstreamAuthenticatedAt: Date | null
}

/** A living session of a device. */
export async function findDeviceSession({ sql }: SqlStore, id: string, now: Date): Promise<DeviceSession | null> {
  const [row] = await sql.read<SessionRow>(
    `SELECT id, user_id, device_client_id, acr, amr, authenticated_at, network, user_agent, created_at, connection_id, upstream_sid, upstream_expires_at, upstream_authenticated_at
     FROM session WHERE id = $1 AND device_client_id IS NOT NULL AND ended_at IS NULL AND expires_at > $2`,
    [id, now],
  )
  return row
    ? {
        id: row.id,
        userId: row.user_id,
        clientId: row.device_client_id ?? '',
        acr: row.acr,
        amr: row.amr.split(' ').filter(Boolean),
        authenticatedAt: time(row.authenticated_at),
        network: row.network,
        userAgent: row.user_agent,
        createdAt: time(row.created_at),
        connectionId: row.connection_id,
        upstreamSid: row.upstream_sid,
        upstreamExpiresAt: timeOrNull(row.upstream_expires_at),
        upstreamAuthenticatedAt: timeOrNull(row.upstream_authenticated_at),
      }
    : null
}

/** The device has its tokens: its session goes on for as long as they may. False if it was ended meanwhile. */
export async function prolongDeviceSession({ sql }: SqlWrites, id: string, expiresAt: Date): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE session SET expires_at = $2 WHERE id = $1 AND device_client_id IS NOT NULL AND ended_at IS NULL RETURNING id',
    [id, expiresAt],
  )
  return rows.length === 1
}

/** Whether a grant is of a device, whatever became of it. */
export async function isDeviceSession({ sql }: SqlStore, id: string): Promise<boolean> {
  const rows = await sql.read<{ device: unknown }>(
    'SELECT (device_client_id IS NOT NULL) AS device FROM session WHERE id = $1',
    [id],
  )
  return flag(rows[0]?.device)
}

/** Ends the session of a device whose tokens were revoked. Nothing happens to that of a browser. */
export async function endDeviceSession({ sql }: SqlWrites, id: string, now: Date): Promise<void> {
  await sql.write(
    'UPDATE session SET ended_at = $2 WHERE id = $1 AND device_client_id IS NOT NULL AND ended_at IS NULL RETURNING id',
    [id, now],
  )
}

/** Ends those of a person at one client. */
export async function endDevicesOfClient(
  { sql }: Change,
  { userId, clientId, now }: { userId: string; clientId: string; now: Date },
): Promise<void> {
  await sql.write(
    'UPDATE session SET ended_at = $3 WHERE user_id = $1 AND device_client_id = $2 AND ended_at IS NULL RETURNING id',
    [userId, clientId, now],
  )
}

/** Ends those that act for an organization. Returns how many. */
export async function endDevicesOfOrganization({ sql }: Change, organizationId: string, now: Date): Promise<number> {
  const rows = await sql.write(
    'UPDATE session SET ended_at = $2 WHERE organization_id = $1 AND device_client_id IS NOT NULL AND ended_at IS NULL RETURNING id',
    [organizationId, now],
  )
  return rows.length
}

const words = (value: string | null): string[] => (value ? value.split(' ') : [])

const toRequest = (row: DeviceRequestRow): DeviceRequest => ({
  id: row.id,
  clientId: row.client_id,
  scope: words(row.scope),
  resource: words(row.resource),
  organization: row.organization,
  demandedAcr: row.demanded_acr,
  network: row.network,
  userAgent: row.user_agent,
  interval: Number(row.interval_seconds),
  polledAt: timeOrNull(row.polled_at),
  userId: row.user_id,
  enteredBySession: row.entered_by_session,
  decidedAt: timeOrNull(row.decided_at),
  sessionId: row.session_id,
  organizationId: row.organization_id,
  teamId: row.team_id,
  redeemedAt: timeOrNull(row.redeemed_at),
  createdAt: time(row.created_at),
  expiresAt: time(row.expires_at),
})
