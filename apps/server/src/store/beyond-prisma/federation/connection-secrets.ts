import type { SqlStore, SqlWrites } from '../../connections/sql.ts'
import type { ConnectionRow } from '../../generated/rows.ts'

/** The sealed secrets of connections after an id, in the order of their ids. */
export async function findSealedSecrets(
  { sql }: SqlStore,
  after: string,
  limit: number,
): Promise<{ id: string; sealed: string }[]> {
  const rows = await sql.read<Pick<ConnectionRow, 'id' | 'sealed_secret'>>(
    'SELECT id, sealed_secret FROM connection WHERE id > $1 AND sealed_secret IS NOT NULL ORDER BY id LIMIT $2',
    [after, limit],
  )
  return rows.map(({ id, sealed_secret }) => ({ id, sealed: sealed_secret ?? '' }))
}

/** Stores the same secret under another key, unless it was changed meanwhile. It is no change of the connection. */
export async function resealSecret(
  { sql }: SqlWrites,
  { id, sealed }: { id: string; sealed: string },
  to: string,
): Promise<void> {
  await sql.write('UPDATE connection SET sealed_secret = $3 WHERE id = $1 AND sealed_secret = $2', [id, sealed, to])
}
