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

export type { QueueState } from '../../store/beyond-prisma/queue.ts'

/**
 * The operator that someone is: by a verified address that OPERATORS names. Anyone else learns nothing. `passkey` says
 * that they have one and did not use it: it is then required.
 */
export async function findOperator(
  deps: Deps,
  { person, session }: SignedIn,
  network: string,
): Promise<{ actor: Actor & { kind: 'operator' }; passkey: boolean }> {
  if (!(await isOperator(deps, person.id))) {
    await recordRefusedLook(deps, userActor(person.id, network), { action: 'admin.see' }, 'not-found')
    throw new OperationRefused('not-found')
  }
  const passkey = !satisfies(session.acr, 'phr') && (await hasPasskey(deps.db, person.id))
  return { actor: { kind: 'operator', id: person.id, network }, passkey }
}

export const listQueue = (deps: Pick<Deps, 'db'>): Promise<QueueState[]> => queueState(deps.db)

export const listPersonMemberships = (deps: Deps, id: string) => findMemberships(deps.db, id)

export const resetByOperator = (
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  userId: string,
  address: string,
): Promise<void> => resetSignIn(deps, actor, userId, address)
