import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { openChromium } from './support.ts'

// Lists with a full page of rows: how much of them is seen at once, and how large their page is.

const organizationId = 'large'
const endpointId = 'endpoint'
const lists = [
  '/admin/people',
  '/admin/mail',
  '/admin/audit',
  `/admin/organizations/${organizationId}/members`,
  `/organizations/${organizationId}`,
  `/admin/webhooks/${endpointId}`,
]
let world: TestWorld
const browsers: Browser[] = []

/** An id of 32 digits that sorts by its number. */
const idOf = (number: number) => String(number).padStart(32, '0')

/** Members, one of whom is the operator `olga`, and what a webhook endpoint answered. */
async function fillOrganization(numbers: readonly number[]): Promise<void> {
  const { prisma } = world.deps.db
  const now = world.deps.now()
  const organization = { id: organizationId, slug: organizationId, name: 'Hohenstein-Wolkenburg Analytical Engines' }
  await prisma.organization.create({ data: { ...organization, createdAt: now } })
  const owner = { address: 'olga@example.test', isPrimary: true, verifiedAt: now }
  await prisma.user.create({ data: { id: 'olga', createdAt: now, updatedAt: now, emails: { create: owner } } })
  const members = [
    { userId: 'olga', roles: 'owner' },
    ...numbers.map((number) => ({ userId: idOf(number), roles: number % 4 === 0 ? 'admin' : 'member' })),
  ]
  await prisma.membership.createMany({
    data: members.map((member) => ({ ...member, organizationId, createdAt: now })),
  })
  for (const name of ['research', 'development-of-long-names']) {
    await prisma.team.create({ data: { id: name, organizationId, slug: name, name, createdAt: now } })
    await prisma.teamMembership.createMany({
      data: numbers
        .filter((number) => number % 3 !== name.length % 3)
        .map((number) => ({ userId: idOf(number), teamId: name, createdAt: now })),
    })
  }
}

async function fillDeliveries(numbers: readonly number[]): Promise<void> {
  const { prisma } = world.deps.db
  const now = world.deps.now()
  await prisma.webhookEndpoint.create({
    data: {
      ...{ id: endpointId, name: 'Billing', url: 'https://billing.example.test/webhooks', actions: '' },
      ...{ secret: 'sealed', secretAt: now, createdAt: now, updatedAt: now },
    },
  })
  const states = ['delivered', 'waiting', 'failed']
  await prisma.webhookDelivery.createMany({
    data: numbers.map((number) => ({
      ...{ endpointId, eventId: idOf(number), state: states[number % 3] ?? '', attempts: 1, queuedAt: now },
      dueAt: number % 3 === 1 ? new Date(now.getTime() + 86_400_000) : null,
    })),
  })
  await prisma.webhookAttempt.createMany({
    data: numbers.map((number) => ({
      ...{ id: idOf(number), endpointId, eventId: idOf(number), at: now, status: number % 3 === 0 ? 204 : 500 },
      ...{ durationMs: 12, answer: '{"error":"the database of the billing department is being migrated"}' },
    })),
  })
}

async function fill(): Promise<void> {
  const { prisma } = world.deps.db
  const now = world.deps.now()
  const names = ['Anna Meier', 'فاطمة حداد', '山田 太郎', 'Maximiliane von Hohenstein-Wolkenburg-Sondershausen', '']
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  for (const number of numbers) {
    const [givenName = '', ...rest] = (names[number % names.length] ?? '').split(' ')
    await prisma.user.create({
      data: {
        id: idOf(number),
        givenName,
        familyName: rest.join(' '),
        createdAt: now,
        updatedAt: now,
        lastSignInAt: number % 3 === 0 ? null : now,
        emails: {
          create: { address: `person-with-a-long-name-${number}@example.test`, isPrimary: true, verifiedAt: now },
        },
      },
    })
  }
  await prisma.mailDelivery.createMany({
    data: numbers.map((number) => ({
      id: idOf(number),
      at: now,
      kind: 'sign-in-code',
      addressKey: `key ${number}`,
      addressShown: `p…@a-long-name-of-a-company-${number}.example`,
      outcome: number % 2 === 0 ? 'sent' : 'refused',
      attempts: 1,
      replyCode: 550,
      replyText: '5.1.1 <person@example.test>: Recipient address rejected: User unknown in virtual mailbox table',
      messageId: `<${idOf(number)}@mail.example.test>`,
      expiresAt: new Date(now.getTime() + 86_400_000),
    })),
  })
  await prisma.auditEvent.createMany({
    data: numbers.map((number) => ({
      id: idOf(number),
      at: now,
      action: 'user.disabled',
      actorKind: 'system',
      targetKind: 'user',
      targetId: idOf(number),
      network: '203.0.113.0/24',
      result: 'ok',
    })),
  })
  await fillOrganization(numbers)
  await fillDeliveries(numbers)
}

beforeAll(async () => {
  world = await openTestWorld({ OPERATORS: 'olga@example.test,omar@example.test,otto@example.test' })
  await fill()
})
afterAll(async () => {
  for (const browser of browsers) await browser.close()
  await world?.close()
})

async function openConsole(email: string, width: number, options: string[] = []): Promise<Page> {
  const browser = await openChromium(options)
  browsers.push(browser)
  const page = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage()
  await page.goto(`${world.issuer}/admin`)
  await page.fill('[name=email]', email)
  await page.locator('main button.primary').first().click()
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await page.waitForURL(`${world.issuer}/admin`)
  return page
}

test('a list shows twelve whole rows as its page opens, and fifty rows are less than 80 KB', async () => {
  const page = await openConsole('olga@example.test', 1280)
  for (const path of lists) {
    const answer = await page.goto(`${world.issuer}${path}`)
    expect((await answer?.body())?.length, path).toBeLessThan(80_000)
    const rows = await page
      .locator('main .table tbody tr')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()))
    expect(rows, path).toHaveLength(50)
    expect(rows.filter(({ bottom }) => bottom <= 800).length, path).toBeGreaterThanOrEqual(12)
    expect(Math.max(...rows.map(({ height }) => height)), path).toBeLessThanOrEqual(45)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(1280)
  }
})

test('the menu of a row is on the screen, whichever row it is of', async () => {
  const [page] = browsers[0]?.contexts()[0]?.pages() ?? []
  if (!page) throw new Error('no page')
  await page.goto(`${world.issuer}/admin/audit`)
  const rows = page.locator('main .table tbody tr')
  for (const index of [0, 12, 49]) {
    await rows.nth(index).locator('.menu > summary').click()
    const menu = await rows.nth(index).locator('.menu > div').boundingBox()
    expect(menu?.y, `row ${index}`).toBeGreaterThanOrEqual(0)
    expect((menu?.y ?? 0) + (menu?.height ?? 0), `row ${index}`).toBeLessThanOrEqual(800)
    await page.keyboard.press('Escape')
    expect(await page.locator('.menu[open]').count()).toBe(0)
  }
})

test('what can be done with several people takes no room before somebody is chosen, and one box chooses them all', async () => {
  const page = await openConsole('omar@example.test', 1280)
  await page.goto(`${world.issuer}/admin/people`)
  const bar = page.locator('.row-acts')
  const rows = page.locator('tbody input[name=person]')
  const all = page.getByLabel('Choose everyone on this page')
  const first = async () => (await page.locator('tbody tr').first().boundingBox())?.y
  const before = await first()
  expect(await bar.isVisible()).toBe(false)
  await rows.nth(3).check()
  expect(await bar.isVisible()).toBe(true)
  expect(await first(), 'the rows stay where they are').toBe(before)
  expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true])
  await all.check()
  expect(await page.locator('tbody input[name=person]:checked').count()).toBe(50)
  await rows.nth(3).uncheck()
  expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true])
  await rows.nth(3).check()
  expect(await all.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  expect(await page.locator('main').innerText()).toContain('For each of the people chosen (50):')
  await page.goBack()
  expect(await bar.isVisible(), 'the browser still has them chosen').toBe(true)
  await all.uncheck()
  expect(await bar.isVisible()).toBe(false)
})

test('waiting emails are tried now by a button beside them', async () => {
  const [page] = browsers[0]?.contexts()[0]?.pages() ?? []
  if (!page) throw new Error('no page')
  world.mailbox.refuses = { responseCode: 451, message: '4.3.0 later' }
  await page.goto(`${world.issuer}/admin/mail`)
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect
    .poll(async () => (await world.deps.db.prisma.outboxMessage.findFirst({ where: { leasedUntil: null } }))?.attempts)
    .toBe(1)
  await page.goto(`${world.issuer}/admin/mail`)
  world.mailbox.refuses = null
  await page.getByRole('button', { name: /^Try now/ }).click()
  expect(await page.locator('.said').innerText()).toContain('The waiting emails are being tried now.')
  await expect.poll(() => world.deps.db.prisma.outboxMessage.count()).toBe(0)
})

test('on a phone with text twice as large, rows are cards and nothing is wider than the screen', async () => {
  const page = await openConsole('otto@example.test', 360, ['--blink-settings=defaultFontSize=32'])
  for (const path of lists) {
    await page.goto(`${world.issuer}${path}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    const outside = await page.locator('main .table *').evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
        .filter((element) => element.getBoundingClientRect().right > 360.5)
        .map((element) => element.outerHTML.slice(0, 100)),
    )
    expect(outside, path).toEqual([])
  }
})
