import type { Database, PrismaWrites } from '../connections/database.ts'
import type { OrganizationRecord } from './organizations/organization-changes.ts'

/** Inserts the person of a preview, who has an address and nothing else, and the organization that they belong to. */
export const insertPreviewPerson = (
  db: Pick<Database, 'transaction'>,
  {
    id,
    address,
    organization,
    now,
  }: { id: string; address: string; organization: OrganizationRecord | null; now: Date },
): Promise<void> =>
  db.transaction(async ({ prisma }) => {
    await prisma.user.create({
      data: {
        id,
        createdAt: now,
        updatedAt: now,
        emails: { create: { address, isPrimary: true, verifiedAt: now } },
      },
    })
    if (!organization) return
    const { id: organizationId, slug, name, logoUrl, requirePasskey, sessionMax, createdAt } = organization
    await prisma.organization.create({
      data: { id: organizationId, slug, name, logoUrl, requirePasskey, sessionMax, createdAt },
    })
    await prisma.membership.create({ data: { organizationId, userId: id, roles: 'member', createdAt: now } })
  })

/** Writes how a session began: only the server of a preview does this. */
export async function strengthenSession(
  { prisma }: PrismaWrites,
  id: string,
  acr: string,
  amr: readonly string[],
): Promise<void> {
  await prisma.session.updateMany({ where: { id, endedAt: null }, data: { acr, amr: amr.join(' ') } })
}
