import { expect, test } from 'vitest'
import * as z from 'zod'
import { faultOf } from '../src/flows/platform/schema-faults.ts'

const schema = z.strictObject({
  name: z.string().min(2).max(5),
  roles: z.array(z.enum(['owner', 'member'])).min(1),
  count: z.int().max(10).optional(),
  kind: z.literal('web').optional(),
  even: z
    .number()
    .refine((value) => value % 2 === 0, 'must be even')
    .optional(),
  inner: z.strictObject({}).optional(),
})
const good = { name: 'abc', roles: ['owner'] }

test.each([
  [{ roles: ['owner'] }, 'name', 'is missing'],
  [{ ...good, name: 1 }, 'name', 'must be a string'],
  [{ ...good, name: 'x' }, 'name', 'must have at least 2 characters'],
  [{ ...good, name: 'abcdef' }, 'name', 'must have at most 5 characters'],
  [{ ...good, roles: [] }, 'roles', 'must have at least 1 items'],
  [{ ...good, roles: ['king'] }, 'roles.0', 'must be one of owner, member'],
  [{ ...good, kind: 'app' }, 'kind', 'must be web'],
  [{ ...good, count: 11 }, 'count', 'must be at most 10'],
  [{ ...good, count: 1.5 }, 'count', 'must be a whole number'],
  [{ ...good, even: 3 }, 'even', 'must be even'],
  [{ ...good, inner: { bogus: 1 } }, 'inner.bogus', 'is not a known member'],
  [[], '', 'must be an object'],
])('%j: %s %s', (value, field, fault) => {
  const issue = schema.safeParse(value).error?.issues[0]
  expect(issue && faultOf(issue)).toEqual({ field, fault })
})
