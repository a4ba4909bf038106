import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// What people read in English: the documentation, changesets, the doc comments of the packages, and the words of pages and
// mails. cspell.config.json names the files, and words that have a better one; ours are in scripts/spelling/words.txt.

const root = join(import.meta.dirname, '../..')
interface Settings {
  files: string[]
  ignorePaths: string[]
}
const { files, ignorePaths }: Settings = JSON.parse(readFileSync(join(root, 'cspell.config.json'), 'utf8'))
const ours = readFileSync(join(root, 'scripts/spelling/words.txt'), 'utf8').trim().split('\n')

test('every word is spelled as in American English, or is one of ours', () => {
  const cspell = join(root, 'scripts/spelling/node_modules/cspell/bin.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [cspell, '--no-progress', '--no-color'], {
    cwd: root,
    encoding: 'utf8',
  })
  const checked = Number(/Files checked: (\d+)/.exec(stderr)?.[1])
  expect(stdout, 'correct it, or add it to scripts/spelling/words.txt').toBe('')
  expect(status, stderr).toBe(0)
  expect(checked).toBeGreaterThan(150)
})

const texts = files
  .flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: (path) => ignorePaths.some((ignored) => path.endsWith(ignored)) }),
  )
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

test('our words are sorted, stand there once, and are used', () => {
  const lower = ours.map((word) => word.toLowerCase())
  expect(lower).toEqual([...new Set(lower)].toSorted())
  const all = texts.map(({ text }) => text.toLowerCase()).join('\n')
  expect(lower.filter((word) => !all.includes(word))).toEqual([])
})

/** Two words where one means the same to us, and what a technical writer would strike out. */
const glossary: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\blog(s|ged|ging)? in(to)?\b/gi, 'sign in'],
  [/\blog(s|ged|ging)? (out|off)\b/gi, 'sign out'],
  [/\bsign(s|ed|ing)? off\b/gi, 'sign out'],
  [/\bsign-on\b/gi, 'sign-in'],
  [/\bin order to\b/gi, 'to'],
  [/\bclick(s|ed|ing)? on\b/gi, 'click'],
  [/\bcan not\b/gi, 'cannot'],
  [/\bpass-?keys? codes?\b/gi, 'passkey'],
  [/\bpass-key(s|)\b/gi, 'passkey'],
  [/\bopen ?id connect\b/g, 'OpenID Connect'],
  [/\b(Open Id|OpenId|OpenIDConnect)\b/g, 'OpenID Connect'],
  [/\bend ?users?\b/gi, 'person, user'],
]

describe('the glossary', () => {
  /** Prose without code. */
  const prose = texts
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ path, text }) => ({
      path,
      text: text.replaceAll(/^[ >]*```[\s\S]*?^[ >]*```/gm, '').replaceAll(/`[^`]+`/g, ''),
    }))

  test.each(glossary)('%s is "%s"', (pattern) => {
    expect(prose.length).toBeGreaterThan(50)
    const found = prose.flatMap(({ path, text }) => (text.match(pattern) ?? []).map((match) => `${path}: ${match}`))
    expect(found).toEqual([])
  })
})
