import { sweepRegisteredClients } from '../../../store/beyond-prisma/registered-clients.ts'
import { noteUse } from '../../../store/hot/registered-clients.ts'
import type { Deps } from '../deps.ts'
import { day, hour } from '../durations.ts'

/**
 * How long an uninvited registration that was never used lives, and one whose last grant has ended. Their number has no
 * limit: a stranger who reached it would lock everybody else out.
 */
const unusedRegistrationFor = day
const idleRegistrationFor = 30 * day

/** The precision of the time at which a client last had a grant. */
const noteEvery = day

/** Deletes the next registrations that nobody uses any more. Returns where to go on. */
export async function sweepRegistrations(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  after: string,
  limit: number,
): Promise<string> {
  const before = (duration: number) => new Date(now().getTime() - duration)
  const next = await sweepRegisteredClients(db, after, limit, {
    now: now(),
    unusedSince: before(unusedRegistrationFor),
    idleSince: before(idleRegistrationFor),
    notedSince: before(noteEvery),
  })
  return next ?? ''
}

/** A person let a registered client act for them, or it acts for itself: it lives on. */
export const noteRegisteredUse = ({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<void> =>
  noteUse(db, id, now(), new Date(now().getTime() - hour))
