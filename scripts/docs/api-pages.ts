// Writes docs/api/, which git ignores: a page for each resource of the management API, from the OpenAPI document that the
// server itself makes. Plain Markdown, so that the search of the site finds it and a page can be printed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApi } from '../../apps/server/src/routes/management-api/openapi.ts'

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

function operationText(path: string, method: string, operation: Operation): string {
  const scopes = (operation.security ?? []).flatMap((entry) => Object.values(entry).flat())
  const body = operation.requestBody?.content['application/json']?.schema
  const responses = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const answer = Object.values(content ?? {})[0]?.schema
    return [`\`${status}\``, description, answer ? typeOf(follow(answer).properties?.data ?? answer) : '']
  })
  const parameters = (operation.parameters ?? []).map((parameter) => [
    `\`${parameter.name}\``,
    parameter.in,
    typeOf(parameter.schema),
    parameter.description ?? '',
  ])
  return [
    `## ${operation.summary}`,
    `\`\`\`http\n${method.toUpperCase()} /api/v1${path}\n\`\`\``,
    operation.description ?? '',
    scopes.length > 0 ? `Scope: ${scopes.map((scope) => `\`${scope}\``).join(', ')}` : '',
    table(['parameter', 'in', 'type', ''], parameters),
    body ? `### Body\n\n${table(['field', 'type', 'required', ''], fieldsOf(body))}` : '',
    `### Responses\n\n${table(['status', '', 'body'], responses)}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The pages, by the part of the path that names the resource: `members` for `/organizations/{organization}/members`. */
const pages = new Map<string, string[]>()
for (const [path, operations] of Object.entries(document.paths)) {
  const parts = path.split('/').filter((part) => part && !part.startsWith('{'))
  const resource = (parts[0] === 'organizations' || parts[0] === 'users' ? parts[1] : undefined) ?? parts[0] ?? ''
  const texts = Object.entries(operations).map(([method, operation]) => operationText(path, method, operation))
  pages.set(resource, [...(pages.get(resource) ?? []), ...texts])
}

const title = (resource: string) => `${resource.charAt(0).toUpperCase()}${resource.slice(1).replaceAll('-', ' ')}`
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.md`), `${text}\n`)
for (const [resource, texts] of pages) write(resource, [`# ${title(resource)}`, ...texts].join('\n\n'))
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
write(
  'index',
  [
    '# Operations of the management API',
    'From the OpenAPI document that a server answers at `/api/v1/openapi.json`. How to call it: [management API](../management-api.md).',
    ...[...pages.keys()].map((resource) => `- [${title(resource)}](./${resource}.md)`),
    '- [Schemas](./schemas.md)',
  ].join('\n\n'),
)
