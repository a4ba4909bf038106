import type { Transaction } from '../connections/database.ts'
import { type SqlStore, time } from '../connections/sql.ts'
import type { AddressChangeRow } from '../generated/rows.ts'
import { findAddresses } from '../hot/people.ts'
import { setPrimaryAddress } from './accounts.ts'
import { deleteReservation } from './reserved-addresses.ts'

/** An address of a person, as it was before a change. */
export interface AddressBefore {
  address: string
  primary: boolean
  verifiedAt: Date
}

/** A change of someone's addresses that may still be undone. */
export interface AddressChange {
  id: string
  userId: string
  addresses: AddressBefore[]
  createdAt: Date
}

export async function insertAddressChange(
  { sql }: Transaction,
  change: AddressChange & { tokenDigest: string; expiresAt: Date },
): Promise<void> {
  await sql.write(
    'INSERT INTO address_change (id, user_id, token_digest, addresses, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [
      change.id,
      change.userId,
      change.tokenDigest,
      JSON.stringify(change.addresses.map((before) => ({ ...before, verifiedAt: before.verifiedAt.getTime() }))),
      change.createdAt,
      change.expiresAt,
    ],
  )
}

/** Looks at a change by its link without using it up. */
export async function findAddressChange({ sql }: SqlStore, tokenDigest: string, now: Date): Promise<Date | null> {
  const [row] = await sql.read<Pick<AddressChangeRow, 'created_at'>>(
    'SELECT created_at FROM address_change WHERE token_digest = $1 AND ended_at IS NULL AND expires_at > $2',
    [tokenDigest, now],
  )
  return row ? time(row.created_at) : null
}

/** Whose change a link can undo, without using it up. */
export async function findChangedPerson({ sql }: SqlStore, tokenDigest: string, now: Date): Promise<string | null> {
  const [row] = await sql.read<Pick<AddressChangeRow, 'user_id'>>(
    'SELECT user_id FROM address_change WHERE token_digest = $1 AND ended_at IS NULL AND expires_at > $2',
    [tokenDigest, now],
  )
  return row ? row.user_id : null
}

/** Redeems the link of a change: this statement is the lock, so it is undone once. */
export async function redeemAddressChange(
  { sql }: Transaction,
  tokenDigest: string,
  now: Date,
): Promise<AddressChange | null> {
  const [row] = await sql.write<AddressChangeRow>(
    'UPDATE address_change SET ended_at = $2 WHERE token_digest = $1 AND ended_at IS NULL AND expires_at > $2 RETURNING *',
    [tokenDigest, now],
  )
  if (!row) return null
  const addresses = JSON.parse(row.addresses) as { address: string; primary: boolean; verifiedAt: number }[]
  return {
    id: row.id,
    userId: row.user_id,
    addresses: addresses.map((before) => ({ ...before, verifiedAt: time(before.verifiedAt) })),
    createdAt: time(row.created_at),
  }
}

/** Every address that a change which may still be undone would bring back. */
export async function findUndoableAddresses({ sql }: SqlStore, userId: string, now: Date): Promise<string[]> {
  const rows = await sql.read<Pick<AddressChangeRow, 'addresses'>>(
    'SELECT addresses FROM address_change WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2',
    [userId, now],
  )
  const before = rows.flatMap((row) => JSON.parse(row.addresses) as { address: string }[])
  return [...new Set(before.map(({ address }) => address))]
}

/** Ends the changes of a person that came after one of them, or all of them: they can't be undone any more. */
export async function endAddressChanges({ sql }: Transaction, userId: string, after: string, now: Date): Promise<void> {
  await sql.write('UPDATE address_change SET ended_at = $3 WHERE user_id = $1 AND id > $2 AND ended_at IS NULL', [
    userId,
    after,
    now,
  ])
}

/**
 * Gives a person the addresses of before, and takes away every other. An address that is someone else's by now stays
 * with them. Returns those that the person has afterwards, the primary one first.
 */
export async function restoreAddresses(
  tx: Transaction,
  userId: string,
  before: readonly AddressBefore[],
  now: Date,
): Promise<string[]> {
  const current = (await findAddresses(tx, userId)).map(({ address }) => address)
  for (const { address, verifiedAt } of before.filter((email) => !current.includes(email.address))) {
    await tx.sql.write(
      `INSERT INTO email (address, user_id, is_primary, verified_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (address) DO NOTHING`,
      [address, userId, false, verifiedAt],
    )
    await deleteReservation(tx, address)
  }
  const restored = (await findAddresses(tx, userId)).filter((email) =>
    before.some(({ address }) => address === email.address),
  )
  const primary = before.find((email) => email.primary && restored.some(({ address }) => address === email.address))
  const next = primary?.address ?? restored[0]?.address
  if (next === undefined) return []
  await setPrimaryAddress(tx, userId, next, now)
  for (const address of current.filter((candidate) => !before.some(({ address }) => address === candidate)))
    await tx.sql.write('DELETE FROM email WHERE user_id = $1 AND address = $2', [userId, address])
  return (await findAddresses(tx, userId)).map(({ address }) => address)
}
