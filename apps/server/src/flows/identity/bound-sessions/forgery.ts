import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import { findPerson } from '../../../store/hot/people.ts'
import { isSessionAlive } from '../../../store/hot/sessions.ts'
import { notify } from '../../delivery/notices.ts'
import { inTransaction, system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Visitor } from '../../platform/visitor.ts'
import { closeSessionIn } from '../sessions.ts'

/** What no browser does that has the key: it signs with another one, says another algorithm, or brings a second key. */
export type ForgerySign = 'signature' | 'algorithm' | 'second-key'

/** Somebody who has the cookie of a bound session, and not its key, tried to prove it: the session ends, and its person is told. */
export async function endForged(
  deps: Deps,
  visitor: Visitor,
  { id, userId }: { id: string; userId: string },
  sign: ForgerySign,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await lockPerson(tx, userId)
    if (!(await isSessionAlive(tx, id))) return
    await closeSessionIn(deps, tx, id)
    const detail = { user: userId, sign, network: visitor.network }
    await tx.record(system, { action: 'session.binding_failed', target: ['session', id], detail })
    const person = await findPerson(tx, userId)
    if (person) await notify(deps, tx, { person, visitor, event: 'session-binding-failed', page: '/account/sessions' })
  })
}
