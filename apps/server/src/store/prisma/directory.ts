import type { ListPosition } from '../beyond-prisma/date-order.ts'
import { searchUsers, type UserSearch } from '../beyond-prisma/people/user-search.ts'
import type { PrismaStore, Reads } from '../connections/database.ts'

const include = { emails: true, unverifiedAddress: true } as const

export type DirectoryUser = Awaited<ReturnType<typeof findOne>> & object

const findOne = ({ prisma }: PrismaStore, id: string) => prisma.user.findUnique({ where: { id }, include })

/** A person as those who run the server see them. */
export const findUser = (db: Reads, id: string): Promise<DirectoryUser | null> => findOne(db, id)

/** A page of people. `email` is exact, `query` begins an address or name; `organizationId`: its members only. */
export async function listUsers(
  db: Reads,
  { limit, ...search }: UserSearch,
): Promise<{ people: DirectoryUser[]; next: ListPosition | null }> {
  const positions = await searchUsers(db, { ...search, limit: limit + 1 })
  const shown = positions.slice(0, limit)
  const people = await findUsers(
    db,
    shown.map(({ id }) => id),
  )
  return { people, next: (positions.length > limit && shown.at(-1)) || null }
}

/** People by their ids, in that order. Deleted people are left out. */
export async function findUsers({ prisma }: PrismaStore, ids: readonly string[]): Promise<DirectoryUser[]> {
  if (ids.length === 0) return []
  const rows = await prisma.user.findMany({ where: { id: { in: [...ids] } }, include })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
