// What the prepared statements need to know of the model: the type of a row of each table, by the names of its columns.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const types = { String: 'string', Int: 'number', BigInt: 'BigNumber', Boolean: 'Flag', DateTime: 'Time' }

/** The tables of the model with their columns, in the model's order. */
export function tablesOf(model) {
  return [...model.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name, body]) => ({
    name: body.match(/@@map\("(\w+)"\)/)?.[1] ?? name,
    columns: [...body.matchAll(/^ {2}(\w+) +(\w+)(\?|\[\])?(.*)$/gm)]
      .filter(([, , type, many]) => type in types && many !== '[]')
      .map(([, field, type, optional, rest]) => ({
        name: rest.match(/@map\("(\w+)"\)/)?.[1] ?? field,
        type,
        nullable: optional === '?',
      })),
  }))
}

export const readModel = () =>
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../prisma/models.prisma'), 'utf8')

const camel = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())
const pascal = (name) => camel(`_${name}`)

/** The source of `store/generated/rows.ts`. */
export function rowsSource(model) {
  const rows = tablesOf(model).map(({ name, columns }) => {
    const lines = columns.map(
      (column) => `  ${column.name}: ${types[column.type]}${column.nullable ? ' | null' : ''}\n`,
    )
    return `/** A row of \`${name}\`. */
export interface ${pascal(name)}Row {
${lines.join('')}}
export const ${camel(name)}Columns = '${columns.map((column) => column.name).join(', ')}'
`
  })
  return `// Generated from prisma/models.prisma by scripts/generate.mjs.

/** A number of milliseconds with SQLite, a Date with PostgreSQL: read it with \`time\`. */
export type Time = number | Date
/** SQLite keeps booleans as 0 and 1: read it with \`flag\`. */
export type Flag = boolean | 0 | 1
/** PostgreSQL gives a number of eight bytes as text: read it with \`Number\`. */
export type BigNumber = number | string

${rows.join('\n')}`
}
