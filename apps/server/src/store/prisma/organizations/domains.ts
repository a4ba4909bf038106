import type { Change, PrismaStore } from '../../connections/database.ts'

export type Joining = 'off' | 'suggest' | 'automatic'

export interface DomainRecord {
  organizationId: string
  name: string
  token: string
  verifiedAt: Date | null
  method: string | null
  joining: Joining
  /** From when on its TXT record has not been found. */
  missingSince: Date | null
  /** The record has been missing for so long that the domain no longer lets people in. */
  lostAt: Date | null
}

/** `takenFrom`: the domain as the organization had it whose proof was lost, or was by mail, and which no longer has it. */
type ClaimedDomain =
  | { claimed: false }
  | { claimed: true; takenFrom: Pick<DomainRecord, 'organizationId' | 'name' | 'method'> | null }

/** What can be done to the domains of an organization while its row is locked. */
export const domainChanges = (tx: Change, organizationId: string) => {
  const { prisma } = tx
  const key = (name: string) => ({ organizationId_name: { organizationId, name } })
  return {
    findDomain: async (name: string) => (await prisma.domain.findUnique({ where: key(name) })) as DomainRecord | null,

    domainCount: (): Promise<number> => prisma.domain.count({ where: { organizationId } }),

    async addDomain(name: string, token: string, now: Date): Promise<void> {
      await prisma.domain.create({ data: { organizationId, name, token, createdAt: now } })
    },

    /**
     * Notes that a domain was proven. The unique claim is the lock: another organization keeps it, unless this proof is by
     * DNS and that one was lost or was by mail. A proof by mail never replaces a living one by DNS.
     */
    async claimDomain(
      name: string,
      { method, now, nextCheckAt }: { method: 'dns' | 'email'; now: Date; nextCheckAt: Date },
    ): Promise<ClaimedDomain> {
      const [holder, own] = [
        await prisma.domain.findUnique({ where: { claimed: name } }),
        await prisma.domain.findUnique({ where: key(name) }),
      ]
      if (!own) return { claimed: false }
      const other = holder && holder.organizationId !== organizationId ? holder : null
      if (other && !(method === 'dns' && (await release(tx, name, other.organizationId)))) return { claimed: false }
      const stronger = method === 'email' && own.method === 'dns' && own.lostAt === null
      const proof =
        method === 'dns'
          ? { method, seenAt: now, missingSince: null, lostAt: null, nextCheckAt }
          : stronger
            ? {}
            : {
                method,
                seenAt: null,
                missingSince: null,
                lostAt: null,
                nextCheckAt: null,
                joining: weaker(own.joining),
              }
      await prisma.domain.update({ where: key(name), data: { verifiedAt: now, claimed: name, ...proof } })
      return { claimed: true, takenFrom: other }
    },

    async setJoining(name: string, joining: Joining): Promise<void> {
      await prisma.domain.update({ where: key(name), data: { joining } })
    },

    deleteDomain: async (name: string): Promise<boolean> =>
      (await prisma.domain.deleteMany({ where: { organizationId, name } })).count === 1,
  }
}

/** Letting people in by themselves needs a proof by DNS. */
const weaker = (joining: string): string => (joining === 'automatic' ? 'suggest' : joining)

/** Takes a domain away from an organization whose proof was lost or was by mail, and whose row is locked like that of any that is changed. */
async function release({ prisma, locks }: Change, name: string, organizationId: string): Promise<boolean> {
  await locks.prisma.organization.updateMany({ where: { id: organizationId }, data: { version: { increment: 1 } } })
  const { count } = await prisma.domain.updateMany({
    where: { claimed: name, organizationId, OR: [{ lostAt: { not: null } }, { method: 'email' }] },
    data: {
      claimed: null,
      verifiedAt: null,
      method: null,
      joining: 'off',
      seenAt: null,
      missingSince: null,
      lostAt: null,
      nextCheckAt: null,
    },
  })
  return count === 1
}

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
