import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import { digest } from '../src/crypto/random.ts'
import { giveOperatorRole, takeOperatorRole } from '../src/flows/management/operator-roles.ts'
import { addMember } from '../src/flows/organizations/members/member-roles.ts'
import { createOrganization } from '../src/flows/organizations/organization-creation.ts'
import { system } from '../src/flows/platform/audit.ts'
import { Sweeper } from '../src/flows/platform/sweep.ts'
import { setCookie } from '../src/http/cookies.ts'
import { routeNamer } from '../src/http/routes/route-patterns.ts'
import { Params } from '../src/oidc/params.ts'
import { keptForms, showForm } from '../src/routes/kept-forms/shown-form.ts'
import { accountOf, type Signed } from './support/account.ts'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { agentEnvironment, operatorAddress, preparePages } from './support/every-page.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A form that needs a recent sign-in is kept while its person confirms that it is them (P1), and nobody else gets it.

const minutes = 60_000
const theme = '/admin/themes/instance'
const root = 'root@example.test'

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let at: ReturnType<typeof accountOf>
  const log: string[] = []
  beforeAll(async () => {
    world = await openTestWorld(
      { OPERATORS: root, LIMIT_MAIL_PER_ADDRESS: '1000/1h', LIMIT_PER_NETWORK: '100000/1m' },
      { database, log: (line) => log.push(line) },
    )
    at = accountOf(world)
  })
  afterAll(() => world?.close())

  beforeEach(() => world.deps.db.prisma.keptForm.deleteMany())

  const rows = () => world.deps.db.prisma.keptForm.findMany()
  const draft = async () => (await world.deps.db.prisma.theme.findFirst({ where: { scope: 'instance' } }))?.draft ?? ''
  const revision = async () =>
    String((await world.deps.db.prisma.theme.findFirst({ where: { scope: 'instance' } }))?.revision ?? 0)

  /** Signs in again on the page of the sign-in, which does not ask for the address. */
  async function confirm(browser: PlainBrowser, email: string): Promise<Visited> {
    const page = browser.current?.html
    expect(browser.current?.location).toMatch(/\/sign-in\/[\w-]+$/)
    expect(page?.querySelector('input[name=email]')?.getAttribute('type')).toBe('hidden')
    await browser.submit({ email })
    return browser.submit({ code: await nextCode(world.mailbox, email) })
  }

  /** An operator whose sign-in is too old, and who saves a theme. */
  async function keep(name: string, person?: Signed): Promise<Signed & { kept: string; link: string }> {
    const operator = person ?? (await at.byMail(root))
    world.pass(6 * minutes)
    await at.post(operator.browser, theme, { action: 'save', revision: await revision(), name })
    expect(at.text(operator.browser)).toContain('Save draft')
    await confirm(operator.browser, operator.email)
    const link = operator.browser.current?.location ?? ''
    expect(link).toMatch(/\/kept-forms\/[\w-]{20,}\?page=[\w-]+$/)
    return { ...operator, link, kept: link.slice(0, link.indexOf('?')) }
  }

  const press = (browser: PlainBrowser, kept: string, fields: Record<string, string> = {}, headers = {}) =>
    browser.go(kept, { method: 'POST', body: new URLSearchParams(fields).toString(), headers })

  const expectGone = (visited: Visited) => {
    expect(visited.status).toBe(400)
    expect(visited.html.querySelector('h1')?.text).toBe('Please start again')
    expect(visited.text).not.toContain('Save draft')
  }

  test('what was typed is shown after the sign-in, and saved by its button', async () => {
    const { browser, kept } = await keep('Acme & Sons')
    expect(browser.current?.status).toBe(200)
    expect(browser.current?.html.querySelector('h1')?.text).toBe('Go on with “Save draft”?')
    expect(browser.current?.html.querySelector('dl')?.text).toContain('Product nameAcme & Sons')
    expect(await draft()).not.toContain('Acme')
    await press(browser, kept)
    expect(browser.current?.location).toBe(`${world.issuer}${theme}?done=saved`)
    expect(await draft()).toContain('Acme & Sons')
    expect(await rows()).toEqual([])
  })

  test('the sign-in says what it is for, to whom it sends a code, and that they may be somebody else', async () => {
    const operator = await at.byMail(root)
    world.pass(6 * minutes)
    await at.post(operator.browser, theme, { action: 'save', revision: await revision(), name: 'Said' })
    const text = at.text(operator.browser)
    expect(operator.browser.current?.html.querySelector('h1')?.text).toBe('Confirm that it is you')
    for (const part of ['“Save draft”', `a code to ${root}`, 'Not you?']) expect(text).toContain(part)
    expect(operator.browser.current?.html.querySelector('input[type=email]')).toBeNull()
    await at.post(operator.browser, `${new URL(operator.browser.current?.location ?? '').pathname}/leave`, {
      decision: 'other',
    })
    expect(operator.browser.current?.html.querySelector('input[type=email]')?.getAttribute('value')).toBe('')
  })

  test('a form that is discarded is gone, and its page is empty again', async () => {
    const { browser, kept } = await keep('Discarded')
    await press(browser, `${kept}/discard`)
    expect(browser.current?.location).toBe(`${world.issuer}${theme}`)
    expect(browser.current?.text).not.toContain('Discarded')
    expectGone(await browser.go(kept))
    expect(await rows()).toEqual([])
  })

  test('KF-01: another session of the same person does not open it', async () => {
    const { kept, browser } = await keep('Elsewhere')
    const other = await at.byMail(root)
    expectGone(await other.browser.go(kept))
    expectGone(await press(other.browser, kept))
    expectGone(await press(other.browser, `${kept}/discard`))
    expect((await browser.go(kept)).status).toBe(200)
    expect(await draft()).not.toContain('Elsewhere')
  })

  test('KF-02: of many that press its button at once, one does', async () => {
    const { browser, kept } = await keep('Once')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Cookie: cookie, Origin: new URL(world.issuer).origin }
    const before = await revision()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fetch(kept, { method: 'POST', headers, redirect: 'manual' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array.from({ length: 11 }, () => 400)])
    expect(Number(await revision())).toBe(Number(before) + 1)
    expectGone(await press(browser, kept))
  })

  test('KF-03: whoever else signs in to the browser does not open it, an operator neither', async () => {
    const { browser, kept } = await keep('Another person')
    const second = await at.byMail()
    await giveOperatorRole(world.deps, system, second.id, 'administrator')
    const before = browser.cookies.get('vestibule_session') ?? ''
    const name = [...browser.cookies.keys()].find((cookie) => cookie.endsWith('vestibule_session')) ?? ''
    browser.cookies.set(name, second.browser.cookies.get(name) ?? '')
    expectGone(await browser.go(kept))
    expectGone(await press(browser, kept))
    browser.cookies.set(name, before)
    expect(await draft()).not.toContain('Another person')
  })

  test('KF-03: signing in as somebody else instead of confirming leads to no form', async () => {
    const operator = await at.byMail(root)
    world.pass(6 * minutes)
    await at.post(operator.browser, theme, { action: 'save', revision: await revision(), name: 'Not you' })
    const path = new URL(operator.browser.current?.location ?? '').pathname
    await at.post(operator.browser, `${path}/leave`, { decision: 'other' })
    const stranger = 'stranger@example.test'
    await operator.browser.submit({ email: stranger })
    await operator.browser.submit({ code: await nextCode(world.mailbox, stranger) })
    expect(operator.browser.current?.text).not.toContain('Not you')
    expect(await draft()).not.toContain('Not you')
  })

  test('KF-04: without the cookie of the browser that sent it, or with another one, it is not there', async () => {
    const { browser, kept } = await keep('Forged')
    const name = [...browser.cookies.keys()].find((cookie) => cookie.endsWith('vestibule_flow')) ?? ''
    const own = browser.cookies.get(name) ?? ''
    for (const forged of ['', 'x', `${own}x`]) {
      if (forged) browser.cookies.set(name, forged)
      else browser.cookies.delete(name)
      expectGone(await browser.go(kept))
      expectGone(await press(browser, kept))
    }
    browser.cookies.set(name, own)
    expect((await browser.go(kept)).status).toBe(200)
  })

  test('KF-05: an operator who lost or changed their role meanwhile does nothing by it, and sees nothing of it', async () => {
    const operator = await at.byMail()
    await giveOperatorRole(world.deps, system, operator.id, 'administrator')
    const { browser, kept } = await keep('Lost role', operator)
    const refused = async () => {
      const seen = await browser.go(kept)
      expectGone(seen)
      expect(seen.text).not.toContain('Lost role')
      expectGone(await press(browser, kept))
      expect(await draft()).not.toContain('Lost role')
    }
    await giveOperatorRole(world.deps, system, operator.id, 'viewer')
    await refused()
    await takeOperatorRole(world.deps, system, operator.id)
    await refused()
  })

  test('KF-06: a form that asks for more than its sender may do is not kept, and its button sends no other', async () => {
    const support = await at.byMail()
    await giveOperatorRole(world.deps, system, support.id, 'support')
    const person = await at.byMail()
    world.pass(6 * minutes)
    const refused = await at.post(support.browser, `/admin/people/${person.id}`, { action: 'delete', confirm: 'yes' })
    expect(refused.status).toBe(403)
    expect(await rows()).toHaveLength(0)
    await at.post(support.browser, `/admin/people/${person.id}`, { action: 'sign-out', confirm: 'yes' })
    await confirm(support.browser, support.email)
    const [kept] = (support.browser.current?.location ?? '').split('?')
    await press(support.browser, `${kept}?action=delete`, { action: 'delete', confirm: 'yes', path: theme })
    expect(await world.deps.db.prisma.user.count({ where: { id: person.id } })).toBe(1)
    expect(await at.actions(person.id)).toContain('user.signed_out')
  })

  test('KF-07: it is sent to the path that it was for, and its page is no way to another site', async () => {
    const { browser, kept } = await keep('One path')
    const back = new URL(kept)
    expect((await browser.go(`${back.href}/../../admin/keys`)).location).not.toContain('kept-forms')
    for (const path of ['//evil.test', '/%2F%2Fevil.test', '/..%2f..%2fadmin', '/x%00y'])
      expect((await browser.go(`${world.issuer}/kept-forms${path}`)).status).toBeGreaterThanOrEqual(400)
    await press(browser, `${kept}?back=https://evil.test&path=/admin/keys`, {
      path: '/admin/keys',
      back: '//evil.test',
    })
    expect(browser.current?.location).toBe(`${world.issuer}${theme}?done=saved`)
  })

  test('KF-08: one that is too long, has a field that it should not have, or a file is not kept, and they are told', async () => {
    const { browser } = await at.byMail(root)
    world.pass(6 * minutes)
    expect((await at.post(browser, theme, { action: 'save', name: 'x'.repeat(70_000) })).status).toBe(413)
    const told = () => {
      expect(browser.current?.location).toContain('/sign-in/')
      expect(at.text(browser)).toContain('What you entered was not saved.')
    }
    await at.post(browser, theme, { action: 'save', name: 'Long', secret: 'hidden' })
    told()
    await at.post(browser, theme, { action: 'destroy', name: 'Other act' })
    told()
    await at.post(browser, '/admin/organizations/x/domains/confirm', { domain: 'example.test', code: '123456' })
    told()
    const file = `--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nx\r\n--b--\r\n`
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
    await browser.go(`${world.issuer}${theme}/images`, { method: 'POST', body: file, headers })
    told()
    expect(await rows()).toEqual([])
  })

  test('KF-09: a form from another site keeps nothing, and sends nothing that was kept', async () => {
    const { browser, kept } = await keep('Cross-site')
    const origin = { Origin: 'https://evil.test' }
    expect((await press(browser, kept, {}, origin)).status).toBe(403)
    expect((await press(browser, `${kept}/discard`, {}, origin)).status).toBe(403)
    world.pass(6 * minutes)
    const before = (await rows()).length
    const body = new URLSearchParams({ action: 'save', name: 'Cross-site 2' }).toString()
    expect((await browser.go(`${world.issuer}${theme}`, { method: 'POST', body, headers: origin })).status).toBe(403)
    expect((await rows()).length).toBe(before)
    expect(await draft()).not.toContain('Cross-site')
  })

  test('KF-10: no other site frames the page of a kept form, or the one that confirms', async () => {
    const { browser } = await keep('Framed')
    const policy = () => browser.current?.headers.get('content-security-policy')
    expect(policy()).toContain("frame-ancestors 'none'")
    expect(policy()).toContain("default-src 'none'")
    expect(browser.current?.headers.get('cache-control')).toContain('no-store')
    world.pass(6 * minutes)
    await at.post(browser, theme, { action: 'save', name: 'Framed 2' })
    expect(browser.current?.location).toContain('/sign-in/')
    expect(policy()).toContain("frame-ancestors 'none'")
  })

  test('KF-11: the database and the log hold nothing of it that can be read', async () => {
    const { kept } = await keep('Confidential name')
    const stored = JSON.stringify(await rows())
    const handle = kept.split('/').at(-1) ?? ''
    for (const text of ['Confidential', 'themes', root, handle]) expect(stored).not.toContain(text)
    expect(JSON.stringify(await world.deps.db.prisma.interaction.findMany())).not.toContain('Confidential')
    for (const text of ['Confidential', handle]) expect(log.join('\n')).not.toContain(text)
  })

  test('KF-12: a session has five at most, and the oldest one goes', async () => {
    const { browser } = await at.byMail(root)
    world.pass(6 * minutes)
    for (let sent = 0; sent < 8; sent++) {
      world.pass(1000)
      await at.post(browser, theme, { action: 'save', name: `Form ${sent}` })
    }
    expect(await rows()).toHaveLength(5)
    world.pass(61 * minutes)
    await new Sweeper(world.deps).sweep()
    expect(await rows()).toEqual([])
  })

  test('KF-13: after an hour it is gone, and the page that says so leads back to where it was sent from', async () => {
    const { browser, kept, link } = await keep('Too late')
    world.pass(60 * minutes)
    expectGone(await browser.go(kept))
    expectGone(await press(browser, kept))
    expect(await draft()).not.toContain('Too late')
    for (const gone of [await browser.go(link), await press(browser, link), await world.browser().go(link)]) {
      expectGone(gone)
      expect(gone.html.querySelector('main .actions a')?.getAttribute('href')).toBe(theme)
    }
  })

  test('KF-07: what leads back was made for this form, and by this server', async () => {
    const [one, other] = [await keep('One'), await keep('Other')]
    world.pass(60 * minutes)
    const page = new URL(other.link).search
    for (const search of [page, '?page=https%3A%2F%2Fevil.test', '?page=%2F%2Fevil.test', '?page=', '']) {
      const gone = await one.browser.go(`${one.kept}${search}`)
      expectGone(gone)
      expect(gone.html.querySelectorAll('main a').map((link) => link.getAttribute('href'))).toEqual(['/account'])
    }
  })

  test('KF-13: it waits as long as a code that was held back', async () => {
    const { browser, email } = await at.byMail(root)
    world.pass(6 * minutes)
    await at.post(browser, theme, { action: 'save', revision: await revision(), name: 'Held back' })
    world.pass(45 * minutes)
    await confirm(browser, email)
    await press(browser, browser.current?.location ?? '')
    expect(await draft()).toContain('Held back')
  })

  test('KF-13: after five minutes on its page it is kept once more, and nothing is lost', async () => {
    const { browser, kept } = await keep('Slow reader')
    world.pass(6 * minutes)
    await press(browser, kept)
    await confirm(browser, root)
    await press(browser, browser.current?.location ?? '')
    expect(await draft()).toContain('Slow reader')
  })

  test('KF-14: what was changed meanwhile is not overwritten, and the form is shown with what was typed', async () => {
    const { browser, kept } = await keep('Overwritten')
    const other = await at.byMail(root)
    await at.post(other.browser, theme, { action: 'save', revision: await revision(), name: 'By another one' })
    expect((await press(browser, kept)).status).toBeGreaterThanOrEqual(400)
    expect(await draft()).toContain('By another one')
  })

  test('KF-15: markup in it is text, and a long value is shortened', async () => {
    const long = `<img src=x onerror=alert(1)>${'ab '.repeat(400)}`
    const { browser, kept } = await keep(long.slice(0, 2000))
    expect(browser.current?.text).not.toContain('<img')
    expect(browser.current?.text).toContain('&lt;img')
    expect(browser.current?.html.querySelector('dd')?.text.length).toBeLessThan(400)
    expect((await press(browser, kept)).status).toBe(422)
  })

  test('the forms of an account are kept as well', async () => {
    const person = await at.byMail()
    world.pass(6 * minutes)
    await at.post(person.browser, '/account/addresses', { email: `second-${person.email}` })
    expect(at.text(person.browser)).toContain('Add address')
    await confirm(person.browser, person.email)
    expect(at.text(person.browser)).toContain(`second-${person.email}`)
    await press(person.browser, person.browser.current?.location ?? '')
    expect(person.browser.current?.location).toContain('/account/addresses/confirm')
    await person.browser.submit({ code: await nextCode(world.mailbox, `second-${person.email}`) })
    expect(await at.addresses(person.id)).toContain(`second-${person.email}`)
  })

  test('the forms of an organization are kept for those who may send them', async () => {
    const owner = await at.byMail()
    const member = await at.byMail()
    const organization = {
      id: `org-${owner.id}`,
      slug: `org-${owner.id}`,
      name: 'Engines',
      createdAt: world.deps.now(),
    }
    await world.deps.db.prisma.organization.create({ data: organization })
    for (const [userId, roles] of [
      [owner.id, 'owner'],
      [member.id, 'member'],
    ] as const)
      await world.deps.db.prisma.membership.create({
        data: { userId, organizationId: organization.id, roles, createdAt: world.deps.now() },
      })
    world.pass(6 * minutes)
    const transfer = `/organizations/${organization.slug}/transfer`
    await at.post(member.browser, transfer, { user: owner.id, confirm: 'yes' })
    expect(await rows()).toHaveLength(0)
    await at.post(owner.browser, transfer, { user: member.id, confirm: 'yes' })
    await confirm(owner.browser, owner.email)
    expect(at.text(owner.browser)).toContain(member.id)
    await press(owner.browser, owner.browser.current?.location ?? '')
    const { roles } = await world.deps.db.prisma.membership.findUniqueOrThrow({
      where: { userId_organizationId: { userId: member.id, organizationId: organization.id } },
    })
    expect(roles).toContain('owner')
  })

  test('an owner who lost that role meanwhile does not see what they typed', async () => {
    const owner = await at.byMail()
    const organizationId = `lost-${owner.id}`
    const { prisma } = world.deps.db
    const createdAt = world.deps.now()
    await prisma.organization.create({ data: { id: organizationId, slug: organizationId, name: 'Lost', createdAt } })
    await prisma.membership.create({ data: { userId: owner.id, organizationId, roles: 'owner', createdAt } })
    world.pass(6 * minutes)
    await at.post(owner.browser, `/organizations/${organizationId}/delete`, { confirm: 'yes' })
    await confirm(owner.browser, owner.email)
    const kept = owner.browser.current?.location ?? ''
    expect(owner.browser.current?.status).toBe(200)
    await prisma.membership.updateMany({ where: { organizationId }, data: { roles: 'member' } })
    for (const gone of [await owner.browser.go(kept), await press(owner.browser, kept)]) expectGone(gone)
    expect((await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })).deleteAfter).toBeNull()
  })

  test('FOUR_EYES: what needs a second operator waits for one, also after it was kept', async () => {
    const config = world.deps.config as { fourEyes: boolean }
    const operator = await at.byMail(root)
    const owner = await at.byMail()
    const id = await createOrganization(world.deps, system, owner.id, { name: `Four eyes ${owner.id.slice(-6)}` })
    const member = await at.byMail()
    await addMember(world.deps, { kind: 'operator', id: 'x', network: '' }, id, member.id, ['member'])
    world.pass(6 * minutes)
    await at.post(operator.browser, `/admin/organizations/${id}`, {
      ...{ action: 'hand-over', organization: id, user: member.id, confirm: 'yes' },
    })
    await confirm(operator.browser, operator.email)
    config.fourEyes = true
    try {
      await press(operator.browser, operator.browser.current?.location ?? '')
    } finally {
      config.fourEyes = false
    }
    const { prisma } = world.deps.db
    const membership = await prisma.membership.findFirstOrThrow({ where: { userId: member.id } })
    expect(membership.roles).toBe('member')
    expect(await prisma.ownerAct.count({ where: { askedBy: operator.id, endedAt: null } })).toBe(1)
  })

  test('whoever was signed out meanwhile is told that what they typed was not saved', async () => {
    const { browser } = await at.byMail(root)
    browser.cookies.clear()
    await at.post(browser, theme, { action: 'save', name: 'Signed out' })
    expect(at.text(browser)).toContain('What you entered was not saved.')
    expect(browser.current?.html.querySelector('input[type=email]')).not.toBeNull()
  })
})

describe('the list of forms that may be kept', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ IMPERSONATION: 'notice', DYNAMIC_CLIENTS: 'open', SMS_URL: undefined })
  })
  afterAll(() => world?.close())

  /** Forms of these places that are not kept, each for a reason. */
  const neverKept: Record<string, string> = {
    '/account/addresses/confirm': 'a code',
    '/account/addresses/link/:token': 'a secret in the path',
    '/account/applications/*': 'needs no recent sign-in',
    '/account/confirm': 'leads to the sign-in and back',
    '/account/data/delete': 'its page asks first',
    '/account/fields': 'needs no recent sign-in',
    '/account/impersonations/*': 'needs no recent sign-in',
    '/account/organizations': 'needs no recent sign-in',
    '/account/passkeys': 'the answer of a passkey',
    '/account/passkeys/options': 'for a script',
    '/account/phone/confirm': 'a code',
    '/account/profile': 'needs no recent sign-in',
    '/account/profile/picture': 'a file, and needs no recent sign-in',
    '/account/recovery/*': 'a secret in the path, and needs no recent sign-in',
    '/account/undo/*': 'a secret in the path',
    '/account/sessions/*': 'needs no recent sign-in',
    '/admin/fields/new': 'its page asks first',
    '/admin/impersonations/stop': 'needs no sign-in',
    '/admin/people/:user/fields': 'operators name its fields',
    '/admin/people/:person/addresses': 'needs no recent sign-in',
    '/admin/permissions/edit': 'a document, which is too long',
    '/admin/preview/*': 'changes nothing',
  }
  const reasonFor = (path: string) =>
    neverKept[path] ??
    neverKept[`${path.split('/').slice(0, 3).join('/')}/*`] ??
    (/(\/images|\/members\/import(\/send)?|\/domains\/confirm|\/preview\/:page|\/leave|\/teams\/join|\/(settings|members\/:user)\/fields)$/.exec(
      path,
    ) ?? [])[0]

  test('says of every form of console, organizations and account whether it is kept, and names no other', () => {
    const posts = createApp(world.deps)
      .routes.filter(({ method, path }) => method === 'POST' && /^\/(admin|account|organizations)\b/.test(path))
      .map(({ path }) => path)
    const undecided = [...new Set(posts)].filter((path) => !keptForms.has(path) && !reasonFor(path))
    expect(undecided).toEqual([])
    expect([...keptForms.keys()].filter((path) => !posts.includes(path))).toEqual([])
  })

  test('has no field for a code, a secret or the answer of a passkey', () => {
    const names = [...keptForms.values()].flatMap(({ fields }) => Object.keys(fields ?? {}))
    expect(names.filter((name) => /^code$|secret|password|credential|^key$|image|^file/i.test(name))).toEqual([])
  })

  test('KF-08: what a form is called like in the language does not make it one of them', () => {
    const words = world.deps.languages.wordsFor(['en'])
    for (const route of ['__proto__', 'constructor', '', '/admin'])
      expect(showForm(route, Params.parse('action=save'), words)).toBeNull()
    for (const action of ['__proto__', 'constructor', 'toString'])
      expect(showForm(theme, Params.parse(`action=${action}`), words)).toBeNull()
    expect(showForm(theme, Params.parse('action=save&__proto__=x'), words)).toBeNull()
  })
})

test('every form of every page that may be kept is known by its button and all of its fields', async () => {
  const world = await openTestWorld({
    OPERATORS: operatorAddress,
    IMPERSONATION: 'consent',
    ...agentEnvironment,
    SMS_URL: 'terminal',
  })
  try {
    const pages = await (await preparePages(world))('en')
    const words = world.deps.languages.wordsFor(['en'])
    const paths = createApp(world.deps).routes.filter(({ method }) => method === 'POST')
    const routeOf = routeNamer(paths.map(({ path }) => path))
    const seen = new Set<string>()
    const unknown = new Set<string>()
    for (const form of pages.flatMap(({ page }) => page.html.querySelectorAll('form[method=post]'))) {
      const fields = form.querySelectorAll('input[name], select[name], textarea[name]')
      const buttons = form.querySelectorAll('button')
      for (const button of buttons) {
        const url = button.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
        const route = routeOf(url)
        if (!keptForms.has(route) || form.getAttribute('enctype')) continue
        const params = new Params(
          [...fields, ...(button.getAttribute('name') ? [button] : [])].map((field) => [
            field.getAttribute('name') ?? '',
            field.getAttribute('value') || 'x',
          ]),
        )
        seen.add(route)
        if (!showForm(route, params, words)) unknown.add(`${route} ${params.entries().join(' ')}`)
      }
    }
    expect([...unknown]).toEqual([])
    expect(seen.size).toBeGreaterThan(25)
  } finally {
    await world.close()
  }
})

test('below a path of the issuer, it is shown and sent there', async () => {
  const world = await openTestWorld({ ISSUER: 'https://id.localhost/auth' })
  try {
    const { prisma } = world.deps.db
    const now = world.deps.now()
    const user = { id: 'u1', createdAt: now, updatedAt: now }
    const email = { address: 'below@example.test', isPrimary: true, verifiedAt: now }
    await prisma.user.create({ data: { ...user, emails: { create: email } } })
    const session = {
      ...{ id: 's1', userId: 'u1', secretDigest: digest('secret'), acr: 'urn:vestibule:acr:mail', amr: 'otp' },
      ...{ userAgent: '', network: '', createdAt: now, seenAt: now, methodSince: now },
      authenticatedAt: new Date(now.getTime() - 6 * minutes),
      expiresAt: new Date(now.getTime() + 60 * minutes),
    }
    await prisma.session.create({ data: session })
    const app = createApp(world.deps)
    const cookies = [setCookie(world.deps.config, 'session', 's1.secret').split(';')[0]]
    const send = (path: string, method: string, body?: string) =>
      app.request(`https://id.localhost${path}`, {
        method,
        body,
        headers: {
          Cookie: cookies.join('; '),
          Origin: 'https://id.localhost',
          'Content-Type': 'application/x-www-form-urlencoded',
        },
      })
    const asked = await send('/auth/account/addresses', 'POST', 'email=new%40example.test')
    expect(asked.headers.get('location')).toMatch(/^\/auth\/sign-in\//)
    cookies.push(asked.headers.getSetCookie()[0]?.split(';')[0])
    await prisma.session.update({ where: { id: 's1' }, data: { authenticatedAt: now } })
    const { request } = await prisma.interaction.findFirstOrThrow()
    const { redirectUri } = JSON.parse(request) as { redirectUri: string }
    expect(redirectUri).toMatch(/^\/auth\/kept-forms\//)
    const shown = await send(redirectUri, 'GET')
    expect(await shown.text()).toContain(`action="${redirectUri}"`)
    const done = await send(redirectUri, 'POST', '')
    expect(done.headers.get('location')).toMatch(/^\/auth\/account\/addresses\/confirm\?pending=/)
  } finally {
    await world.close()
  }
})
