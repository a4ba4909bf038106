import type { Verdict } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import type { Change, PrismaStore } from '../../connections/database.ts'

export interface ApplicationRuleRecord {
  /** A host, or the id of a client. */
  application: string
  verdict: Verdict
  createdAt: Date
}

export async function findApplicationRules(
  { prisma }: PrismaStore,
  organizationId: string,
): Promise<ApplicationRuleRecord[]> {
  const rows = await prisma.organizationClientRule.findMany({
    where: { organizationId },
    select: { application: true, verdict: true, createdAt: true },
    orderBy: { application: 'asc' },
  })
  return rows.map((row) => ({ ...row, verdict: row.verdict as Verdict }))
}

/** What can be done to the rules on applications of an organization while its row is locked. */
export const applicationRuleChanges = ({ prisma }: Change, organizationId: string) => {
  const key = (application: string) => ({ organizationId_application: { organizationId, application } })
  return {
    async findApplicationRule(application: string): Promise<Verdict | null> {
      const found = await prisma.organizationClientRule.findUnique({ where: key(application) })
      return found ? (found.verdict as Verdict) : null
    },

    applicationRuleCount: (): Promise<number> => prisma.organizationClientRule.count({ where: { organizationId } }),

    async setApplicationRule(
      application: string,
      verdict: Verdict | null,
      createdBy: string | null,
      createdAt: Date,
    ): Promise<void> {
      await prisma.organizationClientRule.deleteMany({ where: { organizationId, application } })
      if (verdict !== null)
        await prisma.organizationClientRule.create({
          data: { organizationId, application, verdict, createdBy, createdAt },
        })
    },
  }
}
