import type { SqlStore } from '../connections/sql.ts'
import type { ConsentRow } from '../generated/rows.ts'

/** What a person allowed a client, per organization ('' for none). */
export async function findConsents(
  { sql }: SqlStore,
  userId: string,
  clientId: string,
): Promise<Map<string, string[]>> {
  const rows = await sql.read<Pick<ConsentRow, 'organization_id' | 'scope'>>(
    'SELECT organization_id, scope FROM consent WHERE user_id = $1 AND client_id = $2',
    [userId, clientId],
  )
  return new Map(rows.map((row) => [row.organization_id, row.scope.split(' ')]))
}

export async function putConsent(
  { sql }: SqlStore,
  consent: { userId: string; clientId: string; organizationId: string | null; scope: readonly string[]; now: Date },
): Promise<void> {
  await sql.write(
    `INSERT INTO consent (user_id, client_id, organization_id, scope, granted_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, client_id, organization_id) DO UPDATE SET scope = excluded.scope, granted_at = excluded.granted_at`,
    [consent.userId, consent.clientId, consent.organizationId ?? '', consent.scope.join(' '), consent.now],
  )
}
