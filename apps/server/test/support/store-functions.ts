import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'

/** A function that a file of `store/` exports. */
export interface StoreFunction {
  /** `hot/sessions: endSession`; of what a function returns, `prisma/organizations/team-changes: createTeam`. */
  name: string
  /** What a function of the store asks for: `Change`, `SqlWrites`. */
  asksFor: string
  /** The names of the functions of the object that it returns. */
  methods: string[]
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const folder = join(import.meta.dirname, '../../src/store')

/** What writes, or opens a transaction. */
const writers = /\b(Change|SqlWrites|PrismaWrites|Transaction|Database|SqlStatements|TransactionClient)\b/g

function declarationsOf(node: Node): [string, Node][] {
  if (node.type === 'VariableDeclaration')
    return (node.declarations as { id: { name: string }; init: Node }[]).map(({ id, init }) => [id.name, init])
  return node.type === 'FunctionDeclaration' ? [[(node.id as { name: string }).name, node]] : []
}

function methodsOf({ body }: Node): string[] {
  const statements = ((body as Node).body ?? []) as Node[]
  const returned = (statements.find(({ type }) => type === 'ReturnStatement')?.argument ?? body) as Node | undefined
  if (returned?.type !== 'ObjectExpression') return []
  return (returned.properties as { type: string; key?: { name: string }; value?: Node }[]).flatMap((member) =>
    member.type === 'ObjectMethod' || member.value?.type === 'ArrowFunctionExpression' ? [member.key?.name ?? ''] : [],
  )
}

/** What may write in `store/`, read from the sources: a function that is added tomorrow is among them. */
export const storeFunctions: StoreFunction[] = ['hot', 'beyond-prisma', 'prisma'].flatMap((part) =>
  readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const source = readFileSync(join(folder, part, file), 'utf8')
      const { body } = parse(source, { sourceType: 'module', plugins: ['typescript'] }).program as unknown as {
        body: Node[]
      }
      const exported = body.flatMap(({ type, declaration, specifiers, exportKind, source: from }) => {
        if (type !== 'ExportNamedDeclaration') return []
        if (exportKind !== 'type' && from === null && (specifiers as unknown[]).length > 0)
          throw new Error(`${file} exports something that it declares elsewhere`)
        return declaration ? declarationsOf(declaration as Node) : []
      })
      return exported.flatMap(([name, node]) => {
        const isFunction = node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression'
        const head = source.slice(node.start, isFunction ? (node.body as Node).start : node.end)
        const asksFor = [...new Set(head.match(writers))].join(' ')
        const path = `${part}/${file.replace(/\.ts$/, '')}`
        return asksFor ? [{ name: `${path}: ${name}`, asksFor, methods: isFunction ? methodsOf(node) : [] }] : []
      })
    }),
)

/** The functions that do a part of a change, with those of the objects that they return. */
export const changeFunctions: string[] = storeFunctions
  .filter(({ asksFor }) => asksFor.includes('Change'))
  .flatMap(({ name, methods }) => [name, ...methods.map((method) => name.replace(/[^ ]+$/, method))])
