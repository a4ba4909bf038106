import { type SqlStore, time } from '../connections/sql.ts'
import { type ResourceRow, resourceColumns } from '../generated/rows.ts'

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
export async function findChangedResources({ sql }: SqlStore, after: number, limit: number): Promise<ResourceRecord[]> {
  const rows = await sql.read<ResourceRow>(
    `SELECT ${resourceColumns} FROM resource WHERE change_number > $1 ORDER BY change_number LIMIT $2`,
    [after, limit],
  )
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
