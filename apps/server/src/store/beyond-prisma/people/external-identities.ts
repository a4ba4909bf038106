import type { Change } from '../../connections/database.ts'
import { flag, jsonIds, listedIds, type SqlStore, type SqlWrites, time } from '../../connections/sql.ts'
import type { ExternalIdentityRow } from '../../generated/rows.ts'

/** Who somebody is at an identity provider: its issuer and their subject there, by this connection. */
export interface IdentityKey {
  /** Of a connection of an organization, or the name of a social provider. */
  connectionId: string
  issuer: string
  subject: string
}

/** The person who is known by an identity. It is never looked up by address. */
export async function findIdentity(
  { sql }: SqlStore,
  { connectionId, issuer, subject }: IdentityKey,
): Promise<{ userId: string; linkedAt: Date; disabled: boolean } | null> {
  const [row] = await sql.read<Pick<ExternalIdentityRow, 'user_id' | 'linked_at'> & { disabled: number | boolean }>(
    `SELECT i.user_id, i.linked_at, u.disabled_at IS NOT NULL AS disabled
     FROM external_identity i JOIN user_account u ON u.id = i.user_id
     WHERE i.connection_id = $1 AND i.issuer = $2 AND i.subject = $3`,
    [connectionId, issuer, subject],
  )
  return row ? { userId: row.user_id, linkedAt: time(row.linked_at), disabled: flag(row.disabled) } : null
}

/** Links an identity to a person, once: false if it is linked already, to whomever. */
export async function insertIdentity(
  { sql }: Change,
  {
    connectionId,
    issuer,
    subject,
    userId,
    email,
    now,
  }: IdentityKey & { userId: string; email: string | null; now: Date },
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO external_identity (connection_id, issuer, subject, user_id, email_at_link, linked_at, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (connection_id, issuer, subject) DO NOTHING RETURNING user_id`,
    [connectionId, issuer, subject, userId, email, now],
  )
  return rows.length === 1
}

/** Notes that somebody signed in by an identity. */
export async function noteIdentityUse(
  { sql }: Change,
  { connectionId, issuer, subject }: IdentityKey,
  now: Date,
): Promise<void> {
  await sql.write(
    'UPDATE external_identity SET seen_at = $4 WHERE connection_id = $1 AND issuer = $2 AND subject = $3',
    [connectionId, issuer, subject, now],
  )
}

/** An identity of a person, and the connection of an organization that it belongs to. */
export interface StoredIdentity extends IdentityKey {
  email: string | null
  linkedAt: Date
  seenAt: Date
  /** Null for social sign-in. */
  organizationId: string | null
  organization: string | null
  connectionName: string | null
  /** The connection is the only way in for members with an address of one of its domains, and the person is such a member. */
  enforced: boolean
}

type StoredIdentityRow = Omit<ExternalIdentityRow, 'user_id'> & {
  name: string | null
  organization_id: string | null
  organization: string | null
  enforced: number | boolean
}

/** The identities of a person, the oldest link first. */
export async function findIdentitiesOf({ sql }: SqlStore, userId: string): Promise<StoredIdentity[]> {
  const rows = await sql.read<StoredIdentityRow>(
    `SELECT i.connection_id, i.issuer, i.subject, i.email_at_link, i.linked_at, i.seen_at,
       k.name, k.organization_id, o.name AS organization,
       EXISTS (SELECT 1 FROM connection_domain d JOIN membership m ON m.organization_id = d.organization_id AND m.user_id = i.user_id
           JOIN email a ON a.user_id = i.user_id
         WHERE d.connection_id = i.connection_id AND d.enforced = $2
           AND substr(a.address, length(a.address) - length(d.domain)) = '@' || d.domain) AS enforced
     FROM external_identity i LEFT JOIN connection k ON k.id = i.connection_id LEFT JOIN organization o ON o.id = k.organization_id
     WHERE i.user_id = $1 AND (k.protocol IS NULL OR k.protocol = 'oidc') ORDER BY i.linked_at, i.connection_id, i.subject`,
    [userId, true],
  )
  return rows.map((row) => ({
    ...{ connectionId: row.connection_id, issuer: row.issuer, subject: row.subject, email: row.email_at_link },
    ...{ linkedAt: time(row.linked_at), seenAt: time(row.seen_at) },
    ...{ organizationId: row.organization_id, organization: row.organization, connectionName: row.name },
    enforced: flag(row.enforced),
  }))
}

/** Everybody whom a connection knows. */
export async function findPeopleKnownBy({ sql }: SqlStore, connectionId: string): Promise<string[]> {
  const rows = await sql.read<Pick<ExternalIdentityRow, 'user_id'>>(
    'SELECT DISTINCT user_id FROM external_identity WHERE connection_id = $1',
    [connectionId],
  )
  return rows.map((row) => row.user_id)
}

/**
 * The people with an address of a domain whom connections of an organization know. `email_at_link` is what the provider wrote,
 * which may not be an address of theirs.
 */
export async function findPeopleOfDomain({ sql }: SqlStore, organizationId: string, domain: string): Promise<string[]> {
  const isOfDomain = (address: string) => `substr(${address}, length(${address}) - length($2)) = '@' || $2`
  const rows = await sql.read<Pick<ExternalIdentityRow, 'user_id'>>(
    `SELECT DISTINCT i.user_id FROM external_identity i JOIN connection k ON k.id = i.connection_id
     WHERE k.organization_id = $1 AND (${isOfDomain('i.email_at_link')}
       OR EXISTS (SELECT 1 FROM email e WHERE e.user_id = i.user_id AND ${isOfDomain('e.address')}))`,
    [organizationId, domain],
  )
  return rows.map((row) => row.user_id)
}

/** Forgets who people are at connections, by one statement: all of it, or one identity. Returns what was forgotten. */
export async function deleteIdentitiesOfPeople(
  { sql }: Change,
  { connectionIds, userIds }: { connectionIds: readonly string[]; userIds: readonly string[] },
  only: Pick<IdentityKey, 'issuer' | 'subject'> | null = null,
): Promise<(Pick<IdentityKey, 'connectionId' | 'issuer'> & { userId: string })[]> {
  const rows = await sql.write<Pick<ExternalIdentityRow, 'connection_id' | 'issuer' | 'user_id'>>(
    `DELETE FROM external_identity WHERE user_id IN ${listedIds(1)}
       AND connection_id IN ${listedIds(2)}
       AND ($3 = 0 OR (issuer = $4 AND subject = $5)) RETURNING connection_id, issuer, user_id`,
    [jsonIds(userIds), jsonIds(connectionIds), only ? 1 : 0, only?.issuer ?? '', only?.subject ?? ''],
  )
  return rows.map((row) => ({ connectionId: row.connection_id, issuer: row.issuer, userId: row.user_id }))
}

/**
 * Whether a connection knows a person by another subject than this one: then it says that somebody else has their address now.
 */
export async function isKnownByAnotherSubject(
  { sql }: SqlStore,
  { connectionId, issuer, subject }: IdentityKey,
  userId: string,
): Promise<boolean> {
  const rows = await sql.read(
    `SELECT user_id FROM external_identity
     WHERE user_id = $1 AND connection_id = $2 AND NOT (issuer = $3 AND subject = $4) LIMIT 1`,
    [userId, connectionId, issuer, subject],
  )
  return rows.length > 0
}

/** Who somebody is at identity providers becomes who another person is there: two accounts become one. */
export async function moveIdentities({ sql }: Change, fromId: string, intoId: string): Promise<void> {
  await sql.write('UPDATE external_identity SET user_id = $2 WHERE user_id = $1', [fromId, intoId])
}

/** Forgets the identities of a person that were linked from a moment on. Returns how many. */
export async function deleteIdentitiesSince({ sql }: Change, userId: string, since: Date): Promise<number> {
  const rows = await sql.write(
    'DELETE FROM external_identity WHERE user_id = $1 AND linked_at >= $2 RETURNING connection_id',
    [userId, since],
  )
  return rows.length
}

/** Keeps what a redeemed attempt came to, sealed, until its person has shown that an account is theirs. */
export async function holdIdentity({ sql }: SqlWrites, attemptId: string, sealed: string): Promise<void> {
  await sql.write(`UPDATE federation_attempt SET sealed = $2 WHERE id = $1 AND used_at IS NOT NULL AND sealed = ''`, [
    attemptId,
    sealed,
  ])
}

export async function findHeldIdentity({ sql }: SqlStore, attemptId: string): Promise<string | null> {
  const [row] = await sql.read<{ sealed: string }>(
    `SELECT sealed FROM federation_attempt WHERE id = $1 AND used_at IS NOT NULL AND sealed <> ''`,
    [attemptId],
  )
  return row?.sealed ?? null
}

/** Takes it, once: what was sealed is the lock. */
export async function redeemHeldIdentity({ sql }: Change, attemptId: string, sealed: string): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE federation_attempt SET sealed = '', outcome = 'done' WHERE id = $1 AND sealed = $2 RETURNING id`,
    [attemptId, sealed],
  )
  return rows.length === 1
}
