import type { Database } from './database.ts'

export interface Invitation {
  id: string
  email: string
  organizationId: string | null
  organizationName: string | null
  organizationSlug: string | null
  roles: string
  teamIds: string[]
  inviterId: string | null
  clientId: string | null
  createdAt: Date
  expiresAt: Date
  sentAt: Date | null
  acceptedAt: Date | null
  revokedAt: Date | null
}

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
  clientId?: string | null
  sentAt?: Date | null
}

export async function createInvitation({ prisma }: Database, data: NewInvitation): Promise<void> {
  await prisma.invitation.create({ data })
}

const include = { organization: { select: { name: true, slug: true, disabledAt: true } } } as const

type Row = Awaited<ReturnType<typeof findRow>> & object
const findRow = ({ prisma }: Database, where: { id: string } | { tokenDigest: string }) =>
  prisma.invitation.findUnique({ where, include })

const toInvitation = ({ organization, teamIds, tokenDigest: _, ...row }: Row): Invitation => ({
  ...row,
  teamIds: teamIds.split(' ').filter(Boolean),
  organizationName: organization?.name ?? null,
  organizationSlug: organization?.slug ?? null,
})

const pending = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } })

/** The invitations that wait for these mailboxes. */
export async function findInvitations(
  { prisma }: Database,
  addresses: readonly string[],
  now: Date,
): Promise<Invitation[]> {
  if (addresses.length === 0) return []
  const rows = await prisma.invitation.findMany({
    where: { email: { in: [...addresses] }, ...pending(now) },
    include,
    orderBy: { id: 'asc' },
  })
  return rows.filter((row) => !row.organization?.disabledAt).map(toInvitation)
}

/** An invitation by the digest of its token, whatever has become of it. */
export async function findInvitationByToken(db: Database, tokenDigest: string): Promise<Invitation | null> {
  const row = await findRow(db, { tokenDigest })
  return row && !row.organization?.disabledAt ? toInvitation(row) : null
}

/** The pending invitations of an organization. */
export async function findInvitationsOf(
  { prisma }: Database,
  organizationId: string,
  now: Date,
): Promise<Invitation[]> {
  const rows = await prisma.invitation.findMany({
    where: { organizationId, ...pending(now) },
    include,
    orderBy: { id: 'asc' },
    take: 500,
  })
  return rows.map(toInvitation)
}

/** A pending invitation of an organization. */
export async function findInvitationOf(
  { prisma }: Database,
  organizationId: string,
  id: string,
  now: Date,
): Promise<Invitation | null> {
  const row = await prisma.invitation.findFirst({ where: { id, organizationId, ...pending(now) }, include })
  return row && toInvitation(row)
}

/** Gives a pending invitation a new link and a new life. Null when it is not pending any more, or another organization's. */
export async function renewInvitation(
  { prisma }: Database,
  one: { id: string; organizationId: string; tokenDigest: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const { count } = await prisma.invitation.updateMany({
    where: { id: one.id, organizationId: one.organizationId, ...pending(one.now) },
    data: { tokenDigest: one.tokenDigest, expiresAt: one.expiresAt, sentAt: one.now },
  })
  return count === 1
}

/** Ends pending invitations, each once: one by its organization or by whoever it names, or all of an organization to a mailbox. */
export async function revokeInvitations(
  { prisma }: Database,
  which:
    | { id: string; organizationId: string }
    | { id: string; email: { in: string[] } }
    | { organizationId: string; email: string },
  now: Date,
): Promise<number> {
  return (await prisma.invitation.updateMany({ where: { ...which, ...pending(now) }, data: { revokedAt: now } })).count
}
