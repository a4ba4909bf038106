import type { Change, PrismaStore } from '../../connections/database.ts'

export interface NewInvitation {
  id: string
  email: string
  organizationId: string | null
  roles: string
  createdAt: Date
  expiresAt: Date
  tokenDigest?: string | null
  inviterId?: string | null
  teamIds?: string
  roleIds?: string
  clientId?: string | null
  sentAt?: Date | null
  /** By a client that acts for this organization alone. */
  byOrganization?: boolean
  /** JSON text of the values of fields, and the kind of actor that set them. */
  fields?: string | null
  fieldsBy?: string | null
}

export interface Invitation {
  id: string
  email: string
  organizationId: string | null
  organizationName: string | null
  organizationSlug: string | null
  /** The operators made or approved the organization. */
  organizationApproved: boolean
  roles: string
  teamIds: string[]
  /** Of roles beside owner, admin and member. */
  roleIds: string[]
  inviterId: string | null
  /** By a client that acts for this organization alone. Without an inviter and without this: by the operators. */
  byOrganization: boolean
  /** JSON text of the values of fields that its person will have, and the kind of actor that set them. */
  fields: string | null
  fieldsBy: string | null
  clientId: string | null
  createdAt: Date
  expiresAt: Date
  sentAt: Date | null
  acceptedAt: Date | null
  revokedAt: Date | null
}

/** An invitation that has ended says nothing more about anybody. */
const withoutFields = { fields: null, fieldsBy: null } as const

export const pendingAt = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } })

export const include = {
  organization: { select: { name: true, slug: true, disabledAt: true, approvedAt: true } },
} as const

type Row = Awaited<ReturnType<typeof findRow>> & object

const findRow = ({ prisma }: PrismaStore, where: { id: string } | { tokenDigest: string }) =>
  prisma.invitation.findUnique({ where, include })

export const toInvitation = ({ organization, teamIds, roleIds, tokenDigest: _, ...row }: Row): Invitation => ({
  ...row,
  teamIds: teamIds.split(' ').filter(Boolean),
  roleIds: roleIds.split(' ').filter(Boolean),
  organizationName: organization?.name ?? null,
  organizationSlug: organization?.slug ?? null,
  organizationApproved: organization?.approvedAt != null,
})

/** The invitations that wait for these mailboxes. */
export async function findInvitations(
  { prisma }: PrismaStore,
  addresses: readonly string[],
  now: Date,
): Promise<Invitation[]> {
  if (addresses.length === 0) return []
  const rows = await prisma.invitation.findMany({
    where: { email: { in: [...addresses] }, ...pendingAt(now) },
    include,
    orderBy: { id: 'asc' },
  })
  return rows.filter((row) => !row.organization?.disabledAt).map(toInvitation)
}

/** An invitation by the digest of its token, whatever has become of it. */
export async function findInvitationByToken(db: PrismaStore, tokenDigest: string): Promise<Invitation | null> {
  const row = await findRow(db, { tokenDigest })
  return row && !row.organization?.disabledAt ? toInvitation(row) : null
}

/** The pending invitations of an organization, a page at a time, the oldest first. `query` is a part of an address. */
export async function findInvitationsOf(
  { prisma }: PrismaStore,
  organizationId: string,
  now: Date,
  { after = null, limit, query = '' }: { after?: string | null; limit: number; query?: string },
): Promise<Invitation[]> {
  const rows = await prisma.invitation.findMany({
    where: {
      organizationId,
      ...pendingAt(now),
      ...(after ? { id: { gt: after } } : {}),
      ...(query ? { email: { contains: query.toLowerCase() } } : {}),
    },
    include,
    orderBy: { id: 'asc' },
    take: limit,
  })
  return rows.map(toInvitation)
}

/** Those of the addresses that have a pending invitation of an organization. */
export async function findInvitedAddresses(
  { prisma }: PrismaStore,
  organizationId: string,
  addresses: readonly string[],
  now: Date,
): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < addresses.length; from += 250) {
    const email = { in: addresses.slice(from, from + 250) }
    const where = { organizationId, email, ...pendingAt(now) }
    found.push(...(await prisma.invitation.findMany({ where, select: { email: true } })).map((row) => row.email))
  }
  return found
}

export const countInvitations = ({ prisma }: PrismaStore, organizationId: string, now: Date): Promise<number> =>
  prisma.invitation.count({ where: { organizationId, ...pendingAt(now) } })

/** A pending invitation of an organization. */
export async function findInvitationOf(
  { prisma }: PrismaStore,
  organizationId: string,
  id: string,
  now: Date,
): Promise<Invitation | null> {
  const row = await prisma.invitation.findFirst({ where: { id, organizationId, ...pendingAt(now) }, include })
  return row && toInvitation(row)
}

/** Ends a pending invitation, once, for the person who has one of these mailboxes. The condition is the lock. */
export async function declineInvitation(
  { prisma }: Change,
  id: string,
  addresses: readonly string[],
  now: Date,
): Promise<boolean> {
  const { count } = await prisma.invitation.updateMany({
    where: { id, email: { in: [...addresses] }, ...pendingAt(now) },
    data: { revokedAt: now, ...withoutFields },
  })
  return count === 1
}

/** An invitation to an account of this server, not into an organization. The one before it for the same address ends. */
export async function replaceSignUpInvitation(
  { prisma }: Change,
  invitation: { id: string; email: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const { email, createdAt } = invitation
  await prisma.invitation.updateMany({
    where: { email, organizationId: null, acceptedAt: null, revokedAt: null },
    data: { revokedAt: createdAt },
  })
  await prisma.invitation.create({ data: { ...invitation, roles: '', sentAt: createdAt } })
}

type TakenInvitation = Pick<
  Invitation,
  'organizationId' | 'createdAt' | 'teamIds' | 'roleIds' | 'inviterId' | 'byOrganization' | 'fields' | 'fieldsBy'
> & { roles: string[] }

/** What can be done to the invitations of an organization while its row is locked. */
export const invitationChanges = ({ prisma }: Change, organizationId: string) => ({
  /** Invites a mailbox; what was pending for it before is void. */
  async createInvitation(invitation: NewInvitation): Promise<Invitation> {
    const { email, createdAt } = invitation
    await prisma.invitation.updateMany({
      where: { organizationId, email, ...pendingAt(createdAt) },
      data: { revokedAt: createdAt, ...withoutFields },
    })
    return toInvitation(await prisma.invitation.create({ data: { ...invitation, organizationId }, include }))
  },

  /** Gives a pending invitation a new link and a new life. False when there is none. */
  async renewInvitation(
    id: string,
    { tokenDigest, expiresAt, now }: { tokenDigest: string; expiresAt: Date; now: Date },
  ): Promise<boolean> {
    const { count } = await prisma.invitation.updateMany({
      where: { id, organizationId, ...pendingAt(now) },
      data: { tokenDigest, expiresAt, sentAt: now },
    })
    return count === 1
  },

  /** False when it is not pending, or another organization's. */
  async revokeInvitation(id: string, now: Date): Promise<boolean> {
    const { count } = await prisma.invitation.updateMany({
      where: { id, organizationId, ...pendingAt(now) },
      data: { revokedAt: now, ...withoutFields },
    })
    return count === 1
  },

  /** Takes a pending invitation of this organization, once. */
  async takeInvitation(id: string, addresses: readonly string[], now: Date): Promise<TakenInvitation | null> {
    const { count } = await prisma.invitation.updateMany({
      where: { id, organizationId, email: { in: [...addresses] }, ...pendingAt(now) },
      data: { acceptedAt: now },
    })
    if (count !== 1) return null
    const taken = toInvitation(await prisma.invitation.findUniqueOrThrow({ where: { id }, include }))
    if (taken.fields !== null) await prisma.invitation.update({ where: { id }, data: withoutFields })
    return { ...taken, roles: taken.roles.split(' ').filter(Boolean) }
  },
})
