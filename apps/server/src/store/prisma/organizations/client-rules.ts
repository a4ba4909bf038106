import type { Verdict } from '../../../oidc/dynamic-clients/third-party-clients.ts'
import type { PrismaStore, Transaction } from '../../connections/database.ts'

export interface ClientRuleRecord {
  /** A host, or the id of a client. */
  application: string
  verdict: Verdict
  createdAt: Date
}

export async function findClientRules({ prisma }: PrismaStore, organizationId: string): Promise<ClientRuleRecord[]> {
  const rows = await prisma.organizationClientRule.findMany({
    where: { organizationId },
    select: { application: true, verdict: true, createdAt: true },
    orderBy: { application: 'asc' },
  })
  return rows.map((row) => ({ ...row, verdict: row.verdict as Verdict }))
}

/** What can be done to the rules on applications of an organization while its row is locked. */
export const clientRuleChanges = ({ prisma }: Transaction, organizationId: string) => {
  const key = (application: string) => ({ organizationId_application: { organizationId, application } })
  return {
    async findClientRule(application: string): Promise<Verdict | null> {
      const found = await prisma.organizationClientRule.findUnique({ where: key(application) })
      return found ? (found.verdict as Verdict) : null
    },

    clientRuleCount: (): Promise<number> => prisma.organizationClientRule.count({ where: { organizationId } }),

    async setClientRule(
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
