import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { completeSignIn, freePort, openChromium } from './support.ts'

// Each example's production build, in a real browser, against the real server.

const root = join(import.meta.dirname, '../..')
const examples = [
  { name: 'nextjs', command: ['node_modules/.bin/next', 'start', '-p'] },
  { name: 'nuxt', command: [process.execPath, '.output/server/index.mjs'] },
  { name: 'remix', command: ['node_modules/.bin/remix-serve', './build/server/index.js'] },
] as const

let browser: Browser
let world: TestWorld
const ports = new Map<string, number>()

beforeAll(async () => {
  const env: Record<string, string> = {}
  for (const [index, { name }] of examples.entries()) {
    const port = await freePort()
    ports.set(name, port)
    Object.assign(env, {
      [`OIDC_CLIENT_ID_${40 + index}`]: name,
      [`OIDC_CLIENT_${40 + index}_SECRET`]: 'example-secret-0123456789',
      [`OIDC_CLIENT_${40 + index}_REDIRECT_URIS`]: `http://localhost:${port}/auth/callback`,
      [`OIDC_CLIENT_${40 + index}_POST_LOGOUT_REDIRECT_URIS`]: `http://localhost:${port}/`,
      [`OIDC_CLIENT_${40 + index}_GRANT_TYPES`]: 'authorization_code,refresh_token',
    })
  }
  world = await openTestWorld(env)
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

describe.each(examples)('the $name example', ({ name, command }) => {
  test('signs in, shows who it is, guards its page and its API, and signs out at the provider too', async () => {
    const port = ports.get(name) as number
    const url = `http://localhost:${port}`
    const args = command[1] === 'start' ? [...command.slice(1), String(port)] : command.slice(1)
    const child = spawn(command[0], args, {
      cwd: join(root, 'examples', name),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        NEXT_TELEMETRY_DISABLED: '1',
        VESTIBULE_ISSUER: world.issuer,
        VESTIBULE_CLIENT_ID: name,
        VESTIBULE_CLIENT_SECRET: 'example-secret-0123456789',
        VESTIBULE_SECRET: 'a secret of the example app that is long enough',
        VESTIBULE_URL: url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
      })
    }
    try {
      await expect
        .poll(
          () =>
            fetch(url).then(
              (answer) => answer.status,
              () => output || 'not yet',
            ),
          { timeout: 30_000, interval: 200 },
        )
        .toBe(200)
      const api = await fetch(`${url}/api/me`)
      expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')])

      const page = await (await browser.newContext()).newPage()
      const person = { email: `ada-${name}@example.test`, organization: `Engines of ${name}` }
      await page.goto(`${url}/dashboard`)
      expect(page.url()).toContain(world.issuer)
      await page.goto(url)
      await page.getByRole('link', { name: 'Sign in' }).click()
      await completeSignIn(page, world.issuer, world.mailbox, person)
      await page.waitForURL(`${url}/dashboard`)
      await page.getByText(`Ada Lovelace · ${person.email}`).waitFor()
      expect(await page.innerText('main')).toMatch(/Organization: [0-9a-f]{32}/)
      expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}\./)
      expect(await (await page.request.get(`${url}/api/me`)).json()).toEqual({ email: person.email })

      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(`${url}/`)
      await page.getByText('You are not signed in').waitFor()
      expect((await page.request.get(`${url}/api/me`)).status()).toBe(401)
      await page.goto(`${url}/dashboard`)
      expect(await page.locator('[name=email]').count()).toBe(1)
    } finally {
      child.kill('SIGKILL')
    }
  })
})
