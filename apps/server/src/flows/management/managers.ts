import type { Actor } from '../platform/audit.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

/** The manager of people: operators on their pages, clients by the API, commands as the system. */
export type Manager = Actor & { kind: 'client' | 'operator' | 'system' }

/** A client that is limited to one organization sees its members, and changes nobody. */
export const restrictedTo = (actor: Manager): string | null => (actor.kind === 'client' ? actor.organizationId : null)

export function requireUnrestricted(actor: Manager): void {
  if (restrictedTo(actor) !== null) throw new OperationRefused('forbidden')
}
