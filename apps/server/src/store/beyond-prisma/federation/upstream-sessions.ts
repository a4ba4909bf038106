import type { Change } from '../../connections/database.ts'
import { jsonIds, listedIds, type SqlStore } from '../../connections/sql.ts'
import type { ExternalIdentityRow, SessionRow, TokenGrantRow } from '../../generated/rows.ts'

/** A living session that a connection made. */
export interface UpstreamSession {
  id: string
  userId: string
}

const toSession = (row: Pick<SessionRow, 'id' | 'user_id'>): UpstreamSession => ({ id: row.id, userId: row.user_id })

/** The living sessions here that belong to a session at the identity provider. */
export async function findSessionsBySid(
  { sql }: SqlStore,
  connectionId: string,
  sid: string,
): Promise<UpstreamSession[]> {
  const rows = await sql.read<Pick<SessionRow, 'id' | 'user_id'>>(
    'SELECT id, user_id FROM session WHERE connection_id = $1 AND upstream_sid = $2 AND ended_at IS NULL',
    [connectionId, sid],
  )
  return rows.map(toSession)
}

/** Who still has something that was issued in a session at the identity provider, whichever session here it belongs to by now. */
export async function findUsersOfSid({ sql }: SqlStore, connectionId: string, sid: string): Promise<string[]> {
  const rows = await sql.read<Pick<TokenGrantRow, 'user_id'>>(
    'SELECT DISTINCT user_id FROM token_grant WHERE connection_id = $1 AND upstream_sid = $2 AND revoked_at IS NULL',
    [connectionId, sid],
  )
  return rows.map((row) => row.user_id)
}

/** Everything of a person at a connection, or only what says of no session at the identity provider. */
export type OfPerson = 'all' | 'without-sid'

/** The living sessions of a person that a connection made. */
export async function findSessionsByConnection(
  { sql }: SqlStore,
  { connectionId, userId, which }: { connectionId: string; userId: string; which: OfPerson },
): Promise<UpstreamSession[]> {
  const rows = await sql.read<Pick<SessionRow, 'id' | 'user_id'>>(
    `SELECT id, user_id FROM session
     WHERE user_id = $2 AND connection_id = $1 AND ended_at IS NULL AND ($3 = 'all' OR upstream_sid IS NULL)`,
    [connectionId, userId, which],
  )
  return rows.map(toSession)
}

/** Whom a subject of an identity provider is, whether they may sign in or not. */
export async function findUserOfSubject(
  { sql }: SqlStore,
  { connectionId, issuer, subject }: { connectionId: string; issuer: string; subject: string },
): Promise<string | null> {
  const [row] = await sql.read<Pick<ExternalIdentityRow, 'user_id'>>(
    'SELECT user_id FROM external_identity WHERE connection_id = $1 AND issuer = $2 AND subject = $3',
    [connectionId, issuer, subject],
  )
  return row?.user_id ?? null
}

/** Revokes the grants of a person that came from a session of a connection. Offline access is revoked too. Returns how many. */
export async function revokeGrantsOfConnection(
  { sql }: Change,
  { connectionId, userId, sessionId, now }: { connectionId: string; userId: string; sessionId: string; now: Date },
): Promise<number> {
  const rows = await sql.write<Pick<TokenGrantRow, 'id'>>(
    `UPDATE token_grant SET revoked_at = $4
     WHERE user_id = $1 AND connection_id = $2 AND revoked_at IS NULL AND session_id = $3 RETURNING id`,
    [userId, connectionId, sessionId, now],
  )
  return rows.length
}

/** The same of a person, whichever sessions here they came from. */
export async function revokeGrantsOfPerson(
  { sql }: Change,
  { connectionId, userId, which, now }: { connectionId: string; userId: string; which: OfPerson; now: Date },
): Promise<number> {
  const rows = await sql.write<Pick<TokenGrantRow, 'id'>>(
    `UPDATE token_grant SET revoked_at = $4
     WHERE user_id = $1 AND connection_id = $2 AND revoked_at IS NULL AND ($3 = 'all' OR upstream_sid IS NULL) RETURNING id`,
    [userId, connectionId, which, now],
  )
  return rows.length
}

/** A client that had a grant in a session here. */
export interface ClientOfSession {
  clientId: string
  sessionId: string
}

/**
 * Revokes what was issued to a person in a session at the identity provider. The session here may have gone on since, by another
 * sign-in. Returns whose grants they were.
 */
export async function revokeGrantsOfSid(
  { sql }: Change,
  { connectionId, sid, userId, now }: { connectionId: string; sid: string; userId: string; now: Date },
): Promise<ClientOfSession[]> {
  const rows = await sql.write<Pick<TokenGrantRow, 'client_id' | 'session_id'>>(
    `UPDATE token_grant SET revoked_at = $4
     WHERE connection_id = $1 AND upstream_sid = $2 AND user_id = $3 AND revoked_at IS NULL RETURNING client_id, session_id`,
    [connectionId, sid, userId, now],
  )
  return rows.map((row) => ({ clientId: row.client_id, sessionId: row.session_id }))
}

/** What connections, or social providers, made for people. */
export interface MadeFor {
  connectionIds: readonly string[]
  userIds: readonly string[]
}

/** Ends their living sessions that these made, by one statement, and notes for the clients of these that they have to be told. */
export async function endSessionsMadeFor(
  { sql }: Change,
  { connectionIds, userIds }: MadeFor,
  now: Date,
): Promise<UpstreamSession[]> {
  const rows = await sql.write<Pick<SessionRow, 'id' | 'user_id'>>(
    `UPDATE session SET ended_at = $3 WHERE user_id IN ${listedIds(1)} AND ended_at IS NULL
       AND (connection_id IN ${listedIds(2)} OR social IN ${listedIds(2)}) RETURNING id, user_id`,
    [jsonIds(userIds), jsonIds(connectionIds), now],
  )
  if (rows.length === 0) return []
  await sql.write(
    `INSERT INTO session_logout (session_id, client_id, user_id, created_at)
     SELECT DISTINCT g.session_id, g.client_id, g.user_id, s.ended_at FROM token_grant g JOIN session s ON s.id = g.session_id
     WHERE g.user_id IN ${listedIds(1)} AND s.id IN ${listedIds(2)}
     ON CONFLICT (session_id, client_id) DO NOTHING`,
    [jsonIds(userIds), jsonIds(rows.map(({ id }) => id))],
  )
  return rows.map(toSession)
}

/**
 * Ends what was issued to people in these sessions, offline access too, and whichever sessions here it belongs to by now:
 * all of it, or what is for no organization.
 */
export async function revokeGrantsMadeFor(
  { sql }: Change,
  { connectionIds, userIds }: MadeFor,
  { which, now }: { which: 'all' | 'for-no-organization'; now: Date },
): Promise<void> {
  await sql.write(
    `UPDATE token_grant SET revoked_at = $3 WHERE user_id IN ${listedIds(1)} AND connection_id IN ${listedIds(2)}
       AND revoked_at IS NULL AND ($4 = 'all' OR organization_id IS NULL)`,
    [jsonIds(userIds), jsonIds(connectionIds), now, which],
  )
}
