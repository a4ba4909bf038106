// Writes docs/api/, which git ignores: a page for each resource of the management API, from the OpenAPI document that the
// server itself makes. Plain Markdown, so that the search of the site finds it and a page can be printed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '../../apps/server/src/routes/management-api/openapi.ts'
import { bodyExamples, problemExample } from './api-examples.ts'
import { groups, titleOf } from './api-groups.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}
interface Operation {
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const document = openApi('https://id.example.com') as unknown as OpenApi
const folder = join(import.meta.dirname, '../../docs/api')

const nameOf = (ref: string) => ref.split('/').at(-1) ?? ''
const follow = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[nameOf(schema.$ref)] ?? {}) : schema

/** The text of a cell: no line break, and no bar that would end it. */
const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')

function typeOf(schema: Schema): string {
  if (schema.$ref) return `[${nameOf(schema.$ref)}](./schemas#${nameOf(schema.$ref).toLowerCase()})`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeOf).join(' or ')
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  const types = [schema.type ?? 'any'].flat().map((type) => (type === 'string' && schema.format ? schema.format : type))
  return types.join(' or ')
}

const table = (head: string[], rows: string[][]) =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

function fieldsOf(schema: Schema, prefix = ''): string[][] {
  const { properties = {}, required = [] } = follow(schema)
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = field.items?.properties ? field.items : field
    const label = `${prefix}${name}`
    return [
      [`\`${label}\``, typeOf(field), required.includes(name) ? 'yes' : '', field.description ?? ''],
      ...(inner.properties ? fieldsOf(inner, `${label}${field.items ? '[]' : ''}.`) : []),
    ]
  })
}

/** The request as a command; a value in braces is the reader's. */
function command(method: string, path: string, schema: Schema | undefined): string {
  const example = schema?.$ref ? bodyExamples[nameOf(schema.$ref)] : undefined
  const parts = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "https://id.example.com/api/v1${path}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(example ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`] : []),
  ]
  return parts.join(' \\\n  ')
}

/** Explained once, on the page of errors. */
const isError = (status: string): boolean => Number(status) >= 400

function operationText(path: string, method: string, operation: Operation): string {
  const scopes = (operation.security ?? []).flatMap((entry) => Object.values(entry).flat())
  const body = operation.requestBody?.content['application/json']?.schema
  const [title, ...details] = operation.summary.split(/(?<=\.) /)
  const answers = Object.entries(operation.responses)
  const responses = answers
    .filter(([status]) => !isError(status))
    .map(([status, { description, content }]) => {
      const answer = Object.values(content ?? {})[0]?.schema
      return [`\`${status}\``, description, answer ? typeOf(follow(answer).properties?.data ?? answer) : '']
    })
  const parameters = (operation.parameters ?? []).map((parameter) => [
    `\`${parameter.name}\``,
    parameter.in,
    typeOf(parameter.schema),
    parameter.description ?? '',
  ])
  const errors = answers.flatMap(([status]) => (isError(status) ? [status] : []))
  return [
    `## ${title?.replace(/\.$/, '')}`,
    `\`\`\`http\n${method.toUpperCase()} /api/v1${path}\n\`\`\``,
    [...details, operation.description ?? ''].join(' ').trim(),
    scopes.length > 0 ? `Scope: ${scopes.map((scope) => `\`${scope}\``).join(', ')}` : '',
    table(['parameter', 'in', 'type', ''], parameters),
    body ? `### Body\n\n${table(['field', 'type', 'required', ''], fieldsOf(body))}` : '',
    `### Example\n\n\`\`\`sh\n${command(method, path, body)}\n\`\`\``,
    `### Responses\n\n${table(['status', '', 'body'], responses)}\n\nErrors: [${errors.join(', ')}](./errors.md)`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Operations that are explained on the page of another resource. */
const sharedPages: Record<string, string> = { merge: 'users', 'sign-in-limits': 'sign-in-check' }
/** The pages, by the part of the path that names the resource: `members` for `/organizations/{organization}/members`. */
const pages = new Map<string, string[]>()
for (const [path, operations] of Object.entries(document.paths)) {
  const parts = path.split('/').filter((part) => part && !part.startsWith('{'))
  const named = (parts[0] === 'organizations' || parts[0] === 'users' ? parts[1] : undefined) ?? parts[0] ?? ''
  const resource = sharedPages[named] ?? named
  const texts = Object.entries(operations).map(([method, operation]) => operationText(path, method, operation))
  pages.set(resource, [...(pages.get(resource) ?? []), ...texts])
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.md`), `${text}\n`)
for (const [resource, texts] of pages) write(resource, [`# ${titleOf(resource)}`, ...texts].join('\n\n'))

write(
  'schemas',
  [
    '# Schemas',
    ...Object.entries(document.components.schemas).map(
      ([name, schema]) =>
        `## ${name}\n\n${table(['field', 'type', 'required', ''], fieldsOf(schema)) || typeOf(schema)}`,
    ),
  ].join('\n\n'),
)

/** The codes of a status are at the end of its description. */
const statuses = new Map(
  Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => [status, description.split(/: (?=[a-z_]+(?:, | and |$))/)] as const),
)
const codes = document.components.schemas.Problem?.properties?.code?.enum ?? []
const quoted = (text = '') => text.replaceAll(/\b[a-z]+_[a-z_]+\b|\b(?:taken|deleted|forbidden|unavailable)\b/g, '`$&`')
write(
  'errors',
  [
    '# Errors',
    'An error is a problem document (`application/problem+json`, RFC 9457) with a `code` for programs, a `detail` in words, and for 422 the `field`:',
    `\`\`\`json\n${JSON.stringify(problemExample, null, 2)}\n\`\`\``,
    table(
      ['status', 'meaning', 'codes'],
      [...statuses].toSorted().map(([status, [meaning = '', found]]) => [`\`${status}\``, meaning, quoted(found)]),
    ),
    '## All codes',
    codes.map((code) => `\`${code}\``).join(', '),
  ].join('\n\n'),
)

const pageLinks = groups([...pages.keys()]).map(
  ({ text, resources }) =>
    `## ${text}\n\n${resources.map((resource) => `- [${titleOf(resource)}](./${resource}.md)`).join('\n')}`,
)
write(
  'index',
  [
    '# Operations of the management API',
    'From the OpenAPI document that a server answers at `/api/v1/openapi.json`. [Management API](../management-api.md) explains how to get a token, pages, idempotency and ETags.',
    ...pageLinks,
    '## For all of them\n\n- [Schemas](./schemas.md)\n- [Errors](./errors.md)',
  ].join('\n\n'),
)
