import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiScopes } from '../src/oidc/scopes.ts'
import { examples } from '../src/routes/management-api/examples.ts'
import { openApi } from '../src/routes/management-api/openapi.ts'
import { operations } from '../src/routes/management-api/operations.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// The OpenAPI document is as strict as the server: what the schema of a parameter refuses is refused, and what it allows
// is not refused for that parameter.

interface Schema {
  type: string
  pattern?: string
  enum?: string[]
  minimum?: number
  maximum?: number
}
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}
const { paths } = openApi('https://id.example.test') as {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>
}

const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
    parameters.filter((parameter) => parameter.in !== 'path').map((parameter) => ({ path, method, parameter })),
  ),
)

const samples = [
  '0',
  '1',
  '100',
  '101',
  '-1',
  '1.5',
  'x',
  'a b',
  '"12"',
  '*',
  'W/"1"',
  '..',
  '..,',
  'x'.repeat(201),
  'é',
]

const allows = ({ pattern, enum: choices, type, minimum = 0, maximum = 0 }: Schema, value: string): boolean => {
  if (choices) return choices.includes(value)
  if (type === 'integer') return /^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum
  return new RegExp(pattern ?? '', 'u').test(value)
}

let world: TestWorld
let token: string
beforeAll(async () => {
  world = await openTestWorld({
    OIDC_CLIENT_ID_30: 'everything',
    OIDC_CLIENT_30_SECRET: 'everything-secret-0123456789',
    OIDC_CLIENT_30_GRANT_TYPES: 'client_credentials',
    OIDC_CLIENT_30_SCOPES: apiScopes.join(','),
  })
  const auth: { basic: [string, string] } = { basic: ['everything', 'everything-secret-0123456789'] }
  token = (await world.token({ grant_type: 'client_credentials' }, auth)).body.access_token
})
afterAll(() => world?.close())

/** Whether the server refuses this value of this parameter. */
async function isRefused({ path, method, parameter }: (typeof all)[number], value: string): Promise<boolean> {
  const url = new URL(`${world.issuer}/api/v1${path.replaceAll(/\{\w+\}/g, 'none')}`)
  const headers: Record<string, string> = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  if (parameter.in === 'header') headers[parameter.name] = value
  else url.searchParams.set(parameter.name, value)
  const body = ['get', 'delete'].includes(method) ? null : '{}'
  const answer = await fetch(url, { method: method.toUpperCase(), headers, body })
  const { detail = '' } = answer.status === 204 ? {} : ((await answer.json()) as { detail?: string })
  return detail.startsWith(parameter.name)
}

test('values of parameters are refused by the server exactly where the document refuses them', async () => {
  const limited = all.filter(({ parameter: { schema } }) => schema.pattern || schema.enum || schema.type === 'integer')
  expect(new Set(limited.map(({ parameter }) => parameter.name))).toEqual(
    new Set([
      ...['sort', 'limit', 'cursor', 'Idempotency-Key', 'If-Match', 'state', 'outcome', 'kind', 'scope'],
      ...['dry_run', 'allow_removal'],
    ]),
  )
  // Where a path has parameters, what is not found is said first; one operation of a kind is enough.
  const seen = new Set<string>()
  for (const entry of limited) {
    const { name, schema } = entry.parameter
    if (entry.path.includes('{') && name !== 'If-Match') continue
    const kind = `${name} ${JSON.stringify(schema)}`
    if (seen.has(kind)) continue
    seen.add(kind)
    for (const value of [...samples, ...(schema.enum ?? [])]) {
      if (entry.parameter.in === 'header' && /[^\x20-\x7e]/.test(value)) continue
      expect(await isRefused(entry, value), `${name}: ${value}`).toBe(!allows(schema, value))
    }
  }
  expect(seen.size).toBeGreaterThan(5)
})

test('no parameter of a path is called as a secret in the answer is', () => {
  expect(Object.keys(paths).filter((path) => path.includes('{token}'))).toEqual([])
})

test('what has to be given is required', () => {
  const required = all.filter(({ parameter }) => parameter.required).map(({ parameter }) => parameter.name)
  expect(required.sort()).toEqual(['address', 'address', 'client_id'])
})

describe('examples', () => {
  const idOf = (schema: { meta(): unknown }) => (schema.meta() as { id: string }).id
  const schemas = new Map(
    operations
      .flatMap(({ body, answer }) => [body, answer])
      .flatMap((schema) => (schema ? [[idOf(schema), schema] as const] : [])),
  )

  test.each(Object.entries(examples))('%s is what its schema says', (id, example) => {
    expect(schemas.get(id)?.parse(example)).toEqual(example)
  })

  test('every body and every answer has one, and a list has one of its items', () => {
    expect([...schemas.keys()].filter((id) => !Object.hasOwn(examples, id))).toEqual([])
    expect(paths).toHaveProperty(
      ['/users', 'get', 'responses', '200', 'content', 'application/json', 'example', 'data', 0],
      examples.User,
    )
  })
})
