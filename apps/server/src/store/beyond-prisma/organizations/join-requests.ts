import type { Change } from '../../connections/database.ts'

/** Asks to join, once. False when they asked before. */
export async function insertJoinRequest(
  { sql }: Change,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO join_request (organization_id, user_id, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING user_id`,
    [organizationId, userId, now],
  )
  return rows.length === 1
}
