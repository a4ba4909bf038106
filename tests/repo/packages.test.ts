import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishedPackages } from '../../scripts/published-packages.mjs'
import { packPackage } from './pack.ts'

// What would be published: packed, looked at by the tools of the trade, and weighed.

const root = join(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const folder = mkdtempSync(join(tmpdir(), 'vestibule-packages-'))
const names = publishedPackages.map(({ name }) => name)
const exportsOf = (name: string) => publishedPackages.find((each) => each.name === name)?.manifest.exports ?? {}
const packed = (name: string) =>
  join(folder, readdirSync(folder).find((file) => file.startsWith(`vestibule-${name}-`)) ?? '')

beforeAll(() => {
  for (const name of names) packPackage(name, folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(names)('@vestibule/%s', (name) => {
  test('publint and attw have nothing to say', () => {
    const publint = spawnSync(bin('publint'), ['run', packed(name), '--strict'], { encoding: 'utf8' })
    expect(publint.stdout + publint.stderr).toContain('All good!')
    // It looks at types and entries; a package of commands has none.
    if (Object.keys(exportsOf(name)).every((entry) => entry === './package.json')) return
    const attw = spawnSync(bin('attw'), [packed(name), '--profile', 'esm-only', '--no-emoji'], { encoding: 'utf8' })
    expect(attw.status, attw.stdout).toBe(0)
  })

  test('few dependencies, types for every entry, provenance, no path of a machine', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(3)
    for (const [entry, paths] of Object.entries(manifest.exports) as [string, { types?: string }][])
      if (entry !== './package.json') expect(paths.types).toMatch(/\.d\.ts$/)
    expect(manifest.sideEffects).toBe(false)
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true })
    expect(manifest).toMatchObject({
      name: `@vestibule/${name}`,
      license: 'MIT',
      engines: { node: expect.any(String) },
    })
    expect(manifest.description).toMatch(/^[A-Z].*\.$/)
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'README.md', 'CHANGELOG.md']))
    expect(readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')).toMatch(/^# @vestibule\/\w+\n/)
    const dist = join(root, 'packages', name, 'dist')
    for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js')))
      expect(readFileSync(join(dist, file), 'utf8')).not.toContain(root)
  })
})

const contentsOf = (entries: string[]) =>
  entries.map((entry, index) => `export * as part${index} from ${JSON.stringify(entry)}`).join('\n')

const options = {
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  conditions: ['import'],
  // As Nuxt builds its client.
  define: { 'import.meta.server': 'false', 'import.meta.client': 'true' },
} as const

/** Bytes of what an application loads at its start, and of what it imports when that is needed. */
async function weigh(entries: string[], external: string[] = []): Promise<{ start: number; later: number }> {
  const { outputFiles, metafile } = await build({
    ...options,
    stdin: { contents: contentsOf(entries), resolveDir: root },
    splitting: true,
    metafile: true,
    outdir: folder,
    absWorkingDir: folder,
    external,
  })
  const bytesOf = (path: string) =>
    gzipSync(outputFiles.find((file) => file.path === join(folder, path))?.contents ?? new Uint8Array()).length
  const atStart = new Set(['stdin.js'])
  for (const path of atStart)
    for (const imported of metafile.outputs[path]?.imports ?? [])
      if (imported.kind === 'import-statement' && !imported.external) atStart.add(imported.path)
  const paths = Object.keys(metafile.outputs)
  const sum = (some: string[]) => some.reduce((bytes, path) => bytes + bytesOf(path), 0)
  return { start: sum([...atStart]), later: sum(paths.filter((path) => !atStart.has(path))) }
}

const nuxtApp = join(root, 'packages/nuxt/dist/runtime/app')
const nuxtParts = readdirSync(nuxtApp)
  .filter((file) => file.endsWith('.js'))
  .map((file) => join(nuxtApp, file))

test('core with its dependencies is at most 40 KB, and what reaches a browser below 3 KB', async () => {
  const sizes = {
    core: await weigh([join(root, 'packages/core/dist/index.js')]),
    'core/mcp': await weigh([join(root, 'packages/core/dist/mcp.js')]),
    'nextjs/client': await weigh([join(root, 'packages/nextjs/dist/client.js')], ['react', 'react/jsx-runtime']),
    // Everything that Nuxt puts into its client; what Remix's loaders and actions import stays on the server.
    'nuxt in the browser': await weigh(nuxtParts, ['vue', '#imports', '#build/vestibule-app.mjs']),
  }
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  const line = ([name, { start, later }]: [string, { start: number; later: number }]) =>
    `${name} ${kilobytes(start)}${later > 0 ? ` and later ${kilobytes(later)}` : ''}`
  console.log(`gzip: ${Object.entries(sizes).map(line).join(', ')}`)
  expect(sizes.core.start).toBeLessThanOrEqual(40 * 1024)
  // The pages of the SDK in other languages than English, those pages themselves, and what few applications need: API keys, DPoP proofs, logout tokens
  // and device-bound sessions.
  expect(sizes.core.later).toBeLessThan(19 * 1024)
  expect(sizes['core/mcp'].start).toBeLessThan(20 * 1024)
  expect(sizes['nextjs/client']).toEqual({ start: expect.any(Number), later: 0 })
  expect(sizes['nextjs/client'].start).toBeLessThan(3 * 1024)
  expect(sizes['nuxt in the browser'].start).toBeLessThan(3 * 1024)
})

test('a serverless function of one file speaks every language, and is no larger than those make it', async () => {
  const file = join(folder, 'function.mjs')
  await build({
    ...options,
    write: true,
    stdin: { contents: contentsOf([join(root, 'packages/core/dist/index.js')]), resolveDir: root },
    outfile: file,
  })
  // The login path, the languages, and what few applications need.
  expect(gzipSync(readFileSync(file)).length).toBeLessThan(58 * 1024)
  const { part0: core } = (await import(file)) as { part0: typeof import('../../packages/core/src/index.ts') }
  const issuer = 'https://id.example.com'
  const auth = core.createAuth({ issuer, clientId: 'app', secret: 's'.repeat(32), url: 'https://app.example.com' })
  const request = new Request('https://app.example.com/auth/forbidden', { headers: { 'Accept-Language': 'ja' } })
  expect(await (await auth.handle(request)).text()).toContain('<html lang="ja">')
})
