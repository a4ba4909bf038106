import type { Change, PrismaStore } from '../../connections/database.ts'
import type { RegisteredClientRecord } from '../../hot/registered-clients.ts'

export async function insertRegisteredClient({ prisma }: Change, record: RegisteredClientRecord): Promise<void> {
  await prisma.registeredClient.create({ data: record })
}

/** A client with the same metadata from the same network that was never used. */
export const findUnusedRegistration = (
  { prisma }: PrismaStore,
  fingerprint: string,
  since: Date,
): Promise<RegisteredClientRecord | null> =>
  prisma.registeredClient.findFirst({
    where: { fingerprint, createdAt: { gt: since }, usedAt: null, disabledAt: null, initialTokenId: null },
  })

/** How many clients there are of an initial access token, counted up to a limit. */
export const countClientsOfToken = async (
  { prisma }: PrismaStore,
  initialTokenId: string,
  limit: number,
): Promise<number> =>
  (await prisma.registeredClient.findMany({ where: { initialTokenId }, select: { id: true }, take: limit })).length

/** What those of these clients registered that are still there. */
export const findRegisteredMetadata = async (
  { prisma }: PrismaStore,
  ids: readonly string[],
): Promise<Pick<RegisteredClientRecord, 'id' | 'metadata'>[]> =>
  ids.length === 0
    ? []
    : prisma.registeredClient.findMany({ where: { id: { in: [...ids] } }, select: { id: true, metadata: true } })

/** The newest first: ids begin with the time. */
export const listRegisteredClients = (
  { prisma }: PrismaStore,
  { before, limit }: { before: string | null; limit: number },
): Promise<RegisteredClientRecord[]> =>
  prisma.registeredClient.findMany({
    ...(before === null ? {} : { where: { id: { lt: before } } }),
    orderBy: { id: 'desc' },
    take: limit,
  })

/** False if there is no such client. */
export const updateRegisteredClient = async (
  { prisma }: Change,
  id: string,
  changes: Partial<Pick<RegisteredClientRecord, 'disabledAt' | 'listedAt'>>,
): Promise<boolean> => (await prisma.registeredClient.updateMany({ where: { id }, data: changes })).count === 1
