import type { SqlStore } from '../connections/sql.ts'

/** An invitation to an account of this server, not into an organization. The one before it for the same address ends. */
export async function replaceSignUpInvitation(
  { sql }: SqlStore,
  invitation: { id: string; email: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await sql.write(
    `UPDATE invitation SET revoked_at = $2
     WHERE email = $1 AND organization_id IS NULL AND accepted_at IS NULL AND revoked_at IS NULL`,
    [invitation.email, invitation.createdAt],
  )
  await sql.write(
    `INSERT INTO invitation (id, email, organization_id, roles, team_ids, created_at, expires_at, sent_at)
     VALUES ($1, $2, NULL, '', '', $3, $4, $3)`,
    [invitation.id, invitation.email, invitation.createdAt, invitation.expiresAt],
  )
}
