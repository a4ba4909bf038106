import { type Attribute, attributeNamed, type ResourceType } from './attributes.ts'
import { comparisonKey } from './comparison.ts'
import { ScimFault } from './faults.ts'
import type { FilterNode, FilterOperator } from './filter.ts'
import { findAttribute, pathName } from './paths.ts'

const maxLength = 512
const maxDepth = 6
const maxTerms = 20

/** A filter is refused for whatever it is, before the database is asked. */
const refuse = (detail: string): never => {
  throw new ScimFault(400, `the filter ${detail}`, 'invalidFilter')
}

/** What a filter names: the path that it is compiled with, and its attribute. */
interface Named {
  path: string
  attribute: Attribute
}

/** Which names a filter may use. */
interface Names {
  /** An attribute with a value to compare. Null for any other. */
  compared(text: string): Named | null
  /** An attribute whose entries have attributes of their own. Null for any other. */
  entries(text: string): Named | null
}

/** Where the parser stands. */
interface Progress {
  readonly tokens: readonly string[]
  at: number
  terms: number
}

/** A filter of a list (RFC 7644 section 3.4.2.2). @throws ScimFault */
export const parseFilter = (type: ResourceType, text: string): FilterNode =>
  parseWhole(text, {
    compared: (name) => comparedAttribute(type, name),
    entries: (name) => entriesAttribute(type, name),
  })

/** What stands between the brackets of a path: `type eq "work"`. Its names are those of an entry of `parent`. */
export const parseEntryFilter = (parent: Attribute, text: string): FilterNode => parseWhole(text, namesWithin(parent))

function parseWhole(text: string, names: Names): FilterNode {
  const progress: Progress = { tokens: tokensOf(text), at: 0, terms: 0 }
  const node = parseOr(progress, names, 1)
  return progress.at < progress.tokens.length ? refuse('goes on after its end') : node
}

/** Brackets, texts in quotation marks, words, and what is between them. No character belongs to two of them. */
const token = /([()[\]]|"(?:[^"\\]|\\.)*"|[^\s()[\]"]+)|\s+/y

function tokensOf(text: string): string[] {
  if (text.length > maxLength) refuse(`is longer than ${maxLength} characters`)
  const tokens: string[] = []
  let at = 0
  while (at < text.length) {
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) return refuse('has a text without an end')
    if (match[1] !== undefined) tokens.push(match[1])
    at = token.lastIndex
  }
  return tokens
}

const isWord = ({ tokens, at }: Progress, word: string): boolean => tokens[at]?.toLowerCase() === word

const parseOr = (progress: Progress, names: Names, depth: number): FilterNode =>
  parseChain(progress, 'or', () => parseChain(progress, 'and', () => parseTerm(progress, names, depth)))

function parseChain(progress: Progress, kind: 'and' | 'or', parse: () => FilterNode): FilterNode {
  const first = parse()
  const nodes = [first]
  while (isWord(progress, kind)) {
    progress.at += 1
    nodes.push(parse())
  }
  return nodes.length === 1 ? first : { kind, nodes }
}

function parseTerm(progress: Progress, names: Names, depth: number): FilterNode {
  if (depth > maxDepth) refuse(`is nested more than ${maxDepth} times`)
  const { tokens } = progress
  if (isWord(progress, 'not') && tokens[progress.at + 1] === '(') {
    progress.at += 1
    return { kind: 'not', node: parseTerm(progress, names, depth) }
  }
  const first = tokens[progress.at]
  if (first === undefined) return refuse('ends early')
  progress.at += 1
  if (first === '(') {
    const node = parseOr(progress, names, depth + 1)
    expectToken(progress, ')')
    return node
  }
  if (tokens[progress.at] === '[') return parseEntry(progress, names, first, depth)
  return parseComparison(progress, names, first)
}

function expectToken(progress: Progress, wanted: string): void {
  if (progress.tokens[progress.at] !== wanted) refuse(`has no ${wanted} where it needs one`)
  progress.at += 1
}

/** `emails[type eq "work"]`, and what Entra writes: `emails[type eq "work"].value eq "x"`. */
function parseEntry(progress: Progress, names: Names, name: string, depth: number): FilterNode {
  const parent = names.entries(name)
  if (!parent) return refuse('has brackets after an attribute that has no entries')
  const within = namesWithin(parent.attribute)
  progress.at += 1
  const inner = parseOr(progress, within, depth + 1)
  expectToken(progress, ']')
  const next = progress.tokens[progress.at]
  if (!next?.startsWith('.')) return { kind: 'entry', path: parent.path, node: inner }
  progress.at += 1
  const compared = parseComparison(progress, within, next.slice(1))
  return { kind: 'entry', path: parent.path, node: { kind: 'and', nodes: [inner, compared] } }
}

const operators: ReadonlyMap<string, FilterOperator> = new Map(
  (['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const).map((operator) => [operator, operator]),
)

function parseComparison(progress: Progress, names: Names, name: string): FilterNode {
  progress.terms += 1
  if (progress.terms > maxTerms) refuse(`has more than ${maxTerms} comparisons`)
  const found = names.compared(name)
  if (!found) return refuse('names an attribute that is not filtered by')
  const { path, attribute } = found
  const word = progress.tokens[progress.at]?.toLowerCase() ?? ''
  progress.at += 1
  if (word === 'pr') return { kind: 'present', path }
  const operator = operators.get(word)
  if (!operator) return refuse('has no operator where it needs one')
  const text = progress.tokens[progress.at]
  if (text === undefined) return refuse('ends early')
  progress.at += 1
  if (text.toLowerCase() === 'null') {
    if (operator === 'eq') return { kind: 'not', node: { kind: 'present', path } }
    return operator === 'ne' ? { kind: 'present', path } : refuse('compares with null')
  }
  return { kind: 'compare', path, operator, value: comparedValue(attribute, operator, text) }
}

function comparedValue(
  { type, caseExact }: Attribute,
  operator: FilterOperator,
  text: string,
): string | boolean | Date {
  if (type === 'boolean') {
    const flag = /^"?(true|false)"?$/i.exec(text)?.[1]?.toLowerCase()
    if (!flag || (operator !== 'eq' && operator !== 'ne')) return refuse('compares true or false with something else')
    return flag === 'true'
  }
  const value = text.startsWith('"') ? textOf(text) : refuse('compares a text with something else')
  if (type !== 'dateTime') return caseExact ? value : comparisonKey(value)
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? new Date(value) : null
  if (!at || Number.isNaN(at.getTime()) || !/^(?:eq|ne|[gl][te])$/.test(operator))
    return refuse('compares a time with something else')
  return at
}

function textOf(quoted: string): string {
  let value: unknown
  try {
    value = JSON.parse(quoted)
  } catch {
    return refuse('has a text that is not JSON')
  }
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed())
    return refuse('has a text that is none')
  return value
}

/** Several values are compared by their `value` (RFC 7644 section 3.4.2.2). */
const withValue = ({ path, attribute }: Named): Named | null => {
  if (attribute.type !== 'complex') return { path, attribute }
  const value = attributeNamed(attribute.subAttributes, 'value')
  return value && { path: `${path}.value`, attribute: value }
}

const namesWithin = (parent: Attribute): Names => ({
  compared: (name) => {
    const attribute = attributeNamed(parent.subAttributes, name)
    return attribute && isFiltered(`${parent.name}.${attribute.name}`) ? { path: attribute.name, attribute } : null
  },
  entries: () => null,
})

/** What is kept of these is not what a filter would compare. */
const unfiltered = /^(?:schemas|groups|meta\.(?!created$|lastModified$)|members\.(?!value$))/
const isFiltered = (path: string): boolean => !unfiltered.test(path)

function comparedAttribute(type: ResourceType, name: string): Named | null {
  const found = findAttribute(type, name)
  const attribute = found?.steps.at(-1)
  const named = found && attribute ? withValue({ path: pathName(found, type), attribute }) : null
  return named && isFiltered(named.path) ? named : null
}

function entriesAttribute(type: ResourceType, name: string): Named | null {
  const found = findAttribute(type, name)
  const attribute = found?.steps.at(-1)
  if (!found || !attribute?.multiValued || attribute.subAttributes.length === 0) return null
  const path = pathName(found, type)
  return isFiltered(path) ? { path, attribute } : null
}
