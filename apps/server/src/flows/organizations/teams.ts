import { newId } from '../../crypto/random.ts'
import { findTrustedIssuersOf } from '../../store/prisma/federation/trusted-issuers.ts'
import {
  countTeams,
  findOpenTeams,
  findTeam,
  findTeamId,
  findTeamSummaries,
  findTeams,
  type TeamRecord,
  type TeamSummary,
} from '../../store/prisma/organizations/teams.ts'
import type { Actor } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { isSlug, slugCandidates } from '../platform/names.ts'
import { OperationRefused } from '../platform/operation-refused.ts'
import type { OrganizationView } from './access.ts'
import { type AuditedChange, changeOrganization } from './changes.ts'
import { parseName } from './names.ts'
import { giverIn, grantBy, requireTakable } from './roles/giving.ts'
import { recordingRights } from './roles/rights-events.ts'

/** A list to choose from during sign-in. The page of teams shows all. */
const openTeamLimit = 50

interface Page {
  after: string | null
  limit: number
}

/** Teams with all their members, a page at a time. */
export const listTeams = (deps: Deps, { organization }: OrganizationView, page: Page): Promise<TeamRecord[]> =>
  findTeams(deps.db, organization.id, page)

/** Teams with how many people are in them and the first ten of those, a page at a time. */
export const listTeamSummaries = (deps: Deps, { organization }: OrganizationView, page: Page): Promise<TeamSummary[]> =>
  findTeamSummaries(deps.db, organization.id, { ...page, shown: 10 })

export const teamCount = (deps: Deps, { organization }: OrganizationView): Promise<number> =>
  countTeams(deps.db, organization.id)

/** The first teams that a member may join by themselves, and is not in: of all, or among those of a page. */
export const listOpenTeams = (deps: Deps, organizationId: string, userId: string, among?: readonly string[]) =>
  findOpenTeams(deps.db, organizationId, userId, { limit: openTeamLimit, ...(among ? { among } : {}) })

export async function getTeam(
  deps: Deps,
  { organization }: OrganizationView,
  id: string,
): Promise<Omit<TeamRecord, 'members' | 'roles'>> {
  const team = await findTeam(deps.db, organization.id, id)
  if (!team) throw new OperationRefused('not-found')
  return team
}

/** The team with this id or slug. Null if there is none. */
export const findTeamByName = (
  deps: Deps,
  { organization }: OrganizationView,
  idOrSlug: string,
): Promise<string | null> => findTeamId(deps.db, organization.id, idOrSlug)

export async function createTeam(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  { name: typed, slug, id = newId(deps.now()) }: { name: string; slug?: string; id?: string },
): Promise<string> {
  const name = parseName(typed, 'team_name')
  if (slug && !isSlug(slug)) throw new OperationRefused('invalid', 'team_slug', 'invalid-slug')
  const candidates = slug ? [slug] : slugCandidates(name)
  for (const candidate of candidates) {
    try {
      return await changeOrganization(deps, actor, organizationId, 'team.created', async (change) => {
        await change.createTeam({ id, slug: candidate, name, now: deps.now() })
        if (actor.kind === 'user') await change.addToTeam(id, actor.id, deps.now())
        await change.record(['team', id], { name, slug: candidate })
        return id
      })
    } catch (error) {
      if (!(error instanceof OperationRefused) || error.reason !== 'taken') throw error
    }
  }
  throw new OperationRefused('taken', slug ? 'team_slug' : 'team_name', 'taken')
}

/** Renames a team, opens it so that every member may join, or closes it again. Its members stay. */
export async function updateTeam(
  deps: Deps,
  actor: Actor,
  organizationId: string,
  teamId: string,
  { name: typed, open }: { name?: string | undefined; open?: boolean | undefined },
): Promise<void> {
  const name = typed === undefined ? undefined : parseName(typed, 'name')
  await changeOrganization(deps, actor, organizationId, 'team.updated', async (change) => {
    const before = await change.findTeam(teamId)
    if (!before) throw new OperationRefused('not-found')
    const changed = {
      ...(name === undefined || name === before.name ? {} : { name }),
      ...(open === undefined || open === before.openToMembers ? {} : { open }),
    }
    if (Object.keys(changed).length === 0) return
    if (changed.open) await requireNothingGiven(change, teamId)
    await change.updateTeam(teamId, { name: name ?? before.name, openToMembers: open ?? before.openToMembers })
    await change.record(['team', teamId], changed)
  })
}

/** Whoever may join a team could give themselves what it gives: roles, and what the issuers that it limits give. */
async function requireNothingGiven(change: AuditedChange, teamId: string): Promise<void> {
  if ((await change.rolesOfTeam(teamId)).length > 0) throw new OperationRefused('conflict', 'open', 'team-has-roles')
  const issuers = await findTrustedIssuersOf(change.tx, change.organization.id)
  if (issuers.some(({ trust }) => trust.teams.includes(teamId)))
    throw new OperationRefused('conflict', 'open', 'team-limits-agents')
}

/** Deletes a team, which takes its roles from its members. Returns the name that it had. */
export async function deleteTeam(deps: Deps, actor: Actor, organizationId: string, teamId: string): Promise<string> {
  return changeOrganization(deps, actor, organizationId, 'team.deleted', async (change, mine) => {
    const name = (await change.findTeam(teamId))?.name
    if (name === undefined) throw new OperationRefused('not-found')
    const roles = await change.rolesOfTeam(teamId)
    if (roles.length > 0) requireTakable(deps, await giverIn(deps, change, actor, mine), roles)
    // Its members lose its roles while it is still known who they are.
    await recordingRights(deps, change.tx, actor, { of: 'team', organizationId, id: teamId }, async () => {
      if (roles.length > 0)
        await change.changeRolesOfTeam(teamId, { added: [], removed: roles }, grantBy(actor, deps.now()))
    })
    await change.deleteTeam(teamId)
    await change.record(['team', teamId])
    return name
  })
}
