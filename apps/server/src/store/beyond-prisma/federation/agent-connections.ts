import { type Consent, scopesOf } from '../../../oidc/consent.ts'
import type { Change } from '../../connections/database.ts'
import { type SqlStore, time } from '../../connections/sql.ts'
import type { ConnectionRecord } from '../organizations/connected-applications.ts'

/**
 * Notes that an assertion of a trusted issuer is used, and holds its row, so that it is not turned off meanwhile. False if it was
 * turned off or changed since that version was read, or something that it gave was ended.
 */
export async function useTrustedIssuer(
  { sql }: Change,
  { id, version }: { id: string; version: number },
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE connection SET last_success_at = $2
     WHERE id = $1 AND version = $3 AND protocol = 'id-jag' AND state = 'active' RETURNING id`,
    [id, now, version],
  )
  return rows.length === 1
}

/**
 * The issuers in force, of any organization, that know somebody by this subject. Two at most: more than one says nothing about
 * which is meant.
 */
export async function findTrustsBySubject(
  { sql }: SqlStore,
  { issuer, tenant, subject }: { issuer: string; tenant: string; subject: string },
): Promise<string[]> {
  const rows = await sql.read<{ id: string }>(
    `SELECT k.id FROM external_identity i JOIN connection k ON k.id = i.connection_id
     WHERE i.issuer = $1 AND i.subject = $2 AND k.protocol = 'id-jag' AND k.tenant = $3 AND k.state = 'active' LIMIT 2`,
    [issuer, subject, tenant],
  )
  return rows.map(({ id }) => id)
}

interface AgentKey {
  issuerId: string
  userId: string
  clientId: string
}

/** Notes what an application was given. False if its member has blocked it, by whatever issuer: then nothing was. */
export async function putAgentConnection(
  { sql }: Change,
  given: AgentKey & { id: string; organizationId: string; clientName: string; allowed: Consent; now: Date },
): Promise<boolean> {
  const blocked = await sql.read(
    `SELECT id FROM agent_connection
     WHERE user_id = $1 AND organization_id = $2 AND client_id = $3 AND blocked_at IS NOT NULL LIMIT 1`,
    [given.userId, given.organizationId, given.clientId],
  )
  if (blocked.length > 0) return false
  const rows = await sql.write(
    `INSERT INTO agent_connection (id, organization_id, issuer_id, user_id, client_id, client_name, allowed, created_at, used_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     ON CONFLICT (issuer_id, user_id, client_id)
       DO UPDATE SET client_name = $6, allowed = $7, used_at = $8 WHERE agent_connection.blocked_at IS NULL RETURNING id`,
    [
      ...[given.id, given.organizationId, given.issuerId, given.userId, given.clientId, given.clientName],
      JSON.stringify(given.allowed),
      given.now,
    ],
  )
  return rows.length === 1
}

/** An application that has tokens of a member by a trusted issuer. */
export interface AgentConnectionRecord extends ConnectionRecord {
  organizationId: string
  /** What the organization calls the issuer. */
  via: string
  /** The member wants no more of it. */
  blocked: boolean
}

interface AgentRow {
  id: string
  organization_id: string
  organization: string
  via: string
  user_id: string
  address: string | null
  client_id: string
  client_name: string
  allowed: string
  created_at: unknown
  used_at: unknown
  blocked_at: unknown
}

/** Of members: who left has none. */
const selection = `SELECT a.id, a.organization_id, o.name AS organization, k.name AS via, a.user_id, e.address, a.client_id,
    a.client_name, a.allowed, a.created_at, a.used_at, a.blocked_at
  FROM agent_connection a JOIN connection k ON k.id = a.issuer_id JOIN organization o ON o.id = a.organization_id
    JOIN membership m ON m.user_id = a.user_id AND m.organization_id = a.organization_id
    LEFT JOIN email e ON e.user_id = a.user_id AND e.is_primary = $1`

interface Page {
  before: string | null
  limit: number
}

/** Those of a person, the newest first. */
export async function findAgentConnectionsOf(
  { sql }: SqlStore,
  userId: string,
  { before, limit }: Page,
): Promise<AgentConnectionRecord[]> {
  const rows = await sql.read<AgentRow>(
    `${selection} WHERE a.user_id = $2 AND ($3 = '' OR a.id < $3) ORDER BY a.id DESC LIMIT $4`,
    [true, userId, before ?? '', limit],
  )
  return rows.map(toRecord)
}

/** Those of the members of an organization, the newest first; of one of them, if there is a `userId`. */
export async function findAgentConnectionsIn(
  { sql }: SqlStore,
  organizationId: string,
  { userId, before, limit }: Page & { userId: string | null },
): Promise<AgentConnectionRecord[]> {
  const rows = await sql.read<AgentRow>(
    `${selection} WHERE a.organization_id = $2 AND ($3 = '' OR a.id < $3) AND ($4 = '' OR a.user_id = $4)
     ORDER BY a.id DESC LIMIT $5`,
    [true, organizationId, before ?? '', userId ?? '', limit],
  )
  return rows.map(toRecord)
}

/** One of a person. */
export async function findOwnAgentConnection(
  { sql }: SqlStore,
  userId: string,
  id: string,
): Promise<AgentConnectionRecord | null> {
  const [row] = await sql.read<AgentRow>(`${selection} WHERE a.user_id = $2 AND a.id = $3`, [true, userId, id])
  return row ? toRecord(row) : null
}

export async function findAgentConnection(
  { sql }: SqlStore,
  organizationId: string,
  id: string,
): Promise<AgentConnectionRecord | null> {
  const [row] = await sql.read<AgentRow>(`${selection} WHERE a.organization_id = $2 AND a.id = $3`, [
    true,
    organizationId,
    id,
  ])
  return row ? toRecord(row) : null
}

function toRecord(row: AgentRow): AgentConnectionRecord {
  const consent = JSON.parse(row.allowed) as Consent
  return {
    ...{ id: row.id, userId: row.user_id, person: row.address ?? row.user_id, email: row.address },
    ...{ clientId: row.client_id, clientName: row.client_name },
    ...{ organizationId: row.organization_id, organizationName: row.organization, via: row.via },
    ...{ consent, resource: consent.resources.map(({ identifier }) => identifier), scope: scopesOf(consent) },
    ...{ since: time(row.created_at), usedAt: time(row.used_at), blocked: row.blocked_at !== null },
  }
}

/** Which of them: of an organization or of a person, and of an issuer, a client, or those whose client id begins with this. */
export interface AgentFilter {
  organizationId: string
  id?: string
  issuerId?: string
  userId?: string
  clientId?: string
  clientIdPrefix?: string
}

const named = `a.organization_id = $1 AND ($2 = '' OR a.id = $2) AND ($3 = '' OR a.issuer_id = $3) AND ($4 = '' OR a.user_id = $4)
  AND ($5 = '' OR a.client_id = $5) AND ($6 = '' OR substr(a.client_id, 1, length($6)) = $6)`

/**
 * Ends them with everything that was issued for them. What a member has blocked stays so. A request that is being decided meanwhile
 * comes to nothing: what it was decided by has another version. Returns how many there were.
 */
export async function endAgentConnections({ sql }: Change, filter: AgentFilter, now: Date): Promise<number> {
  const { organizationId, id = '', issuerId = '', userId = '', clientId = '', clientIdPrefix = '' } = filter
  const parameters = [organizationId, id, issuerId, userId, clientId, clientIdPrefix]
  // Of a member or an application of theirs it is the grant that is refused (store/hot/live-grants.ts).
  if (id === '' && userId === '')
    await sql.write(
      `UPDATE connection SET version = version + 1
       WHERE organization_id = $1 AND protocol = 'id-jag' AND ($2 = '' OR id = $2) RETURNING id`,
      [organizationId, issuerId],
    )
  await sql.write(
    `UPDATE token_grant SET revoked_at = $7 WHERE revoked_at IS NULL
       AND user_id IN (SELECT a.user_id FROM agent_connection a WHERE ${named})
       AND EXISTS (SELECT 1 FROM agent_connection a WHERE ${named} AND a.user_id = token_grant.user_id
         AND a.issuer_id = token_grant.connection_id AND a.client_id = token_grant.client_id) RETURNING id`,
    [...parameters, now],
  )
  const rows = await sql.write(
    `DELETE FROM agent_connection AS a WHERE ${named} AND a.blocked_at IS NULL RETURNING id`,
    parameters,
  )
  return rows.length
}

/** A member blocks an application for themselves, or allows it again. Returns its client; null if there was nothing to do. */
export async function blockAgentConnection(
  { sql }: Change,
  { id, userId }: { id: string; userId: string },
  blockedAt: Date | null,
): Promise<string | null> {
  const isOther = blockedAt === null ? 'blocked_at IS NOT NULL' : 'blocked_at IS NULL'
  const [row] = await sql.write<{ client_id: string }>(
    `UPDATE agent_connection SET blocked_at = $3 WHERE id = $1 AND user_id = $2 AND ${isOther} RETURNING client_id`,
    [id, userId, blockedAt],
  )
  return row?.client_id ?? null
}

/**
 * What somebody has blocked stays blocked when their account becomes another one, and what that one has of the same
 * applications by the same issuers ends.
 */
export async function moveBlocks({ sql }: Change, fromId: string, intoId: string, now: Date): Promise<void> {
  const same =
    'f.user_id = $1 AND f.blocked_at IS NOT NULL AND f.organization_id = i.organization_id AND f.client_id = i.client_id'
  await sql.write(
    `UPDATE token_grant SET revoked_at = $3 WHERE revoked_at IS NULL AND user_id = $2
       AND EXISTS (SELECT 1 FROM agent_connection i JOIN agent_connection f ON ${same}
         WHERE i.user_id = $2 AND i.issuer_id = token_grant.connection_id AND i.client_id = token_grant.client_id) RETURNING id`,
    [fromId, intoId, now],
  )
  await sql.write(
    `DELETE FROM agent_connection AS i
     WHERE i.user_id = $2 AND EXISTS (SELECT 1 FROM agent_connection f WHERE ${same}) RETURNING id`,
    [fromId, intoId],
  )
  await sql.write(
    'UPDATE agent_connection SET user_id = $2 WHERE user_id = $1 AND blocked_at IS NOT NULL RETURNING id',
    [fromId, intoId],
  )
}
