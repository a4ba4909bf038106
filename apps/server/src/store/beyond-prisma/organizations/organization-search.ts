import type { SqlStore } from '../../connections/sql.ts'
import type { OrganizationRow } from '../../generated/rows.ts'
import { begins, folded, matchLimit, range } from '../prefix.ts'

/** The ids of the organizations whose name or slug begins with a text, or whose id it is. */
export async function searchOrganizations({ sql }: SqlStore, query: string): Promise<string[]> {
  const rows = await sql.read<Pick<OrganizationRow, 'id'>>(
    `SELECT id FROM (SELECT id FROM organization WHERE ${begins(folded('name'), 1)} ORDER BY ${folded('name')} LIMIT ${matchLimit}) AS named
     UNION SELECT id FROM (SELECT id FROM organization WHERE ${begins('slug', 1)} ORDER BY slug COLLATE "BINARY" LIMIT ${matchLimit}) AS slugged
     UNION SELECT id FROM organization WHERE id = $3`,
    [...range(query), query],
  )
  return rows.map((row) => row.id)
}
