import type { Change } from '../connections/database.ts'
import { type SqlStore, time, timeOrNull } from '../connections/sql.ts'
import { type AddressChangeRow, addressChangeColumns } from '../generated/rows.ts'
import { findAddresses } from '../hot/people.ts'
import { setPrimaryAddress } from './accounts.ts'
import { indexPeople } from './people/person-search.ts'
import { deleteReservation } from './reserved-addresses.ts'

/** An address of a person, as it was before a change. */
export interface AddressBefore {
  address: string
  primary: boolean
  verifiedAt: Date
}

/** A link that undoes a change of someone's addresses. */
export interface UndoLink {
  id: string
  userId: string
  /** Those before the change. */
  addresses: AddressBefore[]
  createdAt: Date
  expiresAt: Date
  /** Whom it was sent to. Null: to all of them, by the version before. */
  address: string | null
  /** Since when that address had been on the account. */
  since: Date
  /** Since when the account had the address or passkey that opened the session which made the change. Null: not known. */
  methodSince: Date | null
}

/** The change that a link undoes: its links have ids that begin with that of the change, and so come after it. */
const changeOf = (linkId: string): string => linkId.split('.')[0] as string

/** Stores the links of a change. Of each, only the mailbox that it is sent to knows the token. */
export async function insertUndoLinks(
  { sql }: Change,
  change: Omit<UndoLink, 'address' | 'since'>,
  links: readonly { to: AddressBefore; tokenDigest: string }[],
): Promise<void> {
  const addresses = JSON.stringify(
    change.addresses.map((before) => ({ ...before, verifiedAt: before.verifiedAt.getTime() })),
  )
  for (const [index, { to, tokenDigest }] of links.entries())
    await sql.write(
      `INSERT INTO address_change (id, user_id, token_digest, addresses, created_at, expires_at, address, address_since, method_since)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        `${change.id}.${index}`,
        change.userId,
        tokenDigest,
        addresses,
        change.createdAt,
        change.expiresAt,
        to.address,
        to.verifiedAt,
        change.methodSince,
      ],
    )
}

/** Looks at a link without using it up. */
export async function findUndoLink({ sql }: SqlStore, tokenDigest: string, now: Date): Promise<UndoLink | null> {
  const [row] = await sql.read<AddressChangeRow>(
    `SELECT ${addressChangeColumns} FROM address_change WHERE token_digest = $1 AND ended_at IS NULL AND expires_at > $2`,
    [tokenDigest, now],
  )
  return row ? toLink(row) : null
}

/** The same by its id. */
export async function findUndoLinkById({ sql }: SqlStore, id: string, now: Date): Promise<UndoLink | null> {
  const [row] = await sql.read<AddressChangeRow>(
    `SELECT ${addressChangeColumns} FROM address_change WHERE id = $1 AND ended_at IS NULL AND expires_at > $2`,
    [id, now],
  )
  return row ? toLink(row) : null
}

/** Redeems a link: this statement is the lock, so the change is undone once. */
export async function redeemUndoLink({ sql }: Change, tokenDigest: string, now: Date): Promise<UndoLink | null> {
  const [row] = await sql.write<AddressChangeRow>(
    `UPDATE address_change SET ended_at = $2 WHERE token_digest = $1 AND ended_at IS NULL AND expires_at > $2 RETURNING ${addressChangeColumns}`,
    [tokenDigest, now],
  )
  return row ? toLink(row) : null
}

function toLink(row: AddressChangeRow): UndoLink {
  const addresses = (JSON.parse(row.addresses) as { address: string; primary: boolean; verifiedAt: number }[]).map(
    (before) => ({ ...before, verifiedAt: time(before.verifiedAt) }),
  )
  // A link that all of them were sent counts as sent to the youngest.
  const youngest = Math.max(...addresses.map(({ verifiedAt }) => verifiedAt.getTime()))
  return {
    id: row.id,
    userId: row.user_id,
    addresses,
    createdAt: time(row.created_at),
    expiresAt: time(row.expires_at),
    address: row.address,
    since: timeOrNull(row.address_since) ?? time(youngest),
    methodSince: timeOrNull(row.method_since),
  }
}

/** Links that can still be used stay good until then, where they were sent to an address that is older than a moment. */
export async function extendUndoLinks(
  { sql }: Change,
  { userId, olderThan, now, until }: { userId: string; olderThan: Date; now: Date; until: Date },
): Promise<void> {
  await sql.write(
    `UPDATE address_change SET expires_at = $4
     WHERE user_id = $1 AND address_since < $2 AND ended_at IS NULL AND expires_at > $3 AND expires_at < $4`,
    [userId, olderThan, now, until],
  )
}

/** One link stays good until then. */
export async function extendUndoLink({ sql }: Change, id: string, until: Date): Promise<void> {
  await sql.write('UPDATE address_change SET expires_at = $2 WHERE id = $1 AND expires_at < $2', [id, until])
}

/** Ends a link, and every other one that its address was sent. */
export async function endUndoLinksTo(
  { sql }: Change,
  { userId, link, now }: { userId: string; link: Pick<UndoLink, 'id' | 'address'>; now: Date },
): Promise<void> {
  await sql.write(
    'UPDATE address_change SET ended_at = $4 WHERE user_id = $1 AND (id = $2 OR address = $3) AND ended_at IS NULL',
    [userId, link.id, link.address, now],
  )
}

/** Addresses that have a link which can still be used, and were on the account before a moment. */
export async function findOlderLinkHolders(
  { sql }: SqlStore,
  { userId, olderThan, now }: { userId: string; olderThan: Date; now: Date },
): Promise<string[]> {
  const rows = await sql.read<Pick<AddressChangeRow, 'address'>>(
    `SELECT DISTINCT address FROM address_change
     WHERE user_id = $1 AND address_since < $2 AND ended_at IS NULL AND expires_at > $3`,
    [userId, olderThan, now],
  )
  return rows.flatMap(({ address }) => address ?? [])
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

/**
 * Ends the changes of a person: all of them, or a link's own and those that came after it. They can't be undone any more,
 * nor does their undoing wait any longer.
 */
export async function endAddressChanges(
  { sql }: Change,
  userId: string,
  now: Date,
  from: Pick<UndoLink, 'id'> | null = null,
): Promise<void> {
  const after = from ? changeOf(from.id) : ''
  await sql.write('UPDATE address_change SET ended_at = $3 WHERE user_id = $1 AND id > $2 AND ended_at IS NULL', [
    userId,
    after,
    now,
  ])
  await sql.write('DELETE FROM recovery WHERE user_id = $1 AND change_id > $2', [userId, after])
}

/**
 * Gives a person the addresses of before, and takes away every other. An address that belongs to someone else by now
 * stays with them. Returns those that the person has afterwards, the primary one first.
 */
export async function restoreAddresses(
  tx: Change,
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
  await indexPeople(tx, [userId])
  return (await findAddresses(tx, userId)).map(({ address }) => address)
}
