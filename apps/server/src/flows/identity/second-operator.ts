import type { Membership } from '../../oidc/claims.ts'
import type { Reads } from '../../store/connections/database.ts'
import type { SqlStore } from '../../store/connections/sql.ts'
import { findMemberships, isDisabled } from '../../store/hot/people.ts'
import { findStoredRole } from '../../store/prisma/operator-roles.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { day } from '../platform/durations.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import { findOperatorRole, isAtLeast } from './operator-roles.ts'

/**
 * FOUR_EYES: control of an owner is control of an organization, so no operator takes it alone. Commands do: anyone who
 * runs them has the database. A client counts as one operator: the one who made it, or who can read its secret.
 */
export const actsAlone = ({ config }: Pick<Deps, 'config'>, actor: Actor): boolean =>
  config.fourEyes && (actor.kind === 'operator' ? actor.confirmedBy === undefined : actor.kind === 'client')

/** Refuses somebody who makes an owner without a second operator. `before`: the roles that the person has. */
export function refuseNewOwner(
  deps: Pick<Deps, 'config'>,
  actor: Actor,
  before: readonly string[] | null,
  after: readonly string[],
): void {
  if (after.includes('owner') && !before?.includes('owner') && actsAlone(deps, actor))
    throw new OperationRefused('forbidden', 'roles', 'second-operator')
}

/** Whether what is done to this person waits for a second operator. */
export const waitsForSecond = async (
  deps: Deps,
  actor: Actor,
  userId: string,
  store: SqlStore = deps.db,
): Promise<boolean> => actsAlone(deps, actor) && isOwner(await findMemberships(store, userId))

export const isOwner = (memberships: readonly Pick<Membership, 'roles'>[]): boolean =>
  memberships.some(({ roles }) => roles.includes('owner'))

/** A younger role confirms nothing: otherwise an operator could give one and be the second pair of eyes themselves. */
const leastAge = day

/**
 * Whether an operator counts as the second one: not the one who asked, nor anyone whose role they gave or changed, or
 * had others give. Those whom OPERATORS names have their role from the machine.
 */
export async function isSecondOperator(
  deps: Pick<Deps, 'config' | 'now'>,
  store: Reads,
  { askedBy, confirmedBy }: { askedBy: string; confirmedBy: string },
): Promise<boolean> {
  if (askedBy === confirmedBy) return false
  const role = await findOperatorRole(deps, store, confirmedBy)
  if (role === null || !isAtLeast(role, 'support') || (await isDisabled(store, confirmedBy))) return false
  if (role === 'root') return true
  const stored = await findStoredRole(store, confirmedBy)
  return (
    stored !== null && stored.at.getTime() <= deps.now().getTime() - leastAge && !giversOf(stored).includes(askedBy)
  )
}

/** Everybody whom a role comes from. */
export const giversOf = ({ givers, grantedBy }: { givers: string | null; grantedBy: string | null }): string[] => [
  ...new Set([...(givers?.split(' ').filter(Boolean) ?? []), ...(grantedBy ? [grantedBy] : [])]),
]
