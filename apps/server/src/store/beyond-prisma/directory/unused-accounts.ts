import type { SqlStore } from '../../connections/sql.ts'

/**
 * Whether an account is that of an active user whom the directory of the organization made, and nobody has ever used it: no
 * sign-in, passkey or identity, no other address or organization, no role of an operator, and nothing that it was linked to before
 * the directory wrote the user. The directory says that the user has the address, and that nobody else has it: an address that it
 * has given to another person since then says nothing about this one.
 */
export async function isUnusedAccount(
  { sql }: SqlStore,
  { organizationId, userId, address }: { organizationId: string; userId: string; address: string },
): Promise<boolean> {
  const rows = await sql.read(
    `SELECT u.id FROM directory_user u JOIN directory d ON d.id = u.directory_id JOIN user_account a ON a.id = u.user_id
     WHERE a.id = $1 AND d.organization_id = $2 AND d.closed_at IS NULL AND u.active = $4 AND u.deleted_at IS NULL
       AND u.email = $3
       AND NOT EXISTS (SELECT 1 FROM directory_user o WHERE o.directory_id = d.id AND o.email = $3 AND o.id <> u.id AND o.deleted_at IS NULL)
       AND a.last_sign_in_at IS NULL AND a.created_at >= u.created_at
       AND NOT EXISTS (SELECT 1 FROM email e WHERE e.user_id = a.id AND e.address <> $3)
       AND NOT EXISTS (SELECT 1 FROM membership m WHERE m.user_id = a.id AND m.organization_id <> $2)
       AND NOT EXISTS (SELECT 1 FROM operator_role r WHERE r.user_id = a.id)
       AND NOT EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = a.id)
       AND NOT EXISTS (SELECT 1 FROM external_identity x WHERE x.user_id = a.id)
       AND NOT EXISTS (SELECT 1 FROM session s WHERE s.user_id = a.id)`,
    [userId, organizationId, address, true],
  )
  return rows.length === 1
}

/**
 * Whether the directory of an organization says that an address of an account is another person's by now: its user for the account
 * has another one, and another user has this.
 */
export async function isReassigned(
  { sql }: SqlStore,
  { organizationId, userId, address }: { organizationId: string; userId: string; address: string },
): Promise<boolean> {
  const rows = await sql.read(
    `SELECT u.id FROM directory_user u JOIN directory d ON d.id = u.directory_id
     WHERE u.user_id = $1 AND d.organization_id = $2 AND d.closed_at IS NULL AND u.deleted_at IS NULL
       AND (u.email IS NULL OR u.email <> $3)
       AND EXISTS (SELECT 1 FROM directory_user o WHERE o.directory_id = d.id AND o.email = $3 AND o.id <> u.id AND o.deleted_at IS NULL)`,
    [userId, organizationId, address],
  )
  return rows.length > 0
}
