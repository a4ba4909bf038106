import { findNames, type NamedIds, type Names } from '../../store/prisma/names.ts'
import type { AuditEvent } from '../platform/audit.ts'
import { findClientNames } from '../platform/clients/client-names.ts'
import type { Deps } from '../platform/deps.ts'

/** With those of clients. */
export type EventNames = Names & { clients: ReadonlyMap<string, string> }

/** The present names of what a page of events is about. The caller decides which of them the reader may see. */
export async function findEventNames(
  deps: Pick<Deps, 'db' | 'clients'>,
  events: readonly AuditEvent[],
): Promise<EventNames> {
  const [names, clients] = await Promise.all([
    findNames(deps.db, idsIn(events)),
    findClientNames(deps, events.flatMap(clientsIn)),
  ])
  return { ...names, clients }
}

/** The client that acted, those that were changed, and those that the data names. */
const clientsIn = ({ actorKind, actorId, targetKind, targetId, detail }: AuditEvent): string[] =>
  [actorKind === 'client' && actorId, targetKind === 'client' && targetId, detail?.client, detail?.application].filter(
    (id) => typeof id === 'string',
  )

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
