import { type SqlStore, time, timeOrNull } from '../connections/sql.ts'
import { type ClientRow, type ClientRuleRow, clientColumns, clientRuleColumns } from '../generated/rows.ts'

/** A client as it is stored. Without `metadata` it was removed for good. */
export interface ClientRecord {
  id: string
  metadata: string | null
  secretDigest: string | null
  secretAt: Date | null
  nextSecretDigest: string | null
  nextSecretAt: Date | null
  createdAt: Date
  createdByKind: string
  createdById: string | null
  disabledAt: Date | null
  deleteAfter: Date | null
  changeNumber: number
}

/** Clients that were changed after this number, in the order of their changes. */
export async function findChangedClients({ sql }: SqlStore, after: number, limit: number): Promise<ClientRecord[]> {
  const rows = await sql.read<ClientRow>(
    `SELECT ${clientColumns} FROM client WHERE change_number > $1 ORDER BY change_number LIMIT $2`,
    [after, limit],
  )
  return rows.map((row) => ({
    id: row.id,
    metadata: row.metadata,
    secretDigest: row.secret_digest,
    secretAt: timeOrNull(row.secret_at),
    nextSecretDigest: row.next_secret_digest,
    nextSecretAt: timeOrNull(row.next_secret_at),
    createdAt: time(row.created_at),
    createdByKind: row.created_by_kind,
    createdById: row.created_by_id,
    disabledAt: timeOrNull(row.disabled_at),
    deleteAfter: timeOrNull(row.delete_after),
    changeNumber: Number(row.change_number),
  }))
}

/** What an operator decided about dynamic clients. Without a verdict, the rule was removed. */
export interface ClientRuleRecord {
  pattern: string
  kind: 'host' | 'url' | 'registered'
  verdict: 'listed' | 'blocked' | null
  note: string
  createdByKind: string
  createdById: string | null
  createdAt: Date
  changeNumber: number
}

/** Rules that were changed after this number, in the order of their changes. */
export async function findChangedClientRules(
  { sql }: SqlStore,
  after: number,
  limit: number,
): Promise<ClientRuleRecord[]> {
  const rows = await sql.read<ClientRuleRow>(
    `SELECT ${clientRuleColumns} FROM client_rule WHERE change_number > $1 ORDER BY change_number LIMIT $2`,
    [after, limit],
  )
  return rows.map((row) => ({
    pattern: row.pattern,
    kind: row.kind as ClientRuleRecord['kind'],
    verdict: row.verdict as ClientRuleRecord['verdict'],
    note: row.note,
    createdByKind: row.created_by_kind,
    createdById: row.created_by_id,
    createdAt: time(row.created_at),
    changeNumber: Number(row.change_number),
  }))
}
