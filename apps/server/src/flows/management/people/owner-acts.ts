import { newId } from '../../../crypto/random.ts'
import { lockPerson } from '../../../store/beyond-prisma/accounts.ts'
import { isDisabled } from '../../../store/hot/people.ts'
import { endOwnerAct, insertOwnerAct, listOwnerActs, type OwnerAct } from '../../../store/prisma/owner-acts.ts'
import { resetSignIn } from '../../account/sign-in-reset.ts'
import { actOnPerson } from '../../identity/operator-protection.ts'
import { findOperatorRole, isAtLeast } from '../../identity/operator-roles.ts'
import { isSecondOperator, waitsForSecond } from '../../identity/second-operator.ts'
import { changeRoles } from '../../organizations/members/member-roles.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import { type Actor, inTransaction } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { day } from '../../platform/durations.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'

export type { OwnerAct } from '../../../store/prisma/owner-acts.ts'

type Operator = Actor & { kind: 'operator' }

/** How long an act waits for a second operator, in milliseconds. */
const waitsFor = day

/** Resets how a person signs in. False: the person owns an organization, and it waits for a second operator (FOUR_EYES). */
export async function resetByOperator(deps: Deps, actor: Operator, userId: string, typed: string): Promise<boolean> {
  if (!(await waitsForSecond(deps, actor, userId))) {
    await resetSignIn(deps, actor, userId, typed)
    return true
  }
  const address = canonicalAddress(typed)
  if (!address) throw new OperationRefused('invalid', 'email', 'invalid-address')
  await ask(deps, actor, { kind: 'reset', userId, organizationId: null, address })
  return false
}

/** Makes a member an owner, beside those who are: for an organization whose owners have left. False: it waits. */
export async function handOverOrganization(
  deps: Deps,
  actor: Operator,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  if (deps.config.fourEyes) await ask(deps, actor, { kind: 'hand-over', userId, organizationId, address: null })
  else await changeRoles(deps, actor, organizationId, userId, ['owner'])
  return !deps.config.fourEyes
}

type Asked = Pick<OwnerAct, 'userId' | 'organizationId' | 'address'> & { kind: 'reset' | 'hand-over' }

const eventOf = ({ id, kind, userId, organizationId, askedBy }: OwnerAct) => ({
  organizationId,
  target: ['user', userId] as const,
  detail: { owner_act: id, kind, asked_by: askedBy },
})

async function ask(deps: Deps, actor: Operator, asked: Asked): Promise<void> {
  const now = deps.now()
  const act = { ...asked, id: newId(now), askedBy: actor.id, expiresAt: new Date(now.getTime() + waitsFor) }
  await actOnPerson(deps, actor, { userId: asked.userId, action: 'operator.act_asked' }, async (tx) => {
    await insertOwnerAct(tx, act)
    await tx.record(actor, { action: 'operator.act_asked', ...eventOf(act) })
  })
}

/** A page of what waits for a second operator. */
export const listWaitingActs = (deps: Deps, page: { after: string | null; limit: number }): Promise<OwnerAct[]> =>
  listOwnerActs(deps.db, { ...page, now: deps.now() })

/**
 * A second operator confirms an act, and it is done: by the one who asked, who must still be allowed to. It is confirmed
 * before it is done, so that a crash leaves it undone.
 */
export async function confirmOwnerAct(deps: Deps, actor: Operator, id: string): Promise<void> {
  const now = deps.now()
  const act = await inTransaction(deps, async (tx) => {
    await lockPerson(tx, actor.id)
    const found = await endOwnerAct(tx, { id, by: actor.id, confirms: true, now })
    if (!found) throw new OperationRefused('invalid', 'act', 'not-open')
    const isSecond = await isSecondOperator(deps, tx, { askedBy: found.askedBy, confirmedBy: actor.id })
    if (!isSecond || found.userId === actor.id) throw new OperationRefused('forbidden', 'act', 'not-second')
    await tx.record(actor, { action: 'operator.act_confirmed', ...eventOf(found) })
    return found
  })
  const { askedBy, userId, organizationId, address } = act
  const role = await findOperatorRole(deps, deps.db, askedBy)
  if (role === null || !isAtLeast(role, 'support') || (await isDisabled(deps.db, askedBy)))
    throw new OperationRefused('invalid', 'act', 'not-open')
  const asker = { kind: 'operator', id: askedBy, network: actor.network, confirmedBy: actor.id } as const
  if (act.kind === 'reset' && address) await resetSignIn(deps, asker, userId, address)
  if (act.kind === 'hand-over' && organizationId) await changeRoles(deps, asker, organizationId, userId, ['owner'])
}

/** The operator who asked, or any other, takes an act back. */
export async function withdrawOwnerAct(deps: Deps, actor: Operator, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const act = await endOwnerAct(tx, { id, by: actor.id, confirms: false, now: deps.now() })
    if (!act) throw new OperationRefused('invalid', 'act', 'not-open')
    await tx.record(actor, { action: 'operator.act_withdrawn', ...eventOf(act) })
  })
}
