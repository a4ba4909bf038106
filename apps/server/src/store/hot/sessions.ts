import type { Config } from '../../config/settings.ts'
import { digest } from '../../crypto/random.ts'
import type { Person } from '../../oidc/claims.ts'
import type { Change } from '../connections/database.ts'
import { frequentRead, type Written } from '../connections/frequent-statements.ts'
import { type SqlStore, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import type { SessionRow } from '../generated/rows.ts'
import { notRevoked } from './not-revoked.ts'
import { type PersonRow, personColumns, toPerson } from './people.ts'
import { vouchesFor } from './sign-in-rules.ts'

declare const opened: unique symbol

/**
 * A session that the secret of a cookie opened: only `findSignIn` makes one. That of an impersonation has no secret, so
 * nothing that a person may do with their own session can be done with it (flows/identity/impersonations.ts).
 */
export interface Session {
  [opened]: true
  id: string
  userId: string
  authenticatedAt: Date
  acr: string
  amr: string[]
  organizationId: string | null
  teamId: string | null
  seenAt: Date
  expiresAt: Date
  /** The passkey of the last sign-in, when it was one. */
  passkeyId: string | null
  /** Since when the account had the address or passkey of the last sign-in. Null: not known. */
  methodSince: Date | null
  /** Which connection of an organization made it. */
  connection: SessionConnection | null
  /** The thumbprint of the key of the browser that it is bound to. Null while BIND_SESSIONS is off. */
  boundTo: string | null
}

/** An identity provider made the session, so far as it is known there. */
export interface SessionConnection {
  id: string
  organizationId: string
  upstreamSid: string | null
  /** When the session there ends, at the latest. */
  upstreamExpiresAt: Date | null
  /** When the person authenticated there: a passkey that they used here since changes nothing of it. */
  upstreamAuthenticatedAt: Date
}

interface NewSession {
  id: string
  secretDigest: string
  userId: string
  /** An identity provider may say that they authenticated there earlier. */
  authenticatedAt: Date
  /** When it begins, if that is not the same. */
  createdAt?: Date
  acr: string
  amr: readonly string[]
  userAgent: string
  network: string
  expiresAt: Date
  passkeyId: string | null
  methodSince: Date | null
  connection?: Omit<SessionConnection, 'organizationId'> | null
  /** The social provider that signed the person in. */
  social?: string | null
}

/** Who is signed in: a living session, and its person, who is not disabled. */
export interface SignIn {
  session: Session
  person: Person
}

type SignInRow = PersonRow &
  Pick<
    SessionRow,
    | 'authenticated_at'
    | 'acr'
    | 'amr'
    | 'organization_id'
    | 'team_id'
    | 'seen_at'
    | 'expires_at'
    | 'passkey_id'
    | 'method_since'
    | 'connection_id'
    | 'upstream_sid'
    | 'upstream_expires_at'
    | 'upstream_authenticated_at'
  > & { session_id: SessionRow['id']; connected: string | null; bound_key?: SessionRow['bound_key'] }

/** When a session began or was renewed, whenever its person authenticated elsewhere. */
const began = 'CASE WHEN s.created_at > s.authenticated_at THEN s.created_at ELSE s.authenticated_at END'

const signInParameters = { id: 'text', secret_digest: 'text', now: 'timestamptz', idle_since: 'timestamptz' } as const

/** `more`: columns that only some servers read. `holds`: which secret a cookie has. */
const selectSignIn = (
  of: Written<typeof signInParameters>,
  { more = '', holds = `s.secret_digest = ${of.secret_digest}` } = {},
) =>
  `SELECT s.id AS session_id, s.authenticated_at, s.acr, s.amr, s.organization_id, s.team_id, s.seen_at, s.expires_at, s.passkey_id, s.method_since,
    ${more}s.connection_id, s.upstream_sid, s.upstream_expires_at, s.upstream_authenticated_at, k.organization_id AS connected, ${personColumns}
  FROM session s JOIN user_account u ON u.id = s.user_id
    LEFT JOIN connection k ON k.id = s.connection_id AND ${vouchesFor('k', began)}
  WHERE s.id = ${of.id} AND ${holds} AND s.ended_at IS NULL AND s.expires_at > ${of.now} AND s.seen_at > ${of.idle_since} AND u.disabled_at IS NULL
    AND (s.connection_id IS NULL OR k.id IS NOT NULL)
    AND ${notRevoked({ userId: 's.user_id', clientId: "''", sessionId: 's.id', issuedAt: began, now: of.now })}`

const boundKey = 's.bound_key, '
const signIn = frequentRead(signInParameters, (of) => selectSignIn(of))
/** The same where sessions are bound to devices (BIND_SESSIONS). */
const boundSignIn = frequentRead(signInParameters, (of) => selectSignIn(of, { more: boundKey }))
const rotatedSignIn = frequentRead({ ...signInParameters, rotated_since: 'timestamptz' }, (of) =>
  selectSignIn(of, {
    more: boundKey,
    holds: `s.previous_secret_digest = ${of.secret_digest} AND s.bound_at > ${of.rotated_since}`,
  }),
)

interface SignInSearch {
  id: string
  /** The digest of the secret in the cookie. */
  secretDigest: string
  idleSince: Date
  now: Date
}

/**
 * A living session by its public id and the digest of its secret. One that began at the moment in which everything of the
 * person ended, has ended too, and so has one whose connection signs nobody in any more, or was turned off since: that is not
 * undone by turning it on again.
 */
export async function findSignIn(
  { sql }: SqlStore,
  { id, secretDigest, idleSince, now }: SignInSearch,
  binding: Config['bindSessions'],
): Promise<SignIn | null> {
  const statement = binding === 'off' ? signIn : boundSignIn
  const [row] = await sql.read<SignInRow>(statement, [id, secretDigest, now, idleSince])
  return row ? { session: toSession(row), person: toPerson(row) } : null
}

/** The same by the secret that a session had until it was bound, if that was a moment ago. */
export async function findRotatedSignIn(
  { sql }: SqlStore,
  { id, secretDigest, idleSince, now }: SignInSearch,
  rotatedSince: Date,
): Promise<SignIn | null> {
  const [row] = await sql.read<SignInRow>(rotatedSignIn, [id, secretDigest, now, idleSince, rotatedSince])
  return row ? { session: toSession(row), person: toPerson(row) } : null
}

export async function insertSession({ sql }: Change, session: NewSession): Promise<void> {
  const at = session.createdAt ?? session.authenticatedAt
  await sql.write(
    `INSERT INTO session (id, secret_digest, user_id, authenticated_at, acr, amr, user_agent, network, created_at, seen_at, expires_at, passkey_id, method_since, connection_id, upstream_sid, upstream_expires_at, upstream_authenticated_at, social)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      session.id,
      session.secretDigest,
      session.userId,
      session.authenticatedAt,
      session.acr,
      session.amr.join(' '),
      session.userAgent,
      session.network,
      at,
      at,
      session.expiresAt,
      session.passkeyId,
      session.methodSince,
      ...providerValues(session),
    ],
  )
}

const providerValues = ({ connection, social }: NewSession): (string | Date | null)[] => [
  connection?.id ?? null,
  connection?.upstreamSid ?? null,
  connection?.upstreamExpiresAt ?? null,
  connection?.upstreamAuthenticatedAt ?? null,
  social ?? null,
]

/**
 * The same person signed in again in the same browser: the session goes on under a new secret, bound to nothing until the
 * browser brings a key again. False when it has ended.
 */
export async function renewSession({ sql }: Change, session: NewSession): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE session SET secret_digest = $2, authenticated_at = $4, acr = $5, amr = $6, user_agent = $7, network = $8, seen_at = $17, expires_at = $9, passkey_id = $10, method_since = $11, connection_id = $12, upstream_sid = $13, upstream_expires_at = $14, upstream_authenticated_at = $15, social = $16, bound_key = NULL, bound_at = NULL, previous_secret_digest = NULL, binding_offered_at = NULL
     WHERE id = $1 AND user_id = $3 AND ended_at IS NULL RETURNING id`,
    [
      session.id,
      session.secretDigest,
      session.userId,
      session.authenticatedAt,
      session.acr,
      session.amr.join(' '),
      session.userAgent,
      session.network,
      session.expiresAt,
      session.passkeyId,
      session.methodSince,
      ...providerValues(session),
      session.createdAt ?? session.authenticatedAt,
    ],
  )
  return rows.length === 1
}

/** Notes when a person signed in last, for the lists of operators. */
export async function noteSignIn({ sql }: Change, userId: string, now: Date): Promise<void> {
  await sql.write('UPDATE user_account SET last_sign_in_at = $2 WHERE id = $1', [userId, now])
}

export async function touchSession({ sql }: SqlWrites, id: string, now: Date): Promise<void> {
  await sql.write('UPDATE session SET seen_at = $2 WHERE id = $1 AND seen_at < $2', [id, now])
}

/** Remembers what was chosen, so that it isn't asked again in this browser. */
export async function rememberChoice(
  { sql }: SqlWrites,
  id: string,
  organizationId: string | null,
  teamId: string | null,
): Promise<void> {
  await sql.write('UPDATE session SET organization_id = $2, team_id = $3 WHERE id = $1', [id, organizationId, teamId])
}

/** Ends a session once. Returns whose it was, or null when it was not alive. */
export async function endSession({ sql }: Change, id: string, now: Date): Promise<{ userId: string } | null> {
  const [row] = await sql.write<Pick<SessionRow, 'user_id'>>(
    'UPDATE session SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING user_id',
    [id, now],
  )
  return row ? { userId: row.user_id } : null
}

/** True while nobody has ended it. */
export async function isSessionAlive({ sql }: SqlStore, id: string): Promise<boolean> {
  return (
    (await sql.read<Pick<SessionRow, 'id'>>('SELECT id FROM session WHERE id = $1 AND ended_at IS NULL', [id])).length >
    0
  )
}

/** A session by its public id, for an id_token_hint: dead ones too. */
export async function findSessionById(
  { sql }: SqlStore,
  id: string,
): Promise<{ userId: string; endedAt: Date | null } | null> {
  const [row] = await sql.read<Pick<SessionRow, 'user_id' | 'ended_at'>>(
    'SELECT user_id, ended_at FROM session WHERE id = $1',
    [id],
  )
  return row ? { userId: row.user_id, endedAt: timeOrNull(row.ended_at) } : null
}

const toSession = (row: SignInRow): Session =>
  ({
    id: row.session_id,
    userId: row.id,
    authenticatedAt: time(row.authenticated_at),
    acr: row.acr,
    amr: row.amr.split(' ').filter(Boolean),
    organizationId: row.organization_id,
    teamId: row.team_id,
    seenAt: time(row.seen_at),
    expiresAt: time(row.expires_at),
    passkeyId: row.passkey_id,
    methodSince: timeOrNull(row.method_since),
    connection: toConnection(row),
    boundTo: row.bound_key == null ? null : digest(row.bound_key),
  }) as Session

const toConnection = (row: SignInRow): SessionConnection | null =>
  row.connection_id === null || row.connected === null
    ? null
    : {
        id: row.connection_id,
        organizationId: row.connected,
        upstreamSid: row.upstream_sid,
        upstreamExpiresAt: timeOrNull(row.upstream_expires_at),
        upstreamAuthenticatedAt: timeOrNull(row.upstream_authenticated_at) ?? time(row.authenticated_at),
      }
