import { invalidValue } from './faults.ts'

/** Characters of a value, in UTF-16 units. */
export const maxValue = 1000
/** Characters of a name that an index holds: PostgreSQL takes no more than 2,704 bytes, and a character may be three. */
export const maxName = 400
const maxKey = 800

/** What a text is compared by where case does not count: NFKC, in small letters. */
export const comparisonKey = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The key of a user name or the name of a group, by which it is unique in its directory. @throws ScimFault */
export function nameKey(name: string): string {
  const key = comparisonKey(name)
  if (key.length > maxKey) throw invalidValue('a name is too long')
  return key
}
