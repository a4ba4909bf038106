import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Flow } from '../src/oidc/next-step.ts'
import { onboardingProgress } from '../src/oidc/onboarding-progress.ts'
import type { PlainBrowser } from './support/browser.ts'
import { nextCode } from './support/mailbox.ts'
import { claimsOf, openTestWorld, redirectUri, someone, type TestWorld } from './support/world.ts'

// What the pages between sign-in and the application say and lead to, without scripts.

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({
    ONBOARDING: 'terms,profile,organization,team',
    TERMS_VERSION: '1',
    TERMS_URL: 'https://example.test/terms',
    OIDC_CLIENT_0_INITIATE_LOGIN_URI: 'https://rp.example.test/login',
  })
})
afterAll(() => world.close())

const text = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
const position = (browser: PlainBrowser) => browser.current?.html.querySelector('.position')?.text ?? null
const links = (browser: PlainBrowser) =>
  browser.current?.html.querySelectorAll('main a').map((link) => link.getAttribute('href')) ?? []
const leave = (browser: PlainBrowser, decision: string, headers?: Record<string, string>) => {
  const action = browser.current?.html.querySelector('.leave-options form')?.getAttribute('action') ?? ''
  world.pass(1)
  return browser.go(action, { method: 'POST', body: `decision=${decision}`, headers })
}

async function begin(email: string, browser = world.browser(), params = {}): Promise<PlainBrowser> {
  await world.authorize(browser, params)
  await browser.submit({ email })
  await browser.submit({ code: await nextCode(world.mailbox, email) })
  return browser
}

async function organizationWithDomain(domain: string): Promise<{ id: string; owner: PlainBrowser }> {
  const { browser, code } = await world.signIn()
  const { organization } = claimsOf((await world.redeem(code)).body.access_token)
  const id = String(organization)
  await world.deps.db.prisma.domain.create({
    data: {
      organizationId: id,
      name: domain,
      token: domain,
      method: 'dns',
      claimed: domain,
      joining: 'suggest',
      createdAt: world.deps.now(),
      verifiedAt: world.deps.now(),
    },
  })
  return { id, owner: browser }
}

describe('how far the person is', () => {
  test('a new person counts every step, the one they are at included', async () => {
    const browser = await begin(someone().email)
    expect(position(browser)).toBe('Step 1 of 4')
    await browser.submit({ accept_terms: 'yes' })
    expect(position(browser)).toBe('Step 2 of 4')
    await browser.submit({ given_name: '' })
    expect(position(browser)).toBe('Step 2 of 4')
    await browser.submit({ given_name: 'Ada' })
    expect(position(browser)).toBe('Step 3 of 4')
    await browser.submit({ organization_name: 'Steps' })
    expect(position(browser)).toBe('Step 4 of 4')
    expect((await browser.submit({ team_name: 'First' })).callback?.searchParams.get('code')).toBeTruthy()
  })

  test('whoever is asked one thing only does not read of steps', async () => {
    const { browser, person } = await world.signIn()
    await world.deps.db.prisma.termsAcceptance.deleteMany({
      where: { user: { emails: { some: { address: person.email } } } },
    })
    world.pass(1)
    await world.authorize(browser)
    expect(browser.has('accept_terms')).toBe(true)
    expect(position(browser)).toBeNull()
  })

  const flow = (change: Partial<Flow['person']>, steps: Flow['steps'] = ['terms', 'profile', 'organization', 'team']) =>
    ({
      request: { prompt: [], scope: [], acrValues: [] },
      client: { organization: 'required', requirePasskey: false },
      startedAt: new Date(),
      signedIn: { userId: 'ada', authenticatedAt: new Date(), acr: '', organizationId: null, teamId: null },
      person: {
        profileComplete: true,
        termsAccepted: true,
        hasPasskey: false,
        memberships: [],
        invitedTo: [],
        ...change,
      },
      choices: { organizationId: null, teamId: null },
      steps,
    }) as unknown as Flow
  const none = { terms: false, profile: false, organization: false, team: false }

  test.each([
    ['everything is open', flow({ profileComplete: false, termsAccepted: false }), none, [], 4],
    ['an operator asks for less', flow({ profileComplete: false }, ['profile']), none, [], 1],
    ['what was known before does not count', flow({}), none, [], 2],
    ['what was answered here does', flow({}), { ...none, terms: true, profile: true }, ['terms', 'profile'], 2],
  ])('%s', (_, given, done, expected, open) => {
    const progress = onboardingProgress(given, done)
    expect(progress.done).toEqual(expected)
    expect(progress.open).toHaveLength(open)
  })
})

describe('at every step', () => {
  test('the person reads who they are, and can go on as somebody else: the request stays, the answers do not', async () => {
    const [first, second] = [someone(), someone()]
    const browser = await begin(first.email)
    expect(text(browser)).toContain(`You are signed in as ${first.email}`)
    await browser.submit({ accept_terms: 'yes' })
    expect(text(browser)).toContain(first.email)
    await leave(browser, 'other')
    expect(browser.current?.html.querySelector('[name=email]')?.getAttribute('value')).toBe('')
    expect(browser.current?.text).not.toContain(first.email)
    // Nobody is signed in for this request until somebody has proven who they are.
    await browser.go(`${browser.current?.location}/continue`)
    expect(browser.has('email')).toBe(true)
    await browser.submit({ email: second.email })
    await browser.submit({ code: await nextCode(world.mailbox, second.email) })
    expect(browser.has('accept_terms')).toBe(true)
    const { callback } = await world.finish(browser, second)
    expect(callback?.searchParams.get('state')).toBe('the-state')
    const { body } = await world.redeem(callback?.searchParams.get('code') ?? '')
    expect(claimsOf(body.id_token).email).toBe(second.email)
  })

  test('the way out leads back to the application, once', async () => {
    const answers = ['accept_terms', 'given_name', 'organization_name', 'team_name']
    for (const field of answers) {
      const browser = await begin(someone().email)
      while (!browser.has(field)) {
        if (browser.has('accept_terms')) await browser.submit({ accept_terms: 'yes' })
        else if (browser.has('given_name')) await browser.submit({ given_name: 'Ada' })
        else await browser.submit({ organization_name: 'Way Out' })
      }
      const page = browser.current?.location ?? ''
      const { callback } = await leave(browser, 'cancel')
      expect([callback?.searchParams.get('error'), callback?.searchParams.get('state')], field).toEqual([
        'access_denied',
        'the-state',
      ])
      expect((await browser.go(page)).status).toBe(400)
      expect(links(browser)).toContain(`https://rp.example.test/login?iss=${encodeURIComponent(world.issuer)}`)
    }
  })

  test('on the way to a page of ours, it leads to the start', async () => {
    const browser = world.browser()
    await browser.go('/account')
    await leave(browser, 'cancel')
    expect(browser.current?.location).toBe(`${world.issuer}/`)
  })

  test('ON-11 neither is for another browser, nor for another site', async () => {
    const browser = await begin(someone().email)
    const action = browser.current?.html.querySelector('.leave-options form')?.getAttribute('action') ?? ''
    const stranger = await world.browser().go(action, { method: 'POST', body: 'decision=cancel' })
    expect(stranger.status).toBe(400)
    const other = await browser.go(action, {
      method: 'POST',
      body: 'decision=other',
      headers: { Origin: 'https://evil.example' },
    })
    expect(other.status).toBe(403)
    expect(
      (await browser.go(action.replace('/leave', '/continue'))).html.querySelector('[name=accept_terms]'),
    ).not.toBeNull()
  })
})

describe('the way back', () => {
  test('leads from the organization to the name, which can be typed again', async () => {
    const person = someone()
    const browser = await begin(person.email)
    await browser.submit({ accept_terms: 'yes' })
    await browser.submit({ given_name: 'Adda' })
    const back = links(browser).find((href) => href?.endsWith('/profile')) ?? ''
    await browser.go(back)
    expect(position(browser)).toBe('Step 2 of 4')
    expect(browser.current?.html.querySelector('[name=given_name]')?.getAttribute('value')).toBe('Adda')
    await browser.submit({ given_name: 'Ada' })
    expect(browser.has('organization_name')).toBe(true)
    const found = await world.deps.db.prisma.user.findFirstOrThrow({
      where: { emails: { some: { address: person.email } } },
    })
    expect(found.givenName).toBe('Ada')
  })

  test('is not there for what was answered long ago', async () => {
    const { browser, person } = await world.signIn()
    world.pass(1000)
    await world.deps.db.prisma.membership.deleteMany({
      where: { user: { emails: { some: { address: person.email } } } },
    })
    await world.authorize(browser)
    expect(browser.has('organization_name')).toBe(true)
    expect(links(browser).some((href) => href?.endsWith('/profile'))).toBe(false)
    const handle = browser.current?.location.split('/').at(-2)
    await browser.go(`/onboarding/${handle}/profile`)
    expect(browser.has('given_name')).toBe(false)
  })
})

describe('whoever asked to join', () => {
  test('waits, and goes on as soon as somebody approves', async () => {
    const { id, owner } = await organizationWithDomain('waiting.example')
    const browser = await begin('new@waiting.example')
    await browser.submit({ accept_terms: 'yes' })
    await browser.submit({ given_name: 'Newton' })
    await browser.submit({ organization: id })
    expect(browser.current?.html.querySelector('h1')?.text).toBe('Waiting for approval')
    expect(text(browser)).toContain('1 person there can approve it')
    const page = browser.current?.location ?? ''
    expect(browser.has('organization_name')).toBe(false)
    expect((await browser.go(`${page}?poll=yes`)).status).toBe(204)
    // An organization of their own is a choice that they have to ask for.
    await browser.go(`${page}?create=yes`)
    expect(browser.has('organization_name')).toBe(true)
    const user = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'new@waiting.example' } })
    await owner.go(`/organizations/${id}/requests`, {
      method: 'POST',
      body: new URLSearchParams({ user: user.userId, decision: 'approve' }).toString(),
    })
    const polled = await browser.go(`${page}?poll=yes`, { follow: false })
    expect(polled.status).toBe(303)
    await browser.go(page)
    expect(browser.has('team_name')).toBe(true)
  })

  test('may sign in with another address instead', async () => {
    const { id } = await organizationWithDomain('other.example')
    const browser = await begin('new@other.example')
    await browser.submit({ accept_terms: 'yes' })
    await browser.submit({ given_name: 'Newton' })
    await browser.submit({ organization: id })
    await leave(browser, 'other')
    expect(browser.has('email')).toBe(true)
  })
})

describe('no page is a dead end', () => {
  test.each([
    ['/nowhere', 404],
    ['/sign-in/no-such-handle', 400],
    ['/authorize?client_id=nobody', 400],
    [`/authorize?client_id=web&redirect_uri=${encodeURIComponent(`${redirectUri}x`)}`, 400],
    ['/sign-in/no-such-handle/link/no-such-token', 400],
  ])('%s leads to the account, which leads through sign-in', async (path, status) => {
    const browser = world.browser({ Accept: 'text/html' })
    expect((await browser.go(path)).status).toBe(status)
    expect(links(browser)).toContain('/account')
  })
})
