import type { Change } from '../../connections/database.ts'

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

/** `takenFrom`: the organization whose proof was lost, and which no longer has the domain. */
type ClaimedDomain = { claimed: false } | { claimed: true; takenFrom: string | null }

/** What can be done to the domains of an organization while its row is locked. */
export const domainChanges = ({ prisma }: Change, organizationId: string) => {
  const key = (name: string) => ({ organizationId_name: { organizationId, name } })
  return {
    findDomain: async (name: string) => (await prisma.domain.findUnique({ where: key(name) })) as DomainRecord | null,

    domainCount: (): Promise<number> => prisma.domain.count({ where: { organizationId } }),

    async addDomain(name: string, token: string, now: Date): Promise<void> {
      await prisma.domain.create({ data: { organizationId, name, token, createdAt: now } })
    },

    /**
     * Notes that a domain was proven. The unique claim is the lock: another organization keeps it, unless its proof was
     * lost and this one is by DNS. A proof by mail never replaces a living one by DNS.
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
      if (other && !(method === 'dns' && (await release({ prisma }, name, other.organizationId))))
        return { claimed: false }
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
      return { claimed: true, takenFrom: other?.organizationId ?? null }
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

/** Takes a domain away from an organization whose proof was lost. */
async function release({ prisma }: Pick<Change, 'prisma'>, name: string, organizationId: string): Promise<boolean> {
  const { count } = await prisma.domain.updateMany({
    where: { claimed: name, organizationId, lostAt: { not: null } },
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
