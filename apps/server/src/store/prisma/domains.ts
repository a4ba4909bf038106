import type { PrismaStore } from '../connections/database.ts'
import { type Row, type SqlStore, text, timeOrNull } from '../connections/sql.ts'
import type { DomainRecord } from './domain-changes.ts'

export type { DomainRecord, Joining } from './domain-changes.ts'

const select = {
  organizationId: true,
  name: true,
  token: true,
  verifiedAt: true,
  method: true,
  joining: true,
  missingSince: true,
  lostAt: true,
} as const

export async function findDomains({ prisma }: PrismaStore, organizationId: string): Promise<DomainRecord[]> {
  return (await prisma.domain.findMany({
    where: { organizationId },
    select,
    orderBy: { name: 'asc' },
  })) as DomainRecord[]
}

export async function findDomain(
  { prisma }: PrismaStore,
  organizationId: string,
  name: string,
): Promise<DomainRecord | null> {
  return (await prisma.domain.findUnique({
    where: { organizationId_name: { organizationId, name } },
    select,
  })) as DomainRecord | null
}

/** Living organizations that let people with an address of these domains in, by themselves or when asked. */
export async function findJoinable(
  { prisma }: PrismaStore,
  domains: readonly string[],
): Promise<{ organizationId: string; name: string; joining: 'suggest' | 'automatic' }[]> {
  if (domains.length === 0) return []
  const rows = await prisma.domain.findMany({
    where: {
      claimed: { in: [...domains] },
      joining: { not: 'off' },
      lostAt: null,
      organization: { disabledAt: null },
    },
    include: { organization: { select: { name: true } } },
  })
  return rows.map((row) => ({
    organizationId: row.organizationId,
    name: row.organization.name,
    joining: row.joining as 'suggest' | 'automatic',
  }))
}

/**
 * The domains that an organization has proven by DNS and whose proof is valid today: the record was there when it was
 * last looked at, and that was within `maxAge` milliseconds. What the DNS gave no clear answer about for longer is not
 * known. One that was not looked at again yet is as good as on the day it was proven: its first look is within a day.
 */
export async function provenByDns(
  { sql }: SqlStore,
  organizationId: string,
  now: Date,
  maxAge = 7 * 86_400_000,
): Promise<string[]> {
  const rows = await sql.read(
    `SELECT name FROM domain
     WHERE organization_id = $1 AND claimed = name AND method = 'dns' AND missing_since IS NULL AND lost_at IS NULL
       AND (seen_at IS NULL OR seen_at > $2)`,
    [organizationId, new Date(now.getTime() - maxAge)],
  )
  return rows.map((row) => text(row.name))
}

/** A proven domain whose record is to be looked at. */
export interface DueDomain {
  organizationId: string
  name: string
  token: string
  seenAt: Date | null
  missingSince: Date | null
  lostAt: Date | null
}

/**
 * Domains whose record is to be looked at now, leased until `until` to one process: the condition is checked again when
 * another one was faster.
 */
export async function leaseDomains({ sql }: SqlStore, now: Date, until: Date, limit: number): Promise<DueDomain[]> {
  const rows = await sql.write(
    `UPDATE domain SET next_check_at = $1 WHERE (organization_id, name) IN
       (SELECT organization_id, name FROM domain WHERE method = 'dns' AND next_check_at <= $2 LIMIT $3)
     AND method = 'dns' AND next_check_at <= $2 RETURNING organization_id, name, token, seen_at, missing_since, lost_at`,
    [until, now, limit],
  )
  return rows.map(toDueDomain)
}

/** Gives a time of their first look to domains that were proven before there was one, or by a process of that version. */
export async function scheduleDomains({ sql }: SqlStore, at: Date, limit: number): Promise<void> {
  await sql.write(
    `UPDATE domain SET next_check_at = $1 WHERE (organization_id, name) IN
       (SELECT organization_id, name FROM domain WHERE method = 'dns' AND next_check_at IS NULL LIMIT $2)
     AND method = 'dns' AND next_check_at IS NULL`,
    [at, limit],
  )
}

/** What a look at the record came to. Nothing changes when the domain was proven anew, or given up, meanwhile. */
export async function noteDomainCheck(
  { sql }: SqlStore,
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

const toDueDomain = (row: Row): DueDomain => ({
  organizationId: text(row.organization_id),
  name: text(row.name),
  token: text(row.token),
  seenAt: timeOrNull(row.seen_at),
  missingSince: timeOrNull(row.missing_since),
  lostAt: timeOrNull(row.lost_at),
})
