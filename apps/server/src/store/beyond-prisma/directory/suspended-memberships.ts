import type { Change } from '../../connections/database.ts'
import { flag, type SqlStore, textOrNull } from '../../connections/sql.ts'
import type { SuspendedMembershipRow } from '../../generated/rows.ts'

interface MembershipKey {
  organizationId: string
  userId: string
}

/** A membership that the directory suspended, with what it needs to come back. */
export interface SuspendedMembership extends MembershipKey {
  roles: string[]
  fields: string | null
  /** Ids. */
  otherRoles: string[]
  teams: string[]
  /** Of the last owner. */
  parked: boolean
  /** The directory whose group made them an owner. */
  ownerBy: string | null
}

/**
 * Keeps what a membership is, for the time when it comes back. The membership itself is then ended like any other, so nothing
 * that asks for members finds it. False for somebody who is no member.
 */
export async function keepMembership(
  { sql }: Change,
  { organizationId, userId }: MembershipKey,
  { otherRoles, teams, parked, now }: Pick<SuspendedMembership, 'otherRoles' | 'teams' | 'parked'> & { now: Date },
): Promise<boolean> {
  const rows = await sql.write(
    `INSERT INTO suspended_membership (organization_id, user_id, roles, fields, other_roles, teams, suspended_at, parked, owner_by)
     SELECT m.organization_id, m.user_id, m.roles, m.fields, $3, $4, $5, $6, m.owner_by FROM membership m
     WHERE m.organization_id = $1 AND m.user_id = $2
     ON CONFLICT (user_id, organization_id) DO UPDATE SET roles = excluded.roles, fields = excluded.fields,
       other_roles = excluded.other_roles, teams = excluded.teams,
       suspended_at = excluded.suspended_at, parked = excluded.parked, owner_by = excluded.owner_by
     RETURNING user_id`,
    [organizationId, userId, JSON.stringify(otherRoles), JSON.stringify(teams), now, parked],
  )
  return rows.length === 1
}

export async function isSuspended({ sql }: SqlStore, { organizationId, userId }: MembershipKey): Promise<boolean> {
  const rows = await sql.read('SELECT user_id FROM suspended_membership WHERE user_id = $1 AND organization_id = $2', [
    userId,
    organizationId,
  ])
  return rows.length === 1
}

/** The roles and teams of a suspended membership. */
export async function findSuspended(
  { sql }: SqlStore,
  { organizationId, userId }: MembershipKey,
): Promise<Pick<SuspendedMembership, 'roles' | 'otherRoles' | 'teams' | 'parked'> | null> {
  const [row] = await sql.read<Pick<SuspendedMembershipRow, 'roles' | 'other_roles' | 'teams' | 'parked'>>(
    'SELECT roles, other_roles, teams, parked FROM suspended_membership WHERE user_id = $1 AND organization_id = $2',
    [userId, organizationId],
  )
  return row
    ? {
        roles: row.roles.split(' ').filter(Boolean),
        otherRoles: JSON.parse(row.other_roles) as string[],
        teams: JSON.parse(row.teams) as string[],
        parked: flag(row.parked),
      }
    : null
}

/** Changes what a suspended membership comes back with. */
export async function updateSuspended(
  { sql }: Change,
  { organizationId, userId }: MembershipKey,
  { roles, otherRoles, teams }: Pick<SuspendedMembership, 'roles' | 'otherRoles' | 'teams'>,
): Promise<void> {
  await sql.write(
    'UPDATE suspended_membership SET roles = $3, other_roles = $4, teams = $5 WHERE user_id = $1 AND organization_id = $2',
    [userId, organizationId, roles.join(' '), JSON.stringify(otherRoles), JSON.stringify(teams)],
  )
}

/** Takes a suspended membership, once. `unlessParked`: not that of the last owner. */
export async function takeSuspended(
  { sql }: Change,
  { organizationId, userId, unlessParked = false }: MembershipKey & { unlessParked?: boolean },
): Promise<SuspendedMembership | null> {
  const [row] = await sql.write<SuspendedMembershipRow>(
    `DELETE FROM suspended_membership WHERE user_id = $1 AND organization_id = $2 AND (parked = $3 OR parked = $4)
     RETURNING roles, fields, other_roles, teams, parked, owner_by`,
    [userId, organizationId, false, !unlessParked],
  )
  if (!row) return null
  return {
    organizationId,
    userId,
    roles: row.roles.split(' ').filter(Boolean),
    fields: textOrNull(row.fields),
    otherRoles: JSON.parse(row.other_roles) as string[],
    teams: JSON.parse(row.teams) as string[],
    parked: flag(row.parked),
    ownerBy: textOrNull(row.owner_by),
  }
}

/**
 * Puts a membership back. It begins now: a token of before was not issued for it (store/hot/live-grants.ts).
 */
export async function putMembership(
  { sql }: Change,
  {
    organizationId,
    userId,
    roles,
    ownerBy,
    now,
  }: Pick<SuspendedMembership, 'organizationId' | 'userId' | 'roles' | 'ownerBy'> & { now: Date },
): Promise<void> {
  await sql.write(
    'INSERT INTO membership (organization_id, user_id, roles, created_at, owner_by) VALUES ($1, $2, $3, $4, $5)',
    [organizationId, userId, roles.join(' '), now, ownerBy],
  )
}

/** The teams of a member in an organization. */
export async function teamIdsOf({ sql }: SqlStore, { organizationId, userId }: MembershipKey): Promise<string[]> {
  const rows = await sql.read<{ team_id: string }>(
    `SELECT t.team_id FROM team_membership t JOIN team ON team.id = t.team_id
     WHERE t.user_id = $1 AND team.organization_id = $2 ORDER BY t.team_id`,
    [userId, organizationId],
  )
  return rows.map((row) => row.team_id)
}

/** Whether somebody has signed in by a connection of the organization before. An issuer that is trusted for agents signs nobody in. */
export async function hasIdentityAt({ sql }: SqlStore, { organizationId, userId }: MembershipKey): Promise<boolean> {
  const rows = await sql.read(
    `SELECT x.user_id FROM external_identity x JOIN connection k ON k.id = x.connection_id
     WHERE x.user_id = $1 AND k.organization_id = $2 AND k.protocol = 'oidc' LIMIT 1`,
    [userId, organizationId],
  )
  return rows.length > 0
}
