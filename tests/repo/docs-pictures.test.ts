import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const pictures = readdirSync(join(root, 'docs/images')).filter((name) => name.endsWith('.png'))

test('every picture of the product is made by `npm run pictures`, light and dark', () => {
  const made = [...read('tests/e2e/pictures.ts').matchAll(/shoot\(\w+, '([\w-]+)'/g)].flatMap(([, name]) => [
    `${name}-dark.png`,
    `${name}-light.png`,
  ])
  expect(made.length).toBeGreaterThan(4)
  expect(pictures.toSorted()).toEqual(made.toSorted())
})

test('every picture and diagram is shown somewhere', () => {
  const pages = ['README.md', 'docs/.vitepress/theme/Layout.vue']
    .concat(readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])))
    .map(read)
    .join('\n')
  // The site shows the dark one where a page shows the light one.
  const unused = readdirSync(join(root, 'docs/images')).filter(
    (name) => !pages.includes(name.replace('-dark.png', '-light.png')),
  )
  expect(unused).toEqual([])
})

test('a diagram has a title, and colors for dark pages', () => {
  for (const name of readdirSync(join(root, 'docs/images')).filter((file) => file.endsWith('.svg'))) {
    expect(read(`docs/images/${name}`), name).toMatch(/<title>.+<\/title>/)
    expect(read(`docs/images/${name}`), name).toContain('prefers-color-scheme:dark')
  }
})
