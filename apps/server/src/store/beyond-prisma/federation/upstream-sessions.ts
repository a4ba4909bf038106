import type { Change } from '../../connections/database.ts'
import type { SqlStore } from '../../connections/sql.ts'
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

/** The living sessions of a person that a social provider made. */
export async function findSocialSessions(
  { sql }: SqlStore,
  social: string,
  userId: string,
): Promise<UpstreamSession[]> {
  const rows = await sql.read<Pick<SessionRow, 'id' | 'user_id'>>(
    'SELECT id, user_id FROM session WHERE user_id = $1 AND social = $2 AND ended_at IS NULL',
    [userId, social],
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

/** The living sessions of a person that a connection of the organization made. */
export async function findSessionsByOrganization(
  { sql }: SqlStore,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<string[]> {
  const rows = await sql.read<{ id: string }>(
    `SELECT s.id FROM session s JOIN connection k ON k.id = s.connection_id
     WHERE s.user_id = $1 AND s.ended_at IS NULL AND k.organization_id = $2`,
    [userId, organizationId],
  )
  return rows.map(({ id }) => id)
}

/** Ends what was issued for no organization in these sessions, offline access too: the company had vouched for it. */
export async function revokeSignInsByOrganization(
  { sql }: Change,
  { organizationId, userId }: { organizationId: string; userId: string },
  now: Date,
): Promise<void> {
  await sql.write(
    `UPDATE token_grant SET revoked_at = $3 WHERE user_id = $1 AND organization_id IS NULL AND revoked_at IS NULL
       AND connection_id IN (SELECT k.id FROM connection k WHERE k.organization_id = $2)`,
    [userId, organizationId, now],
  )
}
