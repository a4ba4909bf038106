import * as z from 'zod'
import { apiScopes } from '../oidc/scopes.ts'
import { type Operation, operations } from './api-operations.ts'
import { problemSchema } from './api-schemas.ts'

type Json = Record<string, unknown>

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
  const answers = ({ answer, list, status = 200, body, path, scope }: Operation): Json => ({
    [status]: {
      description: 'Done',
      ...(answer ? { content: { 'application/json': { schema: list ? listOf(ref(answer)) : ref(answer) } } } : {}),
    },
    401: problem('No living access token for this API'),
    403: problem(`The token lacks ${scope}, or its client may not do this`),
    ...(path.includes('{') ? { 404: problem('There is no such thing, or not for this client') } : {}),
    ...(body ? { 422: problem('The body is not what it should be') } : {}),
    429: problem('Too many requests'),
  })
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
