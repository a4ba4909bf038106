import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedPackages } from '../../scripts/published-packages.mjs'
import { blocksOf, commandLines } from '../repo/docs-blocks.ts'
import { run, terminal } from './newcomer/processes.ts'

// The SDKs are not on npm yet: `npm run pack` and the lines of the READMEs, in an empty application beside the repository.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-pack-'))
// Whatever asks npm for one of our packages fails.
const env = terminal('http://127.0.0.1:9/')
beforeAll(() => run(['npm', 'run', 'pack', join(folder, 'vestibule-packages')], root, env), 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('`npm run pack` writes a tarball of each package', () => {
  const names = publishedPackages.map(({ name, manifest }) => `vestibule-${name}-${manifest.version}.tgz`)
  expect(readdirSync(join(folder, 'vestibule-packages')).toSorted()).toEqual(names)
})

const installing = (page: string): string => {
  const lines = blocksOf(page).flatMap(({ text }) => commandLines(text))
  return lines.find((line) => line.startsWith('npm install ../vestibule-packages/')) ?? ''
}

test.each([
  ['packages/core/README.md', '@vestibule/core'],
  ['packages/nextjs/README.md', '@vestibule/nextjs'],
  ['packages/nuxt/README.md', '@vestibule/nuxt'],
  ['packages/remix/README.md', '@vestibule/remix'],
])('the line of %s installs it with npm', { timeout: 240_000 }, async (page, name) => {
  const app = join(folder, name.replace('@vestibule/', ''))
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n')
  // The framework itself is there in a real application.
  await run(['sh', '-c', `${installing(page)} --omit=peer`], app, env)
  const { dependencies } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  expect(dependencies[name]).toMatch(/^file:\.\.\/vestibule-packages\//)
  const core = "import('@vestibule/core').then(({ createAuth }) => console.log(typeof createAuth))"
  expect(await run(['node', '-e', core], app, env)).toBe('function\n')
})

test('the starters and the pages of the frameworks name the same tarballs', () => {
  const line = (name: string) => installing(`packages/${name}/README.md`)
  for (const name of ['nextjs', 'nuxt', 'remix']) expect(installing(`examples/${name}/README.md`)).toBe(line(name))
  expect(installing('examples/mcp/README.md')).toBe(line('core'))
  for (const name of ['nextjs', 'nuxt', 'remix']) expect(installing(`docs/${name}.md`)).toBe(line(name))
  expect(installing('docs/react-router.md')).toBe(line('remix'))
})
