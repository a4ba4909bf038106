import type { Change } from '../connections/database.ts'
import { type SqlStore, time } from '../connections/sql.ts'
import type { ReservedAddressRow } from '../generated/rows.ts'

/** The address was removed from another account a short time ago, and waits. */
export class AddressReserved extends Error {
  override readonly name = 'AddressReserved'
}

/** Keeps a removed address from opening or joining another account until then. */
export async function reserveAddress({ sql }: Change, userId: string, address: string, expiresAt: Date): Promise<void> {
  await sql.write(
    `INSERT INTO reserved_address (address, user_id, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id, expires_at = excluded.expires_at`,
    [address, userId, expiresAt],
  )
}

/** The addresses that are reserved for a person stay so until then: a link that brings them back is good as long. */
export async function extendReservations({ sql }: Change, userId: string, now: Date, until: Date): Promise<void> {
  await sql.write(
    'UPDATE reserved_address SET expires_at = $3 WHERE user_id = $1 AND expires_at > $2 AND expires_at < $3',
    [userId, now, until],
  )
}

/** Whose account a reserved address was removed from, and until when it waits. */
export async function findReservation(
  { sql }: SqlStore,
  address: string,
  now: Date,
): Promise<{ userId: string; expiresAt: Date } | null> {
  const [row] = await sql.read<Pick<ReservedAddressRow, 'user_id' | 'expires_at'>>(
    'SELECT user_id, expires_at FROM reserved_address WHERE address = $1 AND expires_at > $2',
    [address, now],
  )
  return row ? { userId: row.user_id, expiresAt: time(row.expires_at) } : null
}

export async function deleteReservation({ sql }: Change, address: string): Promise<void> {
  await sql.write('DELETE FROM reserved_address WHERE address = $1', [address])
}
