import { findNames, type NamedIds, type Names } from '../../store/prisma/names.ts'
import type { AuditEvent } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'

export type EventNames = Names

/** The present names of what a page of events is about. The caller decides which of them the reader may see. */
export const findEventNames = (deps: Pick<Deps, 'db'>, events: readonly AuditEvent[]): Promise<EventNames> =>
  findNames(deps.db, idsIn(events))

function idsIn(events: readonly AuditEvent[]): NamedIds {
  const targets = (kind: string) =>
    events.flatMap(({ targetKind, targetId }) => (targetKind === kind && targetId !== null ? [targetId] : []))
  return {
    users: [...targets('user'), ...events.flatMap(peopleIn)],
    organizations: [...targets('organization'), ...events.flatMap(({ organizationId }) => organizationId ?? [])],
    teams: targets('team'),
    invitations: targets('invitation'),
  }
}

/** People who acted, and those that the data names. */
const peopleIn = ({ actorKind, actorId, detail }: AuditEvent): string[] => [
  ...((actorKind === 'user' || actorKind === 'operator') && actorId !== null ? [actorId] : []),
  ...(typeof detail?.user === 'string' ? [detail.user] : []),
]
