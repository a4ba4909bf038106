import { type QueueState, queueState } from '../../store/beyond-prisma/queue.ts'
import { findOperatorRole, type MissingOfOperator, missingOfOperator } from '../identity/operator-roles.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { type Actor, recordRefusal, userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { second } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { mayOperate, type OperatorPermission, type OperatorRole } from './operator-permissions.ts'

export type { QueueState } from '../../store/beyond-prisma/queue.ts'

/** REQUIRE_BOUND_SESSION: the session of an operator is not bound to its device. */
export class SessionNotBound extends Error {
  override readonly name = 'SessionNotBound'
  /** `soon`: it has just begun, and the browser may still be at it. */
  constructor(readonly soon: boolean) {
    super('the session is not bound to a device')
  }
}

/** Milliseconds in which a browser that can bind a session has done it. */
const bindingTime = 10 * second

/** @throws SessionNotBound if the console needs a session that is bound, and this one is not */
function requireBound({ config, now }: Deps, { boundTo, authenticatedAt }: SignedIn['session']): void {
  if (config.requireBoundSession === 'off' || boundTo !== null) return
  throw new SessionNotBound(now().getTime() - authenticatedAt.getTime() < bindingTime)
}

export interface Operator {
  actor: Actor & { kind: 'operator' }
  role: OperatorRole
  /** What their sign-in lacks. */
  missing: MissingOfOperator | null
}

/**
 * The operator that someone is, if their role has the permission (`forbidden` if not). Anyone else learns nothing. The
 * role is read at every request, so it ends at once when it is taken away.
 */
export async function findOperator(
  deps: Deps,
  { person, session }: SignedIn,
  network: string,
  permission: OperatorPermission,
): Promise<Operator> {
  const role = await findOperatorRole(deps, deps.db, person.id)
  if (!role || !mayOperate(role, permission)) {
    const reason = role ? 'forbidden' : 'not-found'
    const detail = role ? { permission } : {}
    await recordRefusal(deps, userActor(person.id, network), { action: 'admin.see', detail }, reason)
    throw new OperationRefused(reason)
  }
  requireBound(deps, session)
  const missing = await missingOfOperator(deps, { person, session })
  return { actor: { kind: 'operator', id: person.id, network }, role, missing }
}

export const listQueue = (deps: Pick<Deps, 'db'>): Promise<QueueState[]> => queueState(deps.db)
