import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth as createNextAuth } from '../../packages/nextjs/src/index.ts'
import { createAuth as createRouterAuth } from '../../packages/remix/src/react-router.ts'
import { Application, linesOf } from './set-up-world.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { freePort } from './support.ts'

// The error page of the SDKs as a developer sees it, and as a person sees it in production.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
beforeAll(async () => {
  browser = await openStrictBrowser()
})
afterAll(() => browser?.close())

test.each([
  ['development', 'en'],
  ['development', 'ar'],
  ['production', 'de'],
] as const)('axe-core finds nothing on the page in %s, in %s, and it fits a phone', async (mode, language) => {
  const issuer = `http://localhost:${await freePort()}/${'a-long-path'.repeat(8)}`
  const { result } = await linesOf(() =>
    new Application({ issuer }, mode).open('/auth/login', { headers: { 'accept-language': language } }),
  )
  const html = await result.text()
  expect(html.includes('For developers')).toBe(mode === 'development')
  const page = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setContent(html)
    await page.evaluate(axe)
    const violations = await page.evaluate('axe.run().then((result) => result.violations.map(({ id }) => id))')
    expect([colorScheme, violations]).toEqual([colorScheme, []])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  }
})

/** The routes of the SDK in a framework that got a secret of five letters. */
const broken = { issuer: 'https://id.example.test', clientId: 'app', secret: 'short', production: false }
const request = () => new Request('http://localhost:3999/auth/login', { headers: { accept: 'text/html' } })

test.each<[string, () => Promise<Response>]>([
  ['Next.js', async () => createNextAuth(broken).handlers.GET(request())],
  ['React Router', async () => createRouterAuth(broken).loader({ request: request() } as never) as Promise<Response>],
])('%s answers a configuration that cannot work with a page, and logs what mends it', async (_name, open) => {
  const { result, lines } = await linesOf(open)
  expect(result.status).toBe(500)
  const [line = ''] = lines
  expect(line).toMatch(/config_invalid: \(reference [0-9a-f]{8}\) .*#short-secret Set: VESTIBULE_SECRET=<[^>]+>$/)
  const html = await result.text()
  expect(html).toContain(/reference ([0-9a-f]{8})/.exec(line)?.[1])
  // No development server of a framework runs here.
  expect(html).not.toMatch(/VESTIBULE_|For developers/)
})
