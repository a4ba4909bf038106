import type { FilterNode, FilterOperator } from '../../../oidc/scim/filter.ts'
import type { SqlValue } from '../../connections/sql.ts'
import { holds } from '../prefix.ts'

// A filter of a directory's client as a condition of a statement. What the client wrote is a parameter; names of columns
// and members come from here alone.

/** A condition, and its parameters in their order. */
export interface Condition {
  text: string
  params: SqlValue[]
}

/** A condition for the users `u` that a filter finds. Its parameters are numbered after the first `before`. */
export const userCondition = (node: FilterNode, before: number): Condition => compile(node, userValues, before)

/** The same for the groups `g`. */
export const groupCondition = (node: FilterNode, before: number): Condition => compile(node, groupValues, before)

/** What an attribute is in SQL: an expression, or one for each row of a table. */
type Value = { expression: string; column: boolean } | Entries
interface Entries {
  /** They stand in JSON text, which is searched before it is read. */
  json: boolean
  /** `json_each(...) AS e`, with a condition that chooses its rows. */
  from: string
  where: string | null
  /** The expression for a sub-attribute of a row. */
  member(name: string): string
}

const isEntries = (value: Value): value is Entries => 'from' in value

const column = (expression: string): Value => ({ expression, column: true })

const userColumns: ReadonlyMap<string, Value> = new Map([
  ['id', column('u.id')],
  ['userName', column('u.user_name_key')],
  ['externalId', column('u.external_id')],
  ['active', column('u.active')],
  ['meta.created', column('u.created_at')],
  ['meta.lastModified', column('u.changed_at')],
])

const groupColumns: ReadonlyMap<string, Value> = new Map([
  ['id', column('g.id')],
  ['displayName', column('g.display_key')],
  ['externalId', column('g.external_id')],
  ['meta.created', column('g.created_at')],
  ['meta.lastModified', column('g.changed_at')],
])

/** What `storedAttributes` in oidc/scim writes for filters. The type is `json` on PostgreSQL, and text on SQLite. */
const compared = `CAST(u.attributes AS json_text) -> 'compared'`

/** An attribute of the table, as a text of SQL. No client can write one that is not. */
function literal(name: string): string {
  if (!/^[A-Za-z.]+$/.test(name)) throw new Error('an attribute that is not in the table')
  return `'${name}'`
}

const userEntries = (name: string): Entries => ({
  json: true,
  from: `json_each(${compared} -> ${literal(name)}) AS e`,
  where: null,
  member: (sub) => `e.value ->> ${literal(sub)}`,
})

const memberEntries: Entries = {
  json: false,
  from: 'directory_member m',
  where: 'm.group_id = g.id',
  member: () => 'm.member_id',
}

type Values = (path: string) => Value

const userValues: Values = (path) => {
  const found = userColumns.get(path)
  if (found) return found
  const [name = ''] = path.split('.')
  if (name === 'emails' || name === 'phoneNumbers') return userEntries(name)
  return { expression: `${compared} ->> ${literal(path)}`, column: false }
}

const groupValues: Values = (path) => {
  const found = groupColumns.get(path)
  if (!found && path !== 'members' && path !== 'members.value') throw new Error('an attribute that groups do not have')
  return found ?? memberEntries
}

function compile(node: FilterNode, values: Values, before: number): Condition {
  const params: SqlValue[] = []
  const param = (value: SqlValue): string => {
    params.push(value)
    return `$${before + params.length}`
  }
  return { text: conditionOf(node, values, param), params }
}

function conditionOf(node: FilterNode, values: Values, param: (value: SqlValue) => string): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${node.nodes.map((each) => conditionOf(each, values, param)).join(node.kind === 'and' ? ' AND ' : ' OR ')})`
    case 'not':
      return `NOT ${conditionOf(node.node, values, param)}`
    case 'entry': {
      const entries = values(node.path)
      if (!isEntries(entries)) throw new Error('an attribute without entries')
      const within: Values = (name) => ({ expression: entries.member(name), column: false })
      const searched = entries.json ? textsNeeded(node.node).map((text) => inJson(text, param)) : []
      return allOf([...searched, exists(entries, conditionOf(node.node, within, param))])
    }
    case 'present':
    case 'compare': {
      const value = values(node.path)
      const isJson = isEntries(value) ? value.json : value.expression.startsWith(compared)
      const searched = isJson ? textsNeeded(node).map((text) => inJson(text, param)) : []
      if (!isEntries(value)) return allOf([...searched, comparison(node, value, param)])
      const expression = value.member(node.path.split('.')[1] ?? 'value')
      return allOf([...searched, exists(value, comparison(node, { expression, column: false }, param))])
    }
  }
}

const allOf = (conditions: readonly string[]): string =>
  conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' AND ')})`

/** Texts that an entry or attribute has to hold so that the filter finds it. */
function textsNeeded(node: FilterNode): string[] {
  if (node.kind === 'and') return node.nodes.flatMap(textsNeeded)
  if (node.kind !== 'compare' || typeof node.value !== 'string' || node.value === '') return []
  return ['eq', 'co', 'sw', 'ew'].includes(node.operator) ? [node.value] : []
}

/** Whether the JSON of a user holds a text at all: much faster than reading the JSON of everybody. */
function inJson(text: string, param: (value: SqlValue) => string): string {
  const written = JSON.stringify(text).slice(1, -1).replaceAll(/[!%_]/g, '!$&')
  return holds('u.attributes', Number(param(`%${written}%`).slice(1)))
}

const exists = ({ from, where }: Entries, condition: string): string =>
  `EXISTS (SELECT 1 FROM ${from} WHERE ${where === null ? '' : `${where} AND `}${condition})`

/** True or false, and never NULL: `not` turns it round. */
function comparison(
  node: Extract<FilterNode, { kind: 'present' | 'compare' }>,
  { expression, column: isColumn }: { expression: string; column: boolean },
  param: (value: SqlValue) => string,
): string {
  if (node.kind === 'present') return `(${expression} IS NOT NULL)`
  const { operator, value } = node
  // In JSON a flag is a text, since the databases read true differently.
  const wanted = param(typeof value === 'boolean' && !isColumn ? String(value) : value)
  if (operator === 'ne') return `(${expression} IS NULL OR ${expression} <> ${wanted})`
  return `(${expression} IS NOT NULL AND ${compares(operator, expression, wanted, typeof value === 'string')})`
}

const signs = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

/** Both databases compare byte by byte. `replace` finds a text in the middle with its case, which LIKE doesn't on SQLite. */
function compares(operator: Exclude<FilterOperator, 'ne'>, value: string, param: string, isText: boolean): string {
  const wanted = isText ? `CAST(${param} AS TEXT)` : param
  switch (operator) {
    case 'co':
      return `(${wanted} = '' OR replace(${value}, ${wanted}, '') <> ${value})`
    case 'sw':
      return `substr(${value}, 1, length(${wanted})) = ${wanted}`
    case 'ew':
      return `length(${value}) >= length(${wanted}) AND substr(${value}, length(${value}) - length(${wanted}) + 1) = ${wanted}`
    case 'eq':
      return `${value} = ${param}`
    default:
      return isText ? `${value} COLLATE "BINARY" ${signs[operator]} ${wanted}` : `${value} ${signs[operator]} ${param}`
  }
}
