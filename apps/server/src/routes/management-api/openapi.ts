import * as z from 'zod'
import { apiScopes } from '../../oidc/scopes.ts'
import { examples } from './examples.ts'
import type { Operation, QueryParameter } from './operation.ts'
import { operations } from './operations.ts'
import { problemSchema } from './problems.ts'
import { cursorPattern, idempotencyKeyPattern, ifMatchPattern, pageSize } from './request.ts'

type Json = Record<string, unknown>

/** What each status means, with its codes except those about single fields. */
const refusals = {
  400: 'The query, a header or the JSON is malformed: invalid_request, invalid_json',
  401: 'No valid access token for this API: invalid_token',
  403: 'The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden, not_held',
  404: 'Not found, or not visible to this client: not_found, not_a_member',
  409: 'The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, team_open, team_has_roles, team_limits_agents, rotation_under_way, already_made, idempotency_key_in_use',
  412: 'The resource has changed since the ETag in If-Match was read: changed_meanwhile',
  413: 'The body is larger than 64 KiB (384 KiB for an image): invalid_request',
  415: 'The body is not application/json: invalid_request',
  422: 'The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused',
  429: 'Too many requests. Retry-After says when to try again: too_many_requests',
  500: 'A server error, logged under the reference in detail: server_error',
  503: 'The database cannot be reached. Retry-After says when to try again: unavailable',
} as const
type RefusalStatus = keyof typeof refusals

/** The error statuses of an operation, each answered with a problem (RFC 9457). */
function refusalsOf({ method, path, body, refuses }: Operation): RefusalStatus[] {
  const found: RefusalStatus[] = [400, 401, 403, 429, 500, 503, ...refuses]
  if (path.includes('{')) found.push(404)
  // An Idempotency-Key may be in use, or have been used with another body.
  if (method === 'post') found.push(409, 422)
  if (method === 'patch') found.push(412)
  if (body) found.push(413, 415, 422)
  return [...new Set(found)].sort((left, right) => left - right)
}

const pattern = ({ source }: RegExp): Json => ({ type: 'string', pattern: source })

/** What every list takes (`parsePage`). */
const paging: Readonly<Record<string, Json>> = {
  limit: {
    description: 'Page size, 1 to 100 (default 50).',
    schema: { type: 'integer', minimum: pageSize.min, maximum: pageSize.max, default: pageSize.default },
  },
  cursor: { description: 'next_cursor of the previous page.', schema: pattern(cursorPattern) },
}

function queryParameterOf(parameter: QueryParameter): Json {
  if (typeof parameter === 'string') return { description: parameter, schema: { type: 'string' } }
  const { $schema: _, description, ...schema } = z.toJSONSchema(parameter, { io: 'input' })
  return { required: !parameter.safeParse(undefined).success, ...(description ? { description } : {}), schema }
}

/** The parameters in the path, the query and the headers of an operation. */
function parametersOf({ method, path, query, isList }: Operation): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }))
  const described = Object.entries(query).map(([name, parameter]) => [name, queryParameterOf(parameter)] as const)
  const inQuery = [...described, ...(isList ? Object.entries(paging) : [])].map(([name, parameter]) => ({
    ...{ name, in: 'query' },
    ...parameter,
  }))
  const inHeader = (name: string, description: string, value: RegExp) => ({
    ...{ name, in: 'header', description },
    schema: pattern(value),
  })
  return [
    ...inPath,
    ...inQuery,
    ...(method === 'post'
      ? [
          inHeader(
            'Idempotency-Key',
            'For 24 hours, the same key and body return the first response.',
            idempotencyKeyPattern,
          ),
        ]
      : []),
    ...(method === 'patch'
      ? [inHeader('If-Match', 'The ETag that was read. 412 if the resource has changed since.', ifMatchPattern)]
      : []),
  ]
}

const idOf = (schema: z.ZodType): string => (schema.meta() as { id: string }).id
const exampleOf = (schema: z.ZodType): object | undefined => examples[idOf(schema)]

/** The schemas of a document. `ref` adds a schema under the id of its metadata and refers to it. */
class Schemas {
  readonly byId: Json = {}

  ref(schema: z.ZodType): Json {
    const id = idOf(schema)
    if (!Object.hasOwn(this.byId, id)) {
      const { $defs } = z.toJSONSchema(schema, { io: 'input' })
      // With those that it is made of.
      Object.assign(this.byId, JSON.parse(JSON.stringify($defs).replaceAll('"#/$defs/', '"#/components/schemas/')))
    }
    return { $ref: `#/components/schemas/${id}` }
  }
}

const jsonContent = (schema: Json, example: unknown): Json => ({
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
})

const pageSchema = (items: Json): Json => ({
  type: 'object',
  required: ['data', 'next_cursor'],
  properties: { data: { type: 'array', items }, next_cursor: { type: ['string', 'null'] } },
})

function responsesOf(operation: Operation, schemas: Schemas): Json {
  const { answer, isList, status } = operation
  const schema = answer && (isList ? pageSchema(schemas.ref(answer)) : schemas.ref(answer))
  const example = answer && exampleOf(answer)
  const refused = refusalsOf(operation).map((refusal) => [
    refusal,
    {
      description: refusals[refusal],
      content: { 'application/problem+json': { schema: schemas.ref(problemSchema) } },
    },
  ])
  return {
    [status]: {
      description: 'Success',
      ...(schema && jsonContent(schema, isList && example ? { data: [example], next_cursor: null } : example)),
    },
    ...Object.fromEntries(refused),
  }
}

function operationObject(operation: Operation, schemas: Schemas): Json {
  const { id, summary, scope, body } = operation
  const parameters = parametersOf(operation)
  return {
    operationId: id,
    summary,
    security: [{ clientCredentials: [scope] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, ...jsonContent(schemas.ref(body), exampleOf(body)) } } : {}),
    responses: responsesOf(operation, schemas),
  }
}

const securitySchemes = (issuer: string): Json => ({
  clientCredentials: {
    type: 'oauth2',
    flows: {
      clientCredentials: {
        tokenUrl: `${issuer}/token`,
        scopes: Object.fromEntries(apiScopes.map((scope) => [scope, scope.replace(':', ': ')])),
      },
    },
  },
})

/** The OpenAPI 3.1 document of the management API, made from the operations that answer. */
export function openApi(issuer: string): Json {
  const schemas = new Schemas()
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const { path, method } = operation
    paths[path] = { ...paths[path], [method]: operationObject(operation, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vestibule management API', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: `${issuer}/api/v1` }],
    paths,
    components: { schemas: schemas.byId, securitySchemes: securitySchemes(issuer) },
  }
}
