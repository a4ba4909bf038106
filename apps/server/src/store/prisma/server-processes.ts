import type { PrismaStore, PrismaWrites } from '../connections/database.ts'

export interface ServerProcess {
  id: string
  version: string
  startedAt: Date
  seenAt: Date
}

/** Says that a process is there. */
export async function noteProcess({ prisma }: PrismaWrites, process: ServerProcess): Promise<void> {
  const { id, seenAt } = process
  await prisma.serverProcess.upsert({ where: { id }, create: process, update: { seenAt } })
}

/** The processes that were seen since then. */
export const findProcesses = ({ prisma }: PrismaStore, since: Date): Promise<ServerProcess[]> =>
  prisma.serverProcess.findMany({ where: { seenAt: { gte: since } }, orderBy: { seenAt: 'desc' }, take: 100 })

/** Removes a process that ends, and those that were not seen since then. */
export async function removeProcesses({ prisma }: PrismaWrites, id: string | null, before: Date): Promise<void> {
  await prisma.serverProcess.deleteMany({ where: { seenAt: { lt: before } } })
  if (id !== null) await prisma.serverProcess.deleteMany({ where: { id } })
}
