import { newId } from '../crypto/random.ts'
import {
  changeOrganization,
  type OrganizationChange,
  type OrganizationRecord,
  type OrganizationSettings,
  SlugTaken,
} from '../store/organization-changes.ts'
import {
  createOrganization,
  findMembers,
  findOrganization,
  findRoles,
  findTeams,
  type Member,
  type TeamRecord,
} from '../store/organizations.ts'
import { type Actor, eventOf, recordRefusal } from './audit.ts'
import type { Deps } from './deps.ts'
import { spend, TooManyAttempts } from './limits.ts'
import { cleanName, isSlug, slugCandidates } from './names.ts'
import { may, mayGive, type Operation, type Role } from './organization-rules.ts'

/** Milliseconds between the deletion of an organization and its end. */
export const grace = 14 * 86_400_000
/** How many organizations one person may create. */
const organizationsPerPerson = [{ count: 10, window: 86_400_000 }]

export type RefusalReason =
  | 'not-found'
  | 'forbidden'
  | 'last-owner'
  | 'taken'
  | 'invalid'
  | 'changed-meanwhile'
  | 'not-a-member'
  | 'too-many'

/** What someone asked for is not done, and nothing was changed. `field` and `problem` are for a form. */
export class Refused extends Error {
  override readonly name = 'Refused'
  constructor(
    readonly reason: RefusalReason,
    readonly field: string | null = null,
    readonly problem: string | null = null,
  ) {
    super(`refused: ${reason}${problem ? ` (${field}: ${problem})` : ''}`)
  }
}

/** The roles with which someone acts here. Clients and operators act as owners of what they may act on at all. */
async function rolesOfActor(
  actor: Actor,
  organizationId: string,
  find: (userId: string) => Promise<string[] | null>,
): Promise<string[] | null> {
  if (actor.kind === 'client')
    return actor.organizationId === null || actor.organizationId === organizationId ? ['owner'] : null
  return actor.kind === 'user' ? find(actor.id) : ['owner']
}

/**
 * Does something to an organization under its lock. Someone who does not belong to it learns nothing (`not-found`); who
 * belongs and may not, is told so (`forbidden`). Either is kept in the audit log.
 */
export async function act<T>(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  action: string,
  operation: Operation,
  work: (change: OrganizationChange, roles: readonly string[]) => Promise<T>,
): Promise<T> {
  try {
    const done = await changeOrganization(deps.db, organizationId, async (change) => {
      if (change.organization.disabledAt && actor.kind === 'user') throw new Refused('not-found')
      const roles = await rolesOfActor(actor, organizationId, change.rolesOf)
      if (!roles) throw new Refused('not-found')
      if (!may(roles, operation, change.organization)) throw new Refused('forbidden')
      return { value: await work(change, roles) }
    })
    if (!done) throw new Refused('not-found')
    deps.wake()
    return done.value
  } catch (error) {
    const refused = error instanceof SlugTaken ? new Refused('taken', 'slug', 'taken') : error
    if (refused instanceof Refused) {
      await recordRefusal(deps, actor, { action, organizationId }, refused.reason)
    }
    throw refused
  }
}

export interface Seen {
  organization: OrganizationRecord
  roles: string[]
}

/** Opens an organization for someone who may look at it. Throws `Refused`. */
export async function see(deps: Deps, actor: Actor, idOrSlug: string, operation: Operation = 'see'): Promise<Seen> {
  const organization = await findOrganization(deps.db, idOrSlug)
  const roles =
    organization && (await rolesOfActor(actor, organization.id, (id) => findRoles(deps.db, organization.id, id)))
  if (!organization || !roles) {
    await recordRefusal(
      deps,
      actor,
      { action: 'organization.see', organizationId: organization?.id ?? null },
      'not-found',
    )
    throw new Refused('not-found')
  }
  if (!may(roles, operation, organization)) {
    await recordRefusal(deps, actor, { action: 'organization.see', organizationId: organization.id }, 'forbidden')
    throw new Refused('forbidden')
  }
  return { organization, roles }
}

/** The members of an organization. Addresses are for its admins and owners, and one's own is for oneself. */
export async function membersOf(deps: Deps, actor: Actor, { organization, roles }: Seen): Promise<Member[]> {
  const members = await findMembers(deps.db, organization.id)
  const open = may(roles, 'see-addresses')
  return members.map((one) => ({ ...one, email: open || one.userId === actor.id ? one.email : null }))
}

export const teamsOf = (deps: Deps, { organization }: Seen): Promise<TeamRecord[]> =>
  findTeams(deps.db, organization.id)

/** Creates an organization. The slug is made from the name when none is given. Returns its id. */
export async function createOrganizationFor(
  deps: Deps,
  actor: Actor,
  ownerId: string,
  { name: typed, slug, id = newId(deps.now()) }: { name: string; slug?: string; id?: string },
): Promise<string> {
  const name = nameOf(typed, 'organization_name')
  if (slug && !isSlug(slug)) throw new Refused('invalid', 'organization_slug', 'invalid-slug')
  if (actor.kind === 'user') {
    const wait = await spend(deps, `organizations:${actor.id}`, organizationsPerPerson)
    if (wait !== null) throw new TooManyAttempts(wait)
  }
  for (const candidate of slug ? [slug] : slugCandidates(name)) {
    const event = eventOf(deps, actor, {
      action: 'organization.created',
      organizationId: id,
      target: ['organization', id],
      detail: { name, slug: candidate, owner: ownerId },
    })
    if (await createOrganization(deps.db, { id, slug: candidate, name, ownerId, now: deps.now(), event })) {
      deps.wake()
      return id
    }
  }
  throw new Refused('taken', slug ? 'organization_slug' : 'organization_name', 'taken')
}

export function nameOf(input: string, field: string): string {
  const cleaned = cleanName(input)
  if (!cleaned.ok) throw new Refused('invalid', field, cleaned.problem)
  if (cleaned.name === '') throw new Refused('invalid', field, 'required')
  return cleaned.name
}

/** The settings that only owners change. */
const ofOwners = ['requirePasskey', 'sessionMax'] as const

/** Changes settings. `version`: refused when someone changed the organization since it was read (If-Match). */
export async function updateOrganization(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  settings: OrganizationSettings,
  version?: number,
): Promise<OrganizationRecord> {
  return act(deps, actor, organizationId, 'organization.updated', 'manage-settings', async (change, roles) => {
    if (version !== undefined && change.organization.version !== version + 1) throw new Refused('changed-meanwhile')
    const wanted = { ...settings }
    if (wanted.name !== undefined) wanted.name = nameOf(wanted.name, 'name')
    if (wanted.slug !== undefined && wanted.slug !== change.organization.slug && !isSlug(wanted.slug))
      throw new Refused('invalid', 'slug', 'invalid-slug')
    if (wanted.logoUrl && !(URL.canParse(wanted.logoUrl) && /^https:\/\/[^\s]{1,490}$/.test(wanted.logoUrl)))
      throw new Refused('invalid', 'logo_url', 'invalid-url')
    if (wanted.sessionMax != null && !(Number.isInteger(wanted.sessionMax) && wanted.sessionMax >= 300))
      throw new Refused('invalid', 'session_max', 'invalid-number')
    const touchesOwners = ofOwners.some((key) => wanted[key] !== undefined && wanted[key] !== change.organization[key])
    if (touchesOwners && !may(roles, 'own')) throw new Refused('forbidden')
    await change.update(wanted)
    await change.record(
      eventOf(deps, actor, {
        action: 'organization.updated',
        organizationId,
        target: ['organization', organizationId],
        detail: wanted,
      }),
    )
    return { ...change.organization, ...wanted }
  })
}

/** Deletes an organization: nobody gets into it from now on, and it is gone after the time of grace. */
export async function deleteOrganization(deps: Deps, actor: Actor, organizationId: string): Promise<void> {
  await act(deps, actor, organizationId, 'organization.deleted', 'own', async (change) => {
    const now = deps.now()
    await change.disable(now, new Date(now.getTime() + grace))
    await change.record(
      eventOf(deps, actor, {
        action: 'organization.deleted',
        organizationId,
        target: ['organization', organizationId],
      }),
    )
  })
}

/** Takes a deletion back within the time of grace. For operators. */
export async function restoreOrganization(
  deps: Deps,
  actor: Actor & { kind: 'operator' },
  organizationId: string,
): Promise<void> {
  await act(deps, actor, organizationId, 'organization.restored', 'own', async (change) => {
    await change.disable(null, null)
    await change.record(
      eventOf(deps, actor, {
        action: 'organization.restored',
        organizationId,
        target: ['organization', organizationId],
      }),
    )
  })
}

/** Gives someone other roles. The last owner stays one. */
export async function changeRoles(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  userId: string,
  roles: readonly Role[],
): Promise<void> {
  await act(deps, actor, organizationId, 'member.roles_changed', 'manage-members', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before) throw new Refused('not-a-member')
    if (!mayGive(mine, before, roles)) throw new Refused('forbidden')
    if (before.includes('owner') && !roles.includes('owner') && (await change.ownersBeside(userId)) === 0)
      throw new Refused('last-owner')
    await change.setRoles(userId, roles, deps.now())
    await change.record(
      eventOf(deps, actor, {
        action: 'member.roles_changed',
        organizationId,
        target: ['user', userId],
        detail: { before, after: roles },
      }),
    )
  })
}

/** Makes someone a member. For clients and operators: people come by invitation, by domain or by asking. */
export async function addMember(
  deps: Deps,
  actor: Actor & { kind: 'client' | 'operator' },
  organizationId: string,
  userId: string,
  roles: readonly Role[],
): Promise<void> {
  await act(deps, actor, organizationId, 'member.added', 'own', async (change) => {
    const before = await change.rolesOf(userId)
    if (before?.includes('owner') && !roles.includes('owner') && (await change.ownersBeside(userId)) === 0)
      throw new Refused('last-owner')
    await change.setRoles(userId, roles, deps.now())
    const action = before ? 'member.roles_changed' : 'member.added'
    await change.record(
      eventOf(deps, actor, { action, organizationId, target: ['user', userId], detail: { before, after: roles } }),
    )
  })
}

/** Removes someone, or leaves. An owner is removed by owners only, and the last one not at all. */
export async function removeMember(deps: Deps, actor: Actor, organizationId: string, userId: string): Promise<void> {
  await act(deps, actor, organizationId, 'member.removed', 'see', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before) throw new Refused(may(mine, 'manage-members') ? 'not-a-member' : 'forbidden')
    if (userId !== actor.id && !mayGive(mine, before, [])) throw new Refused('forbidden')
    if (before.includes('owner') && (await change.ownersBeside(userId)) === 0) throw new Refused('last-owner')
    await change.removeMember(userId)
    await change.record(
      eventOf(deps, actor, { action: 'member.removed', organizationId, target: ['user', userId], detail: { before } }),
    )
  })
}

/** Hands an organization over: the other becomes an owner, and oneself an admin. In one step, so it is never without. */
export async function transferOwnership(
  deps: Deps,
  actor: Actor & { kind: 'user' },
  organizationId: string,
  userId: string,
): Promise<void> {
  await act(deps, actor, organizationId, 'organization.transferred', 'own', async (change, mine) => {
    const before = await change.rolesOf(userId)
    if (!before || userId === actor.id) throw new Refused('not-a-member')
    await change.setRoles(userId, ['owner', ...before.filter((role) => role !== 'owner')], deps.now())
    await change.setRoles(actor.id, ['admin', ...mine.filter((role) => role === 'member')], deps.now())
    await change.record(
      eventOf(deps, actor, { action: 'organization.transferred', organizationId, target: ['user', userId] }),
    )
  })
}

export async function createTeamIn(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { name: typed, slug, id = newId(deps.now()) }: { name: string; slug?: string; id?: string },
): Promise<string> {
  const name = nameOf(typed, 'team_name')
  if (slug && !isSlug(slug)) throw new Refused('invalid', 'team_slug', 'invalid-slug')
  const candidates = slug ? [slug] : slugCandidates(name)
  for (const candidate of candidates) {
    try {
      return await act(deps, actor, organizationId, 'team.created', 'make-teams', async (change) => {
        await change.createTeam({ id, slug: candidate, name, now: deps.now() })
        if (actor.kind === 'user') await change.addToTeam(id, actor.id, deps.now())
        await change.record(
          eventOf(deps, actor, {
            action: 'team.created',
            organizationId,
            target: ['team', id],
            detail: { name, slug: candidate },
          }),
        )
        return id
      })
    } catch (error) {
      if (!(error instanceof Refused) || error.reason !== 'taken') throw error
    }
  }
  throw new Refused('taken', slug ? 'team_slug' : 'team_name', 'taken')
}

export async function renameTeamIn(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  typed: string,
): Promise<void> {
  const name = nameOf(typed, 'name')
  await act(deps, actor, organizationId, 'team.updated', 'manage-teams', async (change) => {
    if (!(await change.hasTeam(teamId))) throw new Refused('not-found')
    await change.renameTeam(teamId, name)
    await change.record(
      eventOf(deps, actor, { action: 'team.updated', organizationId, target: ['team', teamId], detail: { name } }),
    )
  })
}

export async function deleteTeamIn(deps: Deps, actor: Actor, organizationId: string, teamId: string): Promise<void> {
  await act(deps, actor, organizationId, 'team.deleted', 'manage-teams', async (change) => {
    if (!(await change.hasTeam(teamId))) throw new Refused('not-found')
    await change.deleteTeam(teamId)
    await change.record(eventOf(deps, actor, { action: 'team.deleted', organizationId, target: ['team', teamId] }))
  })
}

/** Puts a member into a team of the same organization. */
export async function joinTeam(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  await act(deps, actor, organizationId, 'team.member_added', 'manage-teams', async (change) => {
    if (!(await change.hasTeam(teamId))) throw new Refused('not-found')
    if (!(await change.rolesOf(userId))) throw new Refused('not-a-member')
    await change.addToTeam(teamId, userId, deps.now())
    await change.record(
      eventOf(deps, actor, {
        action: 'team.member_added',
        organizationId,
        target: ['team', teamId],
        detail: { user: userId },
      }),
    )
  })
}

/** Takes someone out of a team. Everyone may leave one. */
export async function leaveTeam(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  userId: string,
): Promise<void> {
  await act(
    deps,
    actor,
    organizationId,
    'team.member_removed',
    userId === actor.id ? 'see' : 'manage-teams',
    async (change) => {
      if (!(await change.hasTeam(teamId))) throw new Refused('not-found')
      await change.removeFromTeam(teamId, userId)
      await change.record(
        eventOf(deps, actor, {
          action: 'team.member_removed',
          organizationId,
          target: ['team', teamId],
          detail: { user: userId },
        }),
      )
    },
  )
}
