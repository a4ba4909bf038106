import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite } from '../../apps/server/src/flows/organizations/invitations/invitations.ts'
import { decideJoinRequest } from '../../apps/server/src/flows/organizations/members/join-requests.ts'
import { linkIn, nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Application, openApplication } from './application.ts'
import { expectRefusedForm, openStrictBrowser } from './strict-browser.ts'
import { virtualAuthenticator } from './support.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// The ways of people through a sign-in, on a server that nobody configured. The clock moves instead of waiting.

let world: TestWorld
let browser: Browser
let application: Application
beforeAll(async () => {
  application = await openApplication()
  world = await openTestWorld({ OIDC_CLIENT_0_REDIRECT_URIS: application.redirectUri }, { clock: 'running' })
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  application?.close()
})

const authorize = (extra: Record<string, string> = {}) =>
  `${world.issuer}/authorize?${new URLSearchParams({ client_id: 'web', redirect_uri: application.redirectUri, response_type: 'code', scope: 'openid email', state: 's', ...extra })}`

const newPage = async (options?: BrowserContextOptions) => (await browser.newContext(options)).newPage()
const submit = (page: Page) => page.locator('button.primary').first().click()
const back = (page: Page) => page.waitForURL(`${application.redirectUri}**`)

async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axe)
    const violations = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')))",
    )
    expect(violations, `${name}, ${colorScheme}`).toEqual([])
  }
}

async function openCodePage(page: Page, email: string): Promise<void> {
  await page.goto(authorize())
  await page.fill('[name=email]', email)
  await submit(page)
  await page.locator('[name=code]').waitFor()
}

async function finish(page: Page): Promise<void> {
  await page.check('[name=accept_terms]')
  await submit(page)
  await page.fill('[name=given_name]', 'Ada')
  await submit(page)
  await page.fill('[name=organization_name]', 'Engines')
  await submit(page)
  await back(page)
}

describe('a code', () => {
  test('is sent by itself with its last digit', async () => {
    const email = 'types@example.test'
    const page = await newPage()
    await openCodePage(page, email)
    await page.getByText('submitted as soon as you enter the last digit').waitFor()
    const code = await nextCode(world.mailbox, email)
    await page.locator('[name=code]').pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.locator('[name=accept_terms]').waitFor()
    await finish(page)
  })

  test('is sent a moment after a program has filled it in, unless that does it', async () => {
    const email = 'fills@example.test'
    const page = await newPage()
    await openCodePage(page, email)
    await page.fill('[name=code]', await nextCode(world.mailbox, email))
    await page.locator('[name=accept_terms]').waitFor()
  })

  test('is found in what was pasted', async () => {
    const email = 'pastes@example.test'
    const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    await openCodePage(page, email)
    const code = await nextCode(world.mailbox, email)
    const text = `Your code is ${code.slice(0, 3)}-${code.slice(3)}.`
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.locator('[name=code]').press('Control+V')
    await page.locator('[name=accept_terms]').waitFor()
  })

  test('may come in the digits of another script', async () => {
    const email = 'composes@example.test'
    const page = await newPage()
    await openCodePage(page, email)
    const code = await nextCode(world.mailbox, email)
    const arabic = code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    await page.locator('[name=code]').pressSequentially(arabic)
    await page.locator('[name=accept_terms]').waitFor()
  })

  test('that was wrong is typed again and sent again; the last try leads to a new code', async () => {
    expectRefusedForm()
    const email = 'errs@example.test'
    const page = await newPage()
    await openCodePage(page, email)
    const right = await nextCode(world.mailbox, email)
    const wrong = right === '000000' ? '111111' : '000000'
    for (let left = 4; left >= 0; left--) {
      await page.locator('[name=code]').pressSequentially(wrong)
      await page.getByText(left > 0 ? `You have ${left} attempt` : 'That was your last attempt').waitFor()
    }
    world.pass(31_000)
    await page.goto(page.url())
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await page.locator('[name=code]').pressSequentially(await nextCode(world.mailbox, email))
    await page.locator('[name=accept_terms]').waitFor()
  })

  test('is sent once on a slow line, and the page says that it is busy', async () => {
    const email = 'slow@example.test'
    const page = await newPage()
    await openCodePage(page, email)
    const code = await nextCode(world.mailbox, email)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') sent += 1
    })
    // Once the form is on its way, neither its own button nor that of another form does anything more.
    await page.evaluate(() => {
      addEventListener(
        'submit',
        () => {
          for (const button of document.querySelectorAll<HTMLButtonElement>('main button')) {
            setTimeout(() => {
              const busy = document.querySelector('form:has([name=code])')?.getAttribute('aria-busy')
              sessionStorage.setItem('busy', String(busy))
              button.disabled = false
              button.click()
            }, 50)
          }
        },
        { once: true },
      )
    })
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.enable')
    const slow = { offline: false, latency: 800, downloadThroughput: 100_000, uploadThroughput: 100_000 }
    await cdp.send('Network.emulateNetworkConditions', slow)
    await page.locator('[name=code]').pressSequentially(code)
    await page.locator('[name=accept_terms]').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('true')
    expect(sent).toBe(1)
    await cdp.send('Network.emulateNetworkConditions', {
      ...slow,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await page.goBack()
    await finish(page)
  })
})

test('who signed in with a passkey meets it first the next time, with or without their address', async () => {
  const email = 'returns@example.test'
  const page = await newPage()
  await virtualAuthenticator(page)
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await openCodePage(page, email)
  await page.locator('[name=code]').pressSequentially(await nextCode(world.mailbox, email))
  await page.check('[name=accept_terms]')
  await submit(page)
  await page.fill('[name=given_name]', 'Ada')
  await submit(page)
  await page.fill('[name=organization_name]', 'Engines')
  await submit(page)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await back(page)
  const signOut = async () => {
    await page.goto(`${world.issuer}/logout`)
    await page.click('[value=logout]')
    await page.getByText('You are signed out').waitFor()
  }
  await signOut()
  // One that was just made counts as used, and so it is each time after.
  for (const time of ['passkey first', 'passkey first again']) {
    await page.goto(authorize())
    const first = page.locator('main button:visible').first()
    await expect.poll(() => first.innerText()).toMatch(/^Sign in with a passkey\s+Last used$/)
    expect(await page.inputValue('[name=email]')).toBe('')
    expect(await page.getByText('Last used').count()).toBe(1)
    await inspect(page, time)
    await first.click()
    await back(page)
    await signOut()
  }
})

test('without scripts, everything is there but what only a script can do', async () => {
  const email = 'plain@example.test'
  const page = await newPage({ javaScriptEnabled: false })
  await page.goto(authorize())
  await page.locator('.languages summary').click()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  await page.fill('[name=email]', email)
  await submit(page)
  expect(await page.locator('[data-sent-by-itself]').isVisible()).toBe(false)
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await submit(page)
  await finish(page)
})

/** Makes an organization in whose domain people may ask to join, and returns its id and its owner. */
async function organizationOf(domain: string): Promise<{ id: string; owner: string }> {
  const { person } = await world.signIn(
    { givenName: 'Olga', familyName: 'Owner', organization: `The ${domain}` },
    { redirect_uri: application.redirectUri },
  )
  const { prisma } = world.deps.db
  const { organizationId: id, userId: owner } = await prisma.membership.findFirstOrThrow({
    where: { user: { emails: { some: { address: person.email } } } },
  })
  const at = { createdAt: new Date(), verifiedAt: new Date() }
  await prisma.domain.create({
    data: {
      organizationId: id,
      name: domain,
      token: domain,
      method: 'dns',
      claimed: domain,
      joining: 'suggest',
      ...at,
    },
  })
  return { id, owner }
}

test('who asked to join waits on a page that goes on by itself', async () => {
  const { id, owner } = await organizationOf('waits.example')
  const email = 'new@waits.example'
  const page = await newPage()
  await openCodePage(page, email)
  await page.locator('[name=code]').pressSequentially(await nextCode(world.mailbox, email))
  await page.check('[name=accept_terms]')
  await submit(page)
  await page.fill('[name=given_name]', 'Newton')
  await submit(page)
  await page.check(`[value="${id}"]`)
  await submit(page)
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor()
  await page.getByText('Keep this page open').waitFor()
  await inspect(page, 'waiting')
  const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: email } })
  await decideJoinRequest(world.deps, { kind: 'user', id: owner, network: '' }, id, userId, true)
  await back(page)
})

test('an invited person reads at once who invites them to what, with their address filled in', async () => {
  const { id, owner } = await organizationOf('invites.example')
  const email = 'guest@elsewhere.example'
  const invitation = { email, roles: ['member' as const], teamIds: [], clientId: null, languages: ['en'] }
  await invite(world.deps, { kind: 'user', id: owner, network: '' }, id, invitation)
  const link = linkIn(await world.mailbox.take(email))
  const page = await newPage()
  await page.goto(link)
  await page.getByText('Olga Owner invites you to join The invites.example.').waitFor()
  expect(await page.inputValue('[name=email]')).toBe(email)
  await inspect(page, 'invited')
  await submit(page)
  await page.locator('[name=code]').pressSequentially(await nextCode(world.mailbox, email))
  await page.getByRole('heading', { name: 'Join The invites.example?' }).waitFor()
  await submit(page)
  await page.waitForURL(`${world.issuer}/organizations/**`)
})

test('the back button leads to the step that is open, at each step', async () => {
  const email = 'goes-back@example.test'
  const page = await newPage()
  await openCodePage(page, email)
  await page.goBack()
  await page.locator('[name=email]').waitFor()
  await page.goForward()
  await page.locator('[name=code]').pressSequentially(await nextCode(world.mailbox, email))
  await page.getByText('Step 1 of 3').waitFor()
  await inspect(page, 'terms')
  await page.goBack()
  await page.locator('[name=accept_terms]').waitFor()
  await page.check('[name=accept_terms]')
  await submit(page)
  await page.getByText('Step 2 of 3').waitFor()
  await inspect(page, 'profile')
  await page.goBack()
  await page.locator('[name=given_name]').waitFor()
  await page.fill('[name=given_name]', 'Ada')
  await submit(page)
  await page.getByText('Step 3 of 3').waitFor()
  await inspect(page, 'organization')
  await page.goBack()
  await page.fill('[name=given_name]', 'Augusta')
  await submit(page)
  await page.fill('[name=organization_name]', 'Engines')
  await submit(page)
  await back(page)
})

test('two tabs end well: one signs in, the other is signed in', async () => {
  const email = 'two-tabs@example.test'
  const first = await newPage()
  const second = await first.context().newPage()
  await openCodePage(first, email)
  await second.goto(authorize({ state: 'second' }))
  await second.locator('[name=email]').waitFor()
  await first.locator('[name=code]').pressSequentially(await nextCode(world.mailbox, email))
  await finish(first)
  await second.reload()
  await second.waitForURL(`${application.redirectUri}**`)
  expect(new URL(second.url()).searchParams.get('state')).toBe('second')
})
