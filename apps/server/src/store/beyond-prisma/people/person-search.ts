import type { Change, Transaction } from '../../connections/database.ts'
import { jsonIds, jsonRows, listedIds, type SqlStore } from '../../connections/sql.ts'
import type { EmailRow, PersonSearchRow, UserAccountRow } from '../../generated/rows.ts'
import { type SearchText, searchTextOf, termsOf } from './search-terms.ts'

/** Counts up whenever the rules of search-terms.ts change: whoever was indexed by older ones is indexed again. */
const version = 1

/**
 * Brings what people are found by up to date, in the transaction that has changed their names or addresses. The row of
 * each is locked before the names are read, so of two changes at once the second one reads what the first one wrote.
 */
export async function indexPeople({ sql }: Transaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const wanted = jsonIds(userIds)
  const rows = await sql.write<Pick<PersonSearchRow, 'number' | 'user_id' | 'names' | 'addresses'>>(
    `INSERT INTO person_search (user_id, names, addresses, version, person_updated_at)
     SELECT id, '', '', CAST($2 AS INTEGER), updated_at FROM user_account WHERE id IN ${listedIds(1)} ORDER BY id
     ON CONFLICT (user_id) DO UPDATE SET version = excluded.version, person_updated_at = excluded.person_updated_at
     RETURNING number, user_id, names, addresses`,
    [wanted, version],
  )
  const texts = await searchTexts({ sql }, wanted)
  const changes = rows
    .map((row) => ({ number: Number(row.number), before: row, after: texts.get(row.user_id) ?? nothing }))
    .filter(({ before, after }) => before.names !== after.names || before.addresses !== after.addresses)
  if (changes.length === 0) return
  await sql.write(
    `UPDATE person_search SET names = changed.names, addresses = changed.addresses
     FROM (SELECT CAST(value ->> 'number' AS INTEGER) AS number, value ->> 'names' AS names, value ->> 'addresses' AS addresses
       FROM json_each($1)) AS changed
     WHERE person_search.number = changed.number`,
    [jsonRows(changes.map(({ number, after }) => ({ number, ...after })))],
  )
  await changeTerms({ sql }, changes)
}

/** Takes away what a person was found by. For accounts that were deleted, after they were. */
export async function removeFromIndex({ sql }: Change, userId: string): Promise<void> {
  const rows = await sql.write<Pick<PersonSearchRow, 'number' | 'names' | 'addresses'>>(
    'DELETE FROM person_search WHERE user_id = $1 RETURNING number, names, addresses',
    [userId],
  )
  await changeTerms(
    { sql },
    rows.map((before) => ({ number: Number(before.number), before, after: nothing })),
  )
}

const nothing: SearchText = { names: '', addresses: '' }

/** What people are to be found by. `wanted`: their ids, as `json_each` reads them. */
async function searchTexts({ sql }: SqlStore, wanted: string): Promise<Map<string, SearchText>> {
  const rows = await sql.read<Pick<UserAccountRow, 'id' | 'given_name' | 'family_name'> & NullableAddress>(
    `SELECT u.id, u.given_name, u.family_name, e.address FROM user_account u LEFT JOIN email e ON e.user_id = u.id
     WHERE u.id IN ${listedIds(1)}
     UNION ALL SELECT u.id, u.given_name, u.family_name, a.address FROM user_account u
     JOIN unverified_address a ON a.user_id = u.id WHERE u.id IN ${listedIds(1)} ORDER BY 4`,
    [wanted],
  )
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, [first, ...others]]) => [
      id,
      searchTextOf(
        { givenName: first?.given_name ?? null, familyName: first?.family_name ?? null },
        [first, ...others].flatMap((row) => row?.address ?? []),
      ),
    ]),
  )
}

interface NullableAddress {
  address: EmailRow['address'] | null
}

interface TextChange {
  number: number
  before: SearchText
  after: SearchText
}

/** Deletes the terms that a change takes away and inserts those that it brings: most of them stay. */
async function changeTerms({ sql }: Pick<Transaction, 'sql'>, changes: readonly TextChange[]): Promise<void> {
  const removed: { term: string; person: number }[] = []
  const added: typeof removed = []
  for (const { number: person, before, after } of changes) {
    const had = new Set(termsOf(before))
    const has = new Set(termsOf(after))
    for (const term of had) if (!has.has(term)) removed.push({ term, person })
    for (const term of has) if (!had.has(term)) added.push({ term, person })
  }
  const listed = `SELECT value ->> 'term', CAST(value ->> 'person' AS INTEGER) FROM json_each($1)`
  if (removed.length > 0)
    await sql.write(`DELETE FROM person_term WHERE (term, person) IN (${listed})`, [jsonRows(removed)])
  if (added.length > 0)
    await sql.write(
      `INSERT INTO person_term (term, person) ${listed} WHERE 1 = 1 ORDER BY 1, 2 ON CONFLICT DO NOTHING`,
      [jsonRows(added)],
    )
}

/**
 * Who is not indexed, or was by older rules or before the account changed last, among the next people before this id, the
 * newest first; and where to go on, which is null at the end. Null begins with the newest: no text sorts after every id in
 * every collation.
 */
export async function findUnindexed(
  { sql }: SqlStore,
  before: string | null,
  limit: number,
): Promise<{ unindexed: string[]; next: string | null }> {
  const rows = await sql.read<Pick<UserAccountRow, 'id'> & { due: unknown }>(
    `SELECT u.id, CASE WHEN s.version = $1 AND s.person_updated_at = u.updated_at THEN 0 ELSE 1 END AS due
     FROM user_account u LEFT JOIN person_search s ON s.user_id = u.id
     ${before === null ? '' : 'WHERE u.id < $2'} ORDER BY u.id DESC LIMIT ${Number(limit)}`,
    before === null ? [version] : [version, before],
  )
  const last = rows.at(-1)
  return {
    unindexed: rows.filter(({ due }) => Number(due) === 1).map(({ id }) => id),
    next: rows.length === limit && last ? last.id : null,
  }
}

/**
 * Indexes people who were not. Their accounts are locked first: none of them is deleted meanwhile, which would leave words
 * of theirs behind.
 */
export async function indexExisting(tx: Transaction, userIds: readonly string[]): Promise<void> {
  const rows = await tx.sql.write<Pick<UserAccountRow, 'id'>>(
    `UPDATE user_account SET updated_at = updated_at WHERE id IN ${listedIds(1)} RETURNING id`,
    [jsonIds([...userIds].sort())],
  )
  await indexPeople(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Whether everybody is indexed: the oldest account is the last whom `findUnindexed` comes to. */
export async function isIndexComplete({ sql }: SqlStore): Promise<boolean> {
  const [oldest] = await sql.read<{ due: unknown }>(
    `SELECT CASE WHEN EXISTS (SELECT 1 FROM person_search s WHERE s.user_id = u.id) THEN 0 ELSE 1 END AS due
     FROM user_account u WHERE u.id > '' ORDER BY u.id LIMIT 1`,
    [],
  )
  return Number(oldest?.due ?? 0) === 0
}
