import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { codeIn, linkIn } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Who opens sign-up where SIGN_UP is not open, and who makes organizations (attack OWN-07).

const backoffice = {
  OIDC_CLIENT_ID_7: 'backoffice',
  OIDC_CLIENT_7_SECRET: 'backoffice-secret-0123456789',
  OIDC_CLIENT_7_GRANT_TYPES: 'client_credentials',
  OIDC_CLIENT_7_SCOPES: 'organizations:read,organizations:write,members:write,invitations:write,users:write,users:read',
}

const main = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''

async function post(world: TestWorld, browser: PlainBrowser, path: string, fields: Record<string, string>) {
  return browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
}

async function api(world: TestWorld, method: string, path: string, body?: unknown, organization?: string) {
  const basic: [string, string] = ['backoffice', 'backoffice-secret-0123456789']
  const { access_token: token } = (await world.token({ grant_type: 'client_credentials', organization }, { basic }))
    .body
  const answer = await fetch(`${world.issuer}/api/v1${path}`, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
  })
  const text = await answer.text()
  return { status: answer.status, body: text ? JSON.parse(text) : null }
}

/** Whether the mail that a sign-in sends has a code in it: a refused address gets one that says so. */
async function isLetIn(world: TestWorld, email: string): Promise<boolean> {
  const browser = world.browser()
  await world.authorize(browser)
  await browser.submit({ email })
  for (;;) {
    const { text = '' } = await world.mailbox.take(email)
    if (!text.includes('/invitations/')) return /^ {4}\d{6}$/m.test(text)
  }
}

describe.each(['invited', 'domains:acme.test'])('SIGN_UP=%s', (signUp) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ SIGN_UP: signUp, OPERATORS: 'operator@acme.test', ...backoffice })
    const { prisma } = world.deps.db
    for (const [id, address] of [
      ['insider', 'insider@acme.test'],
      ['operator', 'operator@acme.test'],
      ['deputy', 'deputy@acme.test'],
    ] as const) {
      const at = world.deps.now()
      await prisma.user.create({ data: { id, givenName: 'I', createdAt: at, updatedAt: at } })
      await prisma.email.create({ data: { address, userId: id, isPrimary: true, verifiedAt: at } })
    }
  })
  afterAll(() => world?.close())

  test('an organization of one’s own opens nothing before operators approve it', async () => {
    // OWN-07
    const { browser } = await world.signIn({ email: 'insider@acme.test', organization: 'Mine' })
    const { id, slug, approvedAt } = await world.deps.db.prisma.organization.findFirstOrThrow({
      where: { name: 'Mine' },
    })
    expect(approvedAt).toBeNull()
    await post(world, browser, `/organizations/${slug}/invitations`, { email: 'mallory@evil.test', role: 'member' })
    expect(await isLetIn(world, 'mallory@evil.test')).toBe(false)

    // A client that acts for this organization alone is no operator either, and may not approve it.
    await api(world, 'POST', `/organizations/${id}/invitations`, { email: 'mallory2@evil.test' }, id)
    expect(await isLetIn(world, 'mallory2@evil.test')).toBe(false)
    expect((await api(world, 'PATCH', `/organizations/${id}`, { approved: true }, id)).status).toBe(403)

    const operator = await world.signIn({ email: 'operator@acme.test', organization: 'Run by operators' })
    await operator.browser.go(`${world.issuer}/admin/organizations/${id}`)
    expect(main(operator.browser)).toContain('Allow it to invite new people')
    await post(world, operator.browser, `/admin/organizations/${id}`, { action: 'approve' })
    expect(main(operator.browser)).toContain('Allow Mine to invite new people?')
    expect(await isLetIn(world, 'mallory@evil.test')).toBe(false)
    await operator.browser.submit({ confirm: 'yes' })
    expect(main(operator.browser)).toContain('can invite new people')
    expect(await isLetIn(world, 'mallory@evil.test')).toBe(true)
    await post(world, operator.browser, `/admin/organizations/${id}`, { action: 'disapprove', confirm: 'yes' })
    expect(await isLetIn(world, 'mallory@evil.test')).toBe(false)
    const events = await world.deps.db.prisma.auditEvent.findMany({ where: { organizationId: id, result: 'ok' } })
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['organization.approved', 'organization.approval_withdrawn']),
    )
  })

  test('an operator’s invitation opens it, and an organization that operators made', async () => {
    const at = { owner: 'insider', name: 'Made by operators' }
    const made = (await api(world, 'POST', '/organizations', at)).body
    expect(made.approved).toBe(true)
    const { browser } = await world.signIn({ email: 'insider@acme.test' }, { organization: made.id })
    await post(world, browser, `/organizations/${made.slug}/invitations`, { email: 'new@evil.test', role: 'member' })
    expect(await isLetIn(world, 'new@evil.test')).toBe(true)

    const changed = await api(world, 'PATCH', `/organizations/${made.id}`, { approved: false })
    expect(changed.body).toMatchObject({ approved: false, version: made.version + 2 })
    expect(await isLetIn(world, 'new@evil.test')).toBe(false)
    await api(world, 'POST', `/organizations/${made.id}/invitations`, { email: 'by-operator@evil.test' })
    expect(await isLetIn(world, 'by-operator@evil.test')).toBe(true)
  })

  test('an invitation opens nothing once whoever sent it may no longer invite', async () => {
    const { id, slug } = (await api(world, 'POST', '/organizations', { owner: 'insider', name: 'Approved' })).body
    const setRoles = (roles: string[]) => api(world, 'PUT', `/organizations/${id}/members/deputy`, { roles })
    expect((await setRoles(['admin'])).status).toBeLessThan(300)
    const { browser } = await world.signIn({ email: 'deputy@acme.test' }, { organization: id })
    await post(world, browser, `/organizations/${slug}/invitations`, { email: 'friend@evil.test', role: 'member' })
    expect(await isLetIn(world, 'friend@evil.test')).toBe(true)
    await setRoles(['member'])
    expect(await isLetIn(world, 'friend@evil.test')).toBe(false)
    await setRoles(['admin'])
    expect(await isLetIn(world, 'friend@evil.test')).toBe(true)
    await api(world, 'DELETE', `/organizations/${id}/members/deputy`)
    expect(await isLetIn(world, 'friend@evil.test')).toBe(false)
  })
})

describe('ORGANIZATION_CREATION=operators', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({
      ORGANIZATION_CREATION: 'operators',
      OPERATORS: 'operator@example.test',
      ...backoffice,
    })
  })
  afterAll(() => world?.close())

  async function newcomer(email: string): Promise<PlainBrowser> {
    const browser = world.browser()
    await world.authorize(browser)
    await browser.submit({ email })
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    await browser.submit({ accept_terms: 'yes' })
    await browser.submit({ given_name: 'Nia' })
    return browser
  }

  test('a newcomer without an organization reads how to be invited, and finds both ways out', async () => {
    const browser = await newcomer('newcomer@example.test')
    expect(browser.current?.location).toMatch(/\/organization$/)
    expect(main(browser)).toContain('You need an invitation')
    expect(main(browser)).toContain('newcomer@example.test')
    expect(browser.has('organization_name')).toBe(false)
    const here = browser.current?.location ?? ''
    const posted = await browser.go(here, { method: 'POST', body: 'organization_name=Mine' })
    expect(posted.status).toBe(422)
    expect(await world.deps.db.prisma.organization.count()).toBe(0)

    await browser.go(here)
    expect((await browser.submit({ decision: 'back' })).callback?.searchParams.get('error')).toBe('access_denied')
    const other = await newcomer('other@example.test')
    world.pass(1)
    await other.submit({ decision: 'other' })
    expect(other.has('email')).toBe(true)
  })

  test('an invitation leads past it, and operators make organizations as before', async () => {
    const operator = await world.signIn({ email: 'operator@example.test', organization: 'Theirs' })
    const { slug } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Theirs' } })
    await post(world, operator.browser, `/organizations/${slug}/invitations`, {
      email: 'invited@example.test',
      role: 'member',
    })
    linkIn(await world.mailbox.take('invited@example.test'))
    const browser = await newcomer('invited@example.test')
    expect(browser.has('organization')).toBe(true)
    expect(browser.has('organization_name')).toBe(false)
  })
})
