import { holds, noHeldRoles, type RightsHolder, rightsLimits } from '../../../oidc/permissions.ts'
import type { RoleGrant } from '../../../store/prisma/organizations/roles.ts'
import type { RoleRecord } from '../../../store/prisma/rights.ts'
import { actsAlone } from '../../identity/second-operator.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { AuditedChange } from '../changes.ts'
import { may, type Role, roleNames } from '../rules.ts'

/** Somebody who gives roles in an organization. */
export interface Giver extends RightsHolder {
  /** A client that acts for the organization alone: as its owner, but not with what the operator left to owners. */
  isLimited: boolean
  /** FOUR_EYES: without a second operator, nobody gives what otherwise only owners have. */
  actsAlone: boolean
}

type GivenRole = Pick<RoleRecord, 'organizationId' | 'assignableBy' | 'permissionIds'>

/** Whether somebody may give a role. Decided here alone, for members, teams, invitations and imports. */
export const mayGiveRole = (deps: Pick<Deps, 'permissions'>, giver: Giver, role: GivenRole): boolean =>
  mayTakeRole(deps, giver, role) && !(giver.actsAlone && isOwnersRole(deps, role))

/** Whether only owners may give a role, or only they hold something that is in it. */
export const isOwnersRole = (
  { permissions }: Pick<Deps, 'permissions'>,
  { assignableBy, permissionIds }: Omit<GivenRole, 'organizationId'>,
): boolean =>
  assignableBy === 'owner' || permissionIds.some((id) => (permissions.findById(id)?.level ?? 'owner') === 'owner')

/**
 * Whether somebody may take a role away, or decide what is in it: owners and admins, if they hold all of it themselves. A
 * permission that does not count any more has to be held too, since it may return.
 */
export function mayTakeRole(
  { permissions }: Pick<Deps, 'permissions'>,
  giver: Giver,
  { organizationId, assignableBy, permissionIds }: GivenRole,
): boolean {
  if (!may(giver.roles, 'manage-members')) return false
  const asOwner = may(giver.roles, 'own') && !(giver.isLimited && organizationId === '')
  if (assignableBy === 'owner' && !asOwner) return false
  return permissionIds.every((id) => holds(giver, permissions.findById(id) ?? { id, level: 'owner' }))
}

/** @throws OperationRefused not-held, or second-operator, for the first role that somebody may not give */
export function requireGivable(deps: Pick<Deps, 'permissions'>, giver: Giver, roles: readonly RoleRecord[]): void {
  requireTakable(deps, giver, roles)
  const refused = roles.find((role) => !mayGiveRole(deps, giver, role))
  if (refused) throw new OperationRefused('forbidden', 'roles', 'second-operator', refused.key)
}

/** @throws OperationRefused not-held for the first role that somebody may not take away */
export function requireTakable(deps: Pick<Deps, 'permissions'>, giver: Giver, roles: readonly RoleRecord[]): void {
  const refused = roles.find((role) => !mayTakeRole(deps, giver, role))
  if (refused) throw new OperationRefused('forbidden', 'roles', 'not-held', refused.key)
}

/**
 * FOUR_EYES: refuses somebody who puts what otherwise only owners have into a role, which gives it to all who hold the
 * role.
 */
export function refuseOwnersRights(
  deps: Pick<Deps, 'config' | 'permissions'>,
  actor: Actor,
  before: readonly string[],
  after: readonly string[],
): void {
  const permissionIds = after.filter((id) => !before.includes(id))
  if (actsAlone(deps, actor) && isOwnersRole(deps, { assignableBy: 'admin', permissionIds }))
    throw new OperationRefused('forbidden', 'permissions', 'second-operator')
}

/** The rights with which somebody gives roles in an organization whose row is locked. */
export async function giverIn(
  deps: Pick<Deps, 'config'>,
  { heldBy }: Pick<AuditedChange, 'heldBy'>,
  actor: Actor,
  roles: readonly string[],
): Promise<Giver> {
  const isLimited = actor.kind === 'client' && actor.organizationId !== null
  // An owner holds everything anyway.
  const held = actor.kind === 'user' && !roles.includes('owner') ? await heldBy(actor.id) : noHeldRoles
  return { roles, held, isLimited, actsAlone: actsAlone(deps, actor) }
}

/** The names of roles as a program or a file gives them: those of owner, admin and member, and the others. */
export function splitRoleNames(names: readonly string[]): { builtIn: Role[]; others: string[] } {
  return {
    builtIn: roleNames.filter((role) => names.includes(role)),
    others: [...new Set(names)].filter((name) => !(roleNames as readonly string[]).includes(name)),
  }
}

/**
 * The roles of these ids or keys.
 * @throws OperationRefused unknown-role, the same for those of another organization as for those that nobody has
 */
export async function findNamedRoles(
  { rolesNamed }: Pick<AuditedChange, 'rolesNamed'>,
  names: readonly string[],
): Promise<RoleRecord[]> {
  // PostgreSQL refuses a query for some characters, and no name has them.
  const found = names.every((name) => /^[\w-]{1,100}$/.test(name)) ? await rolesNamed(names) : []
  if (!names.every((name) => found.some(({ id, key }) => name === id || name === key)))
    throw new OperationRefused('invalid', 'roles', 'unknown-role')
  return found
}

/** Which roles have to be given and taken away, so that somebody who has `before` has `after`. */
export interface RolesDifference {
  added: RoleRecord[]
  removed: RoleRecord[]
}

/** @throws OperationRefused too-many, not-held, or second-operator */
export function differenceToGive(
  deps: Pick<Deps, 'permissions'>,
  giver: Giver,
  { before, after }: { before: readonly RoleRecord[]; after: readonly RoleRecord[] },
  limit: number = rightsLimits.rolesOfMember,
): RolesDifference {
  const without = (all: readonly RoleRecord[], others: readonly RoleRecord[]) =>
    all.filter(({ id }) => !others.some((other) => other.id === id))
  const difference = { added: without(after, before), removed: without(before, after) }
  requireTakable(deps, giver, difference.removed)
  requireGivable(deps, giver, difference.added)
  if (difference.added.length > 0 && after.length > limit) throw new OperationRefused('too-many')
  return difference
}

export const isNoDifference = ({ added, removed }: RolesDifference): boolean => added.length + removed.length === 0

/** What an event says of a difference: the keys of the roles. */
export const differenceDetail = ({ added, removed }: RolesDifference): { added: string[]; removed: string[] } => ({
  added: added.map(({ key }) => key),
  removed: removed.map(({ key }) => key),
})

export const grantBy = (actor: Actor, now: Date): RoleGrant => ({
  grantedByKind: actor.kind,
  grantedBy: actor.id,
  grantedAt: now,
})
