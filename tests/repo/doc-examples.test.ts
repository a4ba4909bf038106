import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'

// Every example in a doc comment of the published packages compiles, and what an application imports has one.

const root = join(import.meta.dirname, '../..')

const packages = ['core', 'nextjs', 'nuxt', 'remix', 'testing'] as const
const sourcesOf = (name: string): string[] =>
  readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('generated'))
    .map((path) => join(root, 'packages', name, 'src', path))

function examplesOf(name: string): { name: string; code: string }[] {
  return sourcesOf(name).flatMap((path) => {
    const comments = readFileSync(path, 'utf8').matchAll(/\/\*\*[\s\S]*?\*\//g)
    return [...comments].flatMap(([comment]) => {
      const code = /@example\s*\n \* ```(tsx?)\n([\s\S]*?)\n \* ```/.exec(comment)
      if (!code) return []
      const [, extension, lines = ''] = code
      const place = path.slice(path.indexOf('/src/') + 5).replaceAll(/\W+/g, '-')
      return [{ name: `${name}-${place}-${lines.length}.${extension}`, code: lines.replaceAll(/^ \* ?/gm, '') }]
    })
  })
}

test.each(packages)('the examples in the doc comments of %s compile', (name) => {
  const examples = examplesOf(name)
  expect(new Set(examples.map((example) => example.name)).size).toBe(examples.length)
  expect(examples.length).toBeGreaterThan(5)
  expect(compile(new Map(examples.map((example) => [example.name, example.code])), name)).toBe('')
})

/** The names that the entries export from these sources, by their declarations. */
const declaration = (name: string) =>
  new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*?\\*/\\n(?:// .*\\n)*)?export (?:async )?(?:function|const|class|interface|type) ${name}\\b`,
  )

test.each([
  ['core', ['index', 'client', 'dpop', 'management', 'mcp', 'node', 'requirement', 'testing']],
  ['nextjs', ['index', 'client']],
  ['nuxt', ['module']],
  ['remix', ['index', 'client', 'react-router']],
  ['testing', ['index']],
] as const)('every export of %s has a doc comment with an example', (name, entries) => {
  const sources = sourcesOf(name).map((path) => readFileSync(path, 'utf8'))
  const without = entries.flatMap((entry) => {
    const path = sourcesOf(name).find((file) => new RegExp(`/src/${entry}\\.tsx?$`).test(file)) ?? ''
    return exportedNames(readFileSync(path, 'utf8')).filter((exported) => {
      const found = sources.map((text) => declaration(exported).exec(text)).find((match) => match)
      return found && !found[1]?.includes('@example')
    })
  })
  expect(without).toEqual([])
})

function exportedNames(text: string): string[] {
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) => names.split(','))
  const declared = [...text.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)]
  return [
    ...listed.map((name) => name.replace(/\btype\b/, '').trim()),
    ...declared.map(([, name = '']) => name),
  ].filter(Boolean)
}
