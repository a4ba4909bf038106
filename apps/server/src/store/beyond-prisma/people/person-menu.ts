import { type SqlStore, text } from '../../connections/sql.ts'

/** What the menu of a person is made of. */
export interface PersonMenuRows {
  /** The first of their organizations by name. */
  organizations: { id: string; slug: string; name: string }[]
  /** What makes them an operator: their proven mailboxes, and a stored role. */
  addresses: string[]
  storedRole: string | null
  /** The application that was signed in to last from their session. */
  clientId: string | null
}

/** One statement, because every page of a signed-in person asks it. Each part is found by an index on the person. */
const menuOfPerson = `
  SELECT * FROM (
    SELECT 'organization' AS kind, o.id, o.slug AS value, o.name
    FROM membership m JOIN organization o ON o.id = m.organization_id
    WHERE m.user_id = $1 AND o.disabled_at IS NULL ORDER BY o.name, o.id LIMIT $3
  ) found
  UNION ALL SELECT 'address', user_id, address, '' FROM email WHERE user_id = $1
  UNION ALL SELECT 'role', user_id, role, '' FROM operator_role WHERE user_id = $1
  UNION ALL SELECT * FROM (
    SELECT 'client', id, client_id, '' FROM token_grant
    WHERE user_id = $1 AND session_id = $2 AND revoked_at IS NULL ORDER BY created_at DESC, id LIMIT 1
  ) found`

export async function findPersonMenuRows(
  { sql }: SqlStore,
  { userId, sessionId, limit }: { userId: string; sessionId: string; limit: number },
): Promise<PersonMenuRows> {
  const rows = await sql.read(menuOfPerson, [userId, sessionId, limit])
  const valuesOf = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => text(row.value))
  return {
    organizations: rows
      .filter(({ kind }) => kind === 'organization')
      .map(({ id, value, name }) => ({ id: text(id), slug: text(value), name: text(name) })),
    addresses: valuesOf('address'),
    storedRole: valuesOf('role')[0] ?? null,
    clientId: valuesOf('client')[0] ?? null,
  }
}
