import type { ApplicationPolicy, Verdict } from '../../oidc/dynamic-clients/third-party-clients.ts'
import { type SqlStore, text, textOrNull } from '../connections/sql.ts'
import type { ConsentRow } from '../generated/rows.ts'

/** What a person allowed a third-party client, in one organization or none, and what they were shown. */
export interface Connection {
  organizationId: string | null
  scope: readonly string[]
  redirectOrigin: string
  resource: readonly string[]
  clientDigest: string
}

export async function findConnections({ sql }: SqlStore, userId: string, clientId: string): Promise<Connection[]> {
  const rows = await sql.read<ConsentRow>(
    'SELECT * FROM consent WHERE user_id = $1 AND client_id = $2 AND connection_id IS NOT NULL',
    [userId, clientId],
  )
  return rows.map((row) => ({
    organizationId: row.organization_id || null,
    scope: words(row.scope),
    redirectOrigin: text(row.redirect_origin),
    resource: words(textOrNull(row.resource)),
    clientDigest: text(row.client_digest),
  }))
}

const words = (joined: string | null): string[] => joined?.split(' ').filter(Boolean) ?? []

/** Connects a client, or notes what its connection is good for now. It keeps its id, and the time of its beginning. */
export async function putConnection(
  { sql }: SqlStore,
  connection: Connection & { id: string; userId: string; clientId: string; clientName: string; now: Date },
): Promise<void> {
  await sql.write(
    `INSERT INTO consent (user_id, client_id, organization_id, scope, granted_at, connection_id, client_name, redirect_origin, resource, client_digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (user_id, client_id, organization_id) DO UPDATE SET scope = excluded.scope,
       connection_id = COALESCE(consent.connection_id, excluded.connection_id), client_name = excluded.client_name,
       redirect_origin = excluded.redirect_origin, resource = excluded.resource, client_digest = excluded.client_digest`,
    [
      connection.userId,
      connection.clientId,
      connection.organizationId ?? '',
      connection.scope.join(' '),
      connection.now,
      connection.id,
      connection.clientName,
      connection.redirectOrigin,
      connection.resource.join(' '),
      connection.clientDigest,
    ],
  )
}

/** What an organization says about a client. */
export interface Acceptance {
  policy: ApplicationPolicy
  verdicts: Verdict[]
}

interface PolicyRow {
  organization_id: string
  application_policy: string | null
  verdict: string | null
}

/** What each organization of a person says about a client, which is known by two names. */
export async function findAcceptances(
  { sql }: SqlStore,
  userId: string,
  names: readonly [string, string],
): Promise<Map<string, Acceptance>> {
  const rows = await sql.read<PolicyRow>(
    `SELECT m.organization_id, o.application_policy, r.verdict FROM membership m
     JOIN organization o ON o.id = m.organization_id
     LEFT JOIN organization_client_rule r ON r.organization_id = m.organization_id AND r.application IN ($2, $3)
     WHERE m.user_id = $1`,
    [userId, ...names],
  )
  return byOrganization(rows)
}

/**
 * What the organization of a connection says about its client; null if there is no such connection. An organization that
 * is none says nothing.
 */
export async function findConnectionAcceptance(
  { sql }: SqlStore,
  { userId, clientId, organizationId }: { userId: string; clientId: string; organizationId: string | null },
  names: readonly [string, string],
): Promise<Acceptance | 'no-organization' | null> {
  const rows = await sql.read<PolicyRow>(
    `SELECT c.organization_id, o.application_policy, r.verdict FROM consent c
     LEFT JOIN organization o ON o.id = c.organization_id
     LEFT JOIN organization_client_rule r ON r.organization_id = c.organization_id AND r.application IN ($4, $5)
     WHERE c.user_id = $1 AND c.client_id = $2 AND c.organization_id = $3 AND c.connection_id IS NOT NULL`,
    [userId, clientId, organizationId ?? '', ...names],
  )
  if (rows.length === 0) return null
  return organizationId === null ? 'no-organization' : (byOrganization(rows).get(organizationId) ?? null)
}

function byOrganization(rows: readonly PolicyRow[]): Map<string, Acceptance> {
  const found = new Map<string, Acceptance>()
  for (const { organization_id: id, application_policy, verdict } of rows) {
    const acceptance = found.get(id) ?? { policy: application_policy as ApplicationPolicy, verdicts: [] }
    if (verdict) acceptance.verdicts.push(verdict as Verdict)
    found.set(id, acceptance)
  }
  return found
}

/** How many connections a client has on this server, as far as `limit`. */
export async function countConnections({ sql }: SqlStore, clientId: string, limit: number): Promise<number> {
  const [row] = await sql.read<{ count: unknown }>(
    'SELECT count(*) AS count FROM (SELECT client_id FROM consent WHERE client_id = $1 LIMIT $2) found',
    [clientId, limit],
  )
  return Number(row?.count ?? 0)
}
