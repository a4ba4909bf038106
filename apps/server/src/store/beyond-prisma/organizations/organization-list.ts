import type { SqlStore, SqlValue } from '../../connections/sql.ts'
import type { OrganizationRow } from '../../generated/rows.ts'
import { begins, folded, matchLimit, range } from '../prefix.ts'

type OrganizationOrder = 'name' | 'newest' | 'oldest'
export type OrganizationState = 'active' | 'deleted'

/** Where an organization stands in an order: its folded name, or nothing where the id alone decides, and its id. */
export type OrganizationPosition = readonly [value: string, id: string]

export interface SortedOrganizationPage {
  order: OrganizationOrder
  /** The position of the last organization of the page before. */
  position: OrganizationPosition | null
  limit: number
  /** The beginning of a name or short name, or an id. */
  query: string
  state: OrganizationState | null
}

interface Found extends Pick<OrganizationRow, 'id' | 'disabled_at'> {
  name: string
}

const columns = `id, ${folded('name')} AS name, disabled_at`

/**
 * Organizations in an order, with their positions in it. What a search finds, and what waits for its end, is sorted here:
 * at most `matchLimit` rows of each index. Everything else is read in the order of an index.
 */
export async function sortOrganizations(
  store: SqlStore,
  { order, position, limit, query, state }: SortedOrganizationPage,
): Promise<OrganizationPosition[]> {
  const found = query ? await search(store, query) : state === 'deleted' ? await findEnding(store) : null
  if (!found) return walk(store, { order, position, limit, state })
  const kept = found.filter((row) => state === null || (row.disabled_at !== null) === (state === 'deleted'))
  const positions = kept.map((row): OrganizationPosition => [order === 'name' ? row.name : '', row.id])
  const sign = order === 'newest' ? -1 : 1
  return positions
    .sort((a, b) => sign * compare(a, b))
    .filter((candidate) => !position || sign * compare(candidate, position) > 0)
    .slice(0, limit)
}

const compare = ([a, aId]: OrganizationPosition, [b, bId]: OrganizationPosition): number =>
  compareTexts(a, b) || compareTexts(aId, bId)

/** Byte by byte, as the databases compare. */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const search = ({ sql }: SqlStore, query: string): Promise<Found[]> =>
  sql.read<Found>(
    `SELECT * FROM (SELECT ${columns} FROM organization WHERE ${begins(folded('name'), 1)} ORDER BY ${folded('name')} LIMIT ${matchLimit}) AS named
     UNION SELECT * FROM (SELECT ${columns} FROM organization WHERE ${begins('slug', 1)} ORDER BY slug COLLATE "BINARY" LIMIT ${matchLimit}) AS slugged
     UNION SELECT ${columns} FROM organization WHERE id = $3`,
    [...range(query), query],
  )

/** Those that were deleted and wait for the end of their data. */
const findEnding = ({ sql }: SqlStore): Promise<Found[]> =>
  sql.read<Found>(
    `SELECT ${columns} FROM organization WHERE delete_after IS NOT NULL AND delete_after > $1
     ORDER BY delete_after LIMIT ${matchLimit}`,
    [new Date(0)],
  )

/** Reads a page in the order of the index of names, or of ids, which begin with the time. */
async function walk(
  { sql }: SqlStore,
  { order, position, limit, state }: Pick<SortedOrganizationPage, 'order' | 'position' | 'limit' | 'state'>,
): Promise<OrganizationPosition[]> {
  const living = state === 'active' ? 'AND disabled_at IS NULL' : ''
  const name = folded('name')
  if (order === 'name') {
    const [from, after]: OrganizationPosition = position ?? ['', '']
    const rows = await sql.read<Found>(
      `SELECT ${columns} FROM organization WHERE ${name} >= $1 AND (${name} > $1 OR id > $2) ${living}
       ORDER BY ${name}, id LIMIT $3`,
      [from, after, limit],
    )
    return rows.map((row) => [row.name, row.id])
  }
  const [side, direction] = order === 'newest' ? ['<', 'DESC'] : ['>', 'ASC']
  // An id begins with hexadecimal digits: these come before and after all of them in every collation.
  const values: SqlValue[] = [position?.[1] ?? (order === 'newest' ? 'zz' : ''), limit]
  const rows = await sql.read<Found>(
    `SELECT ${columns} FROM organization WHERE id ${side} $1 ${living} ORDER BY id ${direction} LIMIT $2`,
    values,
  )
  return rows.map((row) => ['', row.id])
}
