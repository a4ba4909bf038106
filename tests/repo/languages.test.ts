import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Languages } from '../../apps/server/src/words/index.ts'
import { translations } from '../../packages/core/src/routes/translated-words.ts'

// What the documentation says about the languages is what there is.

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { choices } = new Languages()

test('docs/languages.md lists every language by its tag and its own name', () => {
  const rows = [...read('docs/languages.md').matchAll(/^\| `([\w-]+)` \| [^|]+ \| ([^|]+) \|$/gm)]
  expect(rows.map(([, tag, name]) => ({ tag, name }))).toEqual(choices)
})

test('the comparison says how many there are', () => {
  expect(read('docs/why.md')).toContain(`| languages of the pages | ${choices.length} |`)
})

test('the SDKs say in each of them that a sign-in failed', () => {
  const tags = choices.map(({ tag }) => tag)
  expect(['en', ...Object.keys(translations)].sort()).toEqual(tags.sort())
})

// A decision tells of its day.
test('no other page counts them', () => {
  const { stdout } = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  const pages = stdout
    .split('\n')
    .filter((path) => path && !/CHANGELOG|^docs\/decisions/.test(path) && existsSync(join(root, path)))
  const counting = pages.filter((path) => /\b(\d+|twelve|twenty\S*|thirty) (\w+ )?languages\b/i.test(read(path)))
  expect(counting).toEqual([])
})
