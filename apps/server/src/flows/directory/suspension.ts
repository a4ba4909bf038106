import { fieldReaders } from '../../oidc/fields/field.ts'
import {
  keepMembership,
  putMembership,
  type SuspendedMembership,
  takeSuspended,
  teamIdsOf,
} from '../../store/beyond-prisma/directory/suspended-memberships.ts'
import type { AuditedChange } from '../organizations/changes.ts'
import { forgetPeople, knownBy } from '../organizations/members/company-sign-ins.ts'
import { endMembershipIn } from '../organizations/members/member-roles.ts'
import { grantBy, isNoDifference } from '../organizations/roles/giving.ts'
import { system } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { fillPossibleValues, memberSubject } from '../platform/fields/field-values.ts'
import { byDirectory, type DirectoryChange } from './changes.ts'
import { noticeOwnerParked } from './notices.ts'

/**
 * Suspends a membership: what it is stays aside until the directory restores it, and everything that it allowed ends now, in
 * this transaction. Other organizations, the account, and its passkeys are untouched. False for somebody who is no member.
 */
export async function suspendMembership(deps: Deps, held: DirectoryChange, userId: string): Promise<boolean> {
  const { change, directory } = held
  const before = await change.rolesOf(userId)
  if (!before) return false
  const key = { organizationId: directory.organizationId, userId }
  const parked = before.includes('owner') && (await change.ownersBeside(userId)) === 0
  const otherRoles = (await change.otherRolesOf(userId)).map(({ id }) => id)
  const teams = await teamIdsOf(change.tx, key)
  await keepMembership(change.tx, key, { otherRoles, teams, parked, now: deps.now() })
  await endMembershipIn(deps, change, userId, { keepsIdentities: true })
  await change.record(['user', userId], { before, ...byDirectory(directory) }, 'member.suspended')
  if (parked) await recordParked(deps, held, userId)
  return true
}

async function recordParked(deps: Deps, { change, directory }: DirectoryChange, userId: string): Promise<void> {
  await change.record(['user', userId], byDirectory(directory), 'directory.owner_parked')
  await noticeOwnerParked(deps, change.tx, { organization: change.organization, userId })
}

/**
 * Ends the membership of somebody whom the directory has deleted. The last owner is suspended instead, so that the ownership is
 * not lost.
 */
export async function endMembership(deps: Deps, held: DirectoryChange, userId: string): Promise<void> {
  const { change, directory } = held
  const before = await change.rolesOf(userId)
  if (before?.includes('owner') && (await change.ownersBeside(userId)) === 0) {
    await suspendMembership(deps, held, userId)
    return
  }
  if (before) {
    await endMembershipIn(deps, change, userId)
    await change.record(['user', userId], { before, ...byDirectory(directory) }, 'member.removed')
    return
  }
  const key = { organizationId: directory.organizationId, userId }
  // A parked ownership outlives the user of the directory.
  const suspended = await takeSuspended(change.tx, { ...key, unlessParked: true })
  if (!suspended) return
  await forgetPeople(deps, change.tx, change.actor, await knownBy(change.tx, directory.organizationId, [userId]))
  await change.record(['user', userId], { before: suspended.roles, ...byDirectory(directory) }, 'member.removed')
}

/** Restores a suspended membership. False if there is none. Its tokens, keys and sessions stay ended. */
export async function restoreMembership(
  deps: Deps,
  { change, directory }: DirectoryChange,
  userId: string,
): Promise<boolean> {
  const { tx } = change
  const suspended = await takeSuspended(tx, { organizationId: directory.organizationId, userId })
  if (!suspended) return false
  // Somebody made them a member again while the directory said nothing: that membership is the one that counts.
  if (await change.rolesOf(userId)) return true
  const roles = await rolesToRestore(change, suspended)
  await putMembership(tx, { ...suspended, roles, now: deps.now() })
  await restoreOthers(deps, change, suspended)
  await change.record(['user', userId], { after: roles, ...byDirectory(directory) }, 'member.restored')
  return true
}

/** The ownership that was parked is that of the organization's new owner by now, if there is one. */
async function rolesToRestore(
  change: AuditedChange,
  { roles, parked, userId }: SuspendedMembership,
): Promise<string[]> {
  if (!parked || (await change.ownersBeside(userId)) === 0) return roles
  return roles.map((role) => (role === 'owner' ? 'admin' : role))
}

/** Teams, other roles and fields, as far as there still are such. */
async function restoreOthers(deps: Deps, change: AuditedChange, suspended: SuspendedMembership): Promise<void> {
  const { userId, organizationId } = suspended
  for (const teamId of suspended.teams)
    if (await change.hasTeam(teamId)) await change.addToTeam(teamId, userId, deps.now())
  const named = await change.rolesNamed(suspended.otherRoles)
  const difference = { added: named.filter(({ id }) => suspended.otherRoles.includes(id)), removed: [] }
  if (!isNoDifference(difference)) await change.changeOtherRoles(userId, difference, grantBy(system, deps.now()))
  const subject = memberSubject(organizationId, userId)
  await fillPossibleValues(deps, change.tx, { subject, stored: suspended.fields, writers: fieldReaders })
}
