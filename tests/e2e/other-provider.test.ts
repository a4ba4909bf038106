import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectBrowserProblem, openStrictBrowser } from './strict-browser.ts'
import { freePort, onlyInTestAll, signOutOfExample, startExample } from './support.ts'

// The SDKs are OpenID Connect clients, and not only ours: the examples sign in at `oidc-provider`, which we did not write.

const names = ['nextjs', 'nuxt', 'remix'] as const
const ports = new Map<string, number>()
let server: Server
let issuer: string
let browser: Browser

beforeAll(async () => {
  const port = await freePort()
  issuer = `http://localhost:${port}`
  for (const name of names) ports.set(name, await freePort())
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: names.map((name) => ({
      client_id: name,
      client_secret: 'example-secret-0123456789',
      redirect_uris: [`http://localhost:${ports.get(name)}/auth/callback`],
      post_logout_redirect_uris: [`http://localhost:${ports.get(name)}/`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    findAccount: async (_ctx: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, name: 'Ada of elsewhere', email: 'ada@elsewhere.test', email_verified: true }),
    }),
  })
  server = createServer(provider.callback())
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  server?.closeAllConnections()
  server?.close()
})

describe.each(names)('the %s example', (name) => {
  const options = name === 'nextjs' ? {} : onlyInTestAll('two more examples at the provider that we did not write')
  test('signs in at oidc-provider, and out', options, async () => {
    // The sign-in page that oidc-provider brings asks for a font on the internet, and it has no icon.
    expectBrowserProblem(new RegExp(`fonts\\.googleapis\\.com|404 .*${issuer}/favicon\\.ico`))
    const { url, stop } = await startExample(name, {
      port: ports.get(name) as number,
      env: { VESTIBULE_ISSUER: issuer, VESTIBULE_CLIENT_ID: name },
    })
    try {
      const page = await (await browser.newContext()).newPage()
      await page.goto(`${url}/auth/login?returnTo=/`)
      await page.fill('[name=login]', 'ada')
      await page.fill('[name=password]', 'any will do')
      await page.locator('[type=submit]').click()
      await page.locator('[type=submit]').click()
      await page.waitForURL(`${url}/`)
      await page.getByText('Ada of elsewhere').first().waitFor()
      await signOutOfExample(page)
      await page.locator('[name=logout][value=yes]').click()
      await page.waitForURL(`${url}/`)
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
      expect(await (await page.request.get(`${url}/auth/session`)).json()).toBeNull()
    } finally {
      stop()
    }
  })
})
