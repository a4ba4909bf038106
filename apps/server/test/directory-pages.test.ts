import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountOf, type Signed } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { answerTxt, proveDomain } from './support/company.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What an owner sees and decides of the company's directory, by pages without scripts. The directory itself is played by
// requests to its address, with the token that the page showed.

describe.each(databases)('the page of the directory, on %s', (database) => {
  let world: TestWorld
  let account: ReturnType<typeof accountOf>
  let records: Map<string, string[]>
  let companies = 0

  beforeAll(async () => {
    world = await openTestWorld({ SCIM: 'on', SSO: 'on' }, { database })
    account = accountOf(world)
  })
  afterAll(() => world?.close())
  beforeEach(() => {
    records = answerTxt(world)
  })

  const db = () => world.deps.db.prisma
  const text = (browser: PlainBrowser) => browser.current?.html.querySelector('main')?.text ?? ''
  const problems = (browser: PlainBrowser) =>
    browser.current?.html.querySelectorAll('.problem').map((problem) => problem.text.trim()) ?? []
  const sectionOf = (browser: PlainBrowser, heading: string) =>
    browser.current?.html.querySelectorAll('section').find((section) => section.querySelector('h2')?.text === heading)
      ?.text ?? ''

  /** An owner with a passkey, their organization, and a domain of it that is proven by DNS. */
  async function openOwner() {
    companies += 1
    const domain = `directory${companies}.test`
    const email = `ada@${domain}`
    const { browser, person } = await world.signIn({ email })
    const { id, slug } = await db().organization.findFirstOrThrow({ where: { name: person.organization } })
    const signed: Signed = { browser, email, id: await account.idOf(email) }
    const { authenticator } = await account.addPasskey(signed)
    await proveDomain(world, records, { id, slug, browser }, domain)
    await account.byPasskey(authenticator, email, browser)
    const base = `/organizations/${slug}/directory`
    const post = (path: string, fields: Record<string, string> = {}) => account.post(browser, `${base}${path}`, fields)
    return { browser, id, slug, base, domain, email, post }
  }
  type Owner = Awaited<ReturnType<typeof openOwner>>

  /** Turns the directory on, and makes a token. */
  async function openDirectory(owner: Owner) {
    await owner.post('/open')
    await owner.post('/tokens')
    return owner.browser.current?.html.querySelector('#directory-token')?.text.trim() ?? ''
  }

  /** What the company's directory sends. */
  async function send(owner: Owner, token: string, method: string, path: string, body?: object) {
    const response = await fetch(`${world.issuer}/scim/v2/${owner.id}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: response.status === 204 ? null : await response.json() }
  }

  const user = (userName: string, more: object = {}) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    ...{ userName, active: true, emails: [{ value: userName, type: 'work', primary: true }], ...more },
  })
  const group = (displayName: string, members: readonly string[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    ...{ displayName, members: members.map((value) => ({ value })) },
  })

  test('an owner turns it on, makes a token that is shown once, and is told by email', async () => {
    const owner = await openOwner()
    await owner.browser.go(owner.base)
    expect(text(owner.browser)).toContain('Your company’s directory')
    expect(text(owner.browser)).toContain('Nobody becomes a member by signing in for the first time any more')
    const token = await openDirectory(owner)
    expect(token).toMatch(/^scim_[\w-]{43}$/)
    expect(text(owner.browser)).toContain(`${world.issuer}/scim/v2/${owner.id}`)
    expect(owner.browser.current?.headers.get('cache-control')).toContain('no-store')
    await account.notice(owner.email, 'Directory turned on')
    await account.notice(owner.email, 'Directory token made')

    const shown = await owner.browser.go(owner.base)
    expect(shown.text).not.toContain(token)
    expect(sectionOf(owner.browser, 'Tokens')).toContain(token.slice(0, 9))
    expect(sectionOf(owner.browser, 'Recent requests')).toContain('Your directory has sent no request yet.')
    const [stored] = await db().directoryToken.findMany({ where: { prefix: token.slice(0, 9) } })
    expect(JSON.stringify(stored)).not.toContain(token)
    const events = await db().auditEvent.findMany({ where: { organizationId: owner.id }, orderBy: { id: 'asc' } })
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['directory.opened', 'directory.token_created']),
    )
    expect(JSON.stringify(events)).not.toContain(token)
  })

  test('two tokens are valid at a time, and one that was revoked is refused at once', async () => {
    const owner = await openOwner()
    const first = await openDirectory(owner)
    await owner.post('/tokens')
    await owner.browser.go(owner.base)
    expect(owner.browser.current?.html.querySelector('form[action$="/directory/tokens"]')).toBeNull()
    await owner.post('/tokens')
    expect(problems(owner.browser)).toContain('Two tokens are valid already. Revoke one first.')
    expect(await send(owner, first, 'GET', '/Users')).toMatchObject({ status: 200 })
    const stored = await db().directoryToken.findFirstOrThrow({ where: { prefix: first.slice(0, 9) } })
    await owner.post('/tokens/revoke', { id: stored.id })
    expect(await send(owner, first, 'GET', '/Users')).toMatchObject({ status: 401 })
    await account.notice(owner.email, 'Directory token revoked')
  })

  test('it shows who waits and why, what was sent, and what groups give', async () => {
    const owner = await openOwner()
    const token = await openDirectory(owner)
    const grace = await send(owner, token, 'POST', '/Users', user(`grace@${owner.domain}`))
    expect(grace.status).toBe(201)
    expect(await send(owner, token, 'POST', '/Users', user('mallory@elsewhere.test'))).toMatchObject({ status: 201 })
    expect(await send(owner, token, 'POST', '/Groups', group('Engineers', [grace.body.id]))).toMatchObject({
      status: 201,
    })
    expect(await send(owner, token, 'GET', '/Users/unknown')).toMatchObject({ status: 404 })

    await owner.browser.go(owner.base)
    const waiting = sectionOf(owner.browser, 'People who wait')
    expect(waiting).toContain('mallory@elsewhere.test')
    expect(waiting).toContain('The address is not in a domain that you have verified by DNS.')
    expect(waiting).not.toContain('grace@')
    const requests = sectionOf(owner.browser, 'Recent requests')
    expect(requests).toContain('POST /Users')
    expect(requests).toContain('404')
    expect(requests).not.toContain('grace')

    await owner.post('/groups', { group: 'Nobody', gives: 'admin' })
    expect(problems(owner.browser)).toContain('Choose an option from the list.')
    await owner.post('/groups', { group: 'engineers', gives: 'owner' })
    expect(await db().directoryMapping.count({ where: { directory: { organizationId: owner.id } } })).toBe(0)
    await owner.post('/groups', { group: 'engineers', gives: 'admin' })
    await owner.browser.go(owner.base)
    expect(sectionOf(owner.browser, 'Groups')).toContain(
      'Engineers makes people admins: 1. Admins see everyone’s email address.',
    )
    const mapping = await db().directoryMapping.findFirstOrThrow({ where: { groupName: 'Engineers' } })
    await owner.post('/groups/remove', { id: mapping.id })
    await owner.browser.go(owner.base)
    expect(sectionOf(owner.browser, 'Groups')).not.toContain('makes people admins')
  })

  test('paused, it answers 503; turned off, its tokens end, and members stay', async () => {
    const owner = await openOwner()
    const token = await openDirectory(owner)
    await send(owner, token, 'POST', '/Users', user(`grace@${owner.domain}`))
    const members = () => db().membership.count({ where: { organizationId: owner.id } })
    const before = await members()
    expect(before).toBe(2)
    await owner.post('/pause')
    await owner.browser.go(owner.base)
    expect(owner.browser.current?.html.querySelector('.status')?.text).toBe('Paused')
    expect(await send(owner, token, 'GET', '/Users')).toMatchObject({ status: 503 })
    await owner.post('/resume')
    expect(await send(owner, token, 'GET', '/Users')).toMatchObject({ status: 200 })
    await owner.post('/close')
    expect(await send(owner, token, 'GET', '/Users')).toMatchObject({ status: 401 })
    expect(await members()).toBe(before)
  })

  test('whoever has opened a set-up link gets the base URL and a token, once an owner has turned it on', async () => {
    const owner = await openOwner()
    const administrator = `it@${owner.domain}`
    await account.post(owner.browser, `/organizations/${owner.slug}/sso/links`, { email: administrator })
    const url = owner.browser.current?.html.querySelector('#setup-link')?.text.trim() ?? ''
    const browser = world.browser()
    await browser.go(url)
    expect(text(browser)).not.toContain('/scim/v2/')
    await browser.go(`${url}/code`, { method: 'POST', body: '' })
    await browser.submit({ code: await nextCode(world.mailbox, administrator) })
    const make = (by: PlainBrowser) => by.go(`${url}/directory-token`, { method: 'POST', body: '' })
    expect(text(browser)).not.toContain('/scim/v2/')
    expect((await make(browser)).status).toBe(404)
    await owner.post('/open')
    await browser.go(url)
    expect(text(browser)).toContain(`${world.issuer}/scim/v2/${owner.id}`)
    expect((await make(world.browser())).text).not.toContain('scim_')
    await make(browser)
    const token = browser.current?.html.querySelector('#directory-token')?.text.trim() ?? ''
    expect(await send(owner, token, 'GET', '/Users')).toMatchObject({ status: 200 })
    expect((await browser.go(url)).text).not.toContain(token)
    await make(browser)
    await make(browser)
    expect(problems(browser)).toContain('Two tokens are valid already. Revoke one first.')
  })

  test('an admin looks and decides nothing, and a member sees nothing of it', async () => {
    const owner = await openOwner()
    const token = await openDirectory(owner)
    const { browser, person } = await world.signIn()
    const userId = await account.idOf(person.email)
    const membership = { organizationId: owner.id, userId, createdAt: world.deps.now() }
    await db().membership.create({ data: { ...membership, roles: 'admin' } })
    const shown = await browser.go(owner.base)
    expect(shown.status).toBe(200)
    expect(shown.text).not.toContain(token)
    expect(browser.current?.html.querySelectorAll('main form')).toEqual([])
    for (const path of ['/open', '/tokens', '/pause', '/close', '/settings', '/groups']) {
      const { status } = await account.post(browser, `${owner.base}${path}`, { gives: 'admin', group: 'Engineers' })
      expect(status, path).toBeGreaterThanOrEqual(400)
    }
    expect(await send(owner, token, 'GET', '/Users')).toMatchObject({ status: 200 })
    await db().membership.updateMany({ where: { userId, organizationId: owner.id }, data: { roles: 'member' } })
    expect((await browser.go(owner.base)).status).toBe(403)
    const other = await openOwner()
    expect((await other.browser.go(owner.base)).status).toBe(404)
  })
})

test('nothing of it is there while SCIM is off', async () => {
  const world = await openTestWorld({ SSO: 'on' })
  try {
    const { browser, person } = await world.signIn()
    const { slug, id } = await world.deps.db.prisma.organization.findFirstOrThrow({
      where: { name: person.organization },
    })
    expect((await browser.go(`/organizations/${slug}/directory`)).status).toBe(404)
    expect((await browser.go(`/organizations/${slug}/settings`)).text).not.toContain('/directory')
    expect((await fetch(`${world.issuer}/scim/v2/${id}/Users`)).status).toBe(404)
  } finally {
    await world.close()
  }
})
