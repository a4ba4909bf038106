import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advise } from '../src/config/advice.ts'
import { createEndpoint } from '../src/flows/management/deliveries/webhook-endpoints.ts'
import { inTransaction, system } from '../src/flows/platform/audit.ts'
import { languageTags } from '../src/words/generated/words.ts'
import type { PlainBrowser } from './support/browser.ts'
import { databases } from './support/databases.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// What an operator sees first: today's numbers, what needs attention, and 30 days as charts.

const operator = { kind: 'operator', id: 'op', network: '::/48' } as const

describe.each(databases)('on %s', (database) => {
  let world: TestWorld
  let browser: PlainBrowser
  beforeAll(async () => {
    world = await openTestWorld({ OPERATORS: 'root@example.test', OIDC_CLIENT_0_REQUIRE_PKCE: 'false' }, { database })
    browser = (await world.signIn({ email: 'root@example.test' })).browser
    await world.signIn()
    await world.deps.signInLog.flush()
  })
  afterAll(() => world?.close())

  test('warnings are in the language of the page where it has them, and are marked as English where not', async () => {
    const { now, config } = world.deps
    const named = advise(config, now()).filter((advice) => advice.named)
    expect(named.length).toBeGreaterThan(0)
    const english = await warnings('en')
    expect(english.map(({ text }) => text.replaceAll(/[\u2066\u2069]/g, ''))).toEqual(
      advise(config, now()).map(({ text }) => text),
    )
    for (const language of languageTags.filter((tag) => tag !== 'en')) {
      const translated = (await warnings(language)).filter(({ lang }) => lang !== 'en').map(({ text }) => text)
      expect(translated, language).toHaveLength(named.length)
      for (const { text } of english) expect(translated, language).not.toContain(text)
    }
    await world.deps.db.prisma.user.updateMany({ data: { locale: null } })
  })

  const warnings = async (language: string) => {
    await world.deps.db.prisma.user.updateMany({ data: { locale: language } })
    const { html } = await overview()
    return html
      .querySelectorAll('details .notices li')
      .map((item) => ({ text: item.text.trim(), lang: item.getAttribute('lang') }))
  }
  const overview = (query = '') => browser.go(`${world.issuer}/admin${query}`)
  const numbers = async () => {
    const { html } = await overview()
    return Object.fromEntries(
      html.querySelectorAll('.numbers a').map((tile) => {
        const value = tile.querySelector('strong')?.text ?? ''
        return [tile.text.slice(0, tile.text.indexOf(value)).trim(), value]
      }),
    )
  }

  test('today’s numbers are counted', async () => {
    await expect.poll(numbers).toEqual({
      'Sign-ins': '2',
      'Failed or refused attempts': '0',
      'New accounts': '2',
      'Emails handed over': '2',
      'Emails refused': '0',
    })
    const attempt = world.browser()
    await world.authorize(attempt)
    await attempt.submit({ email: 'mia@example.test' })
    await world.mailbox.take('mia@example.test')
    await attempt.submit({ code: '000000' })
    await world.deps.signInLog.flush()
    await expect.poll(async () => (await numbers())['Failed or refused attempts']).toBe('1')
  })

  test('each number leads to what it counts, and says what it was a week ago', async () => {
    const tiles = async () =>
      (await overview()).html
        .querySelectorAll('.numbers a')
        .map((tile) => [tile.querySelector('small')?.text, tile.getAttribute('href')])
    const today = world.deps.now().toISOString().slice(0, 10)
    expect(await tiles()).toEqual([
      ['A week ago by this time: 0', `/admin/audit?event=group%3AsignIn&from=${today}`],
      ['A week ago, all day: 0', '#failures'],
      ['A week ago by this time: 0', '/admin/people'],
      ['A week ago by this time: 0', '/admin/mail?outcome=sent'],
      ['A week ago by this time: 0', '/admin/mail?outcome=refused'],
    ])
    const [, failures] = (await overview()).html.querySelectorAll('.numbers li')
    expect(failures?.getAttribute('class')).toBe('bad')
    const { prisma } = world.deps.db
    const then = new Date(world.deps.now().getTime() - 7 * 86_400_000)
    const day = then.toISOString().slice(0, 10)
    await prisma.signInDaily.create({
      data: { day, method: 'code', outcome: 'failed', reason: 'wrong-code', clientId: 'web', count: 1234 },
    })
    const midnight = Date.parse(`${day}T00:00:00Z`)
    const event = (at: number, action: 'session.created' | 'session.renewed' | 'user.created') =>
      inTransaction(
        { ...world.deps, now: () => new Date(at) },
        async (tx) => void (await tx.record(system, { action })),
      )
    // One in the hours that have passed today too, and one that was later on that day.
    await event(midnight, 'session.created')
    await event(midnight, 'user.created')
    await event(then.getTime() + 60_000, 'session.renewed')
    const compared = (await tiles()).map(([text]) => text)
    expect(compared.slice(0, 3)).toEqual([
      'A week ago by this time: 1',
      'A week ago, all day: 1,234',
      'A week ago by this time: 1',
    ])
  })

  test('people who were imported are no new accounts of today', async () => {
    const before = (await numbers())['New accounts']
    const now = world.deps.now()
    // An import keeps the ids of the old provider, which sort after ours, and the present time where none is given.
    await world.deps.db.prisma.user.create({ data: { id: 'p-imported', createdAt: now, updatedAt: now } })
    expect((await numbers())['New accounts']).toBe(before)
  })

  test('the sign-ins of an application by day', async () => {
    const { html } = await browser.go(`${world.issuer}/admin/applications/web`)
    const link = html.querySelectorAll('main a').find((found) => found.text === 'Sign-ins')
    const own = await browser.go(`${world.issuer}${link?.getAttribute('href')}`)
    expect(own.html.querySelector('h1')?.text).toBe('Sign-ins')
    expect(own.html.querySelectorAll('.breadcrumbs a').map((crumb) => crumb.getAttribute('href'))).toEqual([
      '/admin/applications',
      '/admin/applications/web',
    ])
    expect(own.html.querySelector('#sign-ins tbody td')?.text).toBe('2')
    // A chart without data takes one line.
    const other = await browser.go(`${world.issuer}/admin/applications/third/sign-ins`)
    expect(other.html.querySelector('p#sign-ins')?.text).toContain('There were none.')
    expect(other.html.querySelector('svg.bars')).toBeNull()
    expect((await browser.go(`${world.issuer}/admin/applications/nothing/sign-ins`)).status).toBe(404)
  })

  test('the charts have a table of the same numbers, no inline style and no script', async () => {
    const { html, text } = await overview()
    expect(text).not.toMatch(/<[^>]* style=/)
    expect(html.querySelectorAll('main script')).toEqual([])
    const [byMethod, byReason] = html.querySelectorAll('figure.chart')
    expect(byMethod?.querySelector('svg')?.getAttribute('role')).toBe('img')
    expect(byMethod?.querySelectorAll('rect title').map((title) => title.text)[0]).toMatch(/mailed code: 2$/)
    expect(byMethod?.querySelectorAll('tbody tr')).toHaveLength(30)
    expect(byMethod?.querySelectorAll('tbody tr')[0]?.querySelector('td')?.text).toBe('2')
    expect(byReason?.text).toContain('Incorrect code')
  })

  test('7, 30 or 90 days', async () => {
    for (const days of [7, 30, 90]) {
      const { html } = await overview(`?days=${days}`)
      expect(html.querySelector('.ranges [aria-current]')?.text).toBe(`${days} days`)
      expect(html.querySelector('figure.chart')?.querySelectorAll('tbody tr')).toHaveLength(days)
    }
    for (const days of ['0', '-1', '1e9', 'x'])
      expect((await overview(`?days=${days}`)).html.querySelector('.ranges [aria-current]')?.text).toBe('30 days')
  })

  test('what needs attention is said, with the page that says more', async () => {
    expect((await overview()).html.querySelector('main')?.text).toContain('Nothing needs your attention.')
    const { id } = await createEndpoint(world.deps, operator, {
      ...{ name: 'Billing', url: 'http://127.0.0.1:9/hook', actions: ['member.*'], disabled: false },
    })
    await inTransaction(world.deps, async (tx) => {
      await tx.record(system, { action: 'member.removed' })
    })
    world.mailbox.down = true
    const late = world.browser()
    await world.authorize(late)
    await late.submit({ email: 'late@example.test' })
    const notices = async () =>
      (await overview()).html.querySelectorAll('main > .notices li').map((notice) => [
        notice
          .querySelector('.status')
          ?.text.trim()
          .replace(/ since .*/, ''),
        notice.querySelector('a')?.getAttribute('href'),
      ])
    await expect.poll(notices).toEqual([
      ['1 email waits for the mail server, the oldest', '/admin/mail'],
      ['The webhook endpoint Billing does not answer. Events waiting: 1, the oldest', `/admin/webhooks/${id}`],
    ])
    const { html } = await overview()
    expect(html.querySelector('main')?.text).toContain('RFC 9700')
    expect(html.querySelector('main')?.text).toMatch(/Vestibule \d+\.\d+\.\d+/)
  })
})
