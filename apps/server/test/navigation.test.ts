import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import { languageTags } from '../src/words/generated/words.ts'
import { accountOf, type Signed } from './support/account.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// From every page of a signed-in person, the way to every other: the menu at its head, the sections of the console, and
// what leads back. On both databases, because one statement of SQL finds what the menu shows.

const loginUri = 'https://notes.example.test/login'

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let root: PlainBrowser
  let at: ReturnType<typeof accountOf>
  beforeAll(async () => {
    world = await openTestWorld(
      { OPERATORS: 'root@example.test', OIDC_CLIENT_0_INITIATE_LOGIN_URI: loginUri, ORGANIZATION_CREATION: 'open' },
      { database },
    )
    at = accountOf(world)
    root = (await world.signIn({ email: 'root@example.test', organization: 'Engines' })).browser
  })
  afterAll(() => world?.close())

  const go = (browser: PlainBrowser, path: string) =>
    browser.go(`${world.issuer}${path}`, { headers: { Accept: 'text/html' } })
  const menu = (page: Visited) =>
    page.html.querySelectorAll('header .person-menu a').map((link) => link.getAttribute('href') ?? '')
  const heading = (page: Visited) => page.html.querySelector('h1')?.text

  /** A member of as many organizations, by name. */
  async function memberOf(names: readonly string[]): Promise<Signed> {
    const person = await at.byMail()
    for (const name of names) await at.post(person.browser, '/account/organizations', { organization_name: name })
    return person
  }

  describe('the menu of a person', () => {
    test('an operator finds the console in it, from each kind of page', async () => {
      const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
      for (const path of ['/account', '/admin', '/organizations/engines', `/admin/organizations/${id}/members`])
        expect(menu(await go(root, path)), path).toEqual(['/account', '/admin', '/organizations/engines', '/logout'])
    })

    test('everybody else does not, and the role counts as soon as it is given', async () => {
      const person = await at.byMail()
      expect(menu(await go(person.browser, '/account'))).toEqual(['/account', '/logout'])
      await giveOperatorRole(world.deps, system, person.id, 'viewer')
      expect(menu(await go(person.browser, '/account'))).toEqual(['/account', '/admin', '/logout'])
    })

    test('five organizations by name, then all; none that is deleted or somebody else’s', async () => {
      const person = await memberOf(['Zeta', 'Alpha', 'Beta', 'Gamma', 'Delta'])
      const own = ['alpha', 'beta', 'delta', 'gamma', 'zeta'].map((slug) => `/organizations/${slug}`)
      expect(menu(await go(person.browser, '/account'))).toEqual(['/account', ...own, '/logout'])
      await at.post(person.browser, '/account/organizations', { organization_name: 'Aaron' })
      expect(menu(await go(person.browser, '/account'))).toEqual([
        '/account',
        ...['/organizations/aaron', ...own.slice(0, 4)],
        ...['/account/organizations', '/logout'],
      ])
      await world.deps.db.prisma.organization.update({
        where: { slug: 'aaron' },
        data: { disabledAt: world.deps.now() },
      })
      expect(menu(await go(person.browser, '/account'))).toEqual(['/account', ...own, '/logout'])
      await world.deps.db.prisma.organization.updateMany({
        where: { slug: { in: ['alpha', 'beta', 'gamma', 'delta', 'zeta'] } },
        data: { disabledAt: world.deps.now() },
      })
    })

    test('the logo leads home: to the account, and in the console to its overview', async () => {
      const home = (page: Visited) => page.html.querySelector('header a.home')?.getAttribute('href')
      expect(home(await go(root, '/account/addresses'))).toBe('/account')
      expect(home(await go(root, '/organizations/engines'))).toBe('/account')
      expect(home(await go(root, '/admin/people'))).toBe('/admin')
      const stranger = world.browser()
      expect(home(await go(stranger, '/account'))).toBeUndefined()
    })
  })

  describe('NV-01 the way back to an application', () => {
    const back = (page: Visited) => page.html.querySelector('nav.sections a.back')?.getAttribute('href')
    const address = () => `${loginUri}?${new URLSearchParams({ iss: world.issuer })}`

    test('is the registered address of the one whose code was redeemed in this session', async () => {
      const { browser, code } = await world.signIn({ email: 'came@example.test', organization: 'Came' })
      // A request that was never answered to the application proves nothing.
      expect(back(await go(browser, '/account'))).toBeUndefined()
      await world.redeem(code)
      const page = await go(browser, '/account')
      expect(back(page)).toBe(address())
      expect(back(await go(browser, '/organizations/came'))).toBe(address())
    })

    test('an address, a Referer and another session say nothing', async () => {
      const { browser, code } = await world.signIn({ email: 'elsewhere@example.test', organization: 'Elsewhere' })
      await world.redeem(code)
      const evil = 'https://evil.example/'
      const parameters = ['client_id', 'redirect_uri', 'back', 'return_to', 'next', 'application', 'url']
      const query = new URLSearchParams(parameters.map((name) => [name, evil]))
      const page = await browser.go(`${world.issuer}/account?${query}`, { headers: { Referer: evil } })
      expect(page.text).not.toContain('evil.example')
      expect(back(page)).toBe(address())
      const other = await at.byMail('elsewhere@example.test')
      expect(back(await go(other.browser, `/account?${query}`))).toBeUndefined()
    })

    test('an application that was revoked or has no such address is not offered', async () => {
      const { browser, code } = await world.signIn({ email: 'gone@example.test', organization: 'Gone' })
      await world.redeem(code)
      await at.post(browser, '/account/applications/revoke', { client: 'web' })
      expect(back(await go(browser, '/account'))).toBeUndefined()
    })
  })

  describe('the sections of the console', () => {
    test('stand in four groups, each link once, the current one marked, in every language', async () => {
      const { prisma } = world.deps.db
      for (const locale of languageTags) {
        await prisma.user.updateMany({
          where: { emails: { some: { address: 'root@example.test' } } },
          data: { locale },
        })
        const { html } = await go(root, '/admin/mail')
        const list = html.querySelector('.section-list')
        const groups = list?.querySelectorAll('ul').map((group) => group.getAttribute('aria-label') ?? '') ?? []
        expect(groups, locale).toHaveLength(5)
        expect(
          list?.querySelectorAll('.group').map(({ text }) => text),
          locale,
        ).toEqual(groups.slice(1))
        const links = list?.querySelectorAll('a').map((link) => link.getAttribute('href')) ?? []
        expect(new Set(links).size, locale).toBe(links.length)
        expect(list?.querySelectorAll('[aria-current=page]').map((link) => link.getAttribute('href'))).toEqual([
          '/admin/mail',
        ])
        // Each link has its icon, which is drawn once on the page.
        expect(list?.querySelectorAll('a svg path')).toHaveLength(links.length)
        expect(html.querySelectorAll('.section-menu ul svg use')).toHaveLength(links.length)
      }
      await prisma.user.updateMany({ data: { locale: null } })
    })

    test('a page of a thing says where it lies', async () => {
      const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
      const page = await go(root, `/admin/organizations/${id}/members`)
      expect(heading(page)).toBe('Members')
      expect(page.html.querySelectorAll('.breadcrumbs a').map((crumb) => crumb.text)).toEqual([
        'Organizations',
        'Engines',
      ])
      expect(heading(await go(root, `/admin/organizations/${id}`))).toBe('Engines')
    })

    test('a question keeps the frame, the navigation and the search', async () => {
      const { id } = await world.deps.db.prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
      const asked = await at.post(root, `/admin/organizations/${id}`, { action: 'delete' })
      expect(heading(asked)).toContain('Engines')
      expect(asked.html.querySelector('.section-list [aria-current]')?.getAttribute('href')).toBe(
        '/admin/organizations',
      )
      expect(asked.html.querySelector('header search')).not.toBeNull()
      const leave = await at.post(root, '/organizations/engines/leave')
      expect(leave.html.querySelector('.section-list')).not.toBeNull()
    })
  })

  describe('NV-02 an address of the console that is not there', () => {
    test('an operator stays in the console; a role that may not open it sees so there', async () => {
      for (const path of ['/admin/nothing', '/admin/people/nobody', '/admin/applications/none']) {
        const page = await go(root, path)
        expect([page.status, heading(page)], path).toEqual([404, 'Page not found'])
        expect(page.html.querySelectorAll('.section-list a').length, path).toBeGreaterThan(10)
        expect(page.html.querySelector('header search'), path).not.toBeNull()
      }
      const viewer = await at.byMail()
      await giveOperatorRole(world.deps, system, viewer.id, 'viewer')
      const refused = await go(viewer.browser, '/admin/preview')
      expect(refused.status).toBe(403)
      expect(refused.html.querySelector('.section-list')).not.toBeNull()
    })

    test('a stranger, a person and an operator without their passkey get the plain page, and nothing is recorded', async () => {
      const plain = (await go(world.browser(), '/admin/nothing')).text
      const person = await at.byMail()
      const { prisma } = world.deps.db
      const events = await prisma.auditEvent.count()
      const shown = await go(person.browser, '/admin/nothing')
      expect([shown.status, shown.text]).toEqual([404, plain])
      expect(await prisma.auditEvent.count()).toBe(events)
      const careful = await at.withPasskey()
      await giveOperatorRole(world.deps, system, careful.id, 'administrator')
      expect((await go(careful.browser, '/admin/nothing')).text).toBe(plain)
      // Another path that only begins alike is no address of the console.
      expect((await go(root, '/administration')).html.querySelector('.section-list')).toBeNull()
    })
  })

  describe('organizations of one’s own', () => {
    let person: Signed
    beforeEach(async () => {
      person = await at.byMail()
    })
    const create = (name: string) => at.post(person.browser, '/account/organizations', { organization_name: name })

    test('are created on the account’s page, and recorded', async () => {
      const made = await create('  New   Works ')
      expect(made.html.querySelector('.said')?.text).toContain('New Works was created. You are its owner.')
      expect(made.html.querySelector('main')?.text).toContain(person.email)
      const { prisma } = world.deps.db
      const { id, approvedAt } = await prisma.organization.findFirstOrThrow({ where: { name: 'New Works' } })
      expect(approvedAt).toBeNull()
      const event = await prisma.auditEvent.findFirstOrThrow({
        where: { action: 'organization.created', targetId: id },
      })
      expect([event.actorKind, event.actorId]).toEqual(['user', person.id])
      await prisma.organization.delete({ where: { id } })
    })

    test('a name that is none is said beside its field, and is kept', async () => {
      const refused = await create('\u200b')
      expect(refused.status).toBe(422)
      expect(refused.html.querySelector('#organization_name-problem')?.text).toBeTruthy()
      expect((await create('x'.repeat(500))).status).toBe(422)
    })

    test('NV-03 not from another site, not past the limit, and not where only operators create them', async () => {
      const foreign = await person.browser.go(`${world.issuer}/account/organizations`, {
        method: 'POST',
        body: 'organization_name=Foreign',
        headers: { Origin: 'https://evil.example' },
      })
      expect(foreign.status).toBe(403)
      for (let count = 0; count < 10; count++) await create(`Limit ${database} ${person.id} ${count}`)
      expect((await create('One too many')).status).toBe(429)
      expect(
        await world.deps.db.prisma.organization.count({ where: { name: { in: ['Foreign', 'One too many'] } } }),
      ).toBe(0)
      const { config } = world.deps
      const { organizationCreation } = config
      Object.assign(config, { organizationCreation: 'operators' })
      try {
        const another = await at.byMail()
        const page = await go(another.browser, '/account/organizations')
        expect(page.html.querySelector('[name=organization_name]')).toBeNull()
        const refused = await at.post(another.browser, '/account/organizations', { organization_name: 'Mine' })
        expect(refused.status).toBe(403)
        const own = await go(root, '/account/organizations')
        expect(own.html.querySelector('[name=organization_name]')).not.toBeNull()
      } finally {
        Object.assign(config, { organizationCreation })
      }
    })

    test('are left from there: it asks, and the only owner is told why not', async () => {
      await create(`Leave ${person.id}`)
      const list = await go(person.browser, '/account/organizations')
      const action = list.html.querySelector('form[action$="/leave"]')?.getAttribute('action') ?? ''
      const asked = await at.post(person.browser, action)
      expect(heading(asked)).toContain('Leave')
      const refused = await person.browser.submit({ confirm: 'yes' })
      expect(refused.status).toBe(409)
      expect(refused.text).toContain('An organization needs an owner.')
      const { prisma } = world.deps.db
      const { id } = await prisma.organization.findFirstOrThrow({ where: { name: `Leave ${person.id}` } })
      const other = await at.byMail()
      await prisma.membership.create({
        data: { organizationId: id, userId: other.id, roles: 'owner', createdAt: world.deps.now() },
      })
      await at.post(person.browser, action)
      const left = await person.browser.submit({ confirm: 'yes' })
      expect(left.location).toContain('/account/organizations')
      expect(left.html.querySelector('.said')?.text).toContain('You left')
      expect(await prisma.membership.count({ where: { organizationId: id, userId: person.id } })).toBe(0)
    })
  })

  describe('every name and number leads to what it names', () => {
    test('a person to Sign-in help, an organization’s numbers to their lists, a member to their page', async () => {
      const { prisma } = world.deps.db
      const { id } = await prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
      const rootId = await at.idOf('root@example.test')
      const links = (page: Visited) => page.html.querySelectorAll('main a').map((link) => link.getAttribute('href'))
      expect(links(await go(root, `/admin/people/${rootId}`))).toContain('/admin/why?address=root%40example.test')
      const facts = (await go(root, `/admin/organizations/${id}`)).html.querySelectorAll('.facts a')
      expect(facts.map((link) => link.getAttribute('href'))).toEqual(
        ['members', 'teams', 'invitations', 'requests', 'domains'].map((tab) => `/admin/organizations/${id}/${tab}`),
      )
      expect(links(await go(root, `/admin/organizations/${id}/members`))).toContain(`/admin/people/${rootId}`)
      // A member finds no address of the console.
      expect(links(await go(root, '/organizations/engines')).filter((href) => href?.includes('/admin'))).toEqual([])
    })
  })
})
