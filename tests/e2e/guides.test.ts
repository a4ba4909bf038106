import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metadataFeatures } from '../../apps/server/test/support/metadata-features.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { guideBlocks, guides, writeFiles } from './guides.ts'
import { completeSignIn, freePort, openChromium } from './support.ts'

// The pages of docs/guides with a library of the stack, as they stand: their files, their install commands, their start commands,
// and a person who signs in. Part of `npm run test:all`. Those with @vestibule/core are followed by core-guides.test.ts; that to
// PHP by none, because packagist.org cannot be reached from the machine that runs the tests.

const secret = 'guide-secret-0123456789-0123456789'

let world: TestWorld
let browser: Browser
const ports = new Map<string, number>()
const folder = mkdtempSync(join(tmpdir(), 'vestibule-guides-'))

beforeAll(async () => {
  // Every library reads the longest metadata that there can be.
  const env: Record<string, string> = { ...metadataFeatures }
  for (const [index, [name, { callback }]] of Object.entries(guides).entries()) {
    const port = await freePort()
    ports.set(name, port)
    env[`OIDC_CLIENT_ID_${80 + index}`] = name
    env[`OIDC_CLIENT_${80 + index}_SECRET`] = secret
    env[`OIDC_CLIENT_${80 + index}_REDIRECT_URIS`] = `http://localhost:${port}${callback}`
  }
  world = await openTestWorld(env, { clock: 'running' })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  rmSync(folder, { recursive: true, force: true })
})

function environmentOf(name: string, place: string): NodeJS.ProcessEnv {
  const port = ports.get(name)
  return {
    ...process.env,
    NODE_ENV: 'development',
    // pip installs into an environment of its own.
    PATH: `${place}/venv/bin:${process.env.PATH}`,
    ISSUER: world.issuer,
    CLIENT_ID: name,
    CLIENT_SECRET: secret,
    BASE_URL: `http://localhost:${port}`,
    PORT: String(port),
    SESSION_SECRET: 'a secret for sessions, of more than 32 characters',
    COMPOSER_ALLOW_SUPERUSER: '1',
  }
}

async function listening(port: number, timeout: number): Promise<void> {
  const end = Date.now() + timeout
  while (Date.now() < end) {
    const answered = await fetch(`http://localhost:${port}/`).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the application does not listen')
}

test.each(Object.entries(guides))('docs/guides/%s.md', { timeout: 600_000 }, async (name, guide) => {
  for (const [program, install] of Object.entries(guide.needs ?? {}))
    expect(() => execFileSync('which', [program]), `run: ${install}`).not.toThrow()
  const place = join(folder, name)
  const blocks = guideBlocks(name)
  mkdirSync(place)
  writeFiles(place, Object.entries(guide.scaffold ?? {}))
  writeFiles(place, blocks)
  const env = environmentOf(name, place)
  const run = (command: string) => execFileSync('bash', ['-ec', command], { cwd: place, env, stdio: 'pipe' })
  const install = blocks.get('install')
  if (install?.startsWith('pip ')) run('python3 -m venv venv')
  if (install) run(install)
  let output = ''
  const app: ChildProcess = spawn('bash', ['-ec', blocks.get('start') ?? ''], { cwd: place, env, detached: true })
  for (const stream of [app.stdout, app.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const context = await browser.newContext()
  try {
    const port = ports.get(name) ?? 0
    await listening(port, guide.startTimeout ?? 60_000)
    const page = await context.newPage()
    await page.goto(`http://localhost:${port}/`)
    await page.getByRole('link', { name: 'A private page' }).click()
    // Auth.js has a page of its own before the provider's.
    if (name === 'sveltekit') await page.getByRole('button', { name: 'Sign in with Vestibule' }).click()
    const email = `${name}@example.test`
    await completeSignIn(page, world.issuer, world.mailbox, { email, organization: `Guides ${name}` })
    // Spring adds ?continue.
    await page.waitForURL(`http://localhost:${port}/private**`)
    await page.getByText(`Signed in as ${email}`).waitFor()
  } catch (error) {
    throw new Error(`${name} said:\n${output.slice(-4000)}`, { cause: error })
  } finally {
    await context.close()
    if (app.pid) process.kill(-app.pid, 'SIGKILL')
  }
})
