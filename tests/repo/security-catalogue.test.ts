import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allTests, testsOf } from './attack-tests.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/security')
const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const rows = pages.flatMap(({ name, text }) =>
  text
    .split('\n')
    .filter((line) => /^\| ([A-Z]{2,3}-)?\d+ \|/.test(line))
    .map((line) => ({ name, cells: line.split(/(?<!\\)\|/).map((cell) => cell.trim()) })),
)
const attacks = rows.map(({ cells }) => cells[1] ?? '').filter((id) => id.includes('-'))
const letters = [...new Set(attacks.map((id) => id.split('-')[0]))]

/** Every id of an attack that a file of the repository cites. */
function citedIds(): { id: string; place: string }[] {
  const pattern = `\\b(${letters.join('|')})-[0-9]{2}\\b`
  const { stdout } = spawnSync('git', ['grep', '-InoP', pattern, '--', ':!docs/security', ':!pnpm-lock.yaml'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, place, id] = line.match(/^(.*?:\d+):(.*)$/) ?? []
      return { id: id ?? '', place: place ?? '' }
    })
}

test('every id that is cited has a row, and no id has two', () => {
  expect(attacks.length).toBeGreaterThan(300)
  expect(attacks.filter((id, index) => attacks.indexOf(id) !== index)).toEqual([])
  const cited = citedIds()
  expect(cited.length).toBeGreaterThan(50)
  expect(cited.filter(({ id }) => !attacks.includes(id))).toEqual([])
})

test('every row says what is answered, and where that is tested or why it needs no test', () => {
  for (const { cells } of rows) {
    expect(cells.length, cells[1]).toBe(6)
    for (const cell of cells.slice(1, 5)) expect(cell, cells[1]).not.toBe('')
  }
  const untested = rows.filter(
    ({ name, cells }) => name.startsWith('attacks-') && !/\]\(|_by construction/.test(cells[4] ?? ''),
  )
  expect(untested).toEqual([])
})

test('every row links to a test that names its id, and that runs', () => {
  const files = new Map<string, Set<string>>()
  for (const { file, text } of allTests(root))
    for (const [id] of text.matchAll(/\b[A-Z]{2,3}-\d{2}\b/g)) files.set(id, (files.get(id) ?? new Set()).add(file))
  const open = rows
    .filter(({ name, cells }) => name.startsWith('attacks-') && !/_by construction/.test(cells[4] ?? ''))
    .filter(({ cells: [, id = '', , , where = ''] }) => {
      const linked = [...where.matchAll(/\]\(([^)#]+)\)/g)].map(([, target]) => join('docs/security', target ?? ''))
      return !linked.some((file) => files.get(id)?.has(file))
    })
    .map(({ cells }) => cells[1])
  expect(open).toEqual([])
})

test('an id counts in the title of a test, in its rows and in its body, and not beside it', () => {
  const source = `
    // AA-01
    const helper = () => 'AA-02'
    describe('AA-03', () => {
      test.each([['AA-04']])('AA-05 %s', () => {
        // AA-06
      })
      test.skip('AA-07', () => {})
      test.skipIf(windows)('AA-08', () => {})
    })`
  const cited = testsOf('a.test.ts', source).flatMap(({ text }) => text.match(/AA-\d\d/g) ?? [])
  expect([...new Set(cited)].sort()).toEqual(['AA-03', 'AA-04', 'AA-05', 'AA-06', 'AA-08'])
})

test('every link of these pages leads to a file', () => {
  const broken = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]+)(#[^)]*)?\)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !existsSync(join(folder, target)))
      .map((target) => `${name}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('the forty conformance behaviors are all there', () => {
  const numbers = rows.filter(({ name }) => name === 'conformance.md').map(({ cells }) => Number(cells[1]))
  expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
})
