import type { PrismaStore } from '../../connections/database.ts'
import { type ConnectionRecord, recordOf, signsIn } from './connections.ts'

/** A connection as those see it who look after all organizations. */
export interface ListedConnection extends ConnectionRecord {
  organization: { id: string; name: string; ssoPolicy: string }
  domains: readonly { domain: string; enforced: boolean }[]
}

const include = {
  organization: { select: { id: true, name: true, ssoPolicy: true } },
  domains: { select: { domain: true, enforced: true }, orderBy: { domain: 'asc' } },
} as const

/** Connections of all organizations, the newest first. `before`: the id of the last one on the page before. */
export async function findListedConnections(
  { prisma }: PrismaStore,
  { before, limit }: { before: string | null; limit: number },
): Promise<ListedConnection[]> {
  const rows = await prisma.connection.findMany({
    where: { ...signsIn, ...(before === null ? {} : { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit,
    include,
  })
  return rows.map(({ organization, domains, ...row }) => ({ ...recordOf(row), organization, domains }))
}

export async function findListedConnection({ prisma }: PrismaStore, id: string): Promise<ListedConnection | null> {
  const found = await prisma.connection.findFirst({ where: { id, ...signsIn }, include })
  if (!found) return null
  const { organization, domains, ...row } = found
  return { ...recordOf(row), organization, domains }
}
