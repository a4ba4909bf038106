import type { Context } from 'hono'
import { isSubject } from '../flows/platform/subjects.ts'
import { formField } from '../http/forms.ts'
import { queryParams } from '../http/query.ts'
import { Params } from '../oidc/params.ts'
import type { List } from '../pages/table.tsx'

/** How many rows of a list a page shows. */
export const perPage = 50

/** The parameters in the URL of a list. */
export interface Listing {
  /** The search, or an empty string. */
  query: string
  /** The id of the last row of the previous page. */
  after: string | null
  /** Any other parameter of the URL. */
  parameter(name: string): string
}

/** Reads the URL of a list. After a POST it has no parameters. */
export function listingOf(c: Context): Listing {
  const params = c.req.method === 'GET' ? queryParams(c.req.raw) : new Params([])
  const parameter = (name: string) => formField(params, name).replaceAll('\0', '').trim().slice(0, 254)
  const after = parameter('after')
  return { query: parameter('query'), after: isSubject(after) ? after : null, parameter }
}

/** One row more than a page shows: it says that there is a next page. */
export const rowsFrom = (after: string | null) => ({ after, limit: perPage + 1 })

/** A page of the rows that `rowsFrom` asked for, with the links to the next page and the first. */
export function paged<T>(
  rows: readonly T[],
  { query, after }: Pick<Listing, 'query' | 'after'>,
  path: string,
  idOf: (row: T) => string,
  { parameters = {}, parameter = 'after' }: { parameters?: Record<string, string>; parameter?: string } = {},
): List<T> {
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  const kept = { ...parameters, ...(query ? { query } : {}) }
  return {
    rows: shown,
    next: rows.length > perPage && last ? addressOf(path, { ...kept, [parameter]: idOf(last) }) : null,
    first: after ? addressOf(path, kept) : null,
  }
}

/** A page of a list whose rows are read from the one after an id on. */
export async function listPage<T>(
  c: Context,
  path: string,
  idOf: (row: T) => string,
  read: (range: { after: string | null; before: string | null; limit: number }) => Promise<readonly T[]>,
  parameters: Record<string, string> = {},
): Promise<List<T>> {
  const { after } = listingOf(c)
  const rows = await read({ after, before: after, limit: perPage + 1 })
  return paged(rows, { query: '', after }, path, idOf, { parameters })
}

/** A page of a list that is known as a whole. A row that is no longer there leads to the first page. */
export function pageOfAll<T>(c: Context, path: string, all: readonly T[], idOf: (row: T) => string): List<T> {
  const { query, parameter } = listingOf(c)
  const after = parameter('after') || null
  const start = all.findIndex((row) => idOf(row) === after) + 1
  return paged(all.slice(start, start + perPage + 1), { query, after: start > 0 ? after : null }, path, idOf)
}

/** The same page with its rows as a page shows them. */
export const mapRows = <T, Shown>(list: List<T>, show: (row: T) => Shown): List<Shown> => ({
  ...list,
  rows: list.rows.map(show),
})

const addressOf = (path: string, parameters: Record<string, string>) =>
  Object.keys(parameters).length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path
