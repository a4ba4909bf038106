import { execFile, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packPackage } from '../repo/pack.ts'
import { freePort } from './support.ts'

// Core uses Web standards only: the same story on every runtime that is promised, with core as it would be published.
// (Next's edge runtime is in quick-starts.test.ts.) And the stores of sessions that docs/sdk.md shows for servers.

const folder = mkdtempSync(join(tmpdir(), 'vestibule-runtimes-'))
const bin = (name: string) => join(folder, 'node_modules/.bin', name)

beforeAll(async () => {
  const core = packPackage('core', folder)
  copyFileSync(join(import.meta.dirname, 'runtime-story.mjs'), join(folder, 'story.mjs'))
  writeFileSync(
    join(folder, 'main.mjs'),
    "import { story } from './story.mjs'\nconsole.log(JSON.stringify(await story()))\n",
  )
  writeFileSync(
    join(folder, 'worker.mjs'),
    "import { story } from './story.mjs'\nexport default { fetch: async () => Response.json(await story()) }\n",
  )
  writeFileSync(
    join(folder, 'on-workerd.mjs'),
    `import { Miniflare } from 'miniflare'
const worker = new Miniflare({ modules: true, scriptPath: 'worker.bundle.mjs', compatibilityDate: '2026-06-01' })
console.log(await (await worker.dispatchFetch('https://app.test')).text())
await worker.dispose()
`,
  )
  const dependencies = {
    '@vestibule/core': `file:${core}`,
    bun: '1.4.5',
    deno: '2.9.6',
    miniflare: '4.20260730.0',
    unstorage: '1.17.6',
    ioredis: '5.4.2',
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'pipe' })
  await build({
    entryPoints: [join(folder, 'worker.mjs')],
    outfile: join(folder, 'worker.bundle.mjs'),
    bundle: true,
    format: 'esm',
    conditions: ['import'],
    logLevel: 'silent',
  })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const story = {
  landed: '/here',
  name: 'Ada Lovelace',
  refreshes: 1,
  tokens: 1,
  caller: true,
  refused: 'token_missing',
  after: null,
  ended: null,
}
const env = (): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  PATH: process.env.PATH,
  HOME: folder,
  DENO_NO_UPDATE_CHECK: '1',
})

test.each([
  ['Node', process.execPath, ['main.mjs']],
  ['Bun', bin('bun'), ['main.mjs']],
  ['Deno', bin('deno'), ['run', '--node-modules-dir=manual', 'main.mjs']],
  ['workerd', process.execPath, ['on-workerd.mjs']],
])('core on %s', { timeout: 60_000 }, (_name, command, args) => {
  const seen = JSON.parse(execFileSync(command, args, { cwd: folder, env: env(), encoding: 'utf8', stdio: 'pipe' }))
  expect(seen).toEqual([story, story])
})

test('sessions in Redis, as docs/sdk.md has it', { timeout: 60_000 }, async () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/sdk.md'), 'utf8')
  const example = /```ts\n([^`]*unstorage\/drivers\/redis[^`]*)```/.exec(document)?.[1]?.replaceAll(/^ {2}/gm, '')
  writeFileSync(
    join(folder, 'redis.mjs'),
    `import { story } from './story.mjs'\n${example}\nconsole.log(JSON.stringify(await story([store])))\nprocess.exit()\n`,
  )
  const port = await freePort()
  const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    cwd: folder,
    stdio: 'ignore',
  })
  const failed = new Promise<never>((_resolve, reject) => redis.on('error', reject))
  try {
    await Promise.race([failed, expect.poll(() => connects(port), { timeout: 20_000 }).toBe(true)])
    const REDIS_URL = `redis://127.0.0.1:${port}`
    const { stdout } = await promisify(execFile)(process.execPath, ['redis.mjs'], {
      cwd: folder,
      env: { ...env(), REDIS_URL },
    })
    expect(JSON.parse(stdout)).toEqual([story])
  } finally {
    redis.kill('SIGKILL')
  }
})

const connects = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
