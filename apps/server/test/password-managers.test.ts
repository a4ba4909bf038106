import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import type { PlainBrowser } from './support/browser.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, someone, type TestWorld } from './support/world.ts'

// What password managers and browsers read of our pages: the names of fields, their `autocomplete` (HTML, section 4.10.18.7),
// and the well-known addresses.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ ONBOARDING: 'profile,organization,team' })
})
afterAll(() => world.close())

/** The fields that a person types into, with what a manager is told of each. */
const typed = (browser: PlainBrowser): Record<string, string | null> =>
  Object.fromEntries(
    (browser.current?.html.querySelectorAll('main input') ?? [])
      .filter(
        (input) => !['hidden', 'checkbox', 'radio', 'file', 'submit'].includes(input.getAttribute('type') ?? 'text'),
      )
      .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('autocomplete') ?? null]),
  )

test('a sign-in says of each field what it is', async () => {
  const browser = world.browser()
  const { email } = someone()
  await world.authorize(browser)
  expect(typed(browser)).toEqual({ email: 'username webauthn' })
  expect(browser.current?.html.querySelector('[name=email]')?.getAttribute('type')).toBe('email')
  await browser.submit({ email })
  expect(typed(browser)).toMatchObject({ code: 'one-time-code' })
  await browser.submit({ code: await nextCode(world.mailbox, email) })
  expect(typed(browser)).toEqual({ given_name: 'given-name', family_name: 'family-name' })
  await browser.submit({ given_name: 'Ada', family_name: 'Lovelace' })
  expect(typed(browser)).toMatchObject({ organization_name: 'organization' })
})

test('every field of the account and of the organization has an `autocomplete`', async () => {
  const { browser } = await world.signIn()
  await browser.go('/account/organizations')
  const organization = browser.current?.html
    .querySelectorAll('main a')
    .map((link) => link.getAttribute('href') ?? '')
    .find((href) => /^\/organizations\/[^/]+$/.test(href))
  expect(organization).toBeTruthy()
  const pages = ['/account/profile', '/account/addresses', '/account/passkeys', '/account/data', organization]
  const parts = ['teams', 'invitations', 'domains', 'settings'].map((part) => `${organization}/${part}`)
  let fields = 0
  for (const page of [...pages, ...parts]) {
    await browser.go(String(page))
    const found = Object.entries(typed(browser))
    fields += found.length
    expect([page, ...found.filter(([, autocomplete]) => !autocomplete)]).toEqual([page])
  }
  expect(fields).toBeGreaterThan(20)
})

describe('well-known addresses', () => {
  const open = (path: string) => fetch(`${world.issuer}${path}`, { redirect: 'manual' })

  test('say where passkeys are added and managed', async () => {
    const answer = await open('/.well-known/passkey-endpoints')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    const { enroll, manage } = await answer.json()
    expect([enroll, manage]).toEqual([`${world.issuer}/account/passkeys`, `${world.issuer}/account/passkeys`])
  })

  test('lead whoever wants to change a password to their passkeys', async () => {
    const answer = await open('/.well-known/change-password')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/passkeys'])
    const { browser } = await world.signIn()
    await browser.go('/.well-known/change-password')
    expect(browser.current?.location).toBe(`${world.issuer}/account/passkeys`)
  })

  test('others do not exist, which is how a manager knows that these do', async () => {
    const probe = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
    expect((await open(probe)).status).toBe(404)
  })

  test('are at the root of the host, below which the issuer may be', async () => {
    const below = await openTestWorld({ ISSUER: 'https://id.localhost/auth' })
    try {
      const app = createApp(below.deps)
      const answer = await app.request('https://id.localhost/.well-known/passkey-endpoints')
      expect((await answer.json()).manage).toBe('https://id.localhost/auth/account/passkeys')
      const changed = await app.request('https://id.localhost/.well-known/change-password')
      expect(changed.headers.get('location')).toBe('/auth/account/passkeys')
    } finally {
      await below.close()
    }
  })
})
