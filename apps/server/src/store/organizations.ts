import type { Database } from './database.ts'
import { isUniqueViolation } from './errors.ts'

/** Creates an organization with its first owner, or null when the slug is taken. */
export async function createOrganization(
  { prisma }: Database,
  { id, slug, name, ownerId, now }: { id: string; slug: string; name: string; ownerId: string; now: Date },
): Promise<string | null> {
  try {
    await prisma.organization.create({
      data: {
        id,
        slug,
        name,
        createdAt: now,
        memberships: { create: { userId: ownerId, roles: 'owner', createdAt: now } },
      },
    })
    return id
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/** Creates a team with its first member, or null when the organization has a team of that slug. */
export async function createTeam(
  { prisma }: Database,
  {
    id,
    organizationId,
    slug,
    name,
    memberId,
    now,
  }: { id: string; organizationId: string; slug: string; name: string; memberId: string; now: Date },
): Promise<string | null> {
  try {
    await prisma.team.create({
      data: {
        id,
        organizationId,
        slug,
        name,
        createdAt: now,
        members: { create: { userId: memberId, createdAt: now } },
      },
    })
    return id
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

export async function findOrganization(
  { prisma }: Database,
  idOrSlug: string,
): Promise<{ id: string; slug: string; name: string } | null> {
  return prisma.organization.findFirst({
    where: { OR: [{ id: idOrSlug }, { slug: idOrSlug }], disabledAt: null },
    select: { id: true, slug: true, name: true },
  })
}
