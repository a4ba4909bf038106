import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { meanings } from '../../apps/server/src/pages/development/error-meanings.ts'
import { mistakes } from '../../packages/core/src/model/mistakes.ts'

// docs/troubleshooting.md has every message that a developer or an operator can meet.

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|json)$/.test(path))
    .map((path) => read(join(folder, path)))

const page = read('docs/troubleshooting.md').replaceAll(/\s+/g, ' ')
const section = (heading: string): string => page.split(`## ${heading}`)[1]?.split(' ## ')[0] ?? ''

/** The parts of a literal that are the same in every message: `Port ${port} is in use` has `Port ` and ` is in use`. */
const fixedParts = (literal: string): string[] =>
  literal
    .slice(1, -1)
    .split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
    .map((part) => part.trim().replaceAll("\\'", "'"))
    .filter((part) => part.length > 2)
const missing = (literals: Iterable<string>, text = page): string[] =>
  [...new Set(literals)].filter((literal) => !fixedParts(literal).every((part) => text.includes(part)))

test('every code of AuthError', () => {
  const [, union = ''] = /export type AuthErrorCode =([^;]*?)\n\n/.exec(read('packages/core/src/model/errors.ts')) ?? []
  const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code]) => `\`${code}\``)
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.filter((code) => !section('In your application').includes(code))).toEqual([])
})

test('every description of an OAuth error', () => {
  const literals = sources('apps/server/src').flatMap((text) => [
    ...[...text.matchAll(/new OAuthError\(\s*'\w+',\s*('(?:[^'\\]|\\.)*'|`[^`]*`)/g)].map(
      ([, literal = '']) => literal,
    ),
    ...[...text.matchAll(/(?:new ScopeRefused\(|requireScopes\([^']*)\s*('[^']*')/g)].map(
      ([, literal = '']) => literal,
    ),
    // In oidc/next-step.ts, what prompt=none is answered.
    ...[...text.matchAll(/ask\([^;]*?'(?:login|interaction|consent)_required',\s*('[^']*')/g)].map(
      ([, literal = '']) => literal,
    ),
  ])
  expect(literals.length).toBeGreaterThan(80)
  expect(missing(literals)).toEqual([])
})

test('every reason why a server does not start', () => {
  const thrown = [
    'store/connections/migrate.ts',
    'flows/platform/terms.ts',
    'flows/platform/address-keys.ts',
    'flows/platform/keys/signing-keys.ts',
  ].flatMap((path) =>
    [...read(`apps/server/src/${path}`).matchAll(/throw new Error\(\s*('[^']*'|`[^`]*`)/g)].map(
      ([, literal = '']) => literal,
    ),
  )
  const plain = read('apps/server/src/server-process.ts').match(/(?<=return )`[^`]*`/g) ?? []
  expect(plain.length).toBeGreaterThan(2)
  // Not at the start: a request asks for an algorithm that has no key.
  const literals = [...thrown.filter((literal) => !literal.startsWith('`there is no key')), ...plain]
  const sentences = literals.map((literal) => (plain.includes(literal) ? literal.replace(/\. .*/s, '.`') : literal))
  expect(missing(sentences, section('When the server starts'))).toEqual([])
  expect(section('When the server starts')).toContain('The configuration has a mistake')
})

test('what it quotes from the pages is what they say', () => {
  const words = ['src', 'words']
    .filter((folder) => existsSync(join(root, 'apps/server', folder)))
    .flatMap((folder) => sources(`apps/server/${folder}`))
    .join('\n')
    .replaceAll(/\s+/g, ' ')
  const quoted = [...section('On a page of the server').matchAll(/\| "([^"]+)"/g)].map(([, text = '']) => text)
  expect(quoted.length).toBeGreaterThan(10)
  expect(quoted.filter((text) => !words.includes(text))).toEqual([])
})

test('every mistake of a set-up has its row, under the name that the terminal links to', () => {
  const rows = Object.entries({ ...mistakes, ...meanings }).map(
    ([name, { cause, next }]) => `| <a id="${name}"></a>${name} | ${cause} | \`${next.replaceAll('|', '\\|')}\` |`,
  )
  expect(rows.length).toBeGreaterThan(30)
  const [, , , ...found] =
    read('docs/troubleshooting.md')
      .split(/<!-- \/?mistakes -->/)[1]
      ?.trimEnd()
      .split('\n') ?? []
  expect(found).toEqual(rows)
})
