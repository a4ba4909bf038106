import type { Database } from './database.ts'
import { isUniqueViolation } from './errors.ts'
import { type SqlStore, text } from './sql.ts'

export type Joining = 'off' | 'suggest' | 'automatic'

export interface DomainRecord {
  organizationId: string
  name: string
  token: string
  verifiedAt: Date | null
  method: string | null
  joining: Joining
}

export async function findDomains({ prisma }: Database, organizationId: string): Promise<DomainRecord[]> {
  const rows = await prisma.domain.findMany({ where: { organizationId }, orderBy: { name: 'asc' } })
  return rows as DomainRecord[]
}

export async function findDomain(
  { prisma }: Database,
  organizationId: string,
  name: string,
): Promise<DomainRecord | null> {
  return (await prisma.domain.findUnique({
    where: { organizationId_name: { organizationId, name } },
  })) as DomainRecord | null
}

/** False when it was noted before. */
export async function insertDomain(
  { sql }: SqlStore,
  one: { organizationId: string; name: string; token: string; now: Date },
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO domain (organization_id, name, token, joining, created_at) VALUES ($1, $2, $3, 'off', $4)
     ON CONFLICT (organization_id, name) DO NOTHING RETURNING name`,
    [one.organizationId, one.name, one.token, one.now],
  )
  return rows.length === 1
}

/** Notes that a domain was proven; the proof by mail never replaces the stronger one. False when another organization has it: the unique claim is the lock. */
export async function claimDomain(
  { sql }: SqlStore,
  one: { organizationId: string; name: string; method: 'dns' | 'email'; now: Date },
): Promise<boolean> {
  try {
    const rows = await sql.write(
      `UPDATE domain SET verified_at = $3, method = CASE WHEN method = 'dns' THEN method ELSE $4 END, claimed = $2
       WHERE organization_id = $1 AND name = $2 RETURNING name`,
      [one.organizationId, one.name, one.now, one.method],
    )
    return rows.length === 1
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** The domains that an organization has proven by DNS, where the proof is valid. A proof by mail is none of the domain's owner. */
export async function provenByDns({ sql }: SqlStore, organizationId: string, _now: Date): Promise<string[]> {
  const rows = await sql.read(
    `SELECT name FROM domain WHERE organization_id = $1 AND claimed = name AND method = 'dns' AND verified_at IS NOT NULL`,
    [organizationId],
  )
  return rows.map((row) => text(row.name))
}

export async function setJoining(
  { prisma }: Database,
  organizationId: string,
  name: string,
  joining: Joining,
): Promise<void> {
  await prisma.domain.updateMany({ where: { organizationId, name, verifiedAt: { not: null } }, data: { joining } })
}

export async function deleteDomain({ prisma }: Database, organizationId: string, name: string): Promise<boolean> {
  return (await prisma.domain.deleteMany({ where: { organizationId, name } })).count === 1
}

/** Living organizations that let people with an address of these domains in, by themselves or when asked. */
export async function findJoinable(
  { prisma }: Database,
  domains: readonly string[],
): Promise<{ organizationId: string; name: string; joining: 'suggest' | 'automatic' }[]> {
  if (domains.length === 0) return []
  const rows = await prisma.domain.findMany({
    where: { claimed: { in: [...domains] }, joining: { not: 'off' }, organization: { disabledAt: null } },
    include: { organization: { select: { name: true } } },
  })
  return rows.map((row) => ({
    organizationId: row.organizationId,
    name: row.organization.name,
    joining: row.joining as 'suggest' | 'automatic',
  }))
}
