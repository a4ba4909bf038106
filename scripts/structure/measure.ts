// Reads the sources and measures them: files, functions, imports and declared names. TypeScript 7 has no JavaScript
// API (ADR 0001), so Babel's parser, which the lockfile has anyway, reads the syntax.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parse } from '@babel/parser'

export interface FunctionSize {
  name: string
  line: number
  lines: number
}

export interface Declaration {
  name: string
  line: number
}

export interface SourceFile {
  /** Relative to the repository. */
  path: string
  lines: number
  statements: number
  functions: FunctionSize[]
  declarations: Declaration[]
  /** The files of this repository that it imports, types included. */
  imports: string[]
}

interface Node {
  type: string
  loc: { start: { line: number }; end: { line: number } }
  [key: string]: unknown
}

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'loc' || key.endsWith('Comments') ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  )

/** The name of an identifier, a string key or `#private`; undefined for what is computed. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return node.name as string
  if (node.type === 'PrivateName') return nameOf(node.id)
  if (node.type === 'StringLiteral') return node.value as string
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return undefined
}

/** A callback is named after the call that it is handed to: `post('/token')`. */
function callName(call: Node): string {
  const [first] = call.arguments as Node[]
  const text = first?.type === 'StringLiteral' ? `'${first.value}'` : ''
  return `${nameOf(call.callee) ?? 'call'}(${text})`
}

function functionName(node: Node, parent: Node | undefined): string {
  const own = nameOf(node.id) ?? nameOf(node.key)
  if (own) return own
  if (!parent) return 'anonymous'
  if (parent.type === 'VariableDeclarator') return nameOf(parent.id) ?? 'anonymous'
  if (parent.type === 'ObjectProperty' || parent.type === 'ClassProperty') return nameOf(parent.key) ?? 'anonymous'
  if (parent.type === 'AssignmentExpression') return nameOf(parent.left) ?? 'anonymous'
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression') return callName(parent)
  return 'anonymous'
}

/** The identifiers that a binding pattern introduces. */
function boundNames(pattern: unknown): Declaration[] {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: pattern.name as string, line: pattern.loc.start.line }]
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((property) => boundNames(property.value ?? property.argument))
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(pattern.left)
    case 'RestElement':
      return boundNames(pattern.argument)
    case 'TSParameterProperty':
      return boundNames(pattern.parameter)
    default:
      return []
  }
}

const memberTypes = new Set([
  'TSPropertySignature',
  'TSMethodSignature',
  'ObjectProperty',
  'ObjectMethod',
  'ClassMethod',
  'ClassProperty',
  'ClassPrivateMethod',
  'ClassPrivateProperty',
])

/** What a node declares: variables, parameters, functions, types and their members. */
function declaredBy(node: Node, parent: Node | undefined): Declaration[] {
  const found: Declaration[] = []
  const named = (name: unknown) => {
    const text = nameOf(name)
    if (text) found.push({ name: text, line: node.loc.start.line })
  }
  if (node.type === 'VariableDeclarator') found.push(...boundNames(node.id))
  if (node.type === 'CatchClause') found.push(...boundNames(node.param))
  if (functionTypes.has(node.type)) {
    found.push(...(node.params as unknown[]).flatMap(boundNames))
    if (node.type === 'FunctionDeclaration') named(node.id)
  }
  if (node.type === 'TSFunctionType' || node.type === 'TSMethodSignature')
    found.push(...((node.params ?? node.parameters ?? []) as unknown[]).flatMap(boundNames))
  if (/^(TSTypeAlias|TSInterface|TSEnum|Class)Declaration$/.test(node.type)) named(node.id)
  if (memberTypes.has(node.type) && !node.computed && parent?.type !== 'ObjectPattern') named(node.key)
  return found
}

/** Where an import leads in this repository: relative ones only, since packages import each other by their names. */
function resolveImport(from: string, source: string): string | undefined {
  if (!source.startsWith('.')) return undefined
  const base = join(dirname(from), source)
  const candidates = [base, `${base}.ts`, `${base}.tsx`, base.replace(/\.js$/, '.ts'), join(base, 'index.ts')]
  return candidates.find((candidate) => /\.tsx?$/.test(candidate) && (candidate === base || existsSync(candidate)))
}

function importedSource(node: Node): string | undefined {
  const isImport = node.type === 'ImportDeclaration' || /^Export(All|Named)Declaration$/.test(node.type)
  if (isImport || node.type === 'ImportExpression' || node.type === 'TSImportType') {
    const source = (node.source ?? node.argument) as Node | null | undefined
    if (source?.type === 'StringLiteral') return source.value as string
    if (source?.type === 'TSLiteralType') return (source.literal as Node).value as string
  }
  if (node.type === 'CallExpression' && (node.callee as Node).type === 'Import')
    return ((node.arguments as Node[])[0]?.value as string) ?? undefined
  return undefined
}

/** Each statement and declaration, of types too; an export counts with what it declares, a block with what is in it. */
const isStatement = (node: Node): boolean =>
  /(Statement|Declaration)$/.test(node.type) &&
  node.type !== 'BlockStatement' &&
  node.type !== 'EmptyStatement' &&
  !(node.type.startsWith('Export') && isNode(node.declaration))

export const countLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

export function measureFile(root: string, file: string): SourceFile {
  const text = readFileSync(file, 'utf8')
  const tree = parse(text, {
    sourceType: 'module',
    plugins: [['typescript', { dts: /\.d\.[cm]?ts$/.test(file) }], ...(/\.[jt]sx$/.test(file) ? ['jsx' as const] : [])],
  }).program as unknown as Node
  const functions: FunctionSize[] = []
  const declarations: Declaration[] = []
  const imports = new Set<string>()
  let statements = 0
  const walk = (node: Node, parent: Node | undefined) => {
    if (functionTypes.has(node.type)) {
      const { start, end } = node.loc
      functions.push({
        name: functionName(node, parent),
        line: start.line,
        lines: end.line - start.line + 1,
      })
    }
    if (isStatement(node)) statements++
    declarations.push(...declaredBy(node, parent))
    const source = importedSource(node)
    const target = source === undefined ? undefined : resolveImport(file, source)
    if (target) imports.add(relative(root, target))
    for (const child of childrenOf(node)) walk(child, node)
  }
  walk(tree, undefined)
  return {
    path: relative(root, file),
    lines: countLines(text),
    statements,
    functions,
    declarations,
    imports: [...imports],
  }
}

/** Every TypeScript source of a folder that a person wrote; declarations of types without code are left out. */
export const measureFolder = (root: string, folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !/(^|\/)generated\//.test(name))
    .sort()
    .map((name) => measureFile(root, join(root, folder, name)))
