import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { fileOf, parts } from '../../packages/cli/src/ui/parts.ts'

// The three starters look the same and store the same: what they share is the same to the byte.

const examples = join(import.meta.dirname, '../../examples')
const read = (...path: string[]): string => readFileSync(join(examples, ...path), 'utf8')
const others = ['nuxt', 'remix'] as const

test('the style sheets', () => {
  expect(read('nuxt/app/assets/style.css')).toBe(read('nextjs/app/style.css'))
  expect(read('remix/app/style.css')).toBe(read('nextjs/app/style.css'))
})

const shared = readdirSync(join(examples, 'nextjs/prisma'), { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(join(examples, 'nextjs/').length))

test.each(['prisma.config.ts', ...shared])('%s', (path) => {
  for (const name of others) expect(read(name, path), name).toBe(read('nextjs', path))
})

test('the tests in a browser, but for the command that starts the application', () => {
  for (const path of ['playwright.config.ts', 'e2e/dashboard.spec.ts'])
    for (const name of others) expect(read(name, path), name).toBe(read('nextjs', path))
  const withoutCommand = (name: string) => read(name, 'e2e/fixtures.ts').replace(/^const command = .*$/m, '')
  for (const name of others) expect(withoutCommand(name), name).toBe(withoutCommand('nextjs'))
})

test('the tables are the same in both databases', () => {
  const models = (database: string) => read('nextjs/prisma', database, 'schema.prisma').match(/^model [\s\S]*/m)?.[0]
  expect(models('postgresql')).toBe(models('sqlite'))
})

const partsFolder = join(import.meta.dirname, '../../packages/cli/ui')

test.each([
  ['nextjs', 'nextjs', 'components', 'app'],
  ['nuxt', 'nuxt', 'app/components', 'app/assets'],
  ['remix', 'remix', 'app/components', 'app'],
] as const)('the parts in %s are those that the command copies', (name, framework, components, styles) => {
  for (const [partName, part] of parts) {
    const path = fileOf(part, framework)
    if (path === null) continue
    const copy = read(name, partName === 'styles' ? styles : components, basename(path))
    expect(copy, partName).toBe(readFileSync(join(partsFolder, path), 'utf8'))
  }
})
