import type { ConnectionSettings, UpstreamIdentity } from '../../../oidc/federation/connection.ts'
import {
  builtInDefault,
  type GroupMapping,
  type MappedRoles,
  mappedRoles,
} from '../../../oidc/federation/mapped-roles.ts'
import { rightsLimits } from '../../../oidc/permissions.ts'
import type { RoleRecord } from '../../../store/prisma/rights.ts'
import { system } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import type { AuditedChange } from '../changes.ts'
import { differenceDetail, grantBy, isNoDifference, isOwnersRole } from '../roles/giving.ts'

/** Whose groups give roles and teams: a connection's, or those of a directory. */
export interface GroupSource {
  mappings: readonly GroupMapping[]
  settings: Pick<ConnectionSettings, 'allowOwner' | 'defaultRole'>
  /** What the events name. */
  by: Record<string, string>
  /** The directory, which takes the role owner away from whom it made one, once its groups may not give it any more. */
  directoryId?: string
}

/**
 * Makes somebody a member, with the default role or what their groups give; or brings the roles and teams of a member up to
 * date with their groups. `before`: their roles, null for somebody who is no member yet.
 */
export async function applyMappedRoles(
  deps: Deps,
  change: AuditedChange,
  source: GroupSource,
  { userId, groups, before }: { userId: string; groups: UpstreamIdentity['groups']; before: readonly string[] | null },
): Promise<void> {
  const { by, settings, directoryId = null } = source
  const stillHeld = await withoutForbiddenOwner(change, userId, before, source)
  const mapped = mappedRoles(source.mappings, groups, stillHeld, settings)
  const builtIn = await keptOwner(change, userId, before, mapped?.builtIn)
  const after = builtIn ?? before ?? [builtInDefault(settings.defaultRole)]
  const isSame = before !== null && before.join(' ') === after.join(' ')
  if (!isSame) {
    // An owner stays one of whoever made them that.
    const ownerBy = before?.includes('owner') ? await change.ownerMadeBy(userId) : directoryId
    await change.setRoles(userId, after, deps.now(), after.includes('owner') ? ownerBy : null)
  }
  const others = await changeOthers(deps, change, settings, { userId, joins: before === null, mapped })
  if (!isSame || others)
    await change.record(
      ['user', userId],
      { ...(before ? { before } : {}), after, ...others, ...by },
      before ? 'member.roles_changed' : 'member.joined',
    )
  if (mapped) await changeTeams(deps, change, { userId, mapped, settings, by })
}

/**
 * What somebody holds, without the role owner that a group of this directory has given, if its groups may not give it any more:
 * no other group gives it back. An owner whom somebody has made stays one.
 */
async function withoutForbiddenOwner(
  change: AuditedChange,
  userId: string,
  before: readonly string[] | null,
  { settings: { allowOwner }, directoryId }: GroupSource,
): Promise<readonly string[]> {
  if (!before?.includes('owner') || allowOwner || directoryId === undefined) return before ?? []
  return (await change.ownerMadeBy(userId)) === directoryId ? before.filter((role) => role !== 'owner') : before
}

/** The last owner stays one, whatever the provider says. */
async function keptOwner(
  change: AuditedChange,
  userId: string,
  before: readonly string[] | null,
  after: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  const loses = before?.includes('owner') && after && !after.includes('owner')
  return loses && (await change.ownersBeside(userId)) === 0 ? (before ?? undefined) : after
}

/** Whether an identity provider may give it: what otherwise only owners give, where the owners allowed that. */
const mayBeMapped = (
  deps: Pick<Deps, 'permissions'>,
  { allowOwner }: Pick<GroupSource['settings'], 'allowOwner'>,
  roles: readonly RoleRecord[],
): boolean => allowOwner || roles.every((role) => !isOwnersRole(deps, role))

async function changeOthers(
  deps: Deps,
  change: AuditedChange,
  settings: GroupSource['settings'],
  { userId, joins, mapped }: { userId: string; joins: boolean; mapped: MappedRoles | null },
): Promise<{ added: string[]; removed: string[] } | null> {
  const given = new Set(mapped?.roles.given)
  const isOther = builtInDefault(settings.defaultRole) !== settings.defaultRole && settings.defaultRole !== 'owner'
  if (joins && isOther) given.add(settings.defaultRole)
  if (given.size === 0 && !mapped?.roles.taken.size) return null
  const before = await change.otherRolesOf(userId)
  const wanted = (await change.rolesNamed([...given])).filter(
    (role) => given.has(role.id) && mayBeMapped(deps, settings, [role]) && !before.some(({ id }) => id === role.id),
  )
  const removed = before.filter(({ id }) => mapped?.roles.taken.has(id) && !given.has(id))
  const limit = Math.max(0, rightsLimits.rolesOfMember - before.length + removed.length)
  const difference = { added: wanted.slice(0, limit), removed }
  if (isNoDifference(difference)) return null
  await change.changeOtherRoles(userId, difference, grantBy(system, deps.now()))
  return differenceDetail(difference)
}

async function changeTeams(
  deps: Deps,
  change: AuditedChange,
  {
    userId,
    mapped: { teams },
    settings,
    by,
  }: { userId: string; mapped: MappedRoles; settings: GroupSource['settings']; by: Record<string, string> },
): Promise<void> {
  for (const teamId of teams.given) {
    if (!(await change.hasTeam(teamId)) || (await change.isInTeam(teamId, userId))) continue
    if (!mayBeMapped(deps, settings, await change.rolesOfTeam(teamId))) continue
    await change.addToTeam(teamId, userId, deps.now())
    await change.record(['team', teamId], { user: userId, ...by }, 'team.member_added')
  }
  for (const teamId of teams.taken)
    if (await change.removeFromTeam(teamId, userId))
      await change.record(['team', teamId], { user: userId, ...by }, 'team.member_removed')
}
