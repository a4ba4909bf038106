import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Terminal } from '../src/command.ts'
import { run } from '../src/run.ts'
import { parts } from '../src/ui/parts.ts'

// `add ui` in folders with the files that decide where a part goes.

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function application(dependency: string, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vestibule-ui-'))
  folders.push(folder)
  const all = { 'package.json': JSON.stringify({ dependencies: { [dependency]: '99.0.0' } }), ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

async function addUi(cwd: string, ...words: string[]): Promise<{ code: number; output: string }> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const terminal: Terminal = { print, printError: print, interactive: false, confirm: async () => false }
  const code = await run(['add', 'ui', ...words], { cwd, terminal })
  return { code, output: lines.join('\n') }
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8')
const withAlias = (prefix: string, target: string) =>
  `{\n  // The compiler allows comments here.\n  "compilerOptions": { "paths": { "${prefix}*": ["${target}*"] } },\n}`

const next = { 'src/app/page.tsx': '', 'src/lib/auth.ts': '', 'tsconfig.json': withAlias('@/', './src/') }

test('a part comes with those that it needs, says how it is imported, and a second time changes nothing', async () => {
  const folder = application('next', next)
  const first = await addUi(folder, 'user-button')
  expect(first).toEqual({ code: 0, output: expect.stringContaining('Wrote src/components/user-button.tsx.') })
  expect(first.output).toContain("import { UserButton } from '@/components/user-button'")
  expect(read(folder, 'src/components/auth-state.tsx')).toContain("from '@/lib/auth'")
  for (const needed of parts.get('user-button')?.needs ?? [])
    expect(first.output).toContain(`Wrote src/components/${needed}.tsx.`)
  expect(await addUi(folder, 'user-button')).toEqual({ code: 0, output: expect.stringMatching(/^Nothing changed: /) })
})

test('a file that was changed is kept, the sentence names the line, and nothing else is written', async () => {
  const folder = application('next', next)
  await addUi(folder, 'signed-in')
  const own = read(folder, 'src/components/auth-state.tsx').replace('getSession()', 'getSession( )')
  writeFileSync(join(folder, 'src/components/auth-state.tsx'), own)
  const refused = await addUi(folder, 'signed-out', 'styles')
  expect(refused.code).toBe(1)
  expect(refused.output).toMatch(
    /auth-state\.tsx differs from line 9 on \(yours: "return children\(await getSession\( \)\)"/,
  )
  expect(refused.output).toContain('Nothing was written. Overwrite with --force.')
  expect(() => read(folder, 'src/components/signed-out.tsx')).toThrow()
  expect(() => read(folder, 'src/app/vestibule.css')).toThrow()
  expect((await addUi(folder, 'signed-out', '--force')).code).toBe(0)
  expect(read(folder, 'src/components/auth-state.tsx')).not.toBe(own)
})

test.each([
  ['next', { 'app/page.tsx': '' }, 'components/', "'../lib/auth'", "from './components/signed-in'"],
  [
    'next',
    { 'app/page.tsx': '', 'tsconfig.json': withAlias('@/', './') },
    'components/',
    "'@/lib/auth'",
    "from '@/components/signed-in'",
  ],
  [
    'next',
    { 'src/app/page.tsx': '', 'tsconfig.json': withAlias('~/', './src/') },
    'src/components/',
    "'../lib/auth'",
    "from '~/components/signed-in'",
  ],
  [
    '@react-router/dev',
    { 'app/root.tsx': '', 'tsconfig.json': withAlias('~/', './app/') },
    'app/components/',
    '@vestibule/remix/client',
    "from '~/components/signed-in'",
  ],
  [
    '@remix-run/react',
    { 'app/root.tsx': '' },
    'app/components/',
    '@vestibule/remix/client',
    "from './components/signed-in'",
  ],
] as const)('%s with %j', async (dependency, files, folderOfParts, session, importEnd) => {
  const folder = application(dependency, { 'tsconfig.json': '{}', ...files })
  const { output } = await addUi(folder, 'signed-in')
  expect(output).toContain(importEnd)
  expect(read(folder, `${folderOfParts}auth-state.tsx`)).toContain(session)
})

test('the folder is that of components.json, or that of --folder, and never outside of the application', async () => {
  const components = (alias: string) => JSON.stringify({ aliases: { components: alias } })
  const folder = application('next', { ...next, 'components.json': components('@/shared/ui') })
  expect((await addUi(folder, 'sign-up-link')).output).toContain('Wrote src/shared/ui/sign-up-link.tsx.')
  expect((await addUi(folder, 'sign-up-link', '--folder', 'lib/ui')).output).toContain('Wrote lib/ui/sign-up-link.tsx.')
  for (const outside of ['..', '../other', tmpdir()])
    expect(await addUi(folder, 'sign-up-link', '--folder', outside)).toEqual({
      code: 1,
      output: `"${outside}" is outside of this folder.`,
    })
  writeFileSync(join(folder, 'components.json'), components('@acme/ui/components'))
  expect((await addUi(folder, 'sign-up-link')).output).toMatch(/"@acme\/ui\/components", which no alias .* --folder/)
  writeFileSync(join(folder, 'components.json'), '{')
  expect((await addUi(folder, 'sign-up-link')).output).toContain('is not JSON')
  writeFileSync(join(folder, 'components.json'), components('@/../../outside'))
  expect((await addUi(folder, 'sign-up-link')).output).toContain('is outside of this folder')
})

test('Nuxt gets components that it imports by itself, and the sheet for its configuration', async () => {
  const folder = application('nuxt', { 'app/app.vue': '', 'nuxt.config.ts': '' })
  const { code, output } = await addUi(folder, 'organization-switcher', 'styles')
  expect(code).toBe(0)
  for (const path of [
    'app/components/OrganizationSwitcher.vue',
    'app/components/PopoverMenu.vue',
    'app/assets/vestibule.css',
  ])
    expect(output).toContain(`Wrote ${path}.`)
  expect(output).toContain("css: ['~/assets/vestibule.css']")
})

test('what cannot be added says why: a name that is none, no name, no sign-in yet, JavaScript', async () => {
  const folder = application('next', { 'app/page.tsx': '', 'tsconfig.json': '{}' })
  for (const name of ['user-buton', '__proto__', '../../secret'])
    expect(await addUi(folder, name)).toEqual({
      code: 2,
      output: expect.stringContaining(`There is no part "${name}"`),
    })
  expect(await addUi(folder)).toEqual({ code: 2, output: expect.stringContaining('organization-switcher') })
  expect((await addUi(folder, 'protect')).output).toContain('lib/auth.ts, which is not there yet')
  const plain = application('next', { 'app/page.jsx': '' })
  expect(await addUi(plain, 'protect')).toEqual({ code: 1, output: expect.stringContaining('no tsconfig.json') })
  const nuxt = application('nuxt', { 'app/app.vue': '' })
  expect((await addUi(nuxt, 'auth-state')).output).toContain('There is no part "auth-state" for this framework')
})

test('--json says the same to programs', async () => {
  const { output } = await addUi(application('next', next), 'sign-up-link', '--json')
  expect(JSON.parse(output)).toEqual({
    written: ['src/components/sign-up-link.tsx'],
    unchanged: [],
    importLines: ["import { SignUpLink } from '@/components/sign-up-link'"],
    notes: [],
  })
})
