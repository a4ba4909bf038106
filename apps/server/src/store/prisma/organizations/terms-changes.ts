import type { Change } from '../../connections/database.ts'
import { findTermsDraft, findTermsVersions, type OrganizationTerms, type OrganizationTermsDraft } from './terms.ts'

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
