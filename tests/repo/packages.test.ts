import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packPackage } from './pack.ts'

// What would be published: packed, looked at by the tools of the trade, and weighed.

const root = join(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const folder = mkdtempSync(join(tmpdir(), 'vestibule-packages-'))
const names = ['core', 'nextjs', 'nuxt', 'remix'] as const
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
    const attw = spawnSync(bin('attw'), [packed(name), '--profile', 'esm-only', '--no-emoji'], { encoding: 'utf8' })
    expect(attw.status, attw.stdout).toBe(0)
  })

  test('few dependencies, types for every entry, provenance, no path of a machine', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(3)
    for (const entry of Object.values(manifest.exports) as { types?: string }[]) expect(entry.types).toMatch(/\.d\.ts$/)
    expect(manifest.sideEffects).toBe(false)
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true })
    const dist = join(root, 'packages', name, 'dist')
    for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js')))
      expect(readFileSync(join(dist, file), 'utf8')).not.toContain(root)
  })
})

const weigh = async (entries: string[], external: string[] = []): Promise<number> => {
  const { outputFiles } = await build({
    stdin: {
      contents: entries.map((entry, index) => `export * as part${index} from ${JSON.stringify(entry)}`).join('\n'),
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    // As Nuxt builds its client.
    define: { 'import.meta.server': 'false', 'import.meta.client': 'true' },
    external,
  })
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array()).length
}

const nuxtApp = join(root, 'packages/nuxt/dist/runtime/app')
const nuxtParts = readdirSync(nuxtApp)
  .filter((file) => file.endsWith('.js'))
  .map((file) => join(nuxtApp, file))

test('core with its dependencies is below 40 KB, and what reaches a browser below 3 KB', async () => {
  const sizes = {
    core: await weigh([join(root, 'packages/core/dist/index.js')]),
    'core/mcp': await weigh([join(root, 'packages/core/dist/mcp.js')]),
    'nextjs/client': await weigh([join(root, 'packages/nextjs/dist/client.js')], ['react', 'react/jsx-runtime']),
    // Everything that Nuxt puts into its client; what Remix's loaders and actions import stays on the server.
    'nuxt in the browser': await weigh(nuxtParts, ['vue', '#imports', '#build/vestibule-app.mjs']),
  }
  console.log(
    `gzip: ${Object.entries(sizes)
      .map(([name, bytes]) => `${name} ${(bytes / 1024).toFixed(1)} KB`)
      .join(', ')}`,
  )
  // On a server: a tenth of it are the texts of the error page in 29 languages.
  expect(sizes.core).toBeLessThan(40 * 1024)
  expect(sizes['core/mcp']).toBeLessThan(20 * 1024)
  expect(sizes['nextjs/client']).toBeLessThan(3 * 1024)
  expect(sizes['nuxt in the browser']).toBeLessThan(3 * 1024)
})
