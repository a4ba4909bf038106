import type { Change, PrismaStore } from '../../connections/database.ts'

/** Lets the administrator of a company, who has no account here, prepare its sign-in. */
export interface SetupLinkRecord {
  id: string
  organizationId: string
  tokenDigest: string
  /** The address that the code goes to. */
  email: string
  createdBy: string
  createdAt: Date
  expiresAt: Date
  /** Domain and issuer that an owner approved beforehand: a successful test of these activates. */
  approvedDomain: string | null
  approvedIssuer: string | null
  /** Of the secret of the browser that typed the code. */
  browserDigest: string | null
  openedAt: Date | null
  usedAt: Date | null
  revokedAt: Date | null
  connectionId: string | null
}

export type NewSetupLink = Omit<SetupLinkRecord, 'browserDigest' | 'openedAt' | 'usedAt' | 'revokedAt' | 'connectionId'>

export async function insertSetupLink({ prisma }: Change, link: NewSetupLink): Promise<void> {
  await prisma.setupLink.create({ data: link })
}

/** What can still be used of a link. */
const live = (now: Date) => ({ revokedAt: null, usedAt: null, expiresAt: { gt: now } })

export const countLiveSetupLinks = ({ prisma }: PrismaStore, organizationId: string, now: Date): Promise<number> =>
  prisma.setupLink.count({ where: { organizationId, ...live(now) } })

/** The newest first. `before`: the id of the last one on the page before. */
export const findSetupLinks = (
  { prisma }: PrismaStore,
  organizationId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<SetupLinkRecord[]> =>
  prisma.setupLink.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...(before === null ? {} : { cursor: { id: before }, skip: 1 }),
    take: limit,
  })

/** What can still be used of the links that somebody has made for an organization. */
export const findLiveSetupLinksBy = (
  { prisma }: PrismaStore,
  { organizationId, createdBy }: Pick<SetupLinkRecord, 'organizationId' | 'createdBy'>,
  now: Date,
): Promise<SetupLinkRecord[]> => prisma.setupLink.findMany({ where: { organizationId, createdBy, ...live(now) } })

/** Ends what can still be used of the links that somebody who is gone has made. */
export async function endSetupLinksBy(
  { prisma }: Change,
  { organizationId, createdBy }: Pick<SetupLinkRecord, 'organizationId' | 'createdBy'>,
  now: Date,
): Promise<void> {
  await prisma.setupLink.updateMany({ where: { organizationId, createdBy, ...live(now) }, data: { revokedAt: now } })
}

export const findSetupLink = ({ prisma }: PrismaStore, id: string): Promise<SetupLinkRecord | null> =>
  prisma.setupLink.findUnique({ where: { id } })

/** A link, whether it can still be used or not. */
export const findSetupLinkByToken = ({ prisma }: PrismaStore, tokenDigest: string): Promise<SetupLinkRecord | null> =>
  prisma.setupLink.findUnique({ where: { tokenDigest } })

export const findLiveSetupLinkById = (
  { prisma }: PrismaStore,
  id: string,
  now: Date,
): Promise<SetupLinkRecord | null> => prisma.setupLink.findFirst({ where: { id, ...live(now) } })

/** Binds a link to a browser. `browserDigest: null` is the lock: another browser that comes later gets nothing. */
export const openSetupLink = async (
  { prisma }: Change,
  id: string,
  browserDigest: string,
  now: Date,
): Promise<boolean> =>
  (
    await prisma.setupLink.updateMany({
      where: { id, browserDigest: null, ...live(now) },
      data: { browserDigest, openedAt: now },
    })
  ).count === 1

/** What a link prepared is in use: there is nothing left to do by it. */
export async function endSetupLinksOf({ prisma }: Change, connectionId: string, now: Date): Promise<void> {
  await prisma.setupLink.updateMany({ where: { connectionId, ...live(now) }, data: { usedAt: now } })
}

/** Notes the connection that was made by a link. */
export const noteSetupConnection = async ({ prisma }: Change, id: string, connectionId: string): Promise<boolean> =>
  (await prisma.setupLink.updateMany({ where: { id, connectionId: null }, data: { connectionId } })).count === 1

export const revokeSetupLink = async (
  { prisma }: Change,
  { id, organizationId }: Pick<SetupLinkRecord, 'id' | 'organizationId'>,
  now: Date,
): Promise<boolean> =>
  (await prisma.setupLink.updateMany({ where: { id, organizationId, ...live(now) }, data: { revokedAt: now } }))
    .count === 1
