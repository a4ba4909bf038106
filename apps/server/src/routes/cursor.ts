import { digest } from '../crypto/random.ts'
import { HttpError } from '../http/http-error.ts'

/**
 * Where the next page of a list begins, for its link: the id of the last row, and a check of what the list is narrowed
 * to. A cursor that was changed, or is used with other filters, is refused, not taken for something else.
 */
export const writeCursor = (id: string, filters: unknown): string => `${id}.${checkOf(id, filters)}`

/** The id in a cursor, or null without one. @throws HttpError 400 */
export function readCursor(cursor: string, filters: unknown): string | null {
  if (cursor === '') return null
  const [id = '', check] = cursor.split('.')
  if (cursor !== `${id}.${check}` || check !== checkOf(id, filters))
    throw new HttpError(400, 'the link to this page of the list does not belong to these filters')
  return id
}

const checkOf = (id: string, filters: unknown): string => digest(JSON.stringify([id, filters])).slice(0, 12)
