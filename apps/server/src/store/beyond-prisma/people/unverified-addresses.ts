import type { Change } from '../../connections/database.ts'
import type { SqlStore } from '../../connections/sql.ts'
import type { UnverifiedAddressRow } from '../../generated/rows.ts'
import { indexPeople } from './person-search.ts'

/** The account that an address opens once it is proven, or null. An account with a proven address is opened by no other. */
export async function findAwaitingAccount({ sql }: SqlStore, address: string): Promise<string | null> {
  const [row] = await sql.read<Pick<UnverifiedAddressRow, 'user_id'>>(
    `SELECT user_id FROM unverified_address WHERE address = $1
     AND NOT EXISTS (SELECT 1 FROM email WHERE email.user_id = unverified_address.user_id)`,
    [address],
  )
  return row?.user_id ?? null
}

/** The address that opens an account once it is proven, or null. */
export async function findUnverifiedAddress({ sql }: SqlStore, userId: string): Promise<string | null> {
  const [row] = await sql.read<Pick<UnverifiedAddressRow, 'address'>>(
    'SELECT address FROM unverified_address WHERE user_id = $1',
    [userId],
  )
  return row?.address ?? null
}

/** Gives an account the address that opens it once it is proven, in place of the one before. False if another account waits for it. */
export async function putUnverifiedAddress(store: Change, userId: string, address: string): Promise<boolean> {
  const { sql } = store
  await sql.write('DELETE FROM unverified_address WHERE user_id = $1', [userId])
  const rows = await sql.write(
    `INSERT INTO unverified_address (address, user_id) VALUES ($1, $2)
     ON CONFLICT (address) DO NOTHING RETURNING address`,
    [address, userId],
  )
  await indexPeople(store, [userId])
  return rows.length === 1
}

/** Ends the wait for an address that was proven, and that of the account which has it now. Returns whose waits ended. */
export async function endWaits({ sql }: Change, userId: string, address: string): Promise<string[]> {
  const awaited = await sql.write<Pick<UnverifiedAddressRow, 'user_id'>>(
    'DELETE FROM unverified_address WHERE address = $1 RETURNING user_id',
    [address],
  )
  await sql.write('DELETE FROM unverified_address WHERE user_id = $1', [userId])
  return awaited.map((row) => row.user_id)
}

/** Takes the address of an account that waits for it, once. The row of the person is locked. */
export async function takeUnverifiedAddress({ sql }: Change, userId: string, address: string): Promise<boolean> {
  const rows = await sql.write(
    `DELETE FROM unverified_address WHERE address = $1 AND user_id = $2
     AND NOT EXISTS (SELECT 1 FROM email WHERE email.user_id = $2) RETURNING address`,
    [address, userId],
  )
  return rows.length === 1
}
