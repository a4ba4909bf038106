import { afterAllIds } from '../../crypto/random.ts'
import type { PrismaStore } from '../connections/database.ts'
import type { Prisma } from '../generated/sqlite/client.ts'
import type { AuditEvent } from '../hot/audit-events.ts'

/** A page of events, the newest first, before a cursor. Of one organization, or of all. */
export async function findEvents(
  { prisma }: PrismaStore,
  { organizationId, before, limit }: { organizationId: string | null; before: string | null; limit: number },
): Promise<AuditEvent[]> {
  const rows = await prisma.auditEvent.findMany({
    where: { ...(organizationId ? { organizationId } : {}), id: { lt: before ?? afterAllIds } },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map(toEvent)
}

/** What a person did and what was done to them, the oldest first. */
export async function findEventsAbout({ prisma }: PrismaStore, userId: string): Promise<AuditEvent[]> {
  // Two questions: each has an index, and one question for both would have none.
  const [done, undergone] = await Promise.all([
    prisma.auditEvent.findMany({ where: { actorId: userId } }),
    prisma.auditEvent.findMany({ where: { targetId: userId } }),
  ])
  const events = new Map([...done, ...undergone].map((event) => [event.id, toEvent(event)]))
  return [...events.values()].sort((left, right) => (left.id < right.id ? -1 : 1))
}

/** The events with these ids, by id. */
export async function findEventsOf({ prisma }: PrismaStore, ids: readonly string[]): Promise<Map<string, AuditEvent>> {
  // An empty list is no condition that an index could answer.
  if (ids.length === 0) return new Map()
  const rows = await prisma.auditEvent.findMany({ where: { id: { in: [...ids] } } })
  return new Map(rows.map((row) => [row.id, toEvent(row)]))
}

/** The last of them, the newest first. */
export async function findRecentEventsAbout(
  { prisma }: PrismaStore,
  userId: string,
  limit: number,
): Promise<AuditEvent[]> {
  const newest = { orderBy: { id: 'desc' }, take: limit } as const
  const [done, undergone] = await Promise.all([
    prisma.auditEvent.findMany({ where: { actorId: userId }, ...newest }),
    prisma.auditEvent.findMany({ where: { targetId: userId }, ...newest }),
  ])
  const events = new Map([...done, ...undergone].map((event) => [event.id, toEvent(event)]))
  return [...events.values()].sort((left, right) => (left.id < right.id ? 1 : -1)).slice(0, limit)
}

/** Whether an event names someone who did something, or to whom it was done. */
export async function hasEventsAbout({ prisma }: PrismaStore, id: string): Promise<boolean> {
  const [event] = await findRecentEventsAbout({ prisma }, id, 1)
  return event !== undefined
}

const toEvent = ({
  attempts: _attempts,
  dueAt: _dueAt,
  pending: _pending,
  ...event
}: Prisma.AuditEventGetPayload<object>): AuditEvent => ({
  ...event,
  actorKind: event.actorKind as AuditEvent['actorKind'],
  result: event.result as AuditEvent['result'],
  detail: event.detail ? (JSON.parse(event.detail) as Record<string, unknown>) : null,
})
