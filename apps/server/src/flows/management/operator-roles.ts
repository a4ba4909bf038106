import { fullName } from '../../oidc/person-names.ts'
import { lockPerson } from '../../store/beyond-prisma/accounts.ts'
import { findPerson, findUserByEmail } from '../../store/hot/people.ts'
import { findNames } from '../../store/prisma/names.ts'
import { deleteStoredRole, findStoredRole, listStoredRoles, saveStoredRole } from '../../store/prisma/operator-roles.ts'
import { notify } from '../delivery/notices.ts'
import { actingRole, outranks } from '../identity/operator-protection.ts'
import {
  findOperatorRole,
  isAtLeast,
  isStoredOperatorRole,
  type OperatorRole,
  operatorRoles,
  type StoredOperatorRole,
} from '../identity/operator-roles.ts'
import { giversOf } from '../identity/second-operator.ts'
import { canonicalAddress } from '../platform/addresses.ts'
import { type Actor, type AuditedTransaction, inTransaction, recordRefusal } from '../platform/audit.ts'
import type { ChangeAction } from '../platform/audit-actions.ts'
import type { Deps } from '../platform/deps.ts'
import { OperationRefused } from '../platform/operation-refused.ts'

/** Who gives and takes roles: operators in the console, and commands, which are above every role. */
export type RoleGiver = Actor & { kind: 'operator' | 'system' }

export interface ListedOperator {
  /** Null for an address in OPERATORS without an account. */
  userId: string | null
  /** Empty for people who have not told theirs. */
  name: string
  address: string | null
  role: OperatorRole
  /** Null for those whom OPERATORS names. */
  given: { at: Date; by: string | null } | null
}

/** Those whom OPERATORS names. Anyone else is in `listGivenRoles`. */
export const listRootOperators = (deps: Deps): Promise<ListedOperator[]> =>
  Promise.all(
    deps.config.operators.map(async (address) => {
      const user = await findUserByEmail(deps.db, address)
      const person = user && (await findPerson(deps.db, user.id))
      const name = (person && fullName(person)) ?? ''
      return { userId: user?.id ?? null, name, address, role: 'root', given: null } as const
    }),
  )

/** A page of those whom another operator gave a role. */
export async function listGivenRoles(
  deps: Deps,
  page: { after: string | null; limit: number },
): Promise<(ListedOperator & { userId: string })[]> {
  const roles = (await listStoredRoles(deps.db, page)).filter(({ role }) => isStoredOperatorRole(role))
  const users = roles.flatMap(({ userId, grantedBy }) => [userId, ...(grantedBy ? [grantedBy] : [])])
  const names = await findNames(deps.db, { users, organizations: [], teams: [], invitations: [] })
  return roles.map(({ userId, role, grantedBy, at }) => {
    const giver = grantedBy ? names.users.get(grantedBy) : undefined
    return {
      userId,
      name: names.users.get(userId)?.name ?? '',
      address: names.users.get(userId)?.address ?? null,
      role: role as StoredOperatorRole,
      given: { at, by: giver ? giver.name || giver.address : grantedBy },
    }
  })
}

/** The roles that someone with this role gives and takes: those below their own. */
export const rolesGivenBy = (role: OperatorRole | 'system'): StoredOperatorRole[] =>
  operatorRoles.filter(isStoredOperatorRole).filter((given) => role === 'system' || !isAtLeast(given, role))

/** The account with this address. */
export async function findOperatorCandidate(deps: Deps, typed: string): Promise<{ userId: string; address: string }> {
  const address = canonicalAddress(typed)
  if (!address) throw new OperationRefused('invalid', 'email', 'invalid-address')
  const user = await findUserByEmail(deps.db, address)
  if (!user) throw new OperationRefused('invalid', 'email', 'no-account')
  return { userId: user.id, address }
}

/** Gives a role, in place of another one where there is one. False: they have it already. */
export const giveOperatorRole = (
  deps: Deps,
  actor: RoleGiver,
  userId: string,
  role: StoredOperatorRole,
): Promise<boolean> => changeOperatorRole(deps, actor, userId, role)

/** Takes a role away. Its power ends with the next request. False: there is none. */
export const takeOperatorRole = (deps: Deps, actor: RoleGiver, userId: string): Promise<boolean> =>
  changeOperatorRole(deps, actor, userId, null)

async function changeOperatorRole(
  deps: Deps,
  actor: RoleGiver,
  userId: string,
  role: StoredOperatorRole | null,
): Promise<boolean> {
  try {
    return await inTransaction(deps, async (tx) => {
      await lockPeople(tx, actor, userId)
      const before = await requireMayChange(deps, tx, actor, userId, role)
      if (before === role) return false
      if (role === null) await deleteStoredRole(tx, userId)
      else {
        const givers = await findGivers(tx, actor, userId)
        await saveStoredRole(tx, { userId, role, grantedBy: actor.id, at: deps.now(), givers })
      }
      const detail = { before, after: role }
      await tx.record(actor, { action: actionOf(before, role), target: ['user', userId], detail })
      await tellPerson(deps, tx, actor, userId, role)
      return true
    })
  } catch (error) {
    if (error instanceof OperationRefused && error.reason === 'forbidden') {
      const action = role === null ? 'operator.role_revoked' : 'operator.role_granted'
      await recordRefusal(deps, actor, { action, target: ['user', userId], detail: { after: role } }, error.reason)
    }
    throw error
  }
}

/** Everyone a role comes from: its giver, those who gave it before, and those the giver's own role comes from. */
async function findGivers(tx: AuditedTransaction, { id }: RoleGiver, userId: string): Promise<string> {
  const own = id === null ? null : await findStoredRole(tx, id)
  const before = await findStoredRole(tx, userId)
  const all = [...(before ? giversOf(before) : []), ...(own ? giversOf(own) : []), ...(id === null ? [] : [id])]
  return [...new Set(all)].join(' ')
}

/** Holds both rows, in one order, so that a role is not given by someone who loses theirs at the same moment. */
async function lockPeople(tx: AuditedTransaction, actor: RoleGiver, userId: string): Promise<void> {
  const ids = [...new Set([userId, ...(actor.id === null ? [] : [actor.id])])].sort()
  for (const id of ids) {
    if (!(await lockPerson(tx, id)) && id === userId) throw new OperationRefused('not-found')
  }
}

/** Nobody gives a role that is equal to their own or higher, nor changes that of such an operator. Returns the present one. */
async function requireMayChange(
  deps: Deps,
  tx: AuditedTransaction,
  actor: RoleGiver,
  userId: string,
  role: StoredOperatorRole | null,
): Promise<StoredOperatorRole | null> {
  const acting = await actingRole(deps, tx, actor)
  const present = await findOperatorRole(deps, tx, userId)
  if (present === 'root' || !outranks(acting, present))
    throw new OperationRefused('forbidden', 'email', 'higher-operator')
  if (acting === null || (role !== null && !rolesGivenBy(acting).includes(role)))
    throw new OperationRefused('forbidden', 'role', 'role-too-high')
  return present
}

const actionOf = (before: string | null, after: string | null): ChangeAction =>
  after === null ? 'operator.role_revoked' : before === null ? 'operator.role_granted' : 'operator.role_changed'

/** Every mailbox of the person learns who gave the role, or took it. */
async function tellPerson(
  deps: Deps,
  tx: AuditedTransaction,
  actor: RoleGiver,
  userId: string,
  role: StoredOperatorRole | null,
): Promise<void> {
  const person = await findPerson(tx, userId)
  if (!person) return
  const giver = actor.id === null ? null : await findPerson(tx, actor.id)
  const detail = (giver && fullName(giver)) ?? ''
  await notify(deps, tx, {
    person,
    visitor: { network: actor.network ?? '' },
    event: `operator-${role ?? 'none'}`,
    detail,
  })
}

/** The stored role of a person, for their page. */
export const findGivenRole = async (deps: Deps, userId: string): Promise<StoredOperatorRole | null> => {
  const stored = await findStoredRole(deps.db, userId)
  return stored !== null && isStoredOperatorRole(stored.role) ? stored.role : null
}
