import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { apiScopes } from '../src/oidc/scopes.ts'
import { openApi } from '../src/routes/management-api/openapi.ts'
import type { Operation } from '../src/routes/management-api/operation.ts'
import { operations } from '../src/routes/management-api/operations.ts'
import { problemSchema } from '../src/routes/management-api/problems.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Whatever is sent to an operation of the management API, it answers with a status and a code of its document, never with
// an error of the server.

const runs = process.env.TEST_ALL ? 200 : 25
const codes = problemSchema.shape.code.options
const { paths } = openApi('https://id.example.test') as {
  paths: Record<string, Record<string, { responses: object }>>
}

/** The others need what there is to delete. */
const deletingLast = [
  ...operations.filter(({ method }) => method !== 'delete'),
  ...operations.filter(({ method }) => method === 'delete'),
]

/** Text that databases, parsers and renderers stumble over, beside any other. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\0',
    '\0',
    'a\0b',
    '\ud800',
    "'; --",
    '../..',
    '%',
    '%00',
    '\u202e',
    'x'.repeat(600),
    '9'.repeat(30),
  ),
  fc.constantFrom(
    'owner',
    'admin',
    'member',
    'ada@example.test',
    'acme',
    'https://example.test/x.png',
    'en',
    '2000-01-01',
  ),
)

interface JsonSchema {
  type?: string
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

/** Values of the shape that a schema has; within it, anything. */
function shaped(schema: JsonSchema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema.$defs) return shaped(Object.values(schema.$defs)[0] ?? {}, ids)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((choice) => shaped(choice, ids)))
  if (schema.type === 'array') return fc.array(shaped(schema.items ?? {}, ids), { maxLength: 4 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(300, 3600))
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type !== 'object') return fc.oneof(text, ids)
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, shaped(member, ids)])
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
}

const bodyOf = ({ body }: Operation, ids: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const fitting = body ? shaped(z.toJSONSchema(body, { io: 'input' }) as JsonSchema, ids) : fc.constant({})
  return fc.oneof(
    { weight: 4, arbitrary: fitting.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: text },
  )
}

/** Values of a header: visible ASCII, as fetch lets it through. */
const header = fc.string({ unit: fc.constantFrom(...'"0123456789abcW/*, '), maxLength: 20 })

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let token: string
  let ids: fc.Arbitrary<string>
  beforeAll(async () => {
    world = await openTestWorld(
      {
        OIDC_CLIENT_ID_7: 'admin',
        OIDC_CLIENT_7_SECRET: 'admin-secret-0123456789',
        OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
        OIDC_CLIENT_7_SCOPES: apiScopes.join(','),
        OPERATORS: 'operator@example.test',
      },
      { database },
    )
    const basic: [string, string] = ['admin', 'admin-secret-0123456789']
    token = (await world.token({ grant_type: 'client_credentials' }, { basic })).body.access_token
    const { person } = await world.signIn()
    const { prisma } = world.deps.db
    const organization = await prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
    const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: person.email } })
    const team = await prisma.team.create({
      data: { id: 'team1', slug: 'team-1', name: 'T', organizationId: organization.id, createdAt: world.deps.now() },
    })
    ids = fc.constantFrom(organization.id, organization.slug, userId, team.id, 'web', 'none')
  })
  afterAll(() => world?.close())

  test.each(deletingLast.map((operation) => [operation.id, operation] as const))('%s', async (_id, operation) => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const segment = fc.oneof({ weight: 3, arbitrary: ids }, { weight: 1, arbitrary: text })
    const parameters = fc.record(Object.fromEntries(names.map((name) => [name, segment])))
    const query = fc.dictionary(fc.constantFrom(...Object.keys(operation.query), 'limit', 'cursor'), text, {
      maxKeys: 3,
    })
    const statuses = Object.keys(paths[operation.path]?.[operation.method]?.responses ?? {})
    const headers = fc.record({ 'If-Match': header, 'Idempotency-Key': header }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(parameters, query, headers, bodyOf(operation, ids), async (parts, asked, more, body) => {
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encoded(parts[name] ?? ''))
        const search = Object.entries(asked).map(([name, value]) => `${name}=${encoded(value)}`)
        const answer = await fetch(`${world.issuer}/api/v1${path}?${search.join('&')}`, {
          method: operation.method.toUpperCase(),
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more },
          ...(operation.body ? { body } : {}),
        })
        const said = await answer.text()
        expect(answer.status, said).toBeLessThan(500)
        // A segment that is empty or dots makes another path: URLs are resolved before they are sent.
        if (Object.values(parts).some((segment) => /^\.{0,2}$/.test(segment))) return
        expect(statuses, said).toContain(String(answer.status))
        if (answer.status < 400) return
        expect(answer.headers.get('content-type')).toBe('application/problem+json')
        const problem = JSON.parse(said)
        expect(problem.status).toBe(answer.status)
        expect(codes).toContain(problem.code)
      }),
      { numRuns: runs },
    )
  })

  test.each(['/organizations/%00', '/organizations/a%00b/teams', '/admin/people/%00'])('the page %s', async (path) => {
    const { browser } = await world.signIn({ email: 'operator@example.test' })
    expect((await browser.go(world.issuer + path)).status).toBe(404)
  })
})

const encoded = (value: string): string => encodeURIComponent(value.toWellFormed())
