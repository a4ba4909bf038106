import type { Change, PrismaStore, PrismaWrites } from '../../connections/database.ts'

/** A published version of an organization's terms, without its text. */
export interface OrganizationTerms {
  version: number
  textDigest: string
  graceUntil: Date | null
  publishedAt: Date
  withdrawnAt: Date | null
}

export interface OrganizationTermsDraft {
  text: string
  graceUntil: Date | null
}

const select = { version: true, textDigest: true, graceUntil: true, publishedAt: true, withdrawnAt: true } as const

/** The versions below a number, the newest first. */
export const findTermsVersions = (
  { prisma }: PrismaStore,
  organizationId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<OrganizationTerms[]> =>
  prisma.organizationTerms.findMany({
    where: { organizationId, ...(before === null ? {} : { version: { lt: before } }) },
    select,
    orderBy: { version: 'desc' },
    take: limit,
  })

/** A version with its text. */
export const findTermsVersion = (
  { prisma }: PrismaStore,
  organizationId: string,
  version: number,
): Promise<(OrganizationTerms & { text: string }) | null> =>
  prisma.organizationTerms.findUnique({
    where: { organizationId_version: { organizationId, version } },
    select: { ...select, text: true },
  })

export const findTermsDraft = (
  { prisma }: PrismaStore,
  organizationId: string,
): Promise<OrganizationTermsDraft | null> =>
  prisma.organizationTermsDraft.findUnique({
    where: { organizationId },
    select: { text: true, graceUntil: true },
  })

/** When a person accepted a version. */
export const findTermsAcceptance = async (
  { prisma }: PrismaStore,
  organizationId: string,
  version: number,
  userId: string,
): Promise<Date | null> =>
  (
    await prisma.organizationTermsAcceptance.findUnique({
      where: { organizationId_version_userId: { organizationId, version, userId } },
      select: { acceptedAt: true },
    })
  )?.acceptedAt ?? null

/** A member puts the terms off. */
export async function postponeTerms(
  { prisma }: PrismaWrites,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<void> {
  await prisma.membership.updateMany({ where: { organizationId, userId }, data: { termsPostponedAt: now } })
}

/** What can be done to the terms of an organization while its row is locked. */
export const termsChanges = (tx: Change, organizationId: string) => ({
  termsDraft: (): Promise<OrganizationTermsDraft | null> => findTermsDraft(tx, organizationId),

  async saveTermsDraft(draft: OrganizationTermsDraft, now: Date): Promise<void> {
    const data = { ...draft, updatedAt: now }
    await tx.prisma.organizationTermsDraft.upsert({
      where: { organizationId },
      create: { organizationId, ...data },
      update: data,
    })
  },

  async deleteTermsDraft(): Promise<void> {
    await tx.prisma.organizationTermsDraft.deleteMany({ where: { organizationId } })
  },

  /** The last version that was published, in force or not. */
  latestTerms: async (): Promise<OrganizationTerms | null> =>
    (await findTermsVersions(tx, organizationId, { before: null, limit: 1 }))[0] ?? null,

  /** Publishes a version and puts it in force. */
  async insertTerms({
    by,
    ...terms
  }: Omit<OrganizationTerms, 'withdrawnAt'> & {
    text: string
    by: { kind: string; id: string | null }
  }): Promise<void> {
    await tx.prisma.organizationTerms.create({
      data: { organizationId, ...terms, publishedByKind: by.kind, publishedBy: by.id },
    })
    await tx.prisma.organization.update({
      where: { id: organizationId },
      data: { termsVersion: terms.version },
    })
  },

  /** From now on nobody has to accept any. */
  async withdrawTerms(version: number, now: Date): Promise<void> {
    await tx.prisma.organizationTerms.update({
      where: { organizationId_version: { organizationId, version } },
      data: { withdrawnAt: now },
    })
    await tx.prisma.organization.update({ where: { id: organizationId }, data: { termsVersion: null } })
  },
})
