import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../src/config/read.ts'
import { ConfigError } from '../src/config/settings.ts'
import { htmlOf } from '../src/pages/markdown.ts'
import { openTestWorld } from './support/world.ts'

// TERMS_FILE: the text of a version is the one that was read at start, for ever.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-terms-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'terms.md')
const terms = { TERMS_VERSION: '1', TERMS_URL: '', TERMS_FILE: file }

test('a file that is edited while the server runs changes no version, and is refused at the next start', async () => {
  // ON-02
  writeFileSync(file, '# Terms\n\nYou own your data.')
  const database = join(folder, 'terms.db')
  const world = await openTestWorld(terms, { file: database, database: 'sqlite' })
  const shown = async () => (await fetch(`${world.issuer}/terms`)).text()
  expect(await shown()).toContain('You own your data.')
  writeFileSync(file, '# Terms\n\nWe own your data.')
  expect(await shown()).toContain('You own your data.')
  expect(await shown()).not.toContain('We own')
  await world.close()
  await expect(openTestWorld(terms, { file: database, database: 'sqlite' })).rejects.toThrow(
    'TERMS_VERSION 1 was shown with another text before',
  )
})

test('a file that cannot be read is told among the other mistakes at start', () => {
  const readFile = () => {
    throw new Error('ENOENT')
  }
  const machine = {
    readFile,
    keptSecret: () => 'a secret that is kept for the tests: 0123456789',
    cwd: folder,
    processors: 2,
  }
  const environment = { ...terms, TERMS_FILE: './nope.md', SIGN_UP: 'everybody' }
  expect(() => readConfig(environment, machine)).toThrow(ConfigError)
  try {
    readConfig(environment, machine)
  } catch (error) {
    expect((error as Error).message).toContain('TERMS_FILE: names a file that cannot be read')
    expect((error as Error).message).toContain('SIGN_UP')
  }
})

test.each([
  ['[x](javascript:alert(1))', '<p>x</p>'],
  ['[x](JaVaScRiPt:alert(1))', '<p>x</p>'],
  ['[x](java\tscript:alert(1))', null],
  ['[x](<java\tscript:alert(1)>)', null],
  ['[x](data:text/html,hi)', '<p>x</p>'],
  ['[x](vbscript:x)', '<p>x</p>'],
  ['![x](javascript:alert(1))', '<p>x</p>'],
  ['[x][1]\n\n[1]: javascript:alert(1)', '<p>x</p>'],
  ['<a href="javascript:alert(1)">x</a>', null],
  ['[x](javascript&#58;alert(1))', null],
])('%s leads nowhere', (markdown, html) => {
  const made = htmlOf(markdown).trim()
  if (html) expect(made).toBe(html)
  expect(made).not.toMatch(/(href|src)\s*=\s*"\s*(javascript|data|vbscript)\s*:/i)
  expect(made).not.toMatch(/<script|<a href="javascript:/i)
})

test.each(['https://example.com/privacy', 'mailto:a@example.com', '/terms', '#section', 'privacy.html'])(
  'a link to %s stays',
  (href) => {
    expect(htmlOf(`[x](${href})`)).toContain(`<a href="${href}">x</a>`)
  },
)
