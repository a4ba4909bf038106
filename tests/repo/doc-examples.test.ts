import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

// Every example in a doc comment of the published packages compiles, and what an application imports has one.

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'vestibule-doc-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const packages = ['core', 'nextjs', 'nuxt', 'remix'] as const
const sourcesOf = (name: string): string[] =>
  readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.endsWith('management-api.ts'))
    .map((path) => join(root, 'packages', name, 'src', path))

interface Example {
  /** Where it stands, as the compiler shall name it. */
  name: string
  code: string
}

function examplesOf(name: string): Example[] {
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

/** What Nuxt provides in an application without an import. */
const nuxtGlobals = `import type * as app from ${JSON.stringify(join(root, 'packages/nuxt/src/runtime/app/user-session'))}
import type * as server from ${JSON.stringify(join(root, 'packages/nuxt/src/runtime/server/session'))}
import type * as h3 from 'h3'
declare global {
  const defineEventHandler: typeof h3.defineEventHandler
  const $fetch: (url: string, options: { headers: Record<string, string> }) => Promise<unknown>
  const useUserSession: typeof app.useUserSession
  const useUser: typeof app.useUser
  type UserSession = app.UserSession
  const getUserSession: typeof server.getUserSession
  const requireUser: typeof server.requireUser
  const withAuth: typeof server.withAuth
  const defineAuthHandler: typeof server.defineAuthHandler
  const getAccessToken: typeof server.getAccessToken
  const verifyBearer: typeof server.verifyBearer
}
`

const source = (path: string) => [join(root, 'packages', path)]
const paths = {
  '@vestibule/core': source('core/src/index.ts'),
  '@vestibule/core/*': source('core/src/*.ts'),
  '@vestibule/nextjs': source('nextjs/src/index.ts'),
  '@vestibule/nextjs/client': source('nextjs/src/client.tsx'),
  '@vestibule/nuxt': source('nuxt/src/module.ts'),
  '@vestibule/nuxt/server': source('nuxt/src/server.ts'),
  '@vestibule/remix': source('remix/src/index.ts'),
  '@vestibule/remix/client': source('remix/src/client.ts'),
  '@vestibule/remix/react-router': source('remix/src/react-router.ts'),
  h3: source('nuxt/node_modules/h3'),
  react: source('nextjs/node_modules/@types/react'),
  'react/*': source('nextjs/node_modules/@types/react/*'),
}

function compile(examples: readonly Example[], name: string): string {
  const project = join(folder, name)
  mkdirSync(project)
  for (const { name: file, code } of examples) writeFileSync(join(project, file), `${code}\nexport {}\n`)
  const types = ['imports.d.ts', 'templates.d.ts'].map((file) => join(root, 'packages/nuxt/src/runtime', file))
  if (name === 'nuxt') writeFileSync(join(project, 'globals.d.ts'), nuxtGlobals)
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      types: ['node'],
      jsx: 'react-jsx',
      paths,
      typeRoots: [join(root, 'packages/core/node_modules/@types')],
    },
    include: [project, ...(name === 'nuxt' ? types : [])],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  try {
    return execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' })
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout)
  }
}

test.each(packages)('the examples in the doc comments of %s compile', { timeout: 120_000 }, (name) => {
  const examples = examplesOf(name)
  expect(new Set(examples.map((example) => example.name)).size).toBe(examples.length)
  expect(examples.length).toBeGreaterThan(5)
  expect(compile(examples, name)).toBe('')
})

/** The names that the entries export from these sources, by their declarations. */
const declaration = (name: string) =>
  new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*?\\*/\\n(?:// .*\\n)*)?export (?:async )?(?:function|const|class|interface|type) ${name}\\b`,
  )

test.each([
  ['core', ['index', 'client', 'management', 'requirement', 'testing']],
  ['nextjs', ['index', 'client']],
  ['nuxt', ['module']],
  ['remix', ['index', 'client', 'react-router']],
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
