import { type Membership, type Person, readPostalAddress } from '../../oidc/claims.ts'
import { noHeldRoles, type RightsHolder } from '../../oidc/permissions.ts'
import { frequentRead } from '../connections/frequent-statements.ts'
import { flag, type SqlStore, time } from '../connections/sql.ts'
import {
  type EmailRow,
  emailColumns,
  type MembershipRow,
  type OrganizationRow,
  type PictureRow,
  type TeamRow,
  type UserAccountRow,
} from '../generated/rows.ts'
import { heldRolesOf, readHeldRoles } from './held-roles.ts'

/** The columns of a person, as `u`. */
export const personColumns =
  'u.id, u.given_name, u.family_name, u.middle_name, u.nickname, u.preferred_username, u.profile, u.picture, u.picture_id, u.website, u.gender, u.birthdate, u.zoneinfo, u.locale, u.phone, u.phone_verified, u.address, u.fields, u.updated_at, (SELECT e.address FROM email e WHERE e.user_id = u.id AND e.is_primary = true) AS email'

const personById = frequentRead(
  { id: 'text' },
  ({ id }) => `SELECT ${personColumns} FROM user_account u WHERE u.id = ${id}`,
)

export async function findPerson({ sql }: SqlStore, id: string): Promise<Person | null> {
  const [row] = await sql.read<PersonRow>(personById, [id])
  return row ? toPerson(row) : null
}

type MembershipTeamRow = Pick<MembershipRow, 'organization_id' | 'roles' | 'fields'> &
  Pick<
    OrganizationRow,
    'slug' | 'name' | 'require_passkey' | 'sso_policy' | 'allowed_networks' | 'session_max' | 'terms_version'
  > & {
    organization_fields: OrganizationRow['fields']
    team_id: TeamRow['id'] | null
    team_slug: TeamRow['slug']
    team_name: TeamRow['name']
    held: string | null
  }

const memberById = frequentRead(
  { user_id: 'text', organization_id: 'text' },
  ({ user_id, organization_id }) => `
  SELECT m.roles, ${heldRolesOf({ user: 'm.user_id', organization: 'o' })} AS held,
    (u.disabled_at IS NOT NULL OR o.disabled_at IS NOT NULL) AS disabled
  FROM membership m JOIN organization o ON o.id = m.organization_id JOIN user_account u ON u.id = m.user_id
  WHERE m.user_id = ${user_id} AND m.organization_id = ${organization_id}`,
)

/** Somebody's roles in an organization. `disabled`: the person is, or the organization. Null if they are no member. */
export async function findMember(
  store: SqlStore,
  userId: string,
  organizationId: string,
): Promise<(RightsHolder & { disabled: boolean }) | null> {
  const [row] = await store.sql.read<
    Pick<MembershipRow, 'roles'> & { held: string | null; disabled: number | boolean }
  >(memberById, [userId, organizationId])
  if (!row) return null
  return { roles: row.roles.split(' '), held: await readHeldRoles(store, row.held), disabled: flag(row.disabled) }
}

const membershipsOf = (userId: string) => `
  SELECT m.organization_id, m.roles, m.fields, o.fields AS organization_fields, o.slug, o.name, o.require_passkey, o.sso_policy, o.allowed_networks, o.session_max, o.terms_version, t.id AS team_id, t.slug AS team_slug, t.name AS team_name,
    CASE WHEN t.id IS NULL OR t.id = (SELECT min(ft.id) FROM team_membership fm JOIN team ft ON ft.id = fm.team_id
      WHERE fm.user_id = m.user_id AND ft.organization_id = m.organization_id)
      THEN ${heldRolesOf({ user: 'm.user_id', organization: 'o' })} END AS held
  FROM membership m JOIN organization o ON o.id = m.organization_id
  LEFT JOIN team_membership tm ON tm.user_id = m.user_id
    AND EXISTS (SELECT 1 FROM team x WHERE x.id = tm.team_id AND x.organization_id = m.organization_id)
  LEFT JOIN team t ON t.id = tm.team_id
  WHERE m.user_id = ${userId} AND o.disabled_at IS NULL ORDER BY o.name, m.organization_id, t.name`

const membershipsOfPerson = frequentRead({ id: 'text' }, ({ id }) => membershipsOf(id))
const membershipsOfSession = frequentRead({ id: 'text' }, ({ id }) =>
  membershipsOf(`(SELECT s.user_id FROM session s WHERE s.id = ${id})`),
)

/** Every organization of a person with its teams that they belong to. Disabled organizations do not exist. */
export async function findMemberships(store: SqlStore, userId: string): Promise<Membership[]> {
  return toMemberships(store, await store.sql.read<MembershipTeamRow>(membershipsOfPerson, [userId]))
}

/** The same of the person of a session, so that both can be asked at once. It says nothing about the session itself. */
export async function findMembershipsOfSession(store: SqlStore, sessionId: string): Promise<Membership[]> {
  return toMemberships(store, await store.sql.read<MembershipTeamRow>(membershipsOfSession, [sessionId]))
}

async function toMemberships(store: SqlStore, rows: readonly MembershipTeamRow[]): Promise<Membership[]> {
  const hasRoles = rows.some(({ held }) => held !== null)
  const heldRoles = hasRoles ? await Promise.all(rows.map(({ held }) => readHeldRoles(store, held))) : []
  const found = new Map<string, Membership>()
  for (const [index, row] of rows.entries()) {
    const id = row.organization_id
    const membership = found.get(id) ?? {
      organizationId: id,
      slug: row.slug,
      name: row.name,
      roles: row.roles.split(' '),
      held: noHeldRoles,
      teams: [],
      requirePasskey: flag(row.require_passkey),
      ssoPolicy: row.sso_policy as Membership['ssoPolicy'],
      allowedNetworks: row.allowed_networks?.split(',') ?? null,
      sessionMax: row.session_max === null ? null : Number(row.session_max),
      termsVersion: row.terms_version === null ? null : Number(row.terms_version),
      fields: row.fields,
      organizationFields: row.organization_fields,
    }
    // One row of each membership says it, whichever of its teams that has.
    if (row.held !== null) membership.held = heldRoles[index] ?? noHeldRoles
    if (row.team_id) membership.teams.push({ id: row.team_id, slug: row.team_slug, name: row.team_name })
    found.set(id, membership)
  }
  return [...found.values()]
}

/** The account of a proven mailbox, and whether it may be used. */
export async function findUserByEmail(
  { sql }: SqlStore,
  address: string,
): Promise<{ id: string; disabled: boolean; zoneinfo: string | null } | null> {
  const [row] = await sql.read<Pick<UserAccountRow, 'id' | 'disabled_at' | 'zoneinfo'>>(
    'SELECT u.id, u.disabled_at, u.zoneinfo FROM email e JOIN user_account u ON u.id = e.user_id WHERE e.address = $1',
    [address],
  )
  return row ? { id: row.id, disabled: row.disabled_at !== null, zoneinfo: row.zoneinfo } : null
}

export async function isDisabled({ sql }: SqlStore, id: string): Promise<boolean> {
  const [row] = await sql.read<Pick<UserAccountRow, 'disabled_at'>>(
    'SELECT disabled_at FROM user_account WHERE id = $1',
    [id],
  )
  return row === undefined || row.disabled_at !== null
}

const selectAddresses = `SELECT ${emailColumns} FROM email WHERE user_id = $1 ORDER BY is_primary DESC, address`

/** Every proven mailbox of a person, the primary one first. */
export async function findAddresses(
  { sql }: SqlStore,
  userId: string,
): Promise<{ address: string; primary: boolean; verifiedAt: Date }[]> {
  const rows = await sql.read<EmailRow>(selectAddresses, [userId])
  return rows.map((row) => ({
    address: row.address,
    primary: flag(row.is_primary),
    verifiedAt: time(row.verified_at),
  }))
}

/** A stored picture. `data` is base64. */
export async function findPicture({ sql }: SqlStore, id: string): Promise<Pick<PictureRow, 'mime' | 'data'> | null> {
  const [row] = await sql.read<Pick<PictureRow, 'mime' | 'data'>>('SELECT mime, data FROM picture WHERE id = $1', [id])
  return row ?? null
}

export type PersonRow = Omit<
  UserAccountRow,
  'created_at' | 'disabled_at' | 'passkey_declined_at' | 'last_sign_in_at'
> & {
  email: string | null
}

export const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  email: row.email,
  givenName: row.given_name,
  familyName: row.family_name,
  middleName: row.middle_name,
  nickname: row.nickname,
  preferredUsername: row.preferred_username,
  profile: row.profile,
  picture: row.picture,
  pictureId: row.picture_id,
  website: row.website,
  gender: row.gender,
  birthdate: row.birthdate,
  zoneinfo: row.zoneinfo,
  locale: row.locale,
  phone: row.phone,
  phoneVerified: flag(row.phone_verified),
  address: readPostalAddress(row.address),
  updatedAt: time(row.updated_at),
  fields: row.fields,
})
