import { findHeldRoles } from '../../../store/beyond-prisma/organizations/role-holders.ts'
import { findInvitedAddresses } from '../../../store/prisma/organizations/invitations.ts'
import { findMembersByAddresses } from '../../../store/prisma/organizations/members.ts'
import { findRolesByName } from '../../../store/prisma/organizations/roles.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { type FieldFaultCode, FieldRefused, isFieldRefused } from '../../platform/fields/field-refused.ts'
import { remainingWithin, TooManyAttempts } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { giverIn, mayGiveRole, splitRoleNames } from '../roles/giving.ts'
import { mayGive, type Role } from '../rules.ts'
import { findTeamByName } from '../teams.ts'
import { fieldColumn, type InvitationRow } from './csv-rows.ts'
import { checkInvitedFields, valuesOfRow, writersOfInvitee } from './invitation-fields.ts'
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
  | FieldProblem

/** What is wrong with the value of a field. */
export type FieldProblem = 'field-unknown' | 'field-not-writable' | 'field-invalid' | 'field-too-long' | 'field-taken'

/** A row, and why it invites nobody. */
export interface CheckedRow extends InvitationRow {
  problem: RowProblem | null
  /** The column that the problem is in, where it is a field. */
  column?: string
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
  const others = await findOtherRoles(deps, actor, view, rows)
  const fieldFaults = await findFieldFaults(deps, actor, view, rows)
  const seen = new Set<string>()
  const limits = await invitationLimits(deps, actor, organization)
  let remaining = await remainingWithin(deps, limits.ofOrganization)
  const checked: CheckedRow[] = []
  for (const [index, row] of rows.entries()) {
    const address = addresses[index] ?? null
    const fault = fieldFaults.get(row)
    let problem = problemOf(row, address, { roles, members, teams, others, seen }) ?? fault?.problem ?? null
    if (address) seen.add(address)
    if (address && problem === null) {
      if (remaining === 0 || (await remainingWithin(deps, limits.ofRecipient(address))) === 0) problem = 'too-many'
      else remaining -= 1
    }
    const column = fault && problem === fault.problem ? { column: fault.column } : {}
    checked.push({ ...row, problem, ...column, invited: address !== null && invited.has(address) })
  }
  return checked
}

interface KnownFacts {
  roles: readonly string[]
  members: ReadonlySet<string>
  teams: TeamIds
  others: OtherRoles
  seen: ReadonlySet<string>
}

function problemOf({ role, team }: InvitationRow, address: string | null, known: KnownFacts): RowProblem | null {
  if (!address) return 'invalid-address'
  if (known.seen.has(address)) return 'duplicate'
  const { builtIn, others } = rolesOf(role)
  if (others.some((name) => !known.others.has(name))) return 'invalid-role'
  if (!mayGive(known.roles, [], builtIn) || others.some((name) => !known.others.get(name))) return 'role-not-allowed'
  if (namesOfTeams(team).some((name) => !known.teams.get(name))) return 'no-such-team'
  return known.members.has(address) ? 'already-member' : null
}

/** Who is to be neither an owner nor an admin is to be a member. */
function rolesOf(role: string): { builtIn: Role[]; others: string[] } {
  const { builtIn, others } = splitRoleNames(role.split(/[\s,]+/).filter(Boolean))
  return { builtIn: builtIn.length > 0 ? builtIn : ['member'], others }
}

/** Whether a row invites somebody to be an owner. */
export const invitesOwner = ({ role }: Pick<InvitationRow, 'role'>): boolean => rolesOf(role).builtIn.includes('owner')

/** Other roles by how a row names them, and whether the actor may give them. */
type OtherRoles = ReadonlyMap<string, boolean>

/** The most other roles that are looked up for a file. */
const roleLimit = 100

async function findOtherRoles(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  rows: readonly InvitationRow[],
): Promise<OtherRoles> {
  const names = [...new Set(rows.flatMap(({ role }) => rolesOf(role).others))].slice(0, roleLimit)
  if (names.length === 0) return new Map()
  const found = await findRolesByName(deps.db, organization.id, names)
  const giver = await giverIn(deps, { heldBy: (id) => findHeldRoles(deps.db, organization.id, id) }, actor, roles)
  return new Map(
    found.flatMap((role) => [role.id, role.key].map((name) => [name, mayGiveRole(deps, giver, role)] as const)),
  )
}

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

interface FieldFault {
  problem: FieldProblem
  column: string
}

/** What is wrong with the values of rows. One that only one member may have is taken by the first row that has it. */
async function findFieldFaults(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  rows: readonly InvitationRow[],
): Promise<ReadonlyMap<InvitationRow, FieldFault>> {
  const writers = writersOfInvitee(actor, roles)
  const organizationId = organization.id
  const seen = new Set<string>()
  const faults = new Map<InvitationRow, FieldFault>()
  for (const row of rows) {
    if (!row.fields?.length) continue
    const given = valuesOfRow(deps, row)
    try {
      const { unique } = await checkInvitedFields(deps, deps.db, { organizationId, given, writers })
      for (const { key, fieldId, scope, folded } of unique) {
        const value = JSON.stringify([fieldId, scope, folded])
        if (seen.has(value)) throw new FieldRefused(key, 'taken')
        seen.add(value)
      }
    } catch (error) {
      if (!isFieldRefused(error)) throw error
      faults.set(row, { problem: fieldProblems[error.fault], column: `${fieldColumn}${error.key.slice(0, 40)}` })
    }
  }
  return faults
}

const fieldProblems: Record<FieldFaultCode, FieldProblem> = {
  unknown: 'field-unknown',
  'not-writable': 'field-not-writable',
  'too-long': 'field-too-long',
  taken: 'field-taken',
  type: 'field-invalid',
  'not-allowed': 'field-invalid',
  'not-searchable': 'field-invalid',
  required: 'field-invalid',
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
    const { builtIn, others } = rolesOf(row.role)
    const fields = valuesOfRow(deps, row)
    const invitation = { email: row.email, roles: builtIn, otherRoles: others, teamIds, fields, ...options }
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
