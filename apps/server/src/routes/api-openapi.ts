import * as z from 'zod'
import { apiScopes } from '../oidc/scopes.ts'
import { type Operation, operations } from './api-operations.ts'
import { problemSchema } from './api-schemas.ts'

type Json = Record<string, unknown>

/** What a refusal of each status means, with the codes that it may have beside those of single fields. */
const statuses = {
  400: 'The query, a header or the JSON is malformed: invalid_request, invalid_json',
  401: 'No living access token for this API: invalid_token',
  403: 'The token lacks the scope, or its client may not do this: insufficient_scope, forbidden',
  404: 'There is no such thing, or not for this client: not_found, not_a_member',
  409: 'It would break a rule: last_owner, taken, idempotency_key_in_use',
  412: 'Someone changed it since the ETag of If-Match was read: changed_meanwhile',
  413: 'The body is larger than 64 KiB: invalid_request',
  415: 'The body is not application/json: invalid_request',
  422: 'The body or a field of it is not what it should be: invalid_body and the codes of fields, idempotency_key_reused',
  429: 'Too many requests; Retry-After says when to try again: too_many_requests',
  500: 'A fault of the server, in its log under the reference of the detail: server_error',
  503: 'The database cannot be reached; Retry-After says when to try again: unavailable',
} as const
type RefusalStatus = keyof typeof statuses

/** The statuses with which an operation refuses, each with a problem (RFC 9457). */
export function refusalsOf({ method, path, body, refuses = [] }: Operation): RefusalStatus[] {
  const found: RefusalStatus[] = [400, 401, 403, 429, 500, 503, ...refuses]
  if (path.includes('{')) found.push(404)
  // An Idempotency-Key may still be in use, or be used with another body.
  if (method === 'post') found.push(409, 422)
  if (method === 'patch') found.push(412)
  if (body) found.push(413, 415, 422)
  return [...new Set(found)].sort((one, other) => one - other)
}

/** The OpenAPI 3.1 document of the management API, made from the table that answers. */
export function openApi(issuer: string): Json {
  const schemas: Json = {}
  const ref = (schema: z.ZodType): Json => {
    const { id } = schema.meta() as { id: string }
    if (!Object.hasOwn(schemas, id)) {
      const { $defs } = z.toJSONSchema(schema, { io: 'input' }) as { $defs: Json }
      schemas[id] = $defs[id]
    }
    return { $ref: `#/components/schemas/${id}` }
  }
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: ref(problemSchema) } },
  })
  const answers = (operation: Operation): Json => {
    const { answer, list, status = 200 } = operation
    const content = answer
      ? { content: { 'application/json': { schema: list ? listOf(ref(answer)) : ref(answer) } } }
      : {}
    const refusals = refusalsOf(operation).map((refusal) => [refusal, problem(statuses[refusal])])
    return { [status]: { description: 'Done', ...content }, ...Object.fromEntries(refusals) }
  }
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const { method, path, id, summary, scope, query = {}, body, list } = operation
    const parameters = [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries(
        list
          ? { ...query, limit: 'How many at most, 1 to 100 (50).', cursor: 'next_cursor of the page before.' }
          : query,
      ).map(([name, description]) => ({
        name,
        in: 'query',
        description,
        schema: { type: name === 'limit' ? 'integer' : 'string' },
      })),
      ...(method === 'post' ? [header('Idempotency-Key', 'The same key and body get the same answer for a day.')] : []),
      ...(method === 'patch' ? [header('If-Match', 'The ETag that was read: 412 when it was changed since.')] : []),
    ]
    paths[path] ??= {}
    paths[path][method] = {
      operationId: id,
      summary,
      security: [{ clientCredentials: [scope] }],
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: ref(body) } } } } : {}),
      responses: answers(operation),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vestibule management API', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: `${issuer}/api/v1` }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        clientCredentials: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: `${issuer}/token`,
              scopes: Object.fromEntries(apiScopes.map((scope) => [scope, scope.replace(':', ': ')])),
            },
          },
        },
      },
    },
  }
}

const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } })

const listOf = (items: Json): Json => ({
  type: 'object',
  required: ['data', 'next_cursor'],
  properties: { data: { type: 'array', items }, next_cursor: { type: ['string', 'null'] } },
})
