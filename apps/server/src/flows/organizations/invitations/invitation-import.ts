import { findInvitedAddresses } from '../../../store/prisma/organizations/invitations.ts'
import { findMembersByAddresses } from '../../../store/prisma/organizations/members.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { remainingWithin, TooManyAttempts } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { mayGive, type Role, readRoles } from '../rules.ts'
import { findTeamByName } from '../teams.ts'
import type { InvitationRow } from './csv-rows.ts'
import { invitationLimits, invite, type NewInvitation } from './invitations.ts'

export type RowProblem =
  | 'already-member'
  | 'duplicate'
  | 'invalid-address'
  | 'invalid-role'
  | 'role-not-allowed'
  | 'no-such-team'
  | 'too-many'
  | 'changed'

/** A row, and why it invites nobody. */
export interface CheckedRow extends InvitationRow {
  problem: RowProblem | null
  /** The address has an open invitation, which a new one replaces. */
  invited: boolean
}

/** What all rows have in common. */
export interface RowOptions {
  /** The application that the invitations lead to. */
  clientId: string | null
  /** The inviter's languages, for people we do not know yet. */
  languages: readonly string[]
}

/** What would happen to each row now. Nothing is sent, and nothing counted. */
export async function checkInvitationRows(
  deps: Deps,
  actor: Actor,
  view: OrganizationView,
  rows: readonly InvitationRow[],
): Promise<CheckedRow[]> {
  const { organization, roles } = view
  const addresses = rows.map(({ email }) => canonicalAddress(email))
  const known = addresses.filter((address) => address !== null)
  const members = new Set(await findMembersByAddresses(deps.db, organization.id, known))
  const invited = new Set(await findInvitedAddresses(deps.db, organization.id, known, deps.now()))
  const teams = await findTeams(deps, view, rows)
  const seen = new Set<string>()
  const limits = await invitationLimits(deps, actor, organization)
  let remaining = await remainingWithin(deps, limits.ofOrganization)
  const checked: CheckedRow[] = []
  for (const [index, row] of rows.entries()) {
    const address = addresses[index] ?? null
    let problem = problemOf(row, address, { roles, members, teams, seen })
    if (address) seen.add(address)
    if (address && problem === null) {
      if (remaining === 0 || (await remainingWithin(deps, limits.ofRecipient(address))) === 0) problem = 'too-many'
      else remaining -= 1
    }
    checked.push({ ...row, problem, invited: address !== null && invited.has(address) })
  }
  return checked
}

interface KnownFacts {
  roles: readonly string[]
  members: ReadonlySet<string>
  teams: TeamIds
  seen: ReadonlySet<string>
}

function problemOf({ role, team }: InvitationRow, address: string | null, known: KnownFacts): RowProblem | null {
  if (!address) return 'invalid-address'
  if (known.seen.has(address)) return 'duplicate'
  const wanted = rolesOf(role)
  if (!wanted) return 'invalid-role'
  if (!mayGive(known.roles, [], wanted)) return 'role-not-allowed'
  if (namesOfTeams(team).some((name) => !known.teams.get(name))) return 'no-such-team'
  return known.members.has(address) ? 'already-member' : null
}

const rolesOf = (role: string): Role[] | null => readRoles([role || 'member'])

/** Teams by how a row names them. Null: the organization has no such team. */
type TeamIds = ReadonlyMap<string, string | null>

/** The most teams that are looked up for a file. */
const teamLimit = 100

const namesOfTeams = (team: string): string[] =>
  team
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

async function findTeams(deps: Deps, view: OrganizationView, rows: readonly InvitationRow[]): Promise<TeamIds> {
  const names = [...new Set(rows.flatMap(({ team }) => namesOfTeams(team)))].slice(0, teamLimit)
  return new Map(await Promise.all(names.map(async (name) => [name, await findTeamByName(deps, view, name)] as const)))
}

/** Invites by each row that can be used. Returns every row, those that were not sent with their problem. */
export async function inviteByRows(
  deps: Deps,
  actor: Actor,
  view: OrganizationView,
  rows: readonly InvitationRow[],
  options: RowOptions,
): Promise<CheckedRow[]> {
  const teams = await findTeams(deps, view, rows)
  const sent: CheckedRow[] = []
  for (const row of await checkInvitationRows(deps, actor, view, rows)) {
    const teamIds = namesOfTeams(row.team).flatMap((name) => teams.get(name) ?? [])
    const invitation = { email: row.email, roles: rolesOf(row.role) ?? [], teamIds, ...options }
    sent.push(row.problem ? row : { ...row, problem: await inviteByRow(deps, actor, view, invitation) })
  }
  return sent
}

async function inviteByRow(
  deps: Deps,
  actor: Actor,
  { organization }: OrganizationView,
  invitation: NewInvitation,
): Promise<RowProblem | null> {
  try {
    await invite(deps, actor, organization.id, invitation)
    return null
  } catch (error) {
    if (error instanceof TooManyAttempts) return 'too-many'
    if (error instanceof OperationRefused) return 'changed'
    throw error
  }
}
