import type { SqlStore } from '../../connections/sql.ts'
import type { DomainRow } from '../../generated/rows.ts'

/** The organization that has proven a domain, or null: there is at most one. */
export async function findOrganizationOfDomain({ sql }: SqlStore, name: string): Promise<string[]> {
  const rows = await sql.read<Pick<DomainRow, 'organization_id'>>(
    'SELECT organization_id FROM domain WHERE claimed = $1',
    [name],
  )
  return rows.map((row) => row.organization_id)
}
