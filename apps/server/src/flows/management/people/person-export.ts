import { findPerson } from '../../../store/hot/people.ts'
import { exportPerson } from '../../../store/prisma/people.ts'
import { notify } from '../../delivery/notices.ts'
import { actOnPerson } from '../../identity/operator-protection.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'

/**
 * Everything stored about a person, as one object, except the digests of secrets: what they would get themselves. Every
 * mailbox of theirs is notified, since they would be if they had asked for it.
 */
export async function exportPersonByOperator(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  userId: string,
): Promise<Record<string, unknown>> {
  const person = await findPerson(deps.db, userId)
  if (!person) throw new OperationRefused('not-found')
  await actOnPerson(deps, actor, { userId, action: 'user.exported' }, async (tx) => {
    await tx.record(actor, { action: 'user.exported', target: ['user', userId] })
    await notify(deps, tx, { person, event: 'data-exported' })
  })
  // Read only now: an operator who may not take it is refused before anything is read.
  const data = await exportPerson(deps.db, userId)
  return { exportedAt: deps.now().toISOString(), issuer: deps.config.issuer, subject: userId, ...data }
}
