import { flag, type SqlStore } from '../../connections/sql.ts'

/** That the directory of an organization lists somebody. */
export interface DirectoryListing {
  organization: string
  active: boolean
  waitingReason: string | null
}

/** Directories that are looked at for one person. */
const limit = 10

const listing = `SELECT o.name, u.active, u.waiting_reason FROM directory_user u
  JOIN directory d ON d.id = u.directory_id AND d.closed_at IS NULL
  JOIN organization o ON o.id = d.organization_id AND o.disabled_at IS NULL
  WHERE u.deleted_at IS NULL`

/**
 * The open directories that list somebody: as the person of an account, and, by an address, the one of the organization that has
 * proven the domain.
 */
export async function findDirectoryListings(
  { sql }: SqlStore,
  { userId, address, domain }: { userId: string | null; address: string; domain: string },
): Promise<DirectoryListing[]> {
  const rows = await sql.read<{ name: string; active: unknown; waiting_reason: string | null }>(
    `${listing} AND u.user_id = $1 UNION ${listing} AND u.email = $2 AND u.directory_id =
       (SELECT x.id FROM directory x JOIN domain m ON m.organization_id = x.organization_id WHERE m.claimed = $3)
     ORDER BY 1 LIMIT $4`,
    [userId ?? '', address, domain, limit],
  )
  return rows.map((row) => ({ organization: row.name, active: flag(row.active), waitingReason: row.waiting_reason }))
}
