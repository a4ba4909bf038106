import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const tracked = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .stdout.split('\n')
  .filter(Boolean)
const documents = tracked
  .filter((path) => !/CHANGELOG|^\.changeset/.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const anchorsIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))

test('every link between documents leads somewhere', () => {
  const broken = documents.flatMap(({ path, text }) =>
    [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, target = '', anchor]) => {
        const file = target === '' ? join(root, path) : join(root, dirname(path), target)
        if (!existsSync(file)) return true
        return anchor !== undefined && !statSync(file).isDirectory() && !anchorsIn(file).includes(anchor)
      })
      .map(([link]) => `${path}: ${link}`),
  )
  expect(documents.length).toBeGreaterThan(20)
  expect(broken).toEqual([])
})

test('every link to a file of the repository at GitHub leads to one', () => {
  const link =
    /https:\/\/(?:raw\.githubusercontent\.com\/vestibule-id\/vestibule|github\.com\/vestibule-id\/vestibule\/blob)\/main\/([\w./-]+)/g
  const linked = documents.flatMap(({ path, text }) => [...text.matchAll(link)].map(([, to = '']) => ({ path, to })))
  expect(linked.length).toBeGreaterThan(5)
  expect(linked.filter(({ to }) => !existsSync(join(root, to)))).toEqual([])
})

test.each(readdirSync(join(root, 'docs/skills')))('the skill %s has the form that agents read', (name) => {
  const [, settings = '', text = ''] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(root, 'docs/skills', name, 'SKILL.md'), 'utf8')) ?? []
  const { name: named, description, ...others } = parse(settings)
  expect(named).toBe(name)
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(description.length).toBeLessThanOrEqual(1024)
  expect(Object.keys(others)).toEqual(['license'])
  // Copied alone, it has nothing beside it.
  expect([...text.matchAll(/\]\((?!https:)[^)]*\)/g)]).toEqual([])
  expect(text.split('\n').length).toBeLessThan(150)
})

const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

test('every path that ARCHITECTURE.md names exists', () => {
  const named = [...architecture.matchAll(/`([\w.][\w.@-]*(?:\/[\w.@-]*)+)`/g)].map(([, path]) => path ?? '')
  const places = ['apps/server/src', 'apps/server', '.']
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !places.some((place) => existsSync(join(root, place, path))))).toEqual([])
})

test('every function that ARCHITECTURE.md names is in the file that it names', () => {
  const named = [...architecture.matchAll(/`(\w+)` (?:in |\()`([\w./-]+\.tsx?)`/g)]
  expect(named.length).toBeGreaterThan(10)
  const missing = named.filter(([, name = '', path = '']) => {
    const file = join(root, 'apps/server/src', path)
    return !existsSync(file) || !new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8'))
  })
  expect(missing.map(([text]) => text)).toEqual([])
})

test('the tree of ARCHITECTURE.md has every folder of the server, and no other', () => {
  const source = join(root, 'apps/server/src')
  const folders = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('generated'))
  const parents: string[] = []
  const described: string[] = []
  // Two spaces for each level; a line may describe several folders.
  for (const line of (architecture.split('```')[3] ?? '').split('\n')) {
    const [, indent = '', names = ''] = line.match(/^( *)((?:[\w-]+\/ ?)+)/) ?? []
    const depth = indent.length / 2
    for (const name of names.trim().split(' ').filter(Boolean)) {
      described.push(join(...parents.slice(0, depth), name.slice(0, -1)))
      parents[depth] = name.slice(0, -1)
    }
  }
  expect(described.toSorted()).toEqual(folders.toSorted())
})
