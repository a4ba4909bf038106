import type { Person } from '../../oidc/claims.ts'
import { frequentRead, frequentWrite, type Written } from '../connections/frequent-statements.ts'
import type { SqlStore, SqlWrites } from '../connections/sql.ts'
import type { TokenGrantRow } from '../generated/rows.ts'
import { clockTolerance, type Grant, grantColumns, toClaims, toGrant } from './grants.ts'
import { notRevoked } from './not-revoked.ts'
import { type PersonRow, personColumns, toPerson } from './people.ts'
import { acceptsSignIn, signsIn } from './sign-in-rules.ts'

// Every statement here is a constant: to put one together at each call, and to look it up by its text, takes longer than
// SQLite needs to run it.

const made = { connectionId: 'g.connection_id', madeAt: 'g.created_at' }

/** The person of the grant `g` belongs to an organization, which accepts how they signed in. */
const belongs = (organizationId: string, since = '') => `EXISTS (
      SELECT 1 FROM membership m JOIN organization o ON o.id = m.organization_id
      WHERE m.user_id = g.user_id AND m.organization_id = ${organizationId} AND o.disabled_at IS NULL
        AND ${acceptsSignIn({ passkey: "g.amr LIKE '%pop%'", acr: 'g.acr', ...made })}${since})`

const personLives = 'EXISTS (SELECT 1 FROM user_account p WHERE p.id = g.user_id AND p.disabled_at IS NULL)'

/**
 * What keeps the grant `g` alive: it was not revoked, its person is not disabled, still belongs to its organization, and the
 * session it came from goes on, unless it is an offline one, and the connection that made that session signs people in, and was not turned off since. An
 * organization that demands a passkey (`pop` in the amr, or its own trusted connection) or its own connection ends what was
 * granted without. Asked at every use of every token.
 */
const isAlive = (
  id: string,
  now: string,
  lives = personLives,
  organization = `g.organization_id IS NULL OR ${belongs('g.organization_id')}`,
) => `
  g.id = ${id} AND g.revoked_at IS NULL AND g.expires_at > ${now}
    AND ${lives}
    AND (g.connection_id IS NULL OR ${signsIn(made)})
    AND (g.offline = true OR EXISTS (SELECT 1 FROM session s WHERE s.id = g.session_id AND s.ended_at IS NULL AND s.expires_at > ${now}))
    AND (${organization})
    AND ${notRevoked({ userId: 'g.user_id', clientId: 'g.client_id', sessionId: 'g.session_id', issuedAt: 'g.created_at', now })}`

const liveGrant = frequentRead(
  { id: 'text', now: 'timestamptz' },
  ({ id, now }) => `SELECT ${grantColumns} FROM token_grant g WHERE ${isAlive(id, now)}`,
)

export async function findLiveGrant({ sql }: SqlStore, id: string, now: Date): Promise<Grant | null> {
  const [row] = await sql.read<TokenGrantRow>(liveGrant, [id, now])
  return row ? toGrant(row) : null
}

/** An access token of a grant. */
export interface TokenOfGrant {
  id: string
  grantId: string
  organizationId: string | null
  issuedAt: Date
}

const notRevokedAlone = (tokenId: string) => `NOT EXISTS (SELECT 1 FROM revoked_token r WHERE r.id = ${tokenId})`

/**
 * The same for one access token of the grant, which may have been revoked alone. The organization that the token names
 * is asked too: a refresh may have moved the grant to another since. A grant ends with the membership (`removeMember`), but
 * one that was moved on does not: so a membership that began after the token was issued is not the one it was issued for.
 * Whatever a statement might ask costs PostgreSQL time, asked or not, so there is one for tokens that name an organization,
 * and one for the others.
 */
const ofToken = (columns: string, tables: string, lives?: string) => {
  const parameters = { grant_id: 'text', now: 'timestamptz', id: 'text' } as const
  return {
    anywhere: frequentRead(
      parameters,
      (of) =>
        `SELECT ${columns} FROM ${tables} WHERE ${isAlive(of.grant_id, of.now, lives)} AND ${notRevokedAlone(of.id)}`,
    ),
    inOrganization: frequentRead(
      { ...parameters, organization_id: 'text', member_before: 'timestamptz' },
      (of) => `SELECT ${columns} FROM ${tables}
    WHERE ${isAlive(of.grant_id, of.now, lives, `g.organization_id IS NULL OR g.organization_id = ${of.organization_id} OR ${belongs('g.organization_id')}`)}
      AND ${notRevokedAlone(of.id)} AND ${belongs(of.organization_id, ` AND m.created_at < ${of.member_before}`)}`,
    ),
  }
}

const readOfToken = <R extends object>(
  { sql }: SqlStore,
  { anywhere, inOrganization }: ReturnType<typeof ofToken>,
  { id, grantId, organizationId, issuedAt }: TokenOfGrant,
  now: Date,
): Promise<R[]> =>
  organizationId === null
    ? sql.read<R>(anywhere, [grantId, now, id])
    : sql.read<R>(inOrganization, [
        ...[grantId, now, id, organizationId],
        new Date(issuedAt.getTime() + clockTolerance),
      ])

const clientOfToken = ofToken('g.client_id, g.auth_method', 'token_grant g')

/** The client that a token comes from, and how it authenticated when it was granted. */
export type ClientOfToken = Pick<Grant, 'clientId' | 'authMethod'>

/** Null if the token is not valid any more. */
export async function findClientOfToken(
  store: SqlStore,
  token: TokenOfGrant,
  now: Date,
): Promise<ClientOfToken | null> {
  const [row] = await readOfToken<Pick<TokenGrantRow, 'client_id' | 'auth_method'>>(store, clientOfToken, token, now)
  return row ? { clientId: row.client_id, authMethod: row.auth_method as Grant['authMethod'] } : null
}

/** What userinfo has to know of the grant of a token. */
type GrantOfToken = Pick<Grant, 'clientId' | 'userId' | 'organizationId' | 'teamId' | 'claims' | 'authMethod'>

type SubjectRow = PersonRow &
  Pick<TokenGrantRow, 'client_id' | 'user_id' | 'organization_id' | 'team_id' | 'claims' | 'auth_method'>

const subjectOfToken = ofToken(
  `g.client_id, g.user_id, g.organization_id, g.team_id, g.claims, g.auth_method, ${personColumns}`,
  'token_grant g JOIN user_account u ON u.id = g.user_id',
  'u.disabled_at IS NULL',
)

/** The grant of a token and its person. Null if the token is not valid any more. */
export async function findSubjectOfToken(
  store: SqlStore,
  token: TokenOfGrant,
  now: Date,
): Promise<{ grant: GrantOfToken; person: Person } | null> {
  const [row] = await readOfToken<SubjectRow>(store, subjectOfToken, token, now)
  if (!row) return null
  const grant = {
    clientId: row.client_id,
    userId: row.user_id,
    organizationId: row.organization_id,
    teamId: row.team_id,
    claims: toClaims(row.claims),
    authMethod: row.auth_method as Grant['authMethod'],
  }
  return { grant, person: toPerson(row) }
}

/** Rotates the refresh token once: `generation = $3` is the lock. False when someone else did, or it is too late. */
export async function rotateGrant(
  { sql }: SqlWrites,
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

const rotationParameters = {
  grant_id: 'text',
  now: 'timestamptz',
  presented_generation: 'integer',
  idle_since: 'timestamptz',
  presenting_client: 'text',
} as const

const isRotatable = (of: Written<typeof rotationParameters>) => `
  ${isAlive(of.grant_id, of.now)} AND g.generation = ${of.presented_generation} AND g.rotated_at > ${of.idle_since}
    AND g.client_id = ${of.presenting_client} AND g.resource IS NULL AND g.auth_method IS NULL`

const rotation = frequentWrite(rotationParameters, {
  row: 'grant_id',
  single: (of) => `UPDATE token_grant AS g SET generation = g.generation + 1, rotated_at = ${of.now}
    WHERE ${isRotatable(of)} RETURNING ${grantColumns}`,
  many: (of, runs) => `UPDATE token_grant AS g SET generation = g.generation + 1, rotated_at = ${of.now} FROM ${runs}
    WHERE ${isRotatable(of)} RETURNING ${grantColumns}, run.index`,
})

/**
 * The same for a grant that is asked nothing more about: it names no resource, and no key of its client. Returns the rotated
 * grant. Null says nothing: it may be another kind of grant, dead, or rotated before.
 */
export async function rotatePlainGrant(
  { sql }: SqlWrites,
  {
    id,
    generation,
    clientId,
    now,
    idleSince,
  }: { id: string; generation: number; clientId: string; now: Date; idleSince: Date },
): Promise<Grant | null> {
  const [row] = await sql.write<TokenGrantRow>(rotation, [id, now, generation, idleSince, clientId])
  return row ? toGrant(row) : null
}
