import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'

// Which attacks the tests try: a test cites an id in its title, in the rows that it runs for, or in a comment in its body.

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

const childrenOf = (node: Node): Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key.endsWith('Comments') ? [] : (Array.isArray(value) ? value : [value]).filter(isNode),
  )

/** `test` of `test(...)`, `test.each(rows)(...)` and `describe.skipIf(condition)(...)`; undefined for one that never runs. */
function nameOfCall({ callee }: Node): string | undefined {
  if (!isNode(callee)) return undefined
  if (callee.type === 'Identifier') return callee.name as string
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression')
    return nameOfCall({ ...callee, callee: callee.callee ?? callee.tag })
  if (callee.type !== 'MemberExpression') return undefined
  const { name } = callee.property as { name?: string }
  return name === 'skip' || name === 'todo' ? undefined : nameOfCall({ ...callee, callee: callee.object })
}

export interface AttackTest {
  file: string
  line: number
  title: string
  /** Its source, with the titles of what it is in. */
  text: string
}

/** The tests of a file. What stands beside them, such as a helper, cites nothing. */
export function testsOf(file: string, source: string): AttackTest[] {
  const plugins = file.endsWith('.tsx') ? (['typescript', 'jsx'] as const) : (['typescript'] as const)
  const tests: AttackTest[] = []
  const walk = (node: Node, titles: string) => {
    const name = node.type === 'CallExpression' ? nameOfCall(node) : undefined
    const [first] = (node.arguments ?? []) as Node[]
    const title = first ? source.slice(first.start, first.end) : ''
    if (name === 'test' || name === 'it') {
      const line = source.slice(0, node.start).split('\n').length
      tests.push({ file, line, title, text: `${titles}\n${source.slice(node.start, node.end)}` })
    } else for (const child of childrenOf(node)) walk(child, name === 'describe' ? `${titles}\n${title}` : titles)
  }
  walk(parse(source, { sourceType: 'module', plugins: [...plugins] }).program as unknown as Node, '')
  return tests
}

/** The tests of the repository. */
export function allTests(root: string): AttackTest[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((file) => testsOf(file, readFileSync(join(root, file), 'utf8')))
}
