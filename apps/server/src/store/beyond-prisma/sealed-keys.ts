import type { SqlStore, SqlWrites } from '../connections/sql.ts'
import { type SealedKeyRow, sealedKeyColumns } from '../generated/rows.ts'

export async function findSealedKey({ sql }: SqlStore, purpose: string): Promise<string | null> {
  const [row] = await sql.read<SealedKeyRow>(`SELECT ${sealedKeyColumns} FROM sealed_key WHERE purpose = $1`, [purpose])
  return row?.sealed ?? null
}

/** Inserts a key unless there is one: of several replicas that try, one wins and all then read the same. */
export async function insertSealedKey({ sql }: SqlWrites, purpose: string, sealed: string, now: Date): Promise<void> {
  await sql.write(
    'INSERT INTO sealed_key (purpose, sealed, created_at) VALUES ($1, $2, $3) ON CONFLICT (purpose) DO NOTHING',
    [purpose, sealed, now],
  )
}

/** Stores the same key under another secret, unless another replica did. */
export async function resealKey(
  { sql }: SqlWrites,
  purpose: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql.write('UPDATE sealed_key SET sealed = $3 WHERE purpose = $1 AND sealed = $2', [purpose, from, to])
}

/** Deletes a key. True for the one caller that does: of several, the others find it gone. */
export async function deleteSealedKey({ sql }: SqlWrites, purpose: string, sealed: string): Promise<boolean> {
  const rows = await sql.write('DELETE FROM sealed_key WHERE purpose = $1 AND sealed = $2 RETURNING purpose', [
    purpose,
    sealed,
  ])
  return rows.length === 1
}
