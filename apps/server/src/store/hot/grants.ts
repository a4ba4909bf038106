import type { RequestedClaims } from '../../oidc/claims-parameter.ts'
import type { AuthMethod } from '../../oidc/clients.ts'
import { frequentWrite, type Written } from '../connections/frequent-statements.ts'
import { flag, type SqlStore, type SqlValue, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import type { RevokedTokenRow, TokenGrantRow } from '../generated/rows.ts'
import { notRevoked } from './not-revoked.ts'
import { acceptsSignIn, signsIn } from './sign-in-rules.ts'

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
  /** The connection that made the session, its session there, and when its person authenticated there. */
  connectionId: string | null
  upstreamSid: string | null
  upstreamAuthenticatedAt: Date | null
}

type Optional = 'authMethod' | 'connectionId' | 'upstreamSid' | 'upstreamAuthenticatedAt'
export type NewGrant = Omit<Grant, 'generation' | 'revokedAt' | Optional> & Partial<Pick<Grant, Optional>>

/** In milliseconds: times of issue may be whole seconds, and the clocks of replicas differ. */
export const clockTolerance = 6000

const insertion = (rows: string) =>
  `INSERT INTO token_grant (id, client_id, user_id, session_id, offline, organization_id, team_id, scope, claims, resource, acr, amr, authenticated_at, created_at, rotated_at, auth_method, connection_id, upstream_sid, upstream_authenticated_at, expires_at)
   ${rows}
   ON CONFLICT (id) DO NOTHING RETURNING id, expires_at`

const insertOne = insertion(
  'VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)',
)

export async function insertGrant({ sql }: SqlWrites, grant: NewGrant): Promise<void> {
  await sql.write(insertOne, insertValues(grant))
}

const redemptionParameters = {
  id: 'text',
  client_id: 'text',
  user_id: 'text',
  session_id: 'text',
  offline: 'boolean',
  organization_id: 'text',
  team_id: 'text',
  scope: 'text',
  claims: 'text',
  resource: 'text',
  acr: 'text',
  amr: 'text',
  authenticated_at: 'timestamptz',
  created_at: 'timestamptz',
  rotated_at: 'timestamptz',
  auth_method: 'text',
  connection_id: 'text',
  upstream_sid: 'text',
  upstream_authenticated_at: 'timestamptz',
  expires_at: 'timestamptz',
  has_passkey: 'boolean',
  member_before: 'timestamptz',
} as const

/**
 * When a grant that is about to be made expires: at once, unless its person, session, connection and organization live, and nothing was
 * revoked since its code was issued.
 */
const expiry = (
  of: Written<typeof redemptionParameters>,
  made = { connectionId: of.connection_id, madeAt: of.created_at },
) => `CASE WHEN EXISTS (
     SELECT 1 FROM user_account u LEFT JOIN session s ON s.id = ${of.session_id}
     WHERE u.id = ${of.user_id} AND u.disabled_at IS NULL
       AND (CAST(${of.offline} AS boolean) = true OR (s.ended_at IS NULL AND s.expires_at > ${of.rotated_at}))
       AND (CAST(${of.connection_id} AS text) IS NULL OR ${signsIn(made)})
       AND (CAST(${of.organization_id} AS text) IS NULL OR EXISTS (
         SELECT 1 FROM membership m JOIN organization o ON o.id = m.organization_id
         WHERE m.user_id = u.id AND m.organization_id = ${of.organization_id} AND m.created_at < ${of.member_before} AND o.disabled_at IS NULL
           AND ${acceptsSignIn({ passkey: `CAST(${of.has_passkey} AS boolean) = true`, acr: of.acr, ...made })}))
       AND ${notRevoked({ userId: 'u.id', clientId: of.client_id, sessionId: of.session_id, issuedAt: of.created_at, now: of.rotated_at })})
     THEN CAST(${of.expires_at} AS timestamptz) ELSE CAST(${of.rotated_at} AS timestamptz) END`

const redeemedRow = (of: Written<typeof redemptionParameters>) =>
  `${of.id}, ${of.client_id}, ${of.user_id}, ${of.session_id}, ${of.offline}, ${of.organization_id}, ${of.team_id}, ${of.scope}, ${of.claims}, ${of.resource}, ${of.acr}, ${of.amr}, ${of.authenticated_at}, ${of.created_at}, ${of.rotated_at}, ${of.auth_method}, ${of.connection_id}, ${of.upstream_sid}, ${of.upstream_authenticated_at}, ${expiry(of)}`

const redemption = frequentWrite(redemptionParameters, {
  row: 'id',
  single: (of) => insertion(`VALUES (${redeemedRow(of)})`),
  many: (of, runs) => `WITH run AS (SELECT * FROM ${runs}),
    inserted AS (${insertion(`SELECT ${redeemedRow(of)} FROM run`)})
    SELECT inserted.*, run.index FROM inserted JOIN run ON run.id = inserted.id`,
})

/**
 * Redeems a code for its grant: the primary key is the lock. `refused` if the person, session or organization has ended
 * since; the code is used up then too. `used` if it was redeemed before.
 */
export async function redeemAuthorizationCode(
  { sql }: SqlWrites,
  grant: NewGrant,
): Promise<'granted' | 'refused' | 'used'> {
  const [row] = await sql.write<Pick<TokenGrantRow, 'expires_at'>>(redemption, [
    ...insertValues(grant),
    grant.amr.includes('pop'),
    // A membership that began after the code was issued is another one. The clocks of replicas differ.
    new Date(grant.createdAt.getTime() + clockTolerance),
  ])
  if (!row) return 'used'
  return time(row.expires_at) > grant.rotatedAt ? 'granted' : 'refused'
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
  grant.authMethod ?? null,
  grant.connectionId ?? null,
  grant.upstreamSid ?? null,
  grant.upstreamAuthenticatedAt ?? null,
  grant.expiresAt,
]

export const grantColumns =
  'id, client_id, user_id, session_id, offline, organization_id, team_id, scope, claims, resource, acr, amr, authenticated_at, generation, created_at, rotated_at, expires_at, revoked_at, auth_method, connection_id, upstream_sid, upstream_authenticated_at'

export async function findGrant({ sql }: SqlStore, id: string): Promise<Grant | null> {
  const [row] = await sql.read<TokenGrantRow>(`SELECT ${grantColumns} FROM token_grant WHERE id = $1`, [id])
  return row ? toGrant(row) : null
}

export async function revokeGrant({ sql }: SqlWrites, id: string, now: Date): Promise<boolean> {
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

export async function revokeToken({ sql }: SqlWrites, id: string, expiresAt: Date): Promise<void> {
  await sql.write('INSERT INTO revoked_token (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [
    id,
    expiresAt,
  ])
}

export async function isTokenRevoked({ sql }: SqlStore, id: string): Promise<boolean> {
  return (await sql.read<Pick<RevokedTokenRow, 'id'>>('SELECT id FROM revoked_token WHERE id = $1', [id])).length > 0
}

export const toClaims = (text: string | null): RequestedClaims | null =>
  text ? (JSON.parse(text) as RequestedClaims) : null

const words = (value: string | null): string[] => (value ? value.split(' ') : [])

export const toGrant = (row: TokenGrantRow): Grant => ({
  id: row.id,
  clientId: row.client_id,
  userId: row.user_id,
  sessionId: row.session_id,
  offline: flag(row.offline),
  organizationId: row.organization_id,
  teamId: row.team_id,
  scope: words(row.scope),
  claims: toClaims(row.claims),
  resource: words(row.resource),
  acr: row.acr,
  amr: words(row.amr),
  authenticatedAt: time(row.authenticated_at),
  generation: Number(row.generation),
  createdAt: time(row.created_at),
  rotatedAt: time(row.rotated_at),
  expiresAt: time(row.expires_at),
  revokedAt: timeOrNull(row.revoked_at),
  authMethod: row.auth_method as AuthMethod | null,
  connectionId: row.connection_id,
  upstreamSid: row.upstream_sid,
  upstreamAuthenticatedAt: timeOrNull(row.upstream_authenticated_at),
})
