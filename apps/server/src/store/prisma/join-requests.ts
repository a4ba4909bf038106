import type { PrismaStore } from '../connections/database.ts'
import type { SqlStore } from '../connections/sql.ts'

export interface JoinRequestRecord {
  userId: string
  name: string
  email: string | null
  createdAt: Date
}

export async function insertJoinRequest(
  { sql }: SqlStore,
  organizationId: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO join_request (organization_id, user_id, created_at) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, user_id) DO NOTHING RETURNING user_id`,
    [organizationId, userId, now],
  )
  return rows.length === 1
}

/** Requests to join an organization after a cursor, in the order of the ids of those who ask. */
export async function findJoinRequests(
  { prisma }: PrismaStore,
  organizationId: string,
  { after = null, limit }: { after?: string | null; limit: number },
): Promise<JoinRequestRecord[]> {
  const rows = await prisma.joinRequest.findMany({
    where: { organizationId, ...(after ? { userId: { gt: after } } : {}) },
    include: { user: { include: { emails: { where: { isPrimary: true } } } } },
    orderBy: { userId: 'asc' },
    take: limit,
  })
  return rows.map(({ userId, createdAt, user }) => ({
    userId,
    name: [user.givenName, user.familyName].filter(Boolean).join(' '),
    email: user.emails[0]?.address ?? null,
    createdAt,
  }))
}

/** Organizations that this person asked to join. */
export async function findOwnJoinRequests({ sql }: SqlStore, userId: string): Promise<string[]> {
  const rows = await sql.read('SELECT organization_id FROM join_request WHERE user_id = $1', [userId])
  return rows.map((row) => String(row.organization_id))
}
