import type { Acr } from '../../oidc/acr.ts'
import type { NamesByLanguage, Permission, PermissionLevel } from '../../oidc/permissions.ts'
import type { Change } from '../connections/database.ts'
import { type SqlStore, time, timeOrNull } from '../connections/sql.ts'
import {
  type ChangeCounterRow,
  type ClientRow,
  type ClientRuleRow,
  clientColumns,
  clientRuleColumns,
  type PermissionRow,
  permissionColumns,
  type ResourceRow,
  resourceColumns,
} from '../generated/rows.ts'

/** The tables that every process holds in memory (flows/platform/rows-in-memory.ts). */
type CountedTable = 'client' | 'resource' | 'client_rule' | 'permission' | 'field'

/**
 * The number of a change of a table. It is asked for first: the counter is locked until the commit, so changes are made
 * one after the other and committed in the order of their numbers, and a process that knows a number has missed none
 * before it.
 */
export async function nextChangeNumber({ locks }: Change, table: CountedTable): Promise<number> {
  const [row] = await locks.sql.write<Pick<ChangeCounterRow, 'change_number'>>(
    `INSERT INTO change_counter (table_name, change_number) VALUES ($1, 1)
     ON CONFLICT (table_name) DO UPDATE SET change_number = change_counter.change_number + 1 RETURNING change_number`,
    [table],
  )
  return Number(row?.change_number)
}

/** The rows of a counted table that were changed after this number, in the order of their changes. */
export const readChanged = <Row extends object>(
  { sql }: SqlStore,
  { table, columns }: { table: CountedTable; columns: string },
  { after, limit }: { after: number; limit: number },
): Promise<Row[]> =>
  sql.read<Row>(`SELECT ${columns} FROM ${table} WHERE change_number > $1 ORDER BY change_number LIMIT $2`, [
    after,
    limit,
  ])

/** A resource as it is stored. Without `metadata` it was removed. */
export interface ResourceRecord {
  id: string
  /** What its identifier is compared by, unique among those that were not removed. */
  comparable: string | null
  metadata: string | null
  createdAt: Date
  createdByKind: string
  createdById: string | null
  changeNumber: number
}

/** Resources that were changed after this number, in the order of their changes. */
export async function findChangedResources(store: SqlStore, after: number, limit: number): Promise<ResourceRecord[]> {
  const of = { table: 'resource', columns: resourceColumns } as const
  const rows = await readChanged<ResourceRow>(store, of, { after, limit })
  return rows.map((row) => ({
    id: row.id,
    comparable: row.comparable,
    metadata: row.metadata,
    createdAt: time(row.created_at),
    createdByKind: row.created_by_kind,
    createdById: row.created_by_id,
    changeNumber: Number(row.change_number),
  }))
}

/** A permission as it is stored. */
export interface PermissionRecord extends Permission {
  /** It does not count any more. */
  deprecatedAt: Date | null
  changeNumber: number
}

/** Permissions that were changed after this number, in the order of their changes. */
export async function findChangedPermissions(
  store: SqlStore,
  after: number,
  limit: number,
): Promise<PermissionRecord[]> {
  const of = { table: 'permission', columns: permissionColumns } as const
  const rows = await readChanged<PermissionRow>(store, of, { after, limit })
  return rows.map((row) => ({
    id: row.id,
    resource: row.resource,
    name: row.name,
    names: (JSON.parse(row.settings) as { names: NamesByLanguage }).names,
    level: row.level as PermissionLevel,
    minAcr: row.min_acr as Acr | null,
    ordinal: Number(row.ordinal),
    deprecatedAt: timeOrNull(row.deprecated_at),
    changeNumber: Number(row.change_number),
  }))
}

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
export async function findChangedClients(store: SqlStore, after: number, limit: number): Promise<ClientRecord[]> {
  const of = { table: 'client', columns: clientColumns } as const
  const rows = await readChanged<ClientRow>(store, of, { after, limit })
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
  store: SqlStore,
  after: number,
  limit: number,
): Promise<ClientRuleRecord[]> {
  const of = { table: 'client_rule', columns: clientRuleColumns } as const
  const rows = await readChanged<ClientRuleRow>(store, of, { after, limit })
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
