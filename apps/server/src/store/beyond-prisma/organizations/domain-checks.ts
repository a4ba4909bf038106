import type { Change } from '../../connections/database.ts'
import { type SqlStore, type SqlWrites, timeOrNull } from '../../connections/sql.ts'
import type { DomainRow } from '../../generated/rows.ts'

/** A proven domain whose record is due to be checked. */
export interface DueDomain {
  organizationId: string
  name: string
  token: string
  seenAt: Date | null
  missingSince: Date | null
  lostAt: Date | null
}

/**
 * Domains whose record is due to be checked, leased until `until` to one process: the condition is checked again when
 * another one was faster.
 */
export async function leaseDomains({ sql }: SqlWrites, now: Date, until: Date, limit: number): Promise<DueDomain[]> {
  const rows = await sql.write<
    Pick<DomainRow, 'organization_id' | 'name' | 'token' | 'seen_at' | 'missing_since' | 'lost_at'>
  >(
    `UPDATE domain SET next_check_at = $1 WHERE (organization_id, name) IN
       (SELECT organization_id, name FROM domain WHERE method = 'dns' AND next_check_at <= $2 LIMIT $3)
     AND method = 'dns' AND next_check_at <= $2 RETURNING organization_id, name, token, seen_at, missing_since, lost_at`,
    [until, now, limit],
  )
  return rows.map(toDueDomain)
}

/** Schedules the first check of domains that were proven before checks existed, or by a process of that version. */
export async function scheduleDomains({ sql }: SqlWrites, at: Date, limit: number): Promise<void> {
  await sql.write(
    `UPDATE domain SET next_check_at = $1 WHERE (organization_id, name) IN
       (SELECT organization_id, name FROM domain WHERE method = 'dns' AND next_check_at IS NULL LIMIT $2)
     AND method = 'dns' AND next_check_at IS NULL`,
    [at, limit],
  )
}

/** The result of a check of the record. Nothing changes when the domain was proven anew, or given up, meanwhile. */
export async function noteDomainCheck(
  { sql }: Change,
  { organizationId, name, token }: Pick<DueDomain, 'organizationId' | 'name' | 'token'>,
  {
    seenAt,
    missingSince,
    lostAt,
    nextCheckAt,
  }: { seenAt: Date | null; missingSince: Date | null; lostAt: Date | null; nextCheckAt: Date },
  lease: Date,
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE domain SET seen_at = $4, missing_since = $5, lost_at = $6, next_check_at = $7
     WHERE organization_id = $1 AND name = $2 AND token = $3 AND method = 'dns' AND next_check_at = $8 RETURNING name`,
    [organizationId, name, token, seenAt, missingSince, lostAt, nextCheckAt, lease],
  )
  return rows.length === 1
}

type DueDomainRow = Pick<DomainRow, 'organization_id' | 'name' | 'token' | 'seen_at' | 'missing_since' | 'lost_at'>

const toDueDomain = (row: DueDomainRow): DueDomain => ({
  organizationId: row.organization_id,
  name: row.name,
  token: row.token,
  seenAt: timeOrNull(row.seen_at),
  missingSince: timeOrNull(row.missing_since),
  lostAt: timeOrNull(row.lost_at),
})

/** The organization that has proven a domain: none, or the only one. */
export async function findOrganizationOfDomain({ sql }: SqlStore, name: string): Promise<string[]> {
  const rows = await sql.read<Pick<DomainRow, 'organization_id'>>(
    'SELECT organization_id FROM domain WHERE claimed = $1',
    [name],
  )
  return rows.map((row) => row.organization_id)
}
