import type { SqlStore } from '../../connections/sql.ts'
import type { OrganizationRow } from '../../generated/rows.ts'

const withoutIdentity = `FROM membership m JOIN user_account u ON u.id = m.user_id
  WHERE m.organization_id = $1 AND u.disabled_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM external_identity x JOIN connection k ON k.id = x.connection_id
    WHERE x.user_id = m.user_id AND k.organization_id = $1 AND k.protocol = 'oidc')`

/** How many members have never signed in by a connection of their organization. */
export async function countWithoutIdentity({ sql }: SqlStore, organizationId: string): Promise<number> {
  const [row] = await sql.read(`SELECT count(*) AS n ${withoutIdentity}`, [organizationId])
  return Number(row?.n ?? 0)
}

/** These members after an id, with their mailbox and language. */
export async function findWithoutIdentity(
  { sql }: SqlStore,
  organizationId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ userId: string; address: string; locale: string | null }[]> {
  const rows = await sql.read<{ user_id: string; address: string; locale: string | null }>(
    `SELECT m.user_id, u.locale, (SELECT e.address FROM email e WHERE e.user_id = m.user_id AND e.is_primary = $2) AS address
     ${withoutIdentity} AND m.user_id > $3 ORDER BY m.user_id LIMIT $4`,
    [organizationId, true, after, limit],
  )
  return rows.map((row) => ({ userId: row.user_id, address: row.address, locale: row.locale }))
}

/** Whether an owner can still sign in without the identity provider: with a passkey. */
export async function hasOwnerWithPasskey({ sql }: SqlStore, organizationId: string): Promise<boolean> {
  const rows = await sql.read(
    `SELECT m.user_id FROM membership m JOIN user_account u ON u.id = m.user_id
     WHERE m.organization_id = $1 AND u.disabled_at IS NULL AND (' ' || m.roles || ' ') LIKE '% owner %'
       AND EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = m.user_id) LIMIT 1`,
    [organizationId],
  )
  return rows.length > 0
}

/** The short names of living organizations that require company sign-in, in the order of the alphabet. */
export async function findRequiringOrganizations({ sql }: SqlStore, limit: number): Promise<string[]> {
  const rows = await sql.read<Pick<OrganizationRow, 'slug'>>(
    `SELECT slug FROM organization WHERE sso_policy = 'required' AND disabled_at IS NULL ORDER BY slug LIMIT $1`,
    [limit],
  )
  return rows.map(({ slug }) => slug)
}
