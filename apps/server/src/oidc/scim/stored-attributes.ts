import { comparisonKey } from './comparison.ts'
import type { ContactValue, UserAttributes } from './resources.ts'

/** What the database has no column for. */
type OtherAttributes = Omit<UserAttributes, 'userName' | 'externalId' | 'active'>

/** Those attributes as JSON, with what filters compare of them, in small letters and by the names of their paths. */
export function storedAttributes(attributes: UserAttributes): string {
  const { userName, externalId, active, ...others } = attributes
  const compared = { ...Object.fromEntries(textsIn(others, '')), ...entriesOf(others) }
  return JSON.stringify({ ...others, compared })
}

export function readStoredAttributes(json: string): OtherAttributes {
  const { compared, ...others } = JSON.parse(json) as OtherAttributes & { compared?: unknown }
  return others
}

const textsIn = (values: object, prefix: string): [string, string][] =>
  Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + name, comparisonKey(value)]]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return textsIn(value, `${prefix}${name}.`)
  })

/** As objects, because `json_each` reads objects on both databases, and arrays only on SQLite. */
const entriesOf = ({ emails, phoneNumbers }: OtherAttributes) => ({
  ...(emails ? { emails: { ...emails.map(comparedEntry) } } : {}),
  ...(phoneNumbers ? { phoneNumbers: { ...phoneNumbers.map(comparedEntry) } } : {}),
})

const comparedEntry = (entry: ContactValue) =>
  Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, comparisonKey(String(value))]))
