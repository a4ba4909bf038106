import { digest } from '../crypto/random.ts'
import type { ListPosition } from '../flows/management/directory.ts'
import type { Deps } from '../flows/platform/deps.ts'
import { HttpError } from '../http/http-error.ts'
import { openTexts, sealTexts } from './sealed-links.ts'

/**
 * Where the next page of a list begins, for its link: the id of the last row, and a check of what the list is narrowed
 * to. A cursor that was changed, or is used with other filters, is refused, not taken for something else.
 */
export const writeCursor = (id: string, filters: unknown): string => `${id}.${checkOf(id, filters)}`

/** The id in a cursor, or null without one. @throws HttpError 400 */
export function readCursor(cursor: string, filters: unknown): string | null {
  if (cursor === '') return null
  const [id = '', check] = cursor.split('.')
  if (cursor !== `${id}.${check}` || check !== checkOf(id, filters)) throw notOfThisList()
  return id
}

/** The same for a list that is sorted by something else than its ids. Sealed: nobody else makes a position. */
export const writePosition = (deps: Pick<Deps, 'keyring'>, { key, id }: ListPosition, filters: unknown): string =>
  sealTexts(deps, positionIn(filters), [String(key), id])

/** @throws HttpError 400 */
export function readPosition(deps: Pick<Deps, 'keyring'>, cursor: string, filters: unknown): ListPosition | null {
  if (cursor === '') return null
  const [key, id] = openTexts(deps, positionIn(filters), cursor) ?? []
  if (key === undefined || id === undefined) throw notOfThisList()
  return { key, id }
}

const positionIn = (filters: unknown): string => `position in ${JSON.stringify(filters)}`

const notOfThisList = () =>
  new HttpError(400, 'the cursor does not belong to this list with these filters and this order')

const checkOf = (id: string, filters: unknown): string => digest(JSON.stringify([id, filters])).slice(0, 12)
