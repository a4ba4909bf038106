import { jsonIds, type SqlStore, text } from '../../connections/sql.ts'
import type { MembershipRow, OrganizationRow } from '../../generated/rows.ts'

/** Where a person belongs, as far as a row of a list has room. */
export interface PersonOrganizations {
  /** The first of them, by age. */
  first: { id: string; name: string }[]
  count: number
}

/** How many a row names. */
const named = 2
/** Counting ends here. */
const counted = 100

/** The organizations of people, by one statement that reads no more of a person than a row of a list shows. */
export async function findOrganizationsOfPeople(
  { sql }: SqlStore,
  userIds: readonly string[],
): Promise<Map<string, PersonOrganizations>> {
  type Found = Pick<MembershipRow, 'user_id' | 'organization_id'> & Pick<OrganizationRow, 'name'> & { total: unknown }
  const rows = await sql.read<Found>(
    `SELECT m.user_id, m.organization_id, o.name,
       (SELECT count(*) FROM (SELECT 1 FROM membership c WHERE c.user_id = value ->> 'id' LIMIT ${counted}) AS found) AS total
     FROM json_each($1) JOIN membership m ON m.user_id = value ->> 'id'
       AND m.organization_id IN (SELECT n.organization_id FROM membership n WHERE n.user_id = value ->> 'id' ORDER BY n.organization_id LIMIT ${named})
     JOIN organization o ON o.id = m.organization_id
     ORDER BY m.user_id, m.organization_id`,
    [jsonIds(userIds)],
  )
  const found = new Map<string, PersonOrganizations>()
  for (const row of rows) {
    const organizations = found.get(row.user_id) ?? { first: [], count: Number(row.total) }
    organizations.first.push({ id: row.organization_id, name: text(row.name) })
    found.set(row.user_id, organizations)
  }
  return found
}
