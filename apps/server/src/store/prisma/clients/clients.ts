import type { ClientRecord } from '../../beyond-prisma/changed-clients.ts'
import type { PrismaStore, Transaction } from '../../connections/database.ts'

export const findClientRecord = ({ prisma }: Transaction, id: string): Promise<ClientRecord | null> =>
  prisma.client.findUnique({ where: { id } })

export async function insertClient({ prisma }: Transaction, record: ClientRecord): Promise<void> {
  await prisma.client.create({ data: record })
}

/** Every change of a client has a number of its own (`nextChangeNumber`). */
export async function updateClient(
  { prisma }: Transaction,
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
