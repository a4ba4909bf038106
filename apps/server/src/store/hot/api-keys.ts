import type { HeldRoles } from '../../oidc/permissions.ts'
import { flag, type SqlStore, type SqlWrites, time } from '../connections/sql.ts'
import type { ApiKeyRow, MembershipRow, OrganizationRow } from '../generated/rows.ts'
import { heldRolesOf, readHeldRoles } from './held-roles.ts'
import { isKnownToConnection } from './sign-in-rules.ts'

/** A key with what decides about its use. */
export interface ApiKeyUse {
  id: string
  /** Null for a key of the organization. */
  userId: string | null
  /** Null for a key of a person at an API that needs no organization. */
  organizationId: string | null
  resource: string
  scope: readonly string[]
  name: string
  digest: string
  /** The digest before a rotation, as long as that key still works. */
  oldDigest: string | null
  networks: readonly string[]
  /** Those that its organization allows; null for every network. */
  allowedNetworks: readonly string[] | null
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  /** Of the person in the organization, now. Null for a key that has no person or no organization. */
  roles: readonly string[] | null
  /** The other roles of the person there. */
  held: HeldRoles
  /** It was not revoked and has not expired, and its person and organization are not disabled. */
  usable: boolean
}

/** A key that may be used. */
export type UsableApiKey = ApiKeyUse & { usable: true }

type Row = Omit<ApiKeyRow, 'created_by' | 'revoked_at' | 'reason' | 'warned_at'> & {
  roles: MembershipRow['roles'] | null
  held: string | null
  usable: number | boolean
  allowed_networks: OrganizationRow['allowed_networks']
}

export async function findUsableApiKey(store: SqlStore, id: string, now: Date): Promise<UsableApiKey | null> {
  const key = await findApiKey(store, id, now)
  return key?.usable ? { ...key, usable: true } : null
}

/** A key, whether it may be used or not. One of a membership that has ended is gone from the table. */
export async function findApiKey(store: SqlStore, id: string, now: Date): Promise<ApiKeyUse | null> {
  const [row] = await store.sql.read<Row>(
    `SELECT k.id, k.user_id, k.organization_id, k.resource, k.scope, k.name, k.digest, k.old_digest, k.old_until, k.networks,
       k.created_at, k.expires_at, k.used_at, m.roles,
       ${heldRolesOf({ user: 'm.user_id', organization: 'mo' })} AS held,
       k.revoked_at IS NULL AND k.expires_at > $2
         AND (k.user_id IS NULL OR EXISTS (SELECT 1 FROM user_account p WHERE p.id = k.user_id AND p.disabled_at IS NULL))
         AND (k.organization_id IS NULL
           OR EXISTS (SELECT 1 FROM organization o WHERE o.id = k.organization_id AND o.disabled_at IS NULL
             AND (k.user_id IS NULL OR ${isKnownToConnection('k.user_id')}))) AS usable,
       (SELECT o.allowed_networks FROM organization o WHERE o.id = k.organization_id) AS allowed_networks
     FROM api_key k LEFT JOIN membership m ON m.user_id = k.user_id AND m.organization_id = k.organization_id
       LEFT JOIN organization mo ON mo.id = m.organization_id
     WHERE k.id = $1`,
    [id, now],
  )
  return row ? toKey(row, await readHeldRoles(store, row.held), now) : null
}

const toKey = (row: Row, held: HeldRoles, now: Date): ApiKeyUse => ({
  id: row.id,
  userId: row.user_id,
  organizationId: row.organization_id,
  resource: row.resource,
  scope: row.scope.split(' ').filter(Boolean),
  name: row.name,
  digest: row.digest,
  oldDigest: row.old_until !== null && time(row.old_until) > now ? row.old_digest : null,
  networks: row.networks.split(',').filter(Boolean),
  allowedNetworks: row.allowed_networks?.split(',') ?? null,
  createdAt: time(row.created_at),
  expiresAt: time(row.expires_at),
  usedAt: row.used_at === null ? null : time(row.used_at),
  roles: row.roles?.split(' ').filter(Boolean) ?? null,
  held,
  usable: flag(row.usable),
})

/** Notes that a key was used, at most once an hour. */
export async function noteApiKeyUse(
  { sql }: SqlWrites,
  { id, now, before }: { id: string; now: Date; before: Date },
): Promise<void> {
  await sql.write('UPDATE api_key SET used_at = $2 WHERE id = $1 AND (used_at IS NULL OR used_at < $3)', [
    id,
    now,
    before,
  ])
}
