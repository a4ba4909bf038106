import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort, startApplication, startVestibule } from '@vestibule/testing'
import { describe, expect, test } from 'vitest'
import { compile } from '../repo/compile.ts'
import { blocksOf, blockUnder } from '../repo/docs-blocks.ts'
import { onlyInTestAll } from './support.ts'

// docs/testing.md with each starter: from Vitest, which is this file, and from Playwright, with the starter's own tests.

const folderOf = (name: string) => join(import.meta.dirname, '../../examples', name)
const read = (name: string, path: string) => readFileSync(join(folderOf(name), path), 'utf8')
const frameworks = ['nextjs', 'nuxt', 'remix'] as const
const commandOf = (name: string): string => /^const command = '(.*)'$/m.exec(read(name, 'e2e/fixtures.ts'))?.[1] ?? ''
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

test('what docs/testing.md shows is the file of the starter, and the commands are those of its table', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/testing.md'), 'utf8')
  expect(blockUnder('docs/testing.md', 'Playwright').trimEnd()).toBe(read('nextjs', 'e2e/fixtures.ts').trimEnd())
  const [, shown] = blocksOf('docs/testing.md').filter(({ heading }) => heading === 'Playwright')
  const tests = shown?.text.trimEnd().split(/\n\n(?=test\()/) ?? []
  expect(tests).toHaveLength(3)
  for (const text of tests) expect(read('nextjs', 'e2e/dashboard.spec.ts')).toContain(text)
  for (const name of frameworks) expect(page).toContain(`\`${commandOf(name).split(' && ')[1]}\``)
})

test('the tests of the starters compile', () => {
  const paths = ['playwright.config.ts', ...readdirSync(join(folderOf('nextjs'), 'e2e')).map((file) => `e2e/${file}`)]
  for (const name of frameworks)
    expect(compile(new Map(paths.map((path) => [path, read(name, path)])), 'core'), name).toBe('')
})

describe.each(frameworks)('the starter %s', (name) => {
  test('from Vitest: a guarded page as a stranger, an owner and a member', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-tested-'))
    try {
      const url = `http://localhost:${await freePort()}`
      await using vestibule = await startVestibule({
        clients: [{ url }],
        settings: { PERMISSIONS_FILE: join(folderOf(name), 'permissions.json') },
      })
      await using application = await startApplication(commandOf(name), {
        url,
        cwd: folderOf(name),
        env: { ...vestibule.env, PATH, NODE_ENV: 'production', DATABASE_URL: `file:${join(folder, 'notes.db')}` },
      })
      const open = (path: string, headers: Record<string, string> = {}) =>
        fetch(`${application.url}${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })
      const stranger = await open('/dashboard')
      expect(stranger.headers.get('location')).toContain('/auth/login')
      const owner = await vestibule.signInAs({ email: 'ada@example.com', organization: 'Acme', role: 'owner' })
      const dashboard = await open('/dashboard', owner.headers)
      expect(dashboard.status).toBe(200)
      expect(await dashboard.text()).toContain('Acme')
      const member = await vestibule.signInAs({ email: 'grace@example.com', organization: 'Acme', role: 'member' })
      const confirmation = async (headers: Record<string, string>) =>
        (await (await open('/settings/delete-notes', headers)).text()).includes('name="confirmation"')
      expect([await confirmation(owner.headers), await confirmation(member.headers)]).toEqual([true, false])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test(
    'from Playwright: the own tests pass',
    name === 'nextjs' ? {} : onlyInTestAll('the browser tests of two more starters'),
    async () => {
      const { stdout } = await promisify(execFile)('node_modules/.bin/playwright', ['test', '--workers=1'], {
        cwd: folderOf(name),
        env: { ...process.env, PATH, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
      })
      expect(stdout).toMatch(/5 passed/)
    },
  )
})
