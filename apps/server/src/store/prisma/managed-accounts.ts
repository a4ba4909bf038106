import { type SqlStore, text } from '../connections/sql.ts'

// What has to be true, under the lock of an organization, before it may change the account of a member.

/** Holds the row of a living organization until the end of the transaction. False when there is none. */
export async function lockOrganization({ sql }: SqlStore, id: string): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE organization SET version = version + 1 WHERE id = $1 AND disabled_at IS NULL RETURNING id',
    [id],
  )
  return rows.length === 1
}

/** Null for someone who does not belong to it. */
export async function rolesIn({ sql }: SqlStore, organizationId: string, userId: string): Promise<string[] | null> {
  const [row] = await sql.read('SELECT roles FROM membership WHERE organization_id = $1 AND user_id = $2', [
    organizationId,
    userId,
  ])
  return row ? text(row.roles).split(' ') : null
}

/** True when the person belongs to another organization too. One that is disabled, or waits for its end, counts. */
export async function hasOtherOrganizations(
  { sql }: SqlStore,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const rows = await sql.read('SELECT user_id FROM membership WHERE user_id = $1 AND organization_id <> $2 LIMIT 1', [
    userId,
    organizationId,
  ])
  return rows.length > 0
}
