import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { expectBrowserProblem, openStrictBrowser } from './strict-browser.ts'
import { completeSignIn, freePort, startExample } from './support.ts'

// Each example's production build, in a real browser, against the real server.

const examples = [{ name: 'nextjs' }, { name: 'nuxt' }, { name: 'remix' }] as const

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
      [`OIDC_CLIENT_${40 + index}_SCOPES`]: 'openid,profile,email,organization,organizations',
      // The SDK refreshes thirty seconds early: due after a few seconds here.
      [`OIDC_CLIENT_${40 + index}_ACCESS_TOKEN_TTL`]: '36',
    })
  }
  world = await openTestWorld(env)
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

describe.each(examples)('the $name example', ({ name }) => {
  test('the whole journey: guard, sign-in, organization, API, refresh, owners only, switch, sign-out', async () => {
    const { url, stop } = await startExample(name, {
      port: ports.get(name) as number,
      env: { VESTIBULE_ISSUER: world.issuer, VESTIBULE_CLIENT_ID: name },
    })
    try {
      const api = await fetch(`${url}/api/me`)
      expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')])
      const notes = await fetch(`${url}/api/notes`, { headers: { Authorization: 'Bearer nonsense' } })
      expect([notes.status, notes.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])

      const page = await (await browser.newContext()).newPage()
      const person = { email: `ada-${name}@example.test`, organization: `Engines of ${name}` }
      await page.goto(url)
      await page.getByText('You are not signed in').waitFor()
      // A guarded page: through sign-in and onboarding, and back to the page that was asked for.
      await page.goto(`${url}/admin`)
      expect(page.url()).toContain(world.issuer)
      await completeSignIn(page, world.issuer, world.mailbox, person)
      await page.waitForURL(`${url}/admin`)
      await page.getByRole('heading', { name: `Admin of ${person.organization}` }).waitFor()
      expect(await page.getByRole('link', { name: 'Invite a colleague' }).getAttribute('href')).toContain(world.issuer)
      await page.goto(`${url}/dashboard`)
      await page.getByText(`Ada Lovelace · ${person.email}`).waitFor()
      await page.getByText(`Organization: ${person.organization}`).waitFor()
      expect(await page.innerText('main')).not.toMatch(/[0-9a-f]{32}/)
      await page.fill('[name=text]', '<b>first</b> note')
      await page.getByRole('button', { name: 'Add note' }).click()
      await page.getByText('<b>first</b> note').waitFor()
      // SC-27: no token, and no sealed session, in anything that the browser is given.
      expect(await page.content()).not.toMatch(/eyJ[\w-]{20,}/)
      expect(await (await page.request.get(`${url}/api/me`)).json()).toEqual({ email: person.email })

      // Twenty at once when the token is due: one refresh, and all succeed.
      await page.waitForTimeout(6500)
      const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: person.email } })
      const generation = async () =>
        (await world.deps.db.prisma.grant.findFirstOrThrow({ where: { userId, clientId: name } })).generation
      const before = await generation()
      const calls = await Promise.all(Array.from({ length: 20 }, () => page.request.get(`${url}/api/call`)))
      expect(calls.map((call) => call.status())).toEqual(Array.from({ length: 20 }, () => 200))
      const [answer] = await Promise.all(calls.map((call) => call.json()))
      expect(answer.notes).toMatchObject([{ text: '<b>first</b> note' }])
      expect(await generation()).toBe(before + 1)
      for (const call of calls) expect(call.headers()['cache-control']).toContain('no-store')

      // Someone who is only a member, in the same organization: the owners' page refuses them, and the switcher is theirs.
      const { organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({ where: { userId } })
      const member = await (await browser.newContext()).newPage()
      const colleague = { email: `grace-${name}@example.test`, organization: `Compilers of ${name}` }
      await member.goto(`${url}/dashboard`)
      await completeSignIn(member, world.issuer, world.mailbox, colleague)
      await member.getByText('Add note').waitFor()
      expect(await member.innerText('main')).not.toContain('first')
      const { userId: grace } = await world.deps.db.prisma.email.findUniqueOrThrow({
        where: { address: colleague.email },
      })
      await world.deps.db.prisma.membership.create({
        data: { organizationId, userId: grace, roles: 'member', createdAt: new Date() },
      })
      await member.goto(`${url}/auth/login?organization=${organizationId}&returnTo=/dashboard`)
      await member.getByText('<b>first</b> note').waitFor()
      // Nuxt shows its page in the browser; the others answer with the status itself.
      if (name !== 'nuxt') expectBrowserProblem(/status of 403 .*\/admin/)
      await member.goto(`${url}/admin`)
      await member.getByText('For owners only').waitFor()
      await member.goto(`${url}/dashboard`)
      await member.getByRole('link', { name: `Switch to ${colleague.organization}` }).click()
      await member.getByText(`Organization: ${colleague.organization}`).waitFor()

      await page.goto(`${url}/dashboard`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(`${url}/`)
      await page.getByText('You are not signed in').waitFor()
      expect((await page.request.get(`${url}/api/me`)).status()).toBe(401)
      // The back button shows nothing private.
      await page.goBack().catch(() => null)
      await page.waitForLoadState()
      expect(await page.content()).not.toContain(person.email)
      await page.goto(`${url}/dashboard`)
      expect(await page.locator('[name=email]').count()).toBe(1)
    } finally {
      stop()
    }
  })
})
