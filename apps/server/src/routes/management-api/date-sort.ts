import * as z from 'zod'
import { type DateOrder, dateOrders, type ListPosition } from '../../flows/management/directory.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { HttpError } from '../../http/http-error.ts'
import { readPosition, writePosition } from '../cursor.ts'
import type { Call } from './operation.ts'
import { Problem } from './problems.ts'
import { choiceIn } from './request.ts'

/** The query parameter of a list that is sorted by a date. */
export const dateSort = z.enum(dateOrders).default('oldest').describe('Which date comes first (default oldest).')

/** What a list that is sorted by a date is asked for. Its cursors belong to one order and to what the list is narrowed to. */
export function datedPage(
  { deps, page, query }: Pick<Call<string, 'sort'>, 'deps' | 'page' | 'query'>,
  narrowedTo: readonly (string | undefined)[],
): { order: DateOrder; after: ListPosition | null; limit: number; cursorTo(position: ListPosition): string } {
  const order = choiceIn(dateOrders, 'sort', query('sort')) ?? 'oldest'
  const filters = [...narrowedTo.map((text) => text ?? ''), order]
  return {
    order,
    after: positionAt(deps, page.after ?? '', filters),
    limit: page.limit,
    cursorTo: (position) => writePosition(deps, position, filters),
  }
}

function positionAt(deps: Deps, cursor: string, filters: readonly string[]): ListPosition | null {
  try {
    return readPosition(deps, cursor, filters)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new Problem(400, 'invalid_request', 'this cursor belongs to another list, search or order')
  }
}
