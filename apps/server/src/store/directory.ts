import type { Database } from './database.ts'

const include = { emails: true } as const

export type DirectoryUser = Awaited<ReturnType<typeof findOne>> & object
const findOne = ({ prisma }: Database, id: string) => prisma.user.findUnique({ where: { id }, include })

/** A person as those who run the server see them. */
export const findUser = (db: Database, id: string): Promise<DirectoryUser | null> => findOne(db, id)

/** People after a cursor. `email` is exact, `query` part of an address or name; `organizationId` its members only. */
export async function listUsers(
  { prisma }: Database,
  one: { after: string | null; most: number; email?: string; query?: string; organizationId?: string | null },
): Promise<DirectoryUser[]> {
  return prisma.user.findMany({
    where: {
      ...(one.after ? { id: { gt: one.after } } : {}),
      ...(one.email ? { emails: { some: { address: one.email } } } : {}),
      ...(one.query
        ? {
            OR: [
              { emails: { some: { address: { contains: one.query } } } },
              { givenName: { contains: one.query } },
              { familyName: { contains: one.query } },
              { id: one.query },
            ],
          }
        : {}),
      ...(one.organizationId ? { memberships: { some: { organizationId: one.organizationId } } } : {}),
    },
    include,
    orderBy: { id: 'asc' },
    take: one.most,
  })
}
