import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlainBrowser, Visited } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { nextCode } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

const operatorAddress = 'operator@example.test'
const own = { OPERATORS: operatorAddress, TERMS_VERSION: '', TERMS_URL: '' }

/** A browser and what it does on the page of the terms. */
class Terms {
  constructor(
    private readonly world: TestWorld,
    readonly browser: PlainBrowser,
  ) {}

  open = (query = ''): Promise<Visited> => this.browser.go(`${this.world.issuer}/admin/terms${query}`)

  async post(fields: Record<string, string>): Promise<Visited> {
    const revision = (await this.open()).html.querySelector('[name=revision]')?.getAttribute('value') ?? '0'
    const body = new URLSearchParams({ revision, ...fields }).toString()
    return this.browser.go(`${this.world.issuer}/admin/terms`, { method: 'POST', body })
  }

  save = (version: string, text: string, more: Record<string, string> = {}): Promise<Visited> =>
    this.post({ action: 'save', version, text, grace_until: '', ...more })

  act = (action: string, more: Record<string, string> = {}): Promise<Visited> =>
    this.post({ action, confirm: 'yes', ...more })
}

describe.each(databases)('the terms of the server on %s', (database) => {
  let world: TestWorld
  let terms: Terms
  beforeAll(async () => {
    world = await openTestWorld(own, { database })
    terms = new Terms(world, (await world.signIn({ email: operatorAddress, organization: 'Operations' })).browser)
  })
  afterAll(() => world?.close())

  const text = async () => (await fetch(`${world.issuer}/terms`)).text()
  const asks = async (browser: PlainBrowser) => {
    await world.authorize(browser)
    return browser.has('accept_terms')
  }

  test('terms are drafted, previewed, published, asked for, replaced and withdrawn', async () => {
    const { browser } = await world.signIn({ email: 'ada@example.test', organization: 'Engines' })
    expect((await fetch(`${world.issuer}/terms`)).status).toBe(404)
    expect((await terms.open()).text).toContain('This server has no terms.')
    const saved = await terms.save('2026-12-01', '# Be kind\n\nAlways.')
    expect(saved.text).toContain('The draft was saved')
    expect(saved.html.querySelector('.prose h1, .prose h2, .prose h3')?.text).toBe('Be kind')
    expect(await asks(browser)).toBe(false)

    expect((await terms.post({ action: 'publish' })).text).toContain('Publish the terms of')
    expect(await asks(browser)).toBe(false)
    expect((await terms.act('publish')).text).toContain('Version 2026-12-01 of the terms is in force')
    expect(await text()).toContain('Always.')
    const discovery = await (await fetch(`${world.issuer}/.well-known/openid-configuration`)).json()
    expect(discovery.op_tos_uri).toBe(`${world.issuer}/terms`)
    expect(await asks(browser)).toBe(true)
    await browser.submit({ accept_terms: 'yes' })
    expect(await asks(browser)).toBe(false)

    // Whoever accepted an earlier version goes on for a while.
    const day = new Date(world.deps.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10)
    await terms.save('2', 'Be kinder.', { grace_until: day })
    await terms.act('publish')
    expect(await asks(browser)).toBe(false)
    expect((await terms.open('?version=2026-12-01')).text).toContain('Always.')
    world.pass(6 * 86_400_000)
    const later = await world.signIn({ email: 'ada@example.test' })
    expect(await asks(later.browser)).toBe(false)

    terms = new Terms(world, (await world.signIn({ email: operatorAddress })).browser)
    expect((await terms.act('withdraw')).text).toContain('were withdrawn')
    expect((await fetch(`${world.issuer}/terms`)).status).toBe(404)
    expect((await terms.open()).text).toContain('This server has no terms.')
    const rows = await world.deps.db.sql.read("SELECT action FROM audit_event WHERE target_kind = 'terms'", [])
    expect(new Set(rows.map(({ action }) => action))).toEqual(
      new Set(['terms.drafted', 'terms.published', 'terms.withdrawn']),
    )
  })

  test('ON-15: a version never has a second text, and the same text needs no new version', async () => {
    const refused = await terms.save('2026-12-01', 'Be unkind.')
    expect(refused.status).toBe(422)
    expect(refused.html.querySelector('#version-problem')?.text).toContain('another text')
    expect(refused.html.querySelector('#text')?.text).toContain('Be unkind.')
    expect((await terms.save('2026-12-01', '# Be kind\n\nAlways.')).status).toBe(200)
    await terms.act('discard')
  })

  test.each(['', 'a b', '../x', '<b>', 'x'.repeat(65)])('the version %j is refused', async (version) => {
    const refused = await terms.save(version, 'Text')
    expect(refused.html.querySelector('#version-problem')?.text).toContain('1 to 64')
  })

  test('ON-13: a text that is empty, too long or costly is refused, and so is a date of the past', async () => {
    for (const bad of ['', ' \n', 'x'.repeat(50_001), '*'.repeat(600)])
      expect((await terms.save('9', bad)).html.querySelector('#text-problem')).not.toBeNull()
    const past = await terms.save('9', 'Text', { grace_until: '2001-01-01' })
    expect(past.html.querySelector('#grace_until-problem')).not.toBeNull()
    expect((await terms.save('9', 'x'.repeat(600_000))).status).toBe(413)
  })

  test('ON-13: Markdown of the console runs nothing', async () => {
    await terms.save('hostile', '<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>')
    await terms.act('publish')
    const page = await text()
    expect(page).not.toMatch(/<script>alert|href="javascript|<img src=x/)
    await terms.act('withdraw')
  })

  test('ON-15: what another operator changed meanwhile is not published', async () => {
    await terms.save('r1', 'One.')
    const revision = (await terms.open()).html.querySelector('[name=revision]')?.getAttribute('value') ?? ''
    await terms.save('r2', 'Two.')
    for (const action of ['publish', 'discard', 'withdraw', 'save'])
      expect((await terms.act(action, { revision, version: 'r3', text: 'Three.' })).status, action).toBe(412)
    const answers = await Promise.all([1, 2, 3].map(() => terms.act('publish')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    await terms.act('withdraw')
  })

  test('what is typed after five minutes is kept until its writer has signed in again', async () => {
    world.pass(6 * 60_000)
    expect((await terms.open()).html.querySelector('[value=confirm]')).not.toBeNull()
    const asked = await terms.save('late', 'Written slowly.')
    expect(asked.location).toMatch(/\/sign-in\//)
    await terms.browser.submit({ email: operatorAddress })
    const kept = await terms.browser.submit({ code: await nextCode(world.mailbox, operatorAddress) })
    expect([kept.text.includes('Written slowly.'), kept.text.includes('late')]).toEqual([true, true])
    terms = new Terms(world, (await world.signIn({ email: operatorAddress })).browser)
  })

  test('ON-14: a viewer reads and changes nothing; nobody else knows the page', async () => {
    const viewer = await world.signIn({ email: 'viewer@example.test', organization: 'Viewers' })
    const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'viewer@example.test' } })
    const owner = new Terms(world, viewer.browser)
    expect((await owner.open()).status).toBe(404)
    expect((await owner.act('publish')).status).toBe(404)
    await world.deps.db.prisma.operatorRole.create({
      data: { userId, role: 'viewer', grantedBy: null, at: world.deps.now() },
    })
    expect((await owner.open()).html.querySelectorAll('main button')).toEqual([])
    expect((await owner.save('v', 'Text')).status).toBe(403)
    expect((await owner.act('publish')).status).toBe(403)
  })
})

test('ON-14: TERMS_VERSION wins: the console shows it, and refuses what is sent by hand', async () => {
  const world = await openTestWorld({ OPERATORS: operatorAddress }, { database: 'sqlite' })
  const terms = new Terms(world, (await world.signIn({ email: operatorAddress, organization: 'Operations' })).browser)
  const shown = await terms.open()
  expect(shown.html.querySelector('main .done')?.text).toContain('environment (TERMS_VERSION, TERMS_URL), which wins')
  expect(shown.html.querySelectorAll('main button')).toEqual([])
  expect((await terms.save('9', 'Text')).status).toBe(409)
  for (const action of ['publish', 'discard', 'withdraw']) expect((await terms.act(action)).status, action).toBe(409)
  expect((await terms.act('nothing')).status).toBe(404)
  await world.close()
})
