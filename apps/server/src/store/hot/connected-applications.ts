import type { ApplicationPolicy, Verdict } from '../../oidc/dynamic-clients/third-party-clients.ts'
import type { SqlStore } from '../connections/sql.ts'

/** The decision of an organization about a client. */
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
 * What the organization of a connection says about its client; null if there is no such connection. The empty
 * organization says nothing.
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
