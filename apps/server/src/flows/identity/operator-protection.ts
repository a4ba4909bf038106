import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import type { Transaction } from '../../store/connections/database.ts'
import { type Actor, type AuditedTransaction, inTransaction, recordRefusal } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { findOperatorRole, isAtLeast, type OperatorRole } from './operator-roles.ts'

/**
 * The role with which someone acts on people. Commands are above every role: anyone who runs them has the database. A
 * client that manages the whole server is what an administrator may set up, so it acts as one. Null: no role at all.
 */
export function actingRole(
  deps: Pick<Deps, 'config'>,
  tx: Transaction,
  actor: Actor,
): Promise<OperatorRole | 'system' | null> | OperatorRole | 'system' | null {
  if (actor.kind === 'system') return 'system'
  if (actor.kind === 'client') return actor.organizationId === null ? 'administrator' : null
  return actor.kind === 'operator' ? findOperatorRole(deps, tx, actor.id) : null
}

/** Whether someone with the first role may act on a person with the second: nobody acts on an equal or a higher one. */
export const outranks = (acting: OperatorRole | 'system' | null, role: OperatorRole | null): boolean =>
  role === null || acting === 'system' || (acting !== null && !isAtLeast(role, acting))

/** Refuses an act on a person who is an operator of the same role or a higher one. The row of the person is locked before. */
export async function requireOutranking(
  deps: Pick<Deps, 'config'>,
  tx: Transaction,
  actor: Actor,
  userId: string,
  amongRoots = false,
): Promise<void> {
  const role = await findOperatorRole(deps, tx, userId)
  if (role === null) return
  const acting = await actingRole(deps, tx, actor)
  if (amongRoots && acting === 'root') return
  if (!outranks(acting, role)) throw new OperationRefused('forbidden', 'user', 'higher-operator')
}

interface ActOnPerson {
  userId: string
  action: ChangeAction
  /** Whether the row of the person is locked first. Not where the work locks organizations, which come before people. */
  lock?: boolean
  /** Whether a root may do it for another one, since nobody in the console is above them. */
  amongRoots?: boolean
}

/**
 * Acts on the account of a person for someone else, in one transaction that holds the person's row. Refused, and
 * recorded, where the person is an operator of the same role or a higher one.
 */
export async function actOnPerson<T>(
  deps: Deps,
  actor: Actor,
  { userId, action, lock = true, amongRoots = false }: ActOnPerson,
  work: (tx: AuditedTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(deps, async (tx) => {
      if (lock && !(await lockPerson(tx, userId))) throw new OperationRefused('not-found')
      await requireOutranking(deps, tx, actor, userId, amongRoots)
      return work(tx)
    })
  } catch (error) {
    if (error instanceof OperationRefused && error.problem === 'higher-operator')
      await recordRefusal(deps, actor, { action, target: ['user', userId] }, error.reason)
    throw error
  }
}
