// `npm run pictures`: the pictures of README and docs, light and dark, into docs/images. Made of a server with people who do not exist.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { codeIn } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, redirectUri } from '../../apps/server/test/support/world.ts'
import { createTestSession } from '../../packages/core/src/testing.ts'
import { fillWithPeople, pictureEnvironment, pictureOperator } from './sample-data.ts'
import { exampleSecret, freePort, openChromium, startExample } from './support.ts'

const folder = join(import.meta.dirname, '../../docs/images')
const world = await openTestWorld(pictureEnvironment, { clock: 'running' })
const browser = await openChromium()

const submit = (page: Page) => page.locator('button.primary').first().click()

async function signIn(page: Page, email: string): Promise<void> {
  await page.fill('[name=email]', email)
  await submit(page)
  await page.fill('[name=code]', codeIn(await world.mailbox.take(email)))
  await submit(page)
}

/** The links of the navigation, by the path of a pictured page: docs-pictures.test.ts compares them with today's. */
const navigation: Record<string, string[]> = {}

async function shoot(page: Page, name: string): Promise<void> {
  const links = await page.locator('nav a:visible').allTextContents()
  const { pathname, search } = new URL(page.url())
  if (links.length > 0 && page.url().startsWith(world.issuer))
    navigation[pathname + search] = links.map((link) => link.trim())
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
}

async function guess(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${world.issuer}/account`)
  await page.fill('[name=email]', 'anna@example.com')
  await submit(page)
  const code = Number(codeIn(await world.mailbox.take('anna@example.com')))
  for (let tries = 1; tries <= 5; tries++) {
    await page.fill('[name=code]', String((code + tries) % 1_000_000).padStart(6, '0'))
    await submit(page)
  }
  await page.close()
}

await fillWithPeople(world)
await guess(await browser.newContext())
const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage()
await page.goto(`${world.issuer}/admin`)
await signIn(page, pictureOperator)
await page.waitForURL(`${world.issuer}/admin`)
await shoot(page, 'console-overview')
await page.goto(`${world.issuer}/admin/why?address=anna%40example.com`)
await shoot(page, 'console-why')
await page.goto(`${world.issuer}/admin/applications/new`)
await shoot(page, 'console-application')
await page.goto(`${world.issuer}/admin/mail`)
await shoot(page, 'console-mail')

const visitor = await (await browser.newContext({ viewport: { width: 640, height: 640 } })).newPage()
const query = new URLSearchParams({
  client_id: 'web',
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid',
})
await visitor.goto(`${world.issuer}/authorize?${query}`)
await shoot(visitor, 'sign-in-email')
await visitor.fill('[name=email]', 'ben@example.com')
await submit(visitor)
await visitor.locator('[name=code]').waitFor()
await shoot(visitor, 'sign-in-code')

// The parts that applications copy, in a starter that `npm run build` has built.
const port = await freePort()
const starter = { VESTIBULE_ISSUER: world.issuer, VESTIBULE_CLIENT_ID: 'notes' }
const { url, stop } = await startExample('remix', { port, env: starter })
const parts = await (await browser.newContext({ viewport: { width: 900, height: 420 } })).newPage()
const session = await createTestSession(
  { issuer: world.issuer, clientId: 'notes', secret: exampleSecret, url },
  {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    roles: ['owner'],
    organization: 'engines',
    organization_name: 'Engines',
    organizations: [{ id: 'looms', slug: 'looms', name: 'Looms' }],
  },
)
await parts.setExtraHTTPHeaders({ cookie: session })
await parts.goto(url)
await parts.locator('.organization-switcher > button').click()
await shoot(parts, 'ui-parts')
stop()

writeFileSync(join(folder, 'navigation.json'), `${JSON.stringify(navigation, null, 2)}\n`)
await browser.close()
await world.close()
