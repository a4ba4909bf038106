import type { Change } from '../../connections/database.ts'
import { type SqlStore, type SqlValue, textOrNull, time } from '../../connections/sql.ts'
import { type OrganizationTermsAcceptanceRow, organizationTermsAcceptanceColumns } from '../../generated/rows.ts'
import { folded, holds, pattern } from '../prefix.ts'

export interface TermsAcceptance {
  userId: string
  /** Name and address as they were then. */
  name: string
  address: string
  network: string | null
  acceptedAt: Date
}

/**
 * Notes that a member accepted a version, if it is the one in force: the statement itself looks, so a version that is
 * replaced at the same moment is not accepted. False otherwise, and where it was accepted already.
 */
export async function insertTermsAcceptance(
  { sql }: Change,
  { organizationId, version }: { organizationId: string; version: number },
  { userId, name, address, network, acceptedAt }: TermsAcceptance,
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO organization_terms_acceptance
       (organization_id, version, user_id, person_name, person_address, network, accepted_at)
     SELECT m.organization_id, o.terms_version, m.user_id, $4, $5, $6, $7
     FROM membership m JOIN organization o ON o.id = m.organization_id
     WHERE m.user_id = $3 AND m.organization_id = $1 AND o.terms_version = $2
     ON CONFLICT (organization_id, version, user_id) DO NOTHING RETURNING user_id`,
    [organizationId, version, userId, name, address, network, acceptedAt],
  )
  return rows.length === 1
}

/** The filter of a list of acceptances. */
interface AcceptanceFilter {
  /** A part of the name or the address. */
  query?: string
}

/** The condition of a filter. It looks at the acceptances of one version and at no others. */
function conditionOf(organizationId: string, version: number, { query }: AcceptanceFilter): [string, SqlValue[]] {
  const condition = 'a.organization_id = $1 AND a.version = $2'
  if (!query) return [condition, [organizationId, version]]
  const found = `(${holds(folded('a.person_name'), 3)} OR ${holds('a.person_address', 3)})`
  return [`${condition} AND ${found}`, [organizationId, version, pattern(query)]]
}

/** Those who accepted a version, in the order of their ids. */
export async function findTermsAcceptances(
  { sql }: SqlStore,
  { organizationId, version }: { organizationId: string; version: number },
  { after, limit, ...filter }: AcceptanceFilter & { after: string | null; limit: number },
): Promise<TermsAcceptance[]> {
  const [condition, params] = conditionOf(organizationId, version, filter)
  const rows = await sql.read<OrganizationTermsAcceptanceRow>(
    `SELECT ${organizationTermsAcceptanceColumns} FROM organization_terms_acceptance a WHERE ${condition} AND a.user_id > $${params.length + 1}
     ORDER BY a.user_id LIMIT $${params.length + 2}`,
    [...params, after ?? '', limit],
  )
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.person_name,
    address: row.person_address,
    network: textOrNull(row.network),
    acceptedAt: time(row.accepted_at),
  }))
}

/** How many people accepted a version and are members. */
export async function countAcceptingMembers(
  { sql }: SqlStore,
  organizationId: string,
  version: number,
): Promise<number> {
  const [row] = await sql.read(
    `SELECT COUNT(*) AS n FROM organization_terms_acceptance a
     JOIN membership m ON m.user_id = a.user_id AND m.organization_id = a.organization_id
     WHERE a.organization_id = $1 AND a.version = $2`,
    [organizationId, version],
  )
  return Number(row?.n ?? 0)
}
