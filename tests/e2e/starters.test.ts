import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packPackage } from '../repo/pack.ts'

// The examples as starters: their own tests pass, here and in a copied folder that plain npm has installed and built.

const examples = ['nextjs', 'nuxt', 'remix'] as const
const exampleOf = (name: string) => join(import.meta.dirname, '../../examples', name)
const folder = mkdtempSync(join(tmpdir(), 'vestibule-starters-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const env: NodeJS.ProcessEnv = {
  ...process.env,
  // The Node of these tests first: Nuxt wants 22.
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  CI: 'true',
  // These tests' own would be taken for the application's.
  NODE_ENV: 'production',
  NODE_TEST_CONTEXT: undefined,
}

const ownTests = (cwd: string): string =>
  execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'test/app.test.mjs'], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

test.each(examples)('the own tests of the %s example pass', { timeout: 60_000 }, (name) => {
  expect(ownTests(exampleOf(name))).toMatch(/^# pass 5$/m)
})

// Installing and building three applications takes minutes: `pnpm test:all`.
if (process.env.TEST_ALL) {
  test.each(examples)('a copy of the %s example installs, builds and passes', { timeout: 300_000 }, (name) => {
    const copy = join(folder, name)
    const built = /^(node_modules|\.next|\.nuxt|\.output|\.turbo|build)$/
    cpSync(exampleOf(name), copy, { recursive: true, filter: (path) => !built.test(basename(path)) })
    // What the ranges find once the packages are published.
    const manifest = readFileSync(join(copy, 'package.json'), 'utf8')
    const packed = new Map(['core', name].map((one) => [`@vestibule/${one}`, `file:${packPackage(one, folder)}`]))
    const written = manifest.replaceAll(
      /"(@vestibule\/\w+)": "\^[\d.]+"/g,
      (_all, one) => `"${one}": "${packed.get(one)}"`,
    )
    expect(written).not.toContain('workspace:')
    writeFileSync(join(copy, 'package.json'), written)
    for (const args of [
      ['install', '--include=dev', '--no-audit', '--no-fund'],
      ['run', 'build'],
    ])
      execFileSync('npm', args, { cwd: copy, env, stdio: 'pipe' })
    expect(ownTests(copy)).toMatch(/^# pass 5$/m)
  })
}
