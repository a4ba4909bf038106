import { type ParserPlugin, parse } from '@babel/parser'
import type { ExportDefaultDeclaration, Expression, Node, Program } from '@babel/types'

/** The syntax of a module. Null for one that cannot be parsed. */
export function parseModule(text: string): Program | null {
  const plugins: ParserPlugin[] = ['typescript', 'jsx']
  try {
    return parse(text, { sourceType: 'module', plugins }).program
  } catch {
    return null
  }
}

/** The edited text, if it can still be parsed: an edit that breaks a file is none. */
const whole = (text: string): string | null => (parseModule(text) ? text : null)

/** Whether the module exports something under this name. */
export function exportsName(program: Program, name: string): boolean {
  return program.body.some((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return false
    const declared = statement.declaration
    if (declared?.type === 'FunctionDeclaration') return declared.id?.name === name
    if (declared?.type === 'VariableDeclaration') return declared.declarations.some(({ id }) => bindsName(id, name))
    return statement.specifiers.some(({ exported }) =>
      exported.type === 'Identifier' ? exported.name === name : exported.value === name,
    )
  })
}

const bindsName = (pattern: Node, name: string): boolean => {
  if (pattern.type === 'Identifier') return pattern.name === name
  if (pattern.type !== 'ObjectPattern') return false
  return pattern.properties.some((property) => property.type === 'ObjectProperty' && bindsName(property.value, name))
}

/** What a module exports by default, without `satisfies` and `as`, and the argument of a call such as `defineConfig(...)`. */
export function defaultExport(program: Program): Expression | null {
  const statement = program.body.find(
    (node): node is ExportDefaultDeclaration => node.type === 'ExportDefaultDeclaration',
  )
  const { declaration } = statement ?? {}
  if (!declaration || declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') return null
  if (declaration.type === 'TSDeclareFunction') return null
  return plain(declaration)
}

function plain(expression: Expression): Expression {
  if (expression.type === 'TSSatisfiesExpression' || expression.type === 'TSAsExpression')
    return plain(expression.expression)
  return expression
}

/** The quote that a module writes around texts. */
export const quoteOf = (text: string): string => (text.split('"').length > text.split("'").length ? '"' : "'")

export const quoted = (text: string, value: string): string => `${quoteOf(text)}${value}${quoteOf(text)}`

/** Puts an item at the end of an array or object literal, in the style of its neighbors. */
export function insertItem(
  text: string,
  literal: { type: string; start?: number | null; end?: number | null },
  items: readonly { end?: number | null }[],
  item: string,
): string | null {
  const end = (literal.end ?? 0) - 1
  const last = items.at(-1)?.end
  if (last === undefined || last === null) {
    const inner = text.slice((literal.start ?? 0) + 1, end)
    if (inner.trim() !== '') return null
    const padding = literal.type === 'ObjectExpression' ? ' ' : ''
    return whole(`${text.slice(0, end - inner.length)}${padding}${item}${padding}${text.slice(end)}`)
  }
  const after = text.slice(last, end)
  const comma = /^\s*,/.exec(after)?.[0].length ?? 0
  const before = text.slice(0, last + comma)
  if (!after.includes('\n')) return whole(`${before}${comma ? '' : ','} ${item}${text.slice(last + comma)}`)
  const indent = indentAt(text, items.at(-1) as { start?: number | null })
  return whole(`${before}${comma ? '' : ','}\n${indent}${item}${comma ? ',' : ''}${text.slice(last + comma)}`)
}

function indentAt(text: string, node: { start?: number | null }): string {
  const start = node.start ?? 0
  return /^\s*/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))?.[0] ?? ''
}

/** Makes sure that a name is imported from a module that the file imports from already. Null if it cannot be. */
export function importName(text: string, program: Program, source: string, name: string): string | null {
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || statement.source.value !== source) continue
    if (statement.importKind === 'type') continue
    const named = statement.specifiers.filter((specifier) => specifier.type === 'ImportSpecifier')
    if (named.some(({ local }) => local.name === name)) return text
    const last = named.at(-1)?.end
    if (last === undefined || last === null) continue
    return whole(`${text.slice(0, last)}, ${name}${text.slice(last)}`)
  }
  return null
}

/** Adds a line at the end of a module. */
export const appendLine = (text: string, line: string): string => `${text.trimEnd()}\n\n${line}\n`
