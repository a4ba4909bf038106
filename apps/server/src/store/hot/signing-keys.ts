import type { IdTokenAlg } from '../../oidc/clients.ts'
import type { Change } from '../connections/database.ts'
import { type SqlStore, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import { type SigningKeyRow, signingKeyColumns } from '../generated/rows.ts'

export interface StoredKey {
  alg: IdTokenAlg
  sequence: number
  kid: string
  publicJwk: string
  sealedJwk: string
  createdAt: Date
  activatedAt: Date | null
}

export async function allKeys({ sql }: SqlStore): Promise<StoredKey[]> {
  const rows = await sql.read<SigningKeyRow>(`SELECT ${signingKeyColumns} FROM signing_key ORDER BY alg, sequence`, [])
  return rows.map((row) => ({
    alg: row.alg as IdTokenAlg,
    sequence: Number(row.sequence),
    kid: row.kid,
    publicJwk: row.public_jwk,
    sealedJwk: row.sealed_jwk,
    createdAt: time(row.created_at),
    activatedAt: timeOrNull(row.activated_at),
  }))
}

/** Inserts a key unless its place is taken: of several replicas that try, one wins and all then read the same. */
export async function insertKey({ sql }: SqlWrites, key: StoredKey): Promise<void> {
  await sql.write(
    `INSERT INTO signing_key (alg, sequence, kid, public_jwk, sealed_jwk, created_at, activated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (alg, sequence) DO NOTHING`,
    [key.alg, key.sequence, key.kid, key.publicJwk, key.sealedJwk, key.createdAt, key.activatedAt],
  )
}

/** Lets a waiting key sign from `at` on. True for the one caller that did it. */
export async function activateKey({ sql }: Change, alg: string, sequence: number, at: Date): Promise<boolean> {
  const rows = await sql.write(
    'UPDATE signing_key SET activated_at = $3 WHERE alg = $1 AND sequence = $2 AND activated_at IS NULL RETURNING sequence',
    [alg, sequence, at],
  )
  return rows.length === 1
}

export async function deleteKey({ sql }: SqlWrites, alg: string, sequence: number): Promise<void> {
  await sql.write('DELETE FROM signing_key WHERE alg = $1 AND sequence = $2', [alg, sequence])
}
