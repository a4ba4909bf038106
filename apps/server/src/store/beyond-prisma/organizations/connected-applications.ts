import { type Consent, scopesOf } from '../../../oidc/consent.ts'
import { fullName } from '../../../oidc/person-names.ts'
import type { Change } from '../../connections/database.ts'
import { type SqlStore, text, textOrNull, time } from '../../connections/sql.ts'
import { readConsent } from '../../hot/consents.ts'

/** An application that a person connected, and what it may do. */
export interface ConnectionRecord {
  id: string
  userId: string
  person: string
  email: string | null
  clientId: string
  /** What it calls itself. */
  clientName: string
  organizationId: string | null
  organizationName: string | null
  /** What it may do, and the same as names alone. */
  consent: Consent
  resource: string[]
  scope: string[]
  since: Date
  /** When it got tokens last. Null: it has none that live. */
  usedAt: Date | null
}

interface ConnectionRow {
  connection_id: string
  user_id: string
  given_name: string | null
  family_name: string | null
  locale: string | null
  address: string | null
  client_id: string
  client_name: string | null
  organization_id: string
  organization: string | null
  resource: string | null
  scope: string
  allowed: string | null
  granted_at: unknown
  used_at: unknown
}

const columns = `c.connection_id, c.user_id, u.given_name, u.family_name, u.locale, e.address, c.client_id, c.client_name,
  c.organization_id, o.name AS organization, c.resource, c.scope, c.allowed, c.granted_at,
  (SELECT max(g.rotated_at) FROM token_grant g
   WHERE g.user_id = c.user_id AND g.client_id = c.client_id AND COALESCE(g.organization_id, '') = c.organization_id
     AND g.revoked_at IS NULL) AS used_at`

const joins = `JOIN user_account u ON u.id = c.user_id
  LEFT JOIN email e ON e.user_id = c.user_id AND e.is_primary = $1
  LEFT JOIN organization o ON o.id = c.organization_id`

/** The connections of the members of an organization, the newest first; of one of them, if there is a `userId`. */
export async function findConnectionsOf(
  { sql }: SqlStore,
  organizationId: string,
  { userId, before, limit }: { userId: string | null; before: string | null; limit: number },
): Promise<ConnectionRecord[]> {
  const rows = await sql.read<ConnectionRow>(
    `SELECT ${columns} FROM consent c
     JOIN membership m ON m.user_id = c.user_id AND m.organization_id = c.organization_id ${joins}
     WHERE c.organization_id = $2 AND c.connection_id IS NOT NULL AND ($3 = '' OR c.connection_id < $3)
       AND ($4 = '' OR c.user_id = $4)
     ORDER BY c.connection_id DESC LIMIT $5`,
    [true, organizationId, before ?? '', userId ?? '', limit],
  )
  return rows.map(toConnection)
}

/** The connections of a person, in every organization and in none, the newest first. */
export async function findConnectionsOfPerson({ sql }: SqlStore, userId: string): Promise<ConnectionRecord[]> {
  const rows = await sql.read<ConnectionRow>(
    `SELECT ${columns} FROM consent c ${joins}
     WHERE c.user_id = $2 AND c.connection_id IS NOT NULL ORDER BY c.connection_id DESC`,
    [true, userId],
  )
  return rows.map(toConnection)
}

/** Which connections: of a person, an organization ('' for none), a client, or those whose client id begins with this. */
interface ConnectionFilter {
  organizationId: string
  userId?: string
  clientId?: string
  clientIdPrefix?: string
}

/** Ends connections with everything that was issued for them. Returns whose they were. */
export async function endConnections(
  { sql }: Change,
  { organizationId, userId = '', clientId = '', clientIdPrefix = '' }: ConnectionFilter,
  now: Date,
): Promise<{ userId: string; clientId: string }[]> {
  const parameters = [organizationId, userId, clientId, clientIdPrefix]
  await sql.write(
    `UPDATE token_grant SET revoked_at = $5 WHERE revoked_at IS NULL AND COALESCE(organization_id, '') = $1
       AND user_id IN (SELECT c.user_id FROM consent c WHERE c.organization_id = $1 AND c.connection_id IS NOT NULL AND ${named('c.')})
       AND ${named('')}`,
    [...parameters, now],
  )
  const rows = await sql.write<{ user_id: string; client_id: string }>(
    `DELETE FROM consent WHERE organization_id = $1 AND connection_id IS NOT NULL AND ${named('')}
     RETURNING user_id, client_id`,
    parameters,
  )
  return rows.map((row) => ({ userId: row.user_id, clientId: row.client_id }))
}

/** Not by LIKE: an id may hold its wildcards. */
const named = (table: string) =>
  `($2 = '' OR ${table}user_id = $2) AND ($3 = '' OR ${table}client_id = $3)
       AND ($4 = '' OR substr(${table}client_id, 1, length($4)) = $4)`

/** A connection by its id, in an organization. */
export async function findConnectionOf(
  { sql }: SqlStore,
  organizationId: string,
  id: string,
): Promise<ConnectionRecord | null> {
  const [row] = await sql.read<ConnectionRow>(
    `SELECT ${columns} FROM consent c ${joins} WHERE c.organization_id = $2 AND c.connection_id = $3`,
    [true, organizationId, id],
  )
  return row ? toConnection(row) : null
}

const toConnection = (row: ConnectionRow): ConnectionRecord => ({
  ...accessOf(readConsent(row)),
  id: text(row.connection_id),
  userId: row.user_id,
  person:
    fullName({ givenName: row.given_name, familyName: row.family_name, locale: row.locale }) ??
    row.address ??
    row.user_id,
  email: row.address,
  clientId: row.client_id,
  clientName: textOrNull(row.client_name) ?? '',
  organizationId: row.organization_id || null,
  organizationName: row.organization,
  since: time(row.granted_at),
  usedAt: row.used_at === null || row.used_at === undefined ? null : time(row.used_at),
})

const accessOf = (consent: Consent): Pick<ConnectionRecord, 'consent' | 'resource' | 'scope'> => ({
  consent,
  resource: consent.resources.map(({ identifier }) => identifier),
  scope: scopesOf(consent),
})
