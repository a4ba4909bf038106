import { digest } from '../crypto/random.ts'
import type { ListPosition } from '../flows/management/directory.ts'
import { isSubject } from '../flows/platform/subjects.ts'
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
    throw new HttpError(400, 'the cursor does not belong to this list with these filters and this order')
  return id
}

/** The same for a list that is sorted by something else than its ids. */
export const writePosition = ({ key, id }: ListPosition, filters: unknown): string =>
  writeCursor(Buffer.from(JSON.stringify([key, id])).toString('base64url'), filters)

/** The check of a cursor has no key, so what it holds is looked at once more. @throws HttpError 400 */
export function readPosition(cursor: string, filters: unknown): ListPosition | null {
  const text = readCursor(cursor, filters)
  if (text === null) return null
  const [key, id] = parsed(Buffer.from(text, 'base64url').toString())
  if ((typeof key !== 'string' && typeof key !== 'number') || typeof id !== 'string' || !isSubject(id))
    throw new HttpError(400, 'the cursor is not one of ours')
  return { key, id }
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const checkOf = (id: string, filters: unknown): string => digest(JSON.stringify([id, filters])).slice(0, 12)
