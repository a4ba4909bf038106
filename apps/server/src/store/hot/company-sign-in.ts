import { flag, type SqlStore } from '../connections/sql.ts'
import type { ConnectionDomainRow, ConnectionRow, OrganizationRow } from '../generated/rows.ts'

/** Where people with an address of a domain sign in. */
export interface ConnectedDomain {
  connectionId: string
  organizationId: string
  /** No mailed code signs in to an address of it, even while its connection signs nobody in. */
  enforced: boolean
}

const connectedDomain = `
  SELECT cd.connection_id, cd.organization_id, cd.enforced
  FROM connection_domain cd JOIN connection k ON k.id = cd.connection_id
    JOIN domain d ON d.claimed = cd.domain AND d.organization_id = cd.organization_id
    JOIN organization o ON o.id = cd.organization_id
  WHERE cd.domain = $1 AND d.method = 'dns' AND d.lost_at IS NULL AND o.disabled_at IS NULL
    AND (cd.enforced = true OR (k.state IN ('active', 'failing') AND o.sso_policy <> 'off'))`

/**
 * The connection of exactly this domain, which its organization has proven by DNS. Subdomains are other domains. One whose record
 * has been gone for a week is nobody's: whoever has it now signs in by their mailbox.
 */
export async function findConnectedDomain({ sql }: SqlStore, domain: string): Promise<ConnectedDomain | null> {
  const [row] = await sql.read<Pick<ConnectionDomainRow, 'connection_id' | 'organization_id' | 'enforced'>>(
    connectedDomain,
    [domain],
  )
  return row
    ? { connectionId: row.connection_id, organizationId: row.organization_id, enforced: flag(row.enforced) }
    : null
}

/** A living organization by its id or slug, if it requires its own connections. */
export async function findRequiringOrganization({ sql }: SqlStore, idOrSlug: string): Promise<string | null> {
  const [row] = await sql.read<Pick<OrganizationRow, 'id'>>(
    `SELECT id FROM organization WHERE (id = $1 OR slug = $1) AND sso_policy = 'required' AND disabled_at IS NULL`,
    [idOrSlug],
  )
  return row?.id ?? null
}

/** The connections that sign people in. */
const inUse = `
  FROM connection k JOIN organization o ON o.id = k.organization_id
  WHERE k.protocol = 'oidc' AND k.state IN ('active', 'failing') AND o.disabled_at IS NULL`

/** Whose connection signs people in. Null if it does not, or there is none. */
export async function organizationOfConnection({ sql }: SqlStore, id: string): Promise<string | null> {
  const [row] = await sql.read<Pick<ConnectionRow, 'organization_id'>>(
    `SELECT k.organization_id ${inUse} AND k.id = $1`,
    [id],
  )
  return row?.organization_id ?? null
}

/** A connection as a page of sign-in names it. */
export interface ShownConnection {
  id: string
  name: string
}

/** The connections of an organization that sign people in, the oldest first. Not many: there is a limit when they are made. */
export const findConnectionsInUse = ({ sql }: SqlStore, organizationId: string): Promise<ShownConnection[]> =>
  sql.read<Pick<ConnectionRow, 'id' | 'name'>>(
    `SELECT k.id, k.name ${inUse} AND k.organization_id = $1 ORDER BY k.organization_id, k.id`,
    [organizationId],
  )

/** One of them. */
export async function findShownConnection({ sql }: SqlStore, id: string): Promise<ShownConnection | null> {
  const [row] = await sql.read<Pick<ConnectionRow, 'id' | 'name'>>(`SELECT k.id, k.name ${inUse} AND k.id = $1`, [id])
  return row ?? null
}
