import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// README has a part of the table of docs/why.md: what is corrected there is corrected here.

const root = join(import.meta.dirname, '../..')

/** The cells of the first table below a heading, by row and column. */
function tableUnder(page: string, heading: string): Map<string, Map<string, string>> {
  const text = readFileSync(join(root, page), 'utf8')
  const rows = text
    .slice(text.indexOf(`## ${heading}`))
    .split('\n\n')
    .find((part) => part.startsWith('| |'))
    ?.split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const [columns = [], , ...body] = rows ?? []
  return new Map(
    body.map(([name = '', ...cells]) => [name, new Map(cells.map((cell, index) => [columns[index + 1] ?? '', cell]))]),
  )
}

test('the short table of README says what the long one says', () => {
  const long = tableUnder('docs/why.md', 'Beside the others')
  const short = tableUnder('README.md', 'Beside the others')
  expect(short.size).toBeGreaterThanOrEqual(5)
  for (const [row, cells] of short)
    for (const [product, cell] of cells) expect(long.get(row)?.get(product), `${row}, ${product}`).toBe(cell)
})

test('both say of which month they are', () => {
  for (const page of ['README.md', 'docs/why.md'])
    expect(readFileSync(join(root, page), 'utf8'), page).toMatch(/November 2026/)
})
