import type * as z from 'zod'
import { faultOf } from '../../flows/platform/schema-faults.ts'
import { JsonFault, parseJson } from '../../oidc/json.ts'
import type { Params } from '../../oidc/params.ts'
import { Problem } from './problems.ts'

/** How many items a page has. */
export const pageSize = { min: 1, max: 100, default: 50 } as const
/** The id of the last row of a page, or where it stands in an order (routes/cursor.ts). */
export const cursorPattern = /^(?!\.+$)[A-Za-z0-9._~|:@+=-]{1,500}$/
/** The ETag of a resource, or any version (RFC 9110 section 13.1.1). */
export const ifMatchPattern = /^(?:\*|"(\d{1,16})")$/
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/

/** Parses a body and checks it against its schema. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let json: unknown
  try {
    json = parseJson(text)
  } catch (error) {
    throw error instanceof JsonFault ? new Problem(400, 'invalid_json', `the body ${error.message}`) : error
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const { field, fault } = issue ? faultOf(issue) : { field: '', fault: 'is not valid' }
  throw new Problem(422, 'invalid_body', field ? `${field}: ${fault}` : `the body ${fault}`, { field })
}

/** The version in If-Match (RFC 9110 section 13.1.1). Undefined if any version will do. */
export function parseIfMatch(header: string | null): number | undefined {
  if (header === null || header === '*') return undefined
  const version = ifMatchPattern.exec(header)?.[1]
  if (!version) throw new Problem(412, 'changed_meanwhile', 'If-Match is not an ETag of this resource')
  return Number(version)
}

/** Parses `limit` and `cursor`. */
export function parsePage(query: Params): { after: string | null; limit: number } {
  const text = query.get('limit') ?? String(pageSize.default)
  const limit = Number(text)
  if (!/^\d{1,3}$/.test(text) || limit < pageSize.min || limit > pageSize.max)
    throw new Problem(400, 'invalid_request', `limit must be ${pageSize.min} to ${pageSize.max}`)
  const cursor = query.get('cursor')
  if (cursor !== undefined && !cursorPattern.test(cursor))
    throw new Problem(400, 'invalid_request', 'cursor must be the next_cursor of another page')
  return { after: cursor ?? null, limit }
}

/** A query parameter with a few known values. Null if it is absent. */
export function choiceIn<Choice extends string>(
  choices: readonly Choice[],
  name: string,
  value: string | undefined,
): Choice | null {
  if (value === undefined) return null
  const found = choices.find((choice) => choice === value)
  if (!found) throw new Problem(400, 'invalid_request', `${name} must be one of ${choices.join(', ')}`)
  return found
}

export function checkIdempotencyKey(key: string): void {
  if (!idempotencyKeyPattern.test(key))
    throw new Problem(400, 'invalid_request', 'Idempotency-Key must be 1 to 200 visible ASCII characters')
}
