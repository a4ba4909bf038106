import { addConsent, type Consent, consentTo, noConsent } from '../../oidc/consent.ts'
import type { Change } from '../connections/database.ts'
import { type SqlStore, text, textOrNull, time } from '../connections/sql.ts'
import { type ConsentRow, consentColumns } from '../generated/rows.ts'

/** What a person was shown when they connected a third-party client. */
export interface ShownClient {
  redirectOrigin: string
  clientDigest: string
}

/** What a person allowed a client, in one organization or none. */
interface StoredConsent {
  clientId: string
  organizationId: string | null
  consent: Consent
  /** Null for a client that is no third party. */
  shown: ShownClient | null
  since: Date
}

const selectConsents = `SELECT ${consentColumns} FROM consent WHERE user_id = $1 AND client_id = $2`

export async function findConsents({ sql }: SqlStore, userId: string, clientId: string): Promise<StoredConsent[]> {
  const rows = await sql.read<ConsentRow>(selectConsents, [userId, clientId])
  return rows.map(toConsent)
}

/** Everything that a person allowed, whichever the client. */
export async function findAllConsents({ sql }: SqlStore, userId: string): Promise<StoredConsent[]> {
  const rows = await sql.read<ConsentRow>(`SELECT ${consentColumns} FROM consent WHERE user_id = $1`, [userId])
  return rows.map(toConsent)
}

const toConsent = (row: ConsentRow): StoredConsent => ({
  clientId: row.client_id,
  organizationId: row.organization_id || null,
  consent: readConsent(row),
  shown: row.connection_id
    ? { redirectOrigin: text(row.redirect_origin), clientDigest: text(row.client_digest) }
    : null,
  since: time(row.granted_at),
})

/**
 * What a row allows. One of the version before has names alone: they count for the API that was named with them, else for
 * none, because nobody knows which one the person meant.
 */
export function readConsent({ allowed, scope, resource }: Pick<ConsentRow, 'allowed' | 'scope' | 'resource'>): Consent {
  if (allowed !== null) return JSON.parse(text(allowed)) as Consent
  const named = { scope: words(scope), resource: words(textOrNull(resource)) }
  return consentTo(named, { scopes: new Set() }, { find: () => undefined })
}

const words = (joined: string | null): string[] => joined?.split(' ').filter(Boolean) ?? []

/** What a person allows a client now. `connection` is of a third-party client. */
interface GivenConsent {
  userId: string
  clientId: string
  organizationId: string | null
  consent: Consent
  /** As the version before reads them, which knows no more than the names of the last request. */
  names: { scope: readonly string[]; resource: readonly string[] }
  connection: (ShownClient & { id: string; clientName: string }) | null
  now: Date
}

/** A third-party client that shows itself as another one, or is answered elsewhere, has nothing of what it was allowed before. */
const isSameClient = (before: ConsentRow, connection: ShownClient | null): boolean =>
  connection === null ||
  (before.client_digest === connection.clientDigest && before.redirect_origin === connection.redirectOrigin)

/**
 * Adds to what the person allowed before. The first statement locks the row, so that of two consents at the same time none
 * is lost. A connection keeps its id, and the time of its beginning.
 */
export async function putConsent({ sql }: Change, given: GivenConsent): Promise<void> {
  const { userId, clientId, organizationId, names, connection } = given
  const key = [userId, clientId, organizationId ?? '']
  const [before] = await sql.write<ConsentRow>(
    `INSERT INTO consent (user_id, client_id, organization_id, scope, resource, granted_at) VALUES ($1, $2, $3, '', '', $4)
     ON CONFLICT (user_id, client_id, organization_id) DO UPDATE SET granted_at = consent.granted_at RETURNING ${consentColumns}`,
    [...key, given.now],
  )
  if (!before) throw new Error('a consent was neither inserted nor found')
  await sql.write(
    `UPDATE consent SET allowed = $4, scope = $5, resource = $6, connection_id = COALESCE(connection_id, $7),
       client_name = COALESCE($8, client_name),
       redirect_origin = COALESCE($9, redirect_origin), client_digest = COALESCE($10, client_digest)
     WHERE user_id = $1 AND client_id = $2 AND organization_id = $3`,
    [
      ...key,
      JSON.stringify(addConsent(isSameClient(before, connection) ? readConsent(before) : noConsent, given.consent)),
      names.scope.join(' '),
      names.resource.join(' '),
      connection?.id ?? null,
      connection?.clientName ?? null,
      connection?.redirectOrigin ?? null,
      connection?.clientDigest ?? null,
    ],
  )
}
