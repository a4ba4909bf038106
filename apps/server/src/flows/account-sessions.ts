import { findSessions } from '../store/sessions.ts'
import type { Here } from './account.ts'
import type { Deps } from './deps.ts'
import { coarseNetwork, deviceLabel } from './device-labels.ts'
import { closeSession } from './sessions.ts'

export interface ShownSession {
  id: string
  current: boolean
  device: string
  /** A network prefix, never a whole address. */
  place: string
  byPasskey: boolean
  since: Date
  seenAt: Date
}

/** The living sessions of a person, the one that asks first. */
export async function sessionsOf(deps: Deps, { person, session }: Here): Promise<ShownSession[]> {
  const now = deps.now()
  const idleSince = new Date(now.getTime() - deps.config.ttl.sessionIdle * 1000)
  const rows = await findSessions(deps.db, person.id, idleSince, now)
  const shown = await Promise.all(
    rows.map(async (one) => ({
      id: one.id,
      current: one.id === session.id,
      device: await deviceLabel(one.userAgent),
      place: coarseNetwork(one.network),
      byPasskey: one.amr.includes('pop'),
      since: one.authenticatedAt,
      seenAt: one.seenAt,
    })),
  )
  return shown.sort((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one session of the person, and tells its applications. Someone else's is not there. */
export async function endOwnSession(deps: Deps, here: Here, id: string): Promise<void> {
  if ((await sessionsOf(deps, here)).some((one) => one.id === id)) await closeSession(deps, id)
}

export async function endOtherSessions(deps: Deps, here: Here): Promise<void> {
  for (const one of await sessionsOf(deps, here)) if (!one.current) await closeSession(deps, one.id)
}
