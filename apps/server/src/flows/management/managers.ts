import { type Actor, type Refusal, recordRefusal } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

/** The manager of people: operators on their pages, clients by the API, commands as the system. */
export type Manager = Actor & { kind: 'client' | 'operator' | 'system' }

/** A client that is limited to one organization sees its members, and changes nobody. */
export const restrictedTo = (actor: Manager): string | null => (actor.kind === 'client' ? actor.organizationId : null)

export function requireUnrestricted(actor: Manager): void {
  if (restrictedTo(actor) !== null) throw new OperationRefused('forbidden')
}

/** Does some work, and records that it was refused for want of a right. A mistyped input is not recorded. */
export async function recordingRefusal<T>(
  deps: Deps,
  actor: Manager,
  refusal: Refusal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OperationRefused && error.reason === 'forbidden')
      await recordRefusal(deps, actor, refusal, 'forbidden')
    throw error
  }
}
