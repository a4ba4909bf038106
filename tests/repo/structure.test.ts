import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { measureFolder } from '../../scripts/structure/measure.ts'
import { findingsOf } from '../../scripts/structure/rules.ts'
import { checkStructure, sources } from '../../scripts/structure/structure.ts'

const folder = mkdtempSync(join(tmpdir(), 'vestibule-structure-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the rules say about a server with these files, and nothing else. */
function findings(name: string, files: Record<string, string>) {
  const root = join(folder, name)
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, 'apps/server/src', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return findingsOf(measureFolder(root, 'apps/server/src')).map(({ rule, subject }) => `${rule}: ${subject}`)
}

test('the sources keep to the structure: `npm run structure` prints it', () => {
  const { broken, unneeded } = checkStructure(sources())
  expect(broken).toEqual([])
  expect(unneeded).toEqual([])
})

const statements = (count: number) => '  count()\n'.repeat(count)

test('a function of more than 60 lines is found, whatever its form', () => {
  const files = {
    'flows/declared.ts': `function declared() {\n${statements(59)}}\n`,
    'flows/arrow.ts': `export const arrow = () => {\n${statements(58)}}\n`,
    'flows/callback.ts': `app.post('/token', () => {\n${statements(59)}})\n`,
    'flows/method.ts': `class Store {\n  #read() {\n${statements(59)}}\n}\n`,
  }
  expect(findings('functions', files).sort()).toEqual([
    "long function: apps/server/src/flows/callback.ts: post('/token')",
    'long function: apps/server/src/flows/declared.ts: declared',
    'long function: apps/server/src/flows/method.ts: read',
  ])
})

test('a long file is found unless it is a catalogue of words', () => {
  const long = 'count()\n'.repeat(401)
  expect(findings('files', { 'flows/long.ts': long, 'oidc/error-words.ts': long })).toEqual([
    'long file: apps/server/src/flows/long.ts',
  ])
})

test('a folder of more than 20 files is found', () => {
  const files = Array.from({ length: 21 }, (_, number) => [`flows/file-${number}.ts`, 'count()\n'])
  expect(findings('folders', Object.fromEntries(files))).toEqual(['full folder: apps/server/src/flows'])
})

test('a statement is counted once, whatever is around it', () => {
  const text = "import 'a'\nexport const a = 1\nexport type B = string\nif (a) {\n  run()\n} else for (;;) stop()\n"
  const root = join(folder, 'statements')
  mkdirSync(join(root, 'src'), { recursive: true })
  writeFileSync(join(root, 'src/a.ts'), text)
  expect(measureFolder(root, 'src')).toMatchObject([{ lines: 6, statements: 7 }])
})

test('an import upwards or sideways is found, of a type and at run time too', () => {
  const files = {
    'store/users.ts': "import type { Deps } from '../flows/deps.ts'\n",
    'flows/deps.ts': "export const load = () => import('../routes/token.ts')\n",
    'routes/token.ts': "export { digest } from '../oidc/pkce.ts'\n",
    'oidc/pkce.ts': '',
    'pages/home.ts': "import '../http/forms.ts'\n",
    'http/forms.ts': '',
    'new-folder/x.ts': "import '../oidc/pkce.ts'\n",
  }
  expect(findings('upward', files).sort()).toEqual([
    'forbidden import: apps/server/src/flows/deps.ts',
    'forbidden import: apps/server/src/new-folder/x.ts',
    'forbidden import: apps/server/src/pages/home.ts',
    'forbidden import: apps/server/src/store/users.ts',
  ])
})

test('circles are found, between files and between the subjects of the flows', () => {
  const files = {
    'oidc/a.ts': "import './b.ts'\n",
    'oidc/b.ts': "import './c.ts'\n",
    'oidc/c.ts': "import type { A } from './a.ts'\n",
    'flows/tokens/a.ts': "import '../account/a.ts'\n",
    'flows/account/a.ts': '',
    'flows/account/b.ts': "import '../tokens/b.ts'\n",
    'flows/tokens/b.ts': '',
  }
  expect(findings('circles', files)).toEqual([
    'circle: apps/server/src/oidc/a.ts apps/server/src/oidc/b.ts apps/server/src/oidc/c.ts',
    'circle: apps/server/src/flows/account apps/server/src/flows/tokens',
  ])
})

test.each([
  ['a variable', 'const one = 1'],
  ['a parameter', 'const f = (one: string) => 1'],
  ['a destructured name', 'const { a: [one] } = b'],
  ['a member of a type', 'interface A { one: string }'],
  ['a property', 'const a = { one: 1 }'],
  ['a parameter of a function type', 'type F = (one: string) => void'],
])('a private word is found as the name of %s', (name, code) => {
  expect(findings(name, { 'oidc/a.ts': `${code}\n` })).toEqual(['private word: apps/server/src/oidc/a.ts: one'])
})

test.each(['type World = string', 'const houseId = 1', 'function withWorld() {}', 'const maxBites = 1'])(
  'a private word is found as a part of a name: %s',
  (code) => expect(findings(code, { 'oidc/a.ts': `${code}\n` })).toHaveLength(1),
)

test('a private word inside another name, a text or a call is none', () => {
  expect(findings('words', { 'oidc/a.ts': "const oneOf = warehouse.count('one', list.one, 'house')\n" })).toEqual([])
})
