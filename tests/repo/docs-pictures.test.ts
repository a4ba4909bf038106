import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestWorld } from '../../apps/server/test/support/world.ts'
import { pictureEnvironment, pictureOperator } from '../e2e/sample-data.ts'

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
    (name) => /\.(png|svg)$/.test(name) && !pages.includes(name.replace('-dark.png', '-light.png')),
  )
  expect(unused).toEqual([])
})

test('a pictured page has the navigation that its picture shows', async () => {
  const pictured: Record<string, string[]> = JSON.parse(read('docs/images/navigation.json'))
  expect(Object.keys(pictured).length).toBeGreaterThan(3)
  const world = await openTestWorld(pictureEnvironment)
  const { browser } = await world.signIn({ email: pictureOperator })
  for (const [path, links] of Object.entries(pictured)) {
    const { html } = await browser.go(world.issuer + path)
    const shown = new Set(html.querySelectorAll('nav a').map((link) => link.text.trim()))
    expect([...shown], `${path}: run npm run pictures`).toEqual([...new Set(links)])
  }
  await world.close()
})

test('a diagram has a title, and colors for dark pages', () => {
  for (const name of readdirSync(join(root, 'docs/images')).filter((file) => file.endsWith('.svg'))) {
    expect(read(`docs/images/${name}`), name).toMatch(/<title>.+<\/title>/)
    expect(read(`docs/images/${name}`), name).toContain('prefers-color-scheme:dark')
  }
})
