import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// What `add` of @vestibule/cli writes is what the page of the framework tells its reader to write.

const root = join(import.meta.dirname, '../..')
const templates = join(root, 'packages/cli/templates')

const blocksOf = (framework: string): Map<string, string> => {
  const page = readFileSync(join(root, 'docs', `${framework}.md`), 'utf8')
  const blocks = page.matchAll(/^```\w+ title="([\w-]+?)\/([^"]+)"\n([\s\S]*?)^```/gm)
  return new Map([...blocks].map(([, , path = '', text = '']) => [path, text]))
}

describe.each(readdirSync(templates))('%s', (framework) => {
  const folder = join(templates, framework)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )

  test.each(files)('%s stands in the documentation', (path) => {
    expect(readFileSync(join(folder, path), 'utf8')).toBe(blocksOf(framework).get(path))
  })

  test('a line for the root of a router is that of the documentation', () => {
    const added = [...blocksOf(framework)].filter(([path]) => path.endsWith(' (add)'))
    const source = readFileSync(join(root, 'packages/cli/src/add/changes/routers.ts'), 'utf8')
    expect(source).toContain("`export { ${name} } from './auth.server'`")
    for (const [, text] of added) expect(text).toMatch(/^export \{ (middleware|headers) \} from '\.\/auth\.server'\n$/)
  })
})
