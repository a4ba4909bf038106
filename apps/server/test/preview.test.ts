import { existsSync, mkdtempSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, type Signed } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

let world: TestWorld
let operator: Signed

// A preview lives in one process: that of the first replica.
beforeAll(async () => {
  world = await openTestWorld({
    OPERATORS: 'operator@example.test',
    WEBHOOK_URL: 'http://127.0.0.1:9/hook',
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
    OIDC_CLIENT_5_ORGANIZATION: 'optional',
  })
  operator = await accountOf(world).byMail('operator@example.test')
})
afterAll(() => world.close())

const text = (browser: PlainBrowser): string => browser.current?.html.querySelector('main')?.text ?? ''
const codeShown = (browser: PlainBrowser): string => browser.current?.html.querySelector('.bar .code')?.text ?? ''

async function start(fields: Record<string, string>, browser = operator.browser) {
  await browser.go(`${world.issuer}/admin/preview`)
  return browser.submit({ client: 'web', organization: '', language: '', acr: '', ...fields })
}

/** Does what the pages ask, as an operator would who reads the code above them. */
async function goThrough(browser: PlainBrowser): Promise<void> {
  for (let step = 0; step < 12; step++) {
    if (browser.current?.location.includes('/admin/preview/result')) return
    expect(browser.current?.location).toContain('/admin/preview/run/')
    expect(browser.current?.status).toBe(200)
    if (browser.has('email')) await browser.submit({ email: 'preview@example.com' })
    else if (browser.has('code')) await browser.submit({ code: codeShown(browser) })
    else if (browser.has('accept_terms')) await browser.submit({ accept_terms: 'yes' })
    else if (browser.has('given_name')) await browser.submit({ given_name: 'Pre', family_name: 'View' })
    else if (browser.has('organization_name')) await browser.submit({ organization_name: 'Preview Ltd' })
    else if (browser.current?.html.querySelector('[value=allow]')) await browser.submit({ decision: 'allow' })
    else if (browser.current?.html.querySelector('[value=passkey]')) await browser.submit({ action: 'passkey' })
    else throw new Error(`an unknown page at ${browser.current?.location}: ${text(browser)}`)
  }
}

/** The claims that the result shows in a part. */
const shown = (part: string): Record<string, unknown> =>
  JSON.parse(
    operator.browser.current?.html.querySelector(`section[aria-labelledby=${part}] pre`)?.textContent ?? 'null',
  )

const counts = async () => {
  const { prisma } = world.deps.db
  return {
    people: await prisma.user.count(),
    organizations: await prisma.organization.count(),
    sessions: await prisma.session.count(),
    events: await prisma.auditEvent.count(),
    mails: world.mailbox.mails.length + (await prisma.outboxMessage.count()),
    grants: await prisma.grant.count(),
  }
}

test('an operator goes through the real pages and sees the tokens, and nothing of it is stored, mailed or counted', async () => {
  const before = await counts()
  const cookies = [...operator.browser.cookies]
  await start({})
  expect(operator.browser.current?.location).toContain('/admin/preview/run/sign-in/')
  await goThrough(operator.browser)
  expect(text(operator.browser)).toContain('What Web App would get')
  expect(text(operator.browser)).toContain('Terms: the current version had not been accepted.')
  const issuer = `${world.issuer}/admin/preview/run`
  expect(shown('idToken')).toMatchObject({ iss: issuer, aud: 'web', acr: 'urn:vestibule:acr:mail' })
  expect(shown('accessToken')).toMatchObject({ iss: issuer, client_id: 'web' })
  expect(shown('userinfo')).toMatchObject({ email: 'preview@example.com', organization_name: 'Preview Ltd' })
  expect(shown('response')).toMatchObject({ access_token: '…', refresh_token: '…' })
  expect(await counts()).toEqual(before)
  expect([...operator.browser.cookies]).toEqual(cookies)
  await operator.browser.go(`${world.issuer}/admin/people?query=preview@example.com`)
  expect(operator.browser.current?.html.querySelectorAll('.rows li')).toHaveLength(0)
})

test('the organization, the language and the acr are those that were chosen', async () => {
  const { prisma } = world.deps.db
  const now = world.deps.now()
  await prisma.organization.create({ data: { id: 'acme-id', slug: 'acme', name: 'Acme', createdAt: now } })
  await start({ organization: 'acme', language: 'de', acr: 'phr' })
  expect(operator.browser.current?.html.querySelector('html')?.getAttribute('lang')).toBe('de')
  await goThrough(operator.browser)
  expect(shown('idToken')).toMatchObject({ acr: 'phr', organization: 'acme-id' })
  expect(text(operator.browser)).toContain('Passkey: the request, the application or the organization demands one.')
  expect(await prisma.membership.count({ where: { organizationId: 'acme-id' } })).toBe(0)
})

test('consent is asked for where the client demands it', async () => {
  await start({ client: 'third' })
  await goThrough(operator.browser)
  expect(text(operator.browser)).toContain('Consent: the application has to ask before it gets data.')
})

test('an unknown organization is refused in words', async () => {
  const { status } = await start({ organization: 'nobody' })
  expect(status).toBe(422)
  expect(text(operator.browser)).toContain('There is no organization with this ID or short name.')
})

test('CO-70: nobody but the operator reaches a preview, and its tokens are worth nothing', async () => {
  await start({})
  const inside = operator.browser.current?.location ?? ''
  const stranger = world.browser()
  await stranger.go(inside)
  expect(stranger.current?.location).toMatch(/^[^?]+\/sign-in\/[^/]+$/)
  expect(stranger.current?.location).not.toContain('/admin/preview')
  const member = await accountOf(world).byMail('member@example.test')
  for (const path of ['/admin/preview', '/admin/preview/result', new URL(inside).pathname])
    expect((await member.browser.go(`${world.issuer}${path}`)).status).toBe(404)
  const forged = await operator.browser.go(inside, {
    method: 'POST',
    body: 'email=x',
    headers: { Origin: 'https://elsewhere.example' },
  })
  expect(forged.status).toBe(403)
  // Its session is no session of this server.
  const { issuer, keys } = world.deps.config as never as { issuer: string; keys: unknown }
  expect(keys).toBeUndefined()
  expect((await fetch(`${issuer}/admin/preview/run/jwks`)).status).not.toBe(200)
})

test('what a killed process left behind is removed by a later preview', async () => {
  const left = mkdtempSync(join(tmpdir(), 'vestibule-preview-'))
  const long = new Date(world.deps.now().getTime() - 86_400_000)
  utimesSync(left, long, long)
  await start({})
  expect(existsSync(left)).toBe(false)
  await operator.browser.submit({ action: 'end' })
})

test('a preview ends when the operator ends it, and after an hour', async () => {
  await start({})
  const inside = operator.browser.current?.location ?? ''
  await operator.browser.submit({ action: 'end' })
  expect(text(operator.browser)).toContain('The preview was ended and everything in it was deleted.')
  await operator.browser.go(inside)
  expect(text(operator.browser)).toContain('There is no open preview.')
  await start({})
  world.pass(3_600_001)
  operator = await accountOf(world).byMail('operator@example.test', operator.browser)
  await operator.browser.go(`${world.issuer}/admin/preview/run/account`)
  expect(text(operator.browser)).toContain('There is no open preview.')
})
