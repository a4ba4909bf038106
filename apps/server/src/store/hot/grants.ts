import type { RequestedClaims } from '../../oidc/claims-parameter.ts'
import type { AuthMethod } from '../../oidc/clients.ts'
import { flag, type SqlStore, type SqlValue, textOrNull, time, timeOrNull } from '../connections/sql.ts'
import type { RevokedTokenRow, TokenGrantRow } from '../generated/rows.ts'
import { notRevoked } from './not-revoked.ts'

/** What a redeemed code stands for. `generation` counts the rotations of its refresh token. */
export interface Grant {
  id: string
  clientId: string
  userId: string
  sessionId: string
  offline: boolean
  organizationId: string | null
  teamId: string | null
  scope: string[]
  claims: RequestedClaims | null
  resource: string[]
  acr: string
  amr: string[]
  authenticatedAt: Date
  generation: number
  /** When its code was issued, or its tokens where there was none. */
  createdAt: Date
  rotatedAt: Date
  expiresAt: Date
  revokedAt: Date | null
  /** How its client authenticated, where it may choose. */
  authMethod: AuthMethod | null
}

export type NewGrant = Omit<Grant, 'generation' | 'revokedAt' | 'authMethod'> & Partial<Pick<Grant, 'authMethod'>>

/** The redemption of a code: the primary key is the lock. False when the id was inserted before. */
export async function insertGrant({ sql }: SqlStore, grant: NewGrant): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO token_grant (id, client_id, user_id, session_id, offline, organization_id, team_id, scope, claims, resource, acr, amr, authenticated_at, created_at, rotated_at, expires_at, auth_method)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    insertValues(grant),
  )
  return rows.length === 1
}

const insertValues = (grant: NewGrant): SqlValue[] => [
  grant.id,
  grant.clientId,
  grant.userId,
  grant.sessionId,
  grant.offline,
  grant.organizationId,
  grant.teamId,
  grant.scope.join(' '),
  grant.claims && JSON.stringify(grant.claims),
  grant.resource.length > 0 ? grant.resource.join(' ') : null,
  grant.acr,
  grant.amr.join(' '),
  grant.authenticatedAt,
  grant.createdAt,
  grant.rotatedAt,
  grant.expiresAt,
  grant.authMethod ?? null,
]

/** The person of the grant belongs to an organization, which accepts how they signed in. */
const belongs = (organizationId: string) => `EXISTS (
      SELECT 1 FROM membership m JOIN organization o ON o.id = m.organization_id
      WHERE m.user_id = g.user_id AND m.organization_id = ${organizationId} AND o.disabled_at IS NULL
        AND (o.require_passkey <> $3 OR g.amr LIKE '%pop%'))`

/**
 * What keeps a grant alive: it was not revoked, its person is not disabled, still belongs to its organization, and the
 * session it came from goes on, unless it is an offline one. An organization that demands a passkey (`pop` in the amr)
 * ends what was granted without one. Asked at every use of every token.
 */
const alive = `
  FROM token_grant g JOIN user_account u ON u.id = g.user_id LEFT JOIN session s ON s.id = g.session_id
  WHERE g.id = $1 AND g.revoked_at IS NULL AND g.expires_at > $2 AND u.disabled_at IS NULL
    AND (g.offline = $3 OR (s.ended_at IS NULL AND s.expires_at > $2))
    AND (g.organization_id IS NULL OR ${belongs('g.organization_id')})
    AND ${notRevoked({ userId: 'g.user_id', clientId: 'g.client_id', sessionId: 'g.session_id', issuedAt: 'g.created_at', now: '$2' })}`

/** The same for a grant that is about to be made: its person, session and organization live, and nothing was revoked. */
export async function mayBeGranted(
  { sql }: SqlStore,
  grant: Pick<Grant, 'userId' | 'clientId' | 'sessionId' | 'organizationId' | 'offline' | 'amr' | 'createdAt'>,
  now: Date,
): Promise<boolean> {
  const rows = await sql.read(
    `SELECT u.id FROM user_account u LEFT JOIN session s ON s.id = $2
     WHERE u.id = $1 AND u.disabled_at IS NULL AND (CAST($5 AS boolean) = CAST($6 AS boolean) OR (s.ended_at IS NULL AND s.expires_at > $4))
       AND ($3 = '' OR EXISTS (
         SELECT 1 FROM membership m JOIN organization o ON o.id = m.organization_id
         WHERE m.user_id = u.id AND m.organization_id = $3 AND o.disabled_at IS NULL
           AND (o.require_passkey <> CAST($6 AS boolean) OR CAST($7 AS boolean) = CAST($6 AS boolean))))
       AND ${notRevoked({ userId: 'u.id', clientId: '$8', sessionId: '$2', issuedAt: '$9', now: '$4' })}`,
    [
      grant.userId,
      grant.sessionId,
      grant.organizationId ?? '',
      now,
      grant.offline,
      true,
      grant.amr.includes('pop'),
      grant.clientId,
      grant.createdAt,
    ],
  )
  return rows.length === 1
}

export async function findLiveGrant({ sql }: SqlStore, id: string, now: Date): Promise<Grant | null> {
  const [row] = await sql.read<TokenGrantRow>(`SELECT g.* ${alive}`, [id, now, true])
  return row ? toGrant(row) : null
}

/**
 * The same for one access token of the grant, which may have been revoked alone. The organization that the token names
 * is asked too: a refresh may have moved the grant to another since.
 */
export async function findGrantOfToken(
  { sql }: SqlStore,
  id: string,
  token: { id: string; organizationId: string | null },
  now: Date,
): Promise<Grant | null> {
  const [row] = await sql.read<TokenGrantRow>(
    `SELECT g.* ${alive} AND NOT EXISTS (SELECT 1 FROM revoked_token r WHERE r.id = $4)
       AND ($5 = '' OR g.organization_id = $5 OR ${belongs('$5')})`,
    [id, now, true, token.id, token.organizationId ?? ''],
  )
  return row ? toGrant(row) : null
}

export async function findGrant({ sql }: SqlStore, id: string): Promise<Grant | null> {
  const [row] = await sql.read<TokenGrantRow>('SELECT * FROM token_grant WHERE id = $1', [id])
  return row ? toGrant(row) : null
}

/** Rotates the refresh token once: `generation = $3` is the lock. False when someone else did, or it is too late. */
export async function rotateGrant(
  { sql }: SqlStore,
  {
    id,
    generation,
    now,
    idleSince,
    organizationId,
    teamId,
  }: {
    id: string
    generation: number
    now: Date
    idleSince: Date
    organizationId: string | null
    teamId: string | null
  },
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE token_grant SET generation = generation + 1, rotated_at = $2, organization_id = $5, team_id = $6
     WHERE id = $1 AND generation = $3 AND revoked_at IS NULL AND rotated_at > $4 AND expires_at > $2 RETURNING id`,
    [id, now, generation, idleSince, organizationId, teamId],
  )
  return rows.length === 1
}

export async function revokeGrant({ sql }: SqlStore, id: string, now: Date): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE token_grant SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING id',
    [id, now],
  )
  return rows.length === 1
}

/** Which clients a session signed in to: they are told when it ends. */
export async function clientsOfSession({ sql }: SqlStore, userId: string, sessionId: string): Promise<string[]> {
  const rows = await sql.read<Pick<TokenGrantRow, 'client_id'>>(
    'SELECT DISTINCT client_id FROM token_grant WHERE user_id = $1 AND session_id = $2',
    [userId, sessionId],
  )
  return rows.map((row) => row.client_id)
}

export async function revokeToken({ sql }: SqlStore, id: string, expiresAt: Date): Promise<void> {
  await sql.write('INSERT INTO revoked_token (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [
    id,
    expiresAt,
  ])
}

export async function isTokenRevoked({ sql }: SqlStore, id: string): Promise<boolean> {
  return (await sql.read<Pick<RevokedTokenRow, 'id'>>('SELECT id FROM revoked_token WHERE id = $1', [id])).length > 0
}

const list = (value: unknown): string[] => textOrNull(value)?.split(' ').filter(Boolean) ?? []

const toGrant = (row: TokenGrantRow): Grant => ({
  id: row.id,
  clientId: row.client_id,
  userId: row.user_id,
  sessionId: row.session_id,
  offline: flag(row.offline),
  organizationId: row.organization_id,
  teamId: row.team_id,
  scope: list(row.scope),
  claims: row.claims ? (JSON.parse(row.claims) as RequestedClaims) : null,
  resource: list(row.resource),
  acr: row.acr,
  amr: list(row.amr),
  authenticatedAt: time(row.authenticated_at),
  generation: Number(row.generation),
  createdAt: time(row.created_at),
  rotatedAt: time(row.rotated_at),
  expiresAt: time(row.expires_at),
  revokedAt: timeOrNull(row.revoked_at),
  authMethod: row.auth_method as AuthMethod | null,
})
