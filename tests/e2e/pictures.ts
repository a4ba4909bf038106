// `npm run pictures`: the pictures of README and docs, light and dark, into docs/images. Made of a server with people who do not exist.
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { codeIn } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, redirectUri } from '../../apps/server/test/support/world.ts'
import { openChromium } from './support.ts'

const folder = join(import.meta.dirname, '../../docs/images')
const operator = 'olga@example.com'
const world = await openTestWorld(
  {
    OPERATORS: operator,
    OIDC_CLIENT_0_NAME: 'Notes',
    PRIVACY_URL: 'https://example.com/privacy',
  },
  { clock: 'running' },
)
const browser = await openChromium()
const { prisma } = world.deps.db

const submit = (page: Page) => page.locator('button.primary').first().click()

async function signIn(page: Page, email: string): Promise<void> {
  await page.fill('[name=email]', email)
  await submit(page)
  await page.fill('[name=code]', codeIn(await world.mailbox.take(email)))
  await submit(page)
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
}

/** Thirty days of sign-ins, a few people, and one who cannot sign in. */
async function fill(): Promise<void> {
  const now = new Date()
  const names = [
    'Anna Meier',
    'Ben Okafor',
    'Chloé Martin',
    'Dmitri Ivanov',
    'Emi Sato',
    'Fatima Haddad',
    'Georg Huber',
  ]
  for (const [index, name] of names.entries()) {
    const [givenName, familyName] = name.split(' ')
    const joined = new Date(now.getTime() - (index + 1) * 86_400_000)
    await prisma.user.create({
      data: {
        id: `00000000000${index}${'0'.repeat(20)}`,
        givenName: givenName ?? '',
        familyName: familyName ?? '',
        createdAt: joined,
        updatedAt: joined,
        emails: {
          create: {
            address: `${givenName
              ?.normalize('NFD')
              .replaceAll(/[^a-zA-Z]/g, '')
              .toLowerCase()}@example.com`,
            isPrimary: true,
            verifiedAt: joined,
          },
        },
      },
    })
  }
  for (let day = 0; day < 30; day++) {
    const at = new Date(now.getTime() - day * 86_400_000).toISOString().slice(0, 10)
    const busy = [0, 6].includes(new Date(at).getUTCDay()) ? 0.3 : 1
    const counts: [string, string, string, number][] = [
      ['code', 'succeeded', '', 90 - day],
      ['passkey', 'succeeded', '', 140 - 3 * day],
      ['link', 'succeeded', '', 18],
      ['code', 'failed', 'wrong-code', 7 + (day % 5)],
      ['code', 'failed', 'code-expired', 3],
      ['code', 'refused', 'mail-limit', day % 3],
    ]
    for (const [method, outcome, reason, count] of counts)
      if (count > 0)
        await prisma.signInDaily.create({
          data: { day: at, method, outcome, reason, clientId: 'web', count: Math.round(count * busy) },
        })
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

await fill()
await guess(await browser.newContext())
const page = await (await browser.newContext({ viewport: { width: 1280, height: 860 } })).newPage()
await page.goto(`${world.issuer}/admin`)
await signIn(page, operator)
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

await browser.close()
await world.close()
