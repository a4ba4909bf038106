import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../apps/server/src/commands/command-line.ts'

// What README and the docs tell people to type exists: scripts, commands of `vestibule`, variables.

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]

/** The lines of the shell blocks of a page, without comments; a line that ends in a backslash goes on. */
const shellLines = (path: string): string[] =>
  [...read(path).matchAll(/^```(?:sh|bash|console)[^\n]*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
      .filter(Boolean),
  )

const scripts = new Set(Object.keys(JSON.parse(read('package.json')).scripts))

/** Every name in capitals that the server or an SDK reads. */
const folders = [
  'apps/server/src/config',
  'packages/core/src',
  'packages/nextjs/src',
  'packages/nuxt/src',
  'packages/remix/src',
]
const source = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((path) => path.endsWith('.ts'))
  .map(read)
  .join('\n')
const readName = (name: string): boolean => {
  // The OTEL_ names are those of OpenTelemetry, which reads them itself.
  if (name.startsWith('OTEL_')) return true
  const plain = new RegExp(`\\b${name}\\b`).test(source) ? name : name.replace(/_FILE$/, '')
  const setting = /^OIDC_(?:CLIENT|RESOURCE)_\d+_(\w+)$/.exec(plain)?.[1]
  return /^OIDC_(CLIENT_ID|RESOURCE)_\d+$/.test(plain) || new RegExp(`\\b${setting ?? plain}\\b`).test(source)
}

describe.each(pages)('%s', (page) => {
  const lines = shellLines(page)

  test('every script is one of package.json, by npm, which alone needs nothing installed', () => {
    for (const line of lines) {
      const [, script = ''] = /(?:^|\s)npm (?:run )?(start|test|(?<=run )[\w:-]+)/.exec(line) ?? []
      if (script) expect(scripts.has(script), line).toBe(true)
      expect(line).not.toMatch(/(^|\s)pnpm (?!--filter)/)
    }
  })

  test('every command of vestibule has its help', () => {
    for (const line of lines) {
      const words =
        /(?:^|&& |\| )(?:.*dist\/cli\.js|npm run vestibule --|vestibule) ([a-z][\w -]*)/.exec(line)?.[1]?.split(' ') ??
        []
      if (words.length === 0) continue
      const known = [words.slice(0, 2).join(' '), words[0] ?? ''].some((name) => commands.has(name))
      expect(known, line).toBe(true)
    }
  })

  test('every variable is read', () => {
    for (const line of lines) {
      const name = /^(?:export )?((?:OIDC|VESTIBULE)_[A-Z0-9_]+|[A-Z][A-Z_]{3,})=/.exec(line)?.[1]
      if (name) expect(readName(name), `${name} in ${page}`).toBe(true)
    }
  })
})

test('every command of vestibule has its row in docs/operations.md', () => {
  const table = read('docs/operations.md')
  expect([...commands.keys()].filter((name) => !new RegExp(`^\\|.*\`${name}\\b.*\\|$`, 'm').test(table))).toEqual([])
})

test('every variable that the server reads has its place in docs/configuration.md', () => {
  const folder = join(root, 'apps/server/src/config')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const names = sources.flatMap((text) => [...text.matchAll(/\breader\.\w+\(\s*'([A-Z][A-Z0-9_]+)'/g)])
  const page = read('docs/configuration.md')
  // Those of clients are there without their beginning, and the OTEL_ names are those of OpenTelemetry.
  const own = names.map(([, name = '']) => name).filter((name) => !/^(OTEL_|OIDC_CLIENT_)/.test(name))
  const missing = own.filter((name) => !page.includes(`\`${name}`))
  expect(names.length).toBeGreaterThan(30)
  expect([...new Set(missing)]).toEqual([])
})
