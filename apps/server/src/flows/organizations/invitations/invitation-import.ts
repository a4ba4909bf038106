import { findMembersByAddresses } from '../../../store/prisma/organizations/members.ts'
import { canonicalAddress } from '../../platform/addresses.ts'
import type { Actor } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { remainingWithin, TooManyAttempts } from '../../platform/limits.ts'
import { OperationRefused } from '../../platform/operation-refused.ts'
import type { OrganizationView } from '../access.ts'
import { mayGive, type Role, readRoles } from '../rules.ts'
import type { InvitationRow } from './csv-rows.ts'
import { invitationLimits, invite } from './invitations.ts'

export type RowProblem =
  | 'already-member'
  | 'duplicate'
  | 'invalid-address'
  | 'invalid-role'
  | 'role-not-allowed'
  | 'too-many'
  | 'changed'

/** A row of a file, and why it invites nobody. */
export interface CheckedRow extends InvitationRow {
  problem: RowProblem | null
}

/** What would happen to each row now. Nothing is sent, and nothing counted. */
export async function checkInvitationRows(
  deps: Deps,
  actor: Actor,
  { organization, roles }: OrganizationView,
  rows: readonly InvitationRow[],
): Promise<CheckedRow[]> {
  const addresses = rows.map(({ email }) => canonicalAddress(email))
  const known = addresses.filter((address) => address !== null)
  const members = new Set(await findMembersByAddresses(deps.db, organization.id, known))
  const seen = new Set<string>()
  const limits = await invitationLimits(deps, actor, organization)
  let remaining = await remainingWithin(deps, limits.ofOrganization)
  const checked: CheckedRow[] = []
  for (const [index, row] of rows.entries()) {
    const address = addresses[index] ?? null
    let problem = problemOf(row, address, { roles, members, seen })
    if (address) seen.add(address)
    if (address && problem === null) {
      if (remaining === 0 || (await remainingWithin(deps, limits.ofRecipient(address))) === 0) problem = 'too-many'
      else remaining -= 1
    }
    checked.push({ ...row, problem })
  }
  return checked
}

function problemOf(
  { role }: InvitationRow,
  address: string | null,
  known: { roles: readonly string[]; members: ReadonlySet<string>; seen: ReadonlySet<string> },
): RowProblem | null {
  if (!address) return 'invalid-address'
  if (known.seen.has(address)) return 'duplicate'
  const wanted = rolesOf(role)
  if (!wanted) return 'invalid-role'
  if (!mayGive(known.roles, [], wanted)) return 'role-not-allowed'
  return known.members.has(address) ? 'already-member' : null
}

const rolesOf = (role: string): Role[] | null => readRoles([role || 'member'])

/** Invites by each row that can be used. Returns every row, those that were not sent with their problem. */
export async function inviteByRows(
  deps: Deps,
  actor: Actor,
  view: OrganizationView,
  rows: readonly InvitationRow[],
  languages: readonly string[],
): Promise<CheckedRow[]> {
  const sent: CheckedRow[] = []
  for (const row of await checkInvitationRows(deps, actor, view, rows))
    sent.push(row.problem ? row : { ...row, problem: await inviteByRow(deps, actor, view, row, languages) })
  return sent
}

async function inviteByRow(
  deps: Deps,
  actor: Actor,
  { organization }: OrganizationView,
  { email, role }: InvitationRow,
  languages: readonly string[],
): Promise<RowProblem | null> {
  try {
    const roles = rolesOf(role) ?? []
    await invite(deps, actor, organization.id, { email, roles, teamIds: [], clientId: null, languages })
    return null
  } catch (error) {
    if (error instanceof TooManyAttempts) return 'too-many'
    if (error instanceof OperationRefused) return 'changed'
    throw error
  }
}
