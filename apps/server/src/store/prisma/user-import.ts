import { indexPeople } from '../beyond-prisma/people/person-search.ts'
import type { Change, PrismaStore } from '../connections/database.ts'
import type { Profile } from './accounts.ts'

/** People, and what belongs to them, as another system had them. */
export interface ImportedUser {
  id: string
  profile: Profile
  /** Canonical; the first is the primary one. */
  addresses: readonly string[]
  createdAt: Date
  disabledAt: Date | null
}

export interface ImportedMembership {
  userId: string
  organizationId: string
  roles: readonly string[]
  /** Of other roles. */
  roleIds: readonly string[]
}

/** What the database already has of what a batch names. */
export interface ExistingRecords {
  users: ReadonlySet<string>
  /** The owner of each address. */
  owners: ReadonlyMap<string, string>
  /** Ids by slug. */
  organizations: ReadonlyMap<string, string>
  /** `<organization> <user>`. */
  memberships: ReadonlySet<string>
  /** Ids of roles by `<organization> <key>`, with nothing before the blank for those of the operator. */
  roles: ReadonlyMap<string, string>
}

export async function findPresent(
  { prisma }: PrismaStore,
  batch: { ids: string[]; addresses: string[]; slugs: string[]; keys: string[]; now: Date },
): Promise<ExistingRecords> {
  const [users, reserved, awaited, emails, organizations, memberships] = await Promise.all([
    prisma.user.findMany({ where: { id: { in: batch.ids } }, select: { id: true } }),
    prisma.reservedAddress.findMany({
      where: { address: { in: batch.addresses }, expiresAt: { gt: batch.now } },
      select: { address: true, userId: true },
    }),
    prisma.unverifiedAddress.findMany({ where: { address: { in: batch.addresses } } }),
    prisma.email.findMany({ where: { address: { in: batch.addresses } }, select: { address: true, userId: true } }),
    prisma.organization.findMany({ where: { slug: { in: batch.slugs } }, select: { id: true, slug: true } }),
    prisma.membership.findMany({
      where: { userId: { in: batch.ids } },
      select: { organizationId: true, userId: true },
    }),
  ])
  const rolesOf = { in: ['', ...organizations.map(({ id }) => id)] }
  const roles =
    batch.keys.length === 0
      ? []
      : await prisma.role.findMany({
          where: { organizationId: rolesOf, key: { in: batch.keys } },
          select: { id: true, key: true, organizationId: true },
        })
  return {
    users: new Set(users.map(({ id }) => id)),
    // A person from whom an address was removed a short time ago may still get it back, and one whose account waits for
    // it is about to.
    owners: new Map([...reserved, ...awaited, ...emails].map(({ address, userId }) => [address, userId])),
    organizations: new Map(organizations.map(({ slug, id }) => [slug, id])),
    memberships: new Set(memberships.map(({ organizationId, userId }) => `${organizationId} ${userId}`)),
    roles: new Map(roles.map(({ id, key, organizationId }) => [`${organizationId} ${key}`, id])),
  }
}

/** Organizations that get members are counted up first: their rows are the locks. */
export async function insertImported(
  tx: Change,
  batch: {
    users: readonly ImportedUser[]
    organizations: readonly { id: string; slug: string; name: string }[]
    memberships: readonly ImportedMembership[]
    now: Date
  },
): Promise<void> {
  const { prisma } = tx
  const { now } = batch
  await prisma.organization.createMany({
    data: batch.organizations.map((organization) => ({ ...organization, createdAt: now, approvedAt: now })),
  })
  const joined = [...new Set(batch.memberships.map(({ organizationId }) => organizationId))].sort()
  await prisma.organization.updateMany({ where: { id: { in: joined } }, data: { version: { increment: 1 } } })
  await prisma.user.createMany({
    data: batch.users.map(({ id, profile, createdAt, disabledAt }) => ({
      ...profile,
      id,
      createdAt,
      disabledAt,
      updatedAt: now,
    })),
  })
  await prisma.email.createMany({
    data: batch.users.flatMap(({ id, addresses }) =>
      addresses.map((address, index) => ({ address, userId: id, isPrimary: index === 0, verifiedAt: now })),
    ),
  })
  await indexPeople(
    tx,
    batch.users.map(({ id }) => id),
  )
  await prisma.membership.createMany({
    data: batch.memberships.map(({ roles, roleIds: _, ...membership }) => ({
      ...membership,
      roles: roles.join(' '),
      createdAt: now,
    })),
  })
  await giveOtherRoles(tx, batch)
  // Whoever becomes a member no longer asks to.
  for (const organizationId of joined) {
    const members = batch.memberships.filter((membership) => membership.organizationId === organizationId)
    await prisma.joinRequest.deleteMany({
      where: { organizationId, userId: { in: members.map(({ userId }) => userId) } },
    })
  }
}

async function giveOtherRoles(
  { prisma }: Change,
  { memberships, now }: { memberships: readonly ImportedMembership[]; now: Date },
): Promise<void> {
  const given = memberships.flatMap(({ userId, organizationId, roleIds }) =>
    roleIds.map((roleId) => ({ userId, organizationId, roleId })),
  )
  if (given.length === 0) return
  const by = { grantedByKind: 'system', grantedAt: now }
  await prisma.membershipRole.createMany({ data: given.map((row) => ({ ...row, ...by })) })
  await prisma.organization.updateMany({
    where: { id: { in: given.map(({ organizationId }) => organizationId) } },
    data: { rightsVersion: { increment: 1 } },
  })
}

/** Of these, the organizations that nobody owns: an import may have left its owner out. */
export async function findOwnerless({ prisma }: PrismaStore, slugs: readonly string[]): Promise<string[]> {
  const rows = await prisma.organization.findMany({
    where: { slug: { in: [...slugs] }, memberships: { none: { roles: { contains: 'owner' } } } },
    select: { slug: true },
  })
  return rows.map(({ slug }) => slug)
}
