import { satisfies } from '../../oidc/acr.ts'
import { type QueueState, queueState } from '../../store/beyond-prisma/queue.ts'
import { hasPasskey } from '../../store/hot/passkeys.ts'
import { findMemberships } from '../../store/hot/people.ts'
import { resetSignIn } from '../account/sign-in-reset.ts'
import { isOperator } from '../identity/operator-addresses.ts'
import type { SignedIn } from '../identity/signed-in.ts'
import { recordRefusedLook } from '../organizations/access.ts'
import type { Actor } from '../platform/audit.ts'
import { userActor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

import { mayOperate, type OperatorPermission, type OperatorRole } from './operator-permissions.ts'

export type { QueueState } from '../../store/beyond-prisma/queue.ts'

export interface Operator {
  actor: Actor & { kind: 'operator' }
  role: OperatorRole
  /** They have a passkey and did not sign in with it: it is then required. */
  needsPasskey: boolean
}

/** The operator that someone is, if their role has the permission. Anyone else learns nothing. */
export async function findOperator(
  deps: Deps,
  { person, session }: SignedIn,
  network: string,
  permission: OperatorPermission,
): Promise<Operator> {
  const role = (await isOperator(deps, person.id)) ? 'root' : null
  if (!role || !mayOperate(role, permission)) {
    await recordRefusedLook(deps, userActor(person.id, network), { action: 'admin.see' }, 'not-found')
    throw new OperationRefused('not-found')
  }
  const needsPasskey = !satisfies(session.acr, 'phr') && (await hasPasskey(deps.db, person.id))
  return { actor: { kind: 'operator', id: person.id, network }, role, needsPasskey }
}

export const listQueue = (deps: Pick<Deps, 'db'>): Promise<QueueState[]> => queueState(deps.db)

export const listPersonMemberships = (deps: Deps, id: string) => findMemberships(deps.db, id)

export const resetByOperator = (
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  userId: string,
  address: string,
): Promise<void> => resetSignIn(deps, actor, userId, address)
