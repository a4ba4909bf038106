import type { Membership, Person } from '../../oidc/claims.ts'
import { AddressReserved, deleteReservation, findReservation } from '../beyond-prisma/reserved-addresses.ts'
import type { PrismaStore } from '../connections/database.ts'
import { flag, type Row, type SqlStore, text, textOrNull, time } from '../connections/sql.ts'

export async function findPerson({ sql }: SqlStore, id: string): Promise<Person | null> {
  const [row] = await sql.read(
    `SELECT u.*, (SELECT e.address FROM email e WHERE e.user_id = u.id AND e.is_primary = $2) AS email FROM user_account u WHERE u.id = $1`,
    [id, true],
  )
  return row ? toPerson(row) : null
}

/** Every organization of a person with its teams that they belong to. Disabled organizations do not exist. */
export async function findMemberships({ sql }: SqlStore, userId: string): Promise<Membership[]> {
  const rows = await sql.read(
    `SELECT m.organization_id, m.roles, o.slug, o.name, o.require_passkey, o.session_max, t.id AS team_id, t.slug AS team_slug, t.name AS team_name
     FROM membership m JOIN organization o ON o.id = m.organization_id
     LEFT JOIN team_membership tm ON tm.user_id = m.user_id
       AND EXISTS (SELECT 1 FROM team x WHERE x.id = tm.team_id AND x.organization_id = m.organization_id)
     LEFT JOIN team t ON t.id = tm.team_id
     WHERE m.user_id = $1 AND o.disabled_at IS NULL ORDER BY o.name, m.organization_id, t.name`,
    [userId],
  )
  const found = new Map<string, Membership>()
  for (const row of rows) {
    const id = text(row.organization_id)
    const membership = found.get(id) ?? {
      organizationId: id,
      slug: text(row.slug),
      name: text(row.name),
      roles: text(row.roles).split(' '),
      teams: [],
      requirePasskey: flag(row.require_passkey),
      sessionMax: row.session_max === null ? null : Number(row.session_max),
    }
    if (row.team_id)
      membership.teams.push({ id: text(row.team_id), slug: text(row.team_slug), name: text(row.team_name) })
    found.set(id, membership)
  }
  return [...found.values()]
}

/** The account of a proven mailbox, and whether it may be used. */
export async function findUserByEmail(
  { sql }: SqlStore,
  address: string,
): Promise<{ id: string; disabled: boolean } | null> {
  const [row] = await sql.read(
    'SELECT u.id, u.disabled_at FROM email e JOIN user_account u ON u.id = e.user_id WHERE e.address = $1',
    [address],
  )
  return row ? { id: text(row.id), disabled: row.disabled_at !== null } : null
}

/**
 * Makes an account for a mailbox that was just proven. Two browsers at once make one account: the mailbox is the key,
 * and whoever comes second joins the first.
 * @throws AddressReserved when the mailbox was removed from another account a short time ago.
 */
export async function createUser(
  store: SqlStore,
  user: { id: string; address: string; locale: string | null; now: Date },
): Promise<{ id: string; disabled: boolean }> {
  await refuseReserved(store, user.id, user.address, user.now)
  await store.sql.write(
    'INSERT INTO user_account (id, locale, phone_verified, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)',
    [user.id, user.locale, false, user.now],
  )
  const inserted = await store.sql.write(
    `INSERT INTO email (address, user_id, is_primary, verified_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (address) DO NOTHING RETURNING user_id`,
    [user.address, user.id, true, user.now],
  )
  if (inserted.length === 1) {
    // Again: it may have been removed while the insert waited for that.
    await refuseReserved(store, user.id, user.address, user.now)
    return { id: user.id, disabled: false }
  }
  await store.sql.write('DELETE FROM user_account WHERE id = $1', [user.id])
  const winner = await findUserByEmail(store, user.address)
  if (!winner) throw new Error('the mailbox was taken and given up at the same moment')
  return winner
}

async function refuseReserved(store: SqlStore, userId: string, address: string, now: Date): Promise<void> {
  const reservation = await findReservation(store, address, now)
  if (reservation && reservation.userId !== userId) throw new AddressReserved()
}

/** Holds the row of a person until the end of the transaction, so that changes of how they sign in follow each other. False when there is none. */
export async function lockPerson({ sql }: SqlStore, id: string): Promise<boolean> {
  const rows = await sql.write('UPDATE user_account SET updated_at = updated_at WHERE id = $1 RETURNING id', [id])
  return rows.length === 1
}

export async function updateNames(
  { prisma }: PrismaStore,
  id: string,
  givenName: string,
  familyName: string | null,
  now: Date,
): Promise<void> {
  await prisma.user.update({ where: { id }, data: { givenName, familyName, updatedAt: now } })
}

/** What a person tells about themselves. `address` is JSON text. */
export type Profile = Omit<Person, 'id' | 'email' | 'address' | 'updatedAt'> & { address: string | null }

export async function updateProfile({ sql }: SqlStore, id: string, data: Profile, now: Date): Promise<void> {
  await sql.write(
    `UPDATE user_account SET given_name = $2, family_name = $3, middle_name = $4, nickname = $5, preferred_username = $6,
       profile = $7, picture = $8, website = $9, gender = $10, birthdate = $11, zoneinfo = $12, locale = $13, phone = $14,
       phone_verified = $15, address = $16, updated_at = $17 WHERE id = $1`,
    [
      id,
      data.givenName,
      data.familyName,
      data.middleName,
      data.nickname,
      data.preferredUsername,
      data.profile,
      data.picture,
      data.website,
      data.gender,
      data.birthdate,
      data.zoneinfo,
      data.locale,
      data.phone,
      data.phoneVerified,
      data.address,
      now,
    ],
  )
}

/**
 * Adds a proven mailbox, within a transaction. False when it is someone's already.
 * @throws AddressReserved when it was removed from another account a short time ago.
 */
export async function insertAddress(store: SqlStore, userId: string, address: string, now: Date): Promise<boolean> {
  const rows = await store.sql.write(
    `INSERT INTO email (address, user_id, is_primary, verified_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (address) DO NOTHING RETURNING address`,
    [address, userId, false, now],
  )
  if (rows.length === 0) return false
  await refuseReserved(store, userId, address, now)
  await deleteReservation(store, address)
  return true
}

/** One statement moves the mark, so there is one primary address before and after. False when it is not theirs. */
export async function setPrimaryAddress(
  { sql }: SqlStore,
  userId: string,
  address: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE email SET is_primary = (address = $2)
     WHERE user_id = $1 AND EXISTS (SELECT 1 FROM email own WHERE own.address = $2 AND own.user_id = $1) RETURNING address`,
    [userId, address],
  )
  if (rows.length > 0) await sql.write('UPDATE user_account SET updated_at = $2 WHERE id = $1', [userId, now])
  return rows.length > 0
}

/** Removes an address that is not the primary one. */
export async function deleteAddress({ sql }: SqlStore, userId: string, address: string): Promise<boolean> {
  const rows = await sql.write(
    'DELETE FROM email WHERE user_id = $1 AND address = $2 AND is_primary = $3 RETURNING address',
    [userId, address, false],
  )
  return rows.length === 1
}

/** Disables or enables an account. A disabled person's sessions and tokens are dead at their next use. */
/** False when there is no such person. */
export async function setDisabled({ sql }: SqlStore, id: string, disabledAt: Date | null): Promise<boolean> {
  const rows = await sql.write('UPDATE user_account SET disabled_at = $2 WHERE id = $1 RETURNING id', [id, disabledAt])
  return rows.length === 1
}

export async function isDisabled({ sql }: SqlStore, id: string): Promise<boolean> {
  const [row] = await sql.read('SELECT disabled_at FROM user_account WHERE id = $1', [id])
  return row === undefined || row.disabled_at !== null
}

/** Every proven mailbox of a person, the primary one first. */
export async function findAddresses(
  { sql }: SqlStore,
  userId: string,
): Promise<{ address: string; primary: boolean; verifiedAt: Date }[]> {
  const rows = await sql.read('SELECT * FROM email WHERE user_id = $1 ORDER BY is_primary DESC, address', [userId])
  return rows.map((row) => ({
    address: text(row.address),
    primary: flag(row.is_primary),
    verifiedAt: time(row.verified_at),
  }))
}

const toPerson = (row: Row): Person => ({
  id: text(row.id),
  email: textOrNull(row.email),
  givenName: textOrNull(row.given_name),
  familyName: textOrNull(row.family_name),
  middleName: textOrNull(row.middle_name),
  nickname: textOrNull(row.nickname),
  preferredUsername: textOrNull(row.preferred_username),
  profile: textOrNull(row.profile),
  picture: textOrNull(row.picture),
  website: textOrNull(row.website),
  gender: textOrNull(row.gender),
  birthdate: textOrNull(row.birthdate),
  zoneinfo: textOrNull(row.zoneinfo),
  locale: textOrNull(row.locale),
  phone: textOrNull(row.phone),
  phoneVerified: flag(row.phone_verified),
  address: row.address ? (JSON.parse(text(row.address)) as Record<string, string>) : null,
  updatedAt: time(row.updated_at),
})
