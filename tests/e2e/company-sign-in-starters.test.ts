import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerTxt, type Company, openCompany } from '../../apps/server/test/support/company.ts'
import { openUpstream, type Upstream } from '../../apps/server/test/support/upstream.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, freePort, startExample } from './support.ts'

// Somebody of a company signs in to each starter: the application knows nothing of the company's identity provider, and gets
// the organization that they are in. React Router is in quick-starts.test.ts.

const names = ['nextjs', 'nuxt', 'remix'] as const
const ports = new Map<string, number>()
let world: TestWorld
let upstream: Upstream
let company: Company
let browser: Browser

beforeAll(async () => {
  const env: Record<string, string> = {
    SSO: 'on',
    PERMISSIONS_FILE: join(import.meta.dirname, '../../examples/nextjs/permissions.json'),
  }
  for (const [index, name] of names.entries()) {
    const port = await freePort()
    ports.set(name, port)
    Object.assign(env, {
      [`OIDC_CLIENT_ID_${40 + index}`]: name,
      [`OIDC_CLIENT_${40 + index}_SECRET`]: 'example-secret-0123456789',
      [`OIDC_CLIENT_${40 + index}_REDIRECT_URIS`]: `http://localhost:${port}/auth/callback`,
      [`OIDC_CLIENT_${40 + index}_GRANT_TYPES`]: 'authorization_code,refresh_token',
      [`OIDC_CLIENT_${40 + index}_SCOPES`]: 'openid,profile,email,organization,organizations,permissions',
    })
  }
  world = await openTestWorld(env, { clock: 'running' })
  upstream = await openUpstream(world.deps)
  company = await openCompany(world, answerTxt(world), { domain: 'acme.test', upstream })
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await upstream?.close()
  await world?.close()
})

test.each(names)('somebody of a company signs in to the %s starter', { timeout: 240_000 }, async (name) => {
  const { url, stop } = await startExample(name, {
    port: ports.get(name) ?? 0,
    env: { VESTIBULE_ISSUER: world.issuer, VESTIBULE_CLIENT_ID: name },
  })
  try {
    const email = `${name}@acme.test`
    upstream.person = { ...upstream.person, sub: `subject-of-${name}`, email }
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${url}/auth/login?returnTo=/dashboard`)
    await completeSignIn(page, world.issuer, world.mailbox, { email, organization: 'None of their own' })
    await page.waitForURL(`${url}/dashboard`)
    await page.getByRole('heading', { name: company.owner.person.organization, level: 1 }).waitFor()
    const session = await (await page.request.get(`${url}/auth/session`)).json()
    expect(session.user).toMatchObject({ name: 'Grace Hopper', email })
    expect(upstream.asked.at(-1)?.get('login_hint')).toBe(email)
  } finally {
    stop()
  }
})
