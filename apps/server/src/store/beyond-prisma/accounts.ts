import type { Change, Transaction } from '../connections/database.ts'
import type { SqlStore } from '../connections/sql.ts'
import type { EmailRow } from '../generated/rows.ts'
import { findUserByEmail, isDisabled } from '../hot/people.ts'
import { indexPeople } from './people/person-search.ts'
import { endWaits, findAwaitingAccount, takeUnverifiedAddress } from './people/unverified-addresses.ts'
import { AddressReserved, deleteReservation, findReservation } from './reserved-addresses.ts'

interface NewUser {
  id: string
  locale: string | null
  zoneinfo?: string | null
  now: Date
}

/** Makes an account without an address. */
export async function insertUser({ sql }: Change, { id, locale, zoneinfo, now }: NewUser): Promise<void> {
  await sql.write(
    'INSERT INTO user_account (id, locale, zoneinfo, phone_verified, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)',
    [id, locale, zoneinfo ?? null, false, now],
  )
}

/**
 * Opens the account that waits for a mailbox which was just proven (UnverifiedAddress). Null if there is none. What the
 * account does not say about language and time zone yet, the browser does.
 * @throws AddressReserved when the mailbox was removed from another account a short time ago.
 */
export async function openAwaitingAccount(
  store: Change,
  { address, locale, zoneinfo, now }: Omit<NewUser, 'id'> & { address: string },
): Promise<{ id: string; disabled: boolean } | null> {
  const id = await findAwaitingAccount(store, address)
  // The person's row is locked first, as in every other change of an account.
  if (!id || !(await lockPerson(store, id)) || !(await takeUnverifiedAddress(store, id, address))) return null
  if (!(await insertAddress(store, id, address, now))) return null
  await setPrimaryAddress(store, id, address, now)
  await store.sql.write(
    'UPDATE user_account SET locale = COALESCE(locale, $2), zoneinfo = COALESCE(zoneinfo, $3) WHERE id = $1',
    [id, locale, zoneinfo ?? null],
  )
  return { id, disabled: await isDisabled(store, id) }
}

/**
 * Makes an account for a mailbox that was just proven. Two browsers at once make one account: the mailbox is the key,
 * and the second joins the first.
 * @throws AddressReserved when the mailbox was removed from another account a short time ago.
 */
export async function createUser(
  store: Change,
  user: NewUser & { address: string },
): Promise<{ id: string; disabled: boolean }> {
  await refuseReserved(store, user.id, user.address, user.now)
  await insertUser(store, user)
  const inserted = await store.sql.write<Pick<EmailRow, 'user_id'>>(
    `INSERT INTO email (address, user_id, is_primary, verified_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (address) DO NOTHING RETURNING user_id`,
    [user.address, user.id, true, user.now],
  )
  if (inserted.length === 1) {
    // Checked again: the address may have been removed while the insert waited for its lock.
    await refuseReserved(store, user.id, user.address, user.now)
    await indexPeople(store, [user.id])
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
export async function lockPerson({ locks }: Transaction, id: string): Promise<boolean> {
  const rows = await locks.sql.write('UPDATE user_account SET updated_at = updated_at WHERE id = $1 RETURNING id', [id])
  return rows.length === 1
}

/**
 * Adds a proven mailbox, within a transaction. False when it is someone's already.
 * @throws AddressReserved when it was removed from another account a short time ago.
 */
export async function insertAddress(store: Change, userId: string, address: string, now: Date): Promise<boolean> {
  const rows = await store.sql.write(
    `INSERT INTO email (address, user_id, is_primary, verified_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (address) DO NOTHING RETURNING address`,
    [address, userId, false, now],
  )
  if (rows.length === 0) return false
  await refuseReserved(store, userId, address, now)
  await deleteReservation(store, address)
  const others = await endWaits(store, userId, address)
  await indexPeople(store, [...new Set([userId, ...others])])
  return true
}

/** One statement moves the mark, so there is one primary address before and after. False when it is not theirs. */
export async function setPrimaryAddress({ sql }: Change, userId: string, address: string, now: Date): Promise<boolean> {
  const rows = await sql.write(
    `UPDATE email SET is_primary = (address = $2)
     WHERE user_id = $1 AND EXISTS (SELECT 1 FROM email own WHERE own.address = $2 AND own.user_id = $1) RETURNING address`,
    [userId, address],
  )
  if (rows.length > 0) await sql.write('UPDATE user_account SET updated_at = $2 WHERE id = $1', [userId, now])
  return rows.length > 0
}

/** What an identity provider says of the names of somebody whose account was just made, where nothing else is known. */
export async function nameNewPerson(
  store: Change,
  userId: string,
  { given, family, now }: { given: string | null; family: string | null; now: Date },
): Promise<void> {
  if (given === null) return
  await store.sql.write(
    `UPDATE user_account SET given_name = $2, family_name = $3, updated_at = $4 WHERE id = $1 AND given_name IS NULL`,
    [userId, given, family, now],
  )
  await indexPeople(store, [userId])
}

/** From here on, all addresses of a person count as equally old. */
export async function renewAddresses({ sql }: Change, userId: string, now: Date): Promise<void> {
  await sql.write('UPDATE email SET verified_at = $2 WHERE user_id = $1', [userId, now])
}

/** Whether somebody has a stored role. Asked at start, which would otherwise wait until Prisma is loaded. */
export async function hasStoredRole({ sql }: SqlStore): Promise<boolean> {
  return (await sql.read(`SELECT user_id FROM operator_role WHERE user_id > '' LIMIT 1`, [])).length > 0
}
