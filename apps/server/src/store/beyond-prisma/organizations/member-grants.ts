import type { Change } from '../../connections/database.ts'

/** Ends what the members of an organization granted for it. Grants are found by their person. */
export async function endGrantsOfMembers({ sql }: Change, organizationId: string, now: Date): Promise<void> {
  await sql.write(
    `UPDATE token_grant SET revoked_at = $2
     WHERE user_id IN (SELECT m.user_id FROM membership m WHERE m.organization_id = $1)
       AND organization_id = $1 AND revoked_at IS NULL`,
    [organizationId, now],
  )
}
