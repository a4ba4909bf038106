import type { PrismaStore } from '../../connections/database.ts'
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
  { prisma }: PrismaStore,
  organizationId: string,
  now: Date,
  maxAge = 7 * 86_400_000,
): Promise<string[]> {
  const since = new Date(now.getTime() - maxAge)
  const rows = await prisma.domain.findMany({
    where: {
      organizationId,
      claimed: { not: null },
      method: 'dns',
      missingSince: null,
      lostAt: null,
      OR: [{ seenAt: null }, { seenAt: { gt: since } }],
    },
    select: { name: true },
  })
  return rows.map(({ name }) => name)
}
