import type { ClientRecord, ClientRuleRecord } from '../../beyond-prisma/change-numbers.ts'
import type { Change, PrismaStore } from '../../connections/database.ts'

export const findClientRecord = ({ prisma }: PrismaStore, id: string): Promise<ClientRecord | null> =>
  prisma.client.findUnique({ where: { id } })

export async function insertClient({ prisma }: Change, record: ClientRecord): Promise<void> {
  await prisma.client.create({ data: record })
}

/** Every change of a client has a number of its own (`nextChangeNumber`). */
export async function updateClient(
  { prisma }: Change,
  id: string,
  changes: Partial<Omit<ClientRecord, 'id'>> & Pick<ClientRecord, 'changeNumber'>,
): Promise<void> {
  await prisma.client.update({ where: { id }, data: changes })
}

/** Deleted clients whose time to bring them back has passed. */
export const findDueClients = async ({ prisma }: PrismaStore, now: Date, limit: number): Promise<string[]> =>
  (
    await prisma.client.findMany({
      where: { deleteAfter: { lt: now } },
      select: { id: true },
      orderBy: { deleteAfter: 'asc' },
      take: limit,
    })
  ).map(({ id }) => id)

export const findClientRuleRecord = async (
  { prisma }: PrismaStore,
  pattern: string,
): Promise<ClientRuleRecord | null> =>
  (await prisma.clientRule.findUnique({ where: { pattern } })) as ClientRuleRecord | null

/** Every change of a rule has a number of its own (`nextChangeNumber`). A rule without a verdict is removed. */
export async function putClientRule({ prisma }: Change, { pattern, ...rule }: ClientRuleRecord): Promise<void> {
  await prisma.clientRule.upsert({ where: { pattern }, create: { pattern, ...rule }, update: rule })
}

/** A client with a metadata document, as it was seen here. */
interface SeenDocument {
  url: string
  body: string
  fetchedAt: Date
  firstSeenAt: Date
  approvals: number
}

/** Documents in the order of their URLs. */
export const listClientDocuments = (
  { prisma }: PrismaStore,
  { after, limit }: { after: string | null; limit: number },
): Promise<SeenDocument[]> =>
  prisma.clientDocument.findMany({
    where: { url: { gt: after ?? '' } },
    select: { url: true, body: true, fetchedAt: true, firstSeenAt: true, approvals: true },
    orderBy: { url: 'asc' },
    take: limit,
  })
