import { flag, type SqlStore, type SqlWrites, time, timeOrNull } from '../connections/sql.ts'
import { type RegisteredClientRow, registeredClientColumns } from '../generated/rows.ts'

/** A client that registered itself, as it is stored. */
export interface RegisteredClientRecord {
  id: string
  /** JSON text. */
  metadata: string
  secretDigest: string | null
  accessDigest: string | null
  fingerprint: string
  initialTokenId: string | null
  firstParty: boolean
  requirePkce: boolean
  network: string
  createdAt: Date
  usedAt: Date | null
  disabledAt: Date | null
  listedAt: Date | null
}

const selectClient = `SELECT ${registeredClientColumns} FROM registered_client WHERE id = $1`

export async function findRegisteredClient({ sql }: SqlStore, id: string): Promise<RegisteredClientRecord | null> {
  const [row] = await sql.read<RegisteredClientRow>(selectClient, [id])
  return row ? toRegisteredClient(row) : null
}

/** Notes that somebody let the client act for them, at most once in a while: `before` is when that was last worth noting. */
export async function noteUse({ sql }: SqlWrites, id: string, now: Date, before: Date): Promise<void> {
  await sql.write('UPDATE registered_client SET used_at = $2 WHERE id = $1 AND (used_at IS NULL OR used_at < $3)', [
    id,
    now,
    before,
  ])
}

const toRegisteredClient = (row: RegisteredClientRow): RegisteredClientRecord => ({
  id: row.id,
  metadata: row.metadata,
  secretDigest: row.secret_digest,
  accessDigest: row.access_digest,
  fingerprint: row.fingerprint,
  initialTokenId: row.initial_token_id,
  firstParty: flag(row.first_party),
  requirePkce: flag(row.require_pkce),
  network: row.network,
  createdAt: time(row.created_at),
  usedAt: timeOrNull(row.used_at),
  disabledAt: timeOrNull(row.disabled_at),
  listedAt: timeOrNull(row.listed_at),
})
