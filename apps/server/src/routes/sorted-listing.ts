import type { Context } from 'hono'
import type { Deps } from '../flows/platform/deps.ts'
import { formField } from '../http/forms.ts'
import { HttpError } from '../http/http-error.ts'
import { queryParams } from '../http/query.ts'
import { Params } from '../oidc/params.ts'
import type { List, Sorting } from '../pages/table.tsx'
import { perPage } from './listing.ts'
import { openTexts, sealTexts } from './sealed-links.ts'

/** A list that can be searched, filtered and sorted. */
export interface ListDescription<Sort extends string, Filter extends string = never> {
  /** The address of its first page. */
  address: string
  /** Its orders. The first one is the default. */
  sorts: readonly [Sort, ...Sort[]]
  /** The values of each filter. Without one of them, a list is not filtered. */
  filters?: Readonly<Record<Filter, readonly string[]>>
}

/** What the URL of a list asks for. */
export interface SortedListing<Sort extends string, Filter extends string = never> {
  query: string
  sort: Sort
  filters: Readonly<Record<Filter, string>>
  /** The position of the last row of the previous page. */
  position: readonly string[] | null
}

/**
 * Reads the URL of a list. A cursor is sealed together with the search, the filters and the order that it belongs to;
 * with any other it is refused, so it never leads into other rows (CO-12).
 */
export function sortedListingOf<Sort extends string, Filter extends string = never>(
  deps: Pick<Deps, 'keyring'>,
  c: Context,
  list: ListDescription<Sort, Filter>,
): SortedListing<Sort, Filter> {
  const params = c.req.method === 'GET' ? queryParams(c.req.raw) : new Params([])
  const parameter = (name: string) => formField(params, name).replaceAll('\0', '').trim()
  const wanted = parameter('sort')
  const names = Object.keys(list.filters ?? {}) as Filter[]
  const chosen = names.map((name) => [name, list.filters?.[name].find((value) => value === parameter(name)) ?? ''])
  const listing: SortedListing<Sort, Filter> = {
    query: parameter('query').slice(0, 254),
    sort: list.sorts.find((sort) => sort === wanted) ?? list.sorts[0],
    filters: Object.fromEntries(chosen),
    position: null,
  }
  const cursor = parameter('cursor')
  if (!cursor) return listing
  const position = openTexts(deps, purposeOf(list, listing), cursor)
  if (!position) throw new HttpError(400, 'this link does not belong to this list: begin with its first page')
  return { ...listing, position }
}

/** A page of rows, of which one more was read than it shows, with the links to the next page and the first. */
export function sortedPage<Row, Sort extends string, Filter extends string = never>(
  deps: Pick<Deps, 'keyring'>,
  list: ListDescription<Sort, Filter>,
  listing: SortedListing<Sort, Filter>,
  rows: readonly Row[],
  positionOf: (row: Row) => readonly string[],
): List<Row> {
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  const cursor = rows.length > perPage && last && sealTexts(deps, purposeOf(list, listing), positionOf(last))
  return {
    rows: shown,
    next: cursor ? addressOf(list, listing, cursor) : null,
    first: listing.position ? addressOf(list, listing) : null,
  }
}

/** The links of the heads, each of which sorts the list anew. */
export const sortingOf = <Sort extends string, Filter extends string>(
  list: ListDescription<Sort, Filter>,
  listing: SortedListing<Sort, Filter>,
): Sorting => ({
  order: listing.sort,
  link: (order) => addressOf(list, { ...listing, sort: list.sorts.find((sort) => sort === order) ?? list.sorts[0] }),
})

/** The address of a page of the list. Defaults are left out. */
function addressOf<Sort extends string, Filter extends string>(
  { address, sorts }: ListDescription<Sort, Filter>,
  { query, sort, filters }: SortedListing<Sort, Filter>,
  cursor = '',
): string {
  const parameters = { query, sort: sort === sorts[0] ? '' : sort, ...filters, cursor }
  const given = Object.entries<string>(parameters).filter(([, value]) => value !== '')
  if (given.length === 0) return address
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

const purposeOf = <Sort extends string, Filter extends string>(
  list: ListDescription<Sort, Filter>,
  listing: SortedListing<Sort, Filter>,
): string => `cursor of ${addressOf(list, listing)}`
