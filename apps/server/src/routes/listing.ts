import type { Context } from 'hono'
import { isSubject } from '../flows/platform/subjects.ts'
import { formField } from '../http/forms.ts'
import { queryParams } from '../http/query.ts'
import { Params } from '../oidc/params.ts'

/** Rows of a list on one page. */
export const perPage = 50

/** What the address of a list asks for. */
export interface Listing {
  /** A search, or an empty text. */
  query: string
  /** The row after which the page begins. */
  after: string | null
  /** Another parameter of the address. */
  parameter(name: string): string
}

/** Reads the address of a list. The address to which a form is sent asks for nothing. */
export function listingOf(c: Context): Listing {
  const params = c.req.method === 'GET' ? queryParams(c.req.raw) : new Params([])
  const parameter = (name: string) => formField(params, name).replaceAll('\0', '').trim().slice(0, 254)
  const after = parameter('after')
  return { query: parameter('query'), after: isSubject(after) ? after : null, parameter }
}

/** A page's worth of rows and one more, which says that there is another page. */
export const rowsFrom = (after: string | null) => ({ after, limit: perPage + 1 })

interface Page<T> {
  rows: T[]
  next: string | null
  first: string | null
}

/** A page of rows that were read by `rowsFrom`, with the addresses of the next page and of the first. */
export function paged<T>(
  rows: readonly T[],
  { query, after }: Pick<Listing, 'query' | 'after'>,
  path: string,
  idOf: (row: T) => string,
  parameters: Record<string, string> = {},
): Page<T> {
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  const kept = { ...parameters, ...(query ? { query } : {}) }
  return {
    rows: shown,
    next: rows.length > perPage && last ? addressOf(path, { ...kept, after: idOf(last) }) : null,
    first: after ? addressOf(path, kept) : null,
  }
}

const addressOf = (path: string, parameters: Record<string, string>) =>
  Object.keys(parameters).length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path
