import type { FieldOwner } from '../../../oidc/fields/field.ts'
import { parseCsv, plainCell, separatorOf } from '../../organizations/invitations/csv-rows.ts'
import type { Deps } from '../../platform/deps.ts'
import { valueOfText } from '../../platform/fields/values.ts'

/** Characters of a row: what is longer is no row, but a quote that nobody closed. */
const maxRow = 64 * 1024

const flags: ReadonlySet<string> = new Set(['email_verified', 'phone_verified', 'disabled'])
const fieldColumns: readonly (readonly [prefix: string, of: FieldOwner])[] = [
  ['organization.fields.', 'membership'],
  ['fields.', 'person'],
]

/**
 * Rows of CSV (RFC 4180) as the lines of `users import`: the first row names the columns, and an empty cell is none. Whether
 * a row is right is judged there, by its number; a column that is not known is refused with each row.
 */
export async function* linesOfCsv(deps: Pick<Deps, 'fields'>, input: AsyncIterable<string>): AsyncGenerator<string> {
  let columns: readonly string[] | null = null
  let separator = ','
  for await (const row of rowsOf(input)) {
    separator = columns ? separator : separatorOf(row)
    const cells = row.length > maxRow ? undefined : parseCsv(row, separator)[0]?.cells
    if (columns) yield cells ? JSON.stringify(personOf(deps, columns, cells)) : row
    else columns = (cells ?? []).map((name) => name.replace(/^\ufeff/, ''))
  }
}

/** A row ends where no quote is open. Empty lines between rows are left out. */
async function* rowsOf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let row = ''
  let quotes = 0
  for await (const line of input) {
    if (quotes === 0 && line.trim() === '') continue
    row = quotes === 0 ? line : `${row}\n${line}`
    quotes = (quotes + line.split('"').length - 1) % 2
    if (quotes !== 0 && row.length <= maxRow) continue
    yield row
    quotes = 0
  }
  if (quotes !== 0) yield row
}

function personOf(deps: Pick<Deps, 'fields'>, columns: readonly string[], cells: readonly string[]): object {
  const person = new Map<string, unknown>()
  const organization = new Map<string, unknown>()
  const values: Record<FieldOwner, Map<string, unknown>> = {
    person: new Map(),
    organization: new Map(),
    membership: new Map(),
  }
  for (const [index, column] of columns.entries()) {
    const cell = plainCell(cells[index] ?? '')
    if (cell === '') continue
    const [prefix, of] = fieldColumns.find(([start]) => column.startsWith(start)) ?? []
    if (prefix && of) {
      const key = column.slice(prefix.length)
      values[of].set(key, valueOfText(deps.fields.find(`${of}.${key}`), cell))
    } else if (column === 'organization') organization.set('slug', cell)
    else if (column === 'organization_name') organization.set('name', cell)
    else if (column === 'roles') organization.set('roles', listOf(cell))
    else person.set(column, column === 'other_emails' ? listOf(cell) : flags.has(column) ? flagOf(cell) : cell)
  }
  const fieldsOf = (of: FieldOwner) => (values[of].size > 0 ? { fields: Object.fromEntries(values[of]) } : {})
  const member = { ...Object.fromEntries(organization), ...fieldsOf('membership') }
  return {
    ...Object.fromEntries(person),
    ...fieldsOf('person'),
    ...(Object.keys(member).length > 0 ? { organizations: [member] } : {}),
  }
}

const listOf = (cell: string): string[] => cell.split(/[\s,]+/).filter(Boolean)

/** What is neither is refused as it was written. */
const flagOf = (cell: string): boolean | string => ({ true: true, false: false })[cell.toLowerCase()] ?? cell
