// `npm run screenshots:starter [nextjs|nuxt|remix]`: every page of a starter at 360 and 1280 px, light and dark, into /screenshots, which
// git ignores. The starter has to be built.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openTestWorld } from '../../apps/server/test/support/world.ts'
import { completeSignIn, freePort, openChromium, startExample } from './support.ts'

const name = (process.argv[2] ?? 'nextjs') as 'nextjs' | 'nuxt' | 'remix'
const folder = join(import.meta.dirname, '../../screenshots')
mkdirSync(folder, { recursive: true })
const port = await freePort()
const world = await openTestWorld(
  {
    PERMISSIONS_FILE: join(import.meta.dirname, '../../examples/nextjs/permissions.json'),
    OIDC_CLIENT_ID_40: 'notes',
    OIDC_CLIENT_40_NAME: 'Notes',
    OIDC_CLIENT_40_SECRET: 'example-secret-0123456789',
    OIDC_CLIENT_40_REDIRECT_URIS: `http://localhost:${port}/auth/callback`,
    OIDC_CLIENT_40_POST_LOGOUT_REDIRECT_URIS: `http://localhost:${port}/`,
    OIDC_CLIENT_40_GRANT_TYPES: 'authorization_code,refresh_token,client_credentials',
    OIDC_CLIENT_40_SCOPES:
      'openid,profile,email,organization,organizations,permissions,members:read,members:write,invitations:write',
  },
  { clock: 'running' },
)
const browser = await openChromium()
const { prisma } = world.deps.db
const { url, stop } = await startExample(name, {
  port,
  env: { VESTIBULE_ISSUER: world.issuer, VESTIBULE_CLIENT_ID: 'notes' },
})

async function shoot(page: Page, title: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (wider > 0) console.error(`${title} is ${wider} px too wide at ${width} px`)
      await page.screenshot({ path: join(folder, `${name}-${title}-${width}-${colorScheme}.png`), fullPage: true })
    }
}

const page = await (await browser.newContext()).newPage()
const open = async (path: string, title: string) => {
  await page.goto(url + path)
  await page.waitForLoadState('networkidle')
  await shoot(page, title)
}
const add = async (text: string) => {
  await page.fill('[name=text]', text)
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.locator('.note', { hasText: text }).waitFor()
}

await open('/', 'landing')
await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
await completeSignIn(page, world.issuer, world.mailbox, { email: 'ada@example.test', organization: 'Engines' })
await page.waitForURL(`${url}/dashboard`)
await page.waitForLoadState('networkidle')
await shoot(page, 'dashboard-empty')
for (const text of [
  'The numbers are checked. Good to launch.',
  'Found the bug. It was a moth, in relay 70.',
  'The analytical engine ships on Friday.',
])
  await add(text)
await shoot(page, 'dashboard')
await page.locator('.question summary').first().click()
await page.locator('.organization-switcher > button').click()
await shoot(page, 'menu')

const { organizationId } = await prisma.membership.findFirstOrThrow()
for (const [index, given] of ['Grace Hopper', 'Katherine Johnson', 'Annie Easley'].entries()) {
  const [givenName, familyName] = given.split(' ')
  const now = new Date()
  await prisma.user.create({
    data: {
      id: `${index}`.padStart(32, 'f'),
      givenName,
      familyName,
      createdAt: now,
      updatedAt: now,
      emails: { create: { address: `${givenName?.toLowerCase()}@example.test`, verifiedAt: now, isPrimary: true } },
      memberships: { create: { organizationId, roles: index === 0 ? 'admin' : 'member', createdAt: now } },
    },
  })
}
await page.goto(`${url}/members`)
await page.waitForLoadState('networkidle')
await page.fill('[name=email]', 'mary@example.test')
await page.getByRole('button', { name: 'Send invitation' }).click()
await page.getByText('Invitation sent').waitFor()
await shoot(page, 'members')
await open('/settings', 'settings')
await open('/settings/delete-notes', 'delete-notes')
await open('/billing', 'billing')
await open('/nothing', 'not-found')

await prisma.membership.updateMany({ data: { roles: 'member' } })
await page.goto(`${url}/auth/login?returnTo=/billing`)
await page.getByRole('heading', { name: 'For owners only' }).waitFor()
await shoot(page, 'forbidden')

console.log(`screenshots of ${name} are in ${folder}`)
stop()
await browser.close()
await world.close()
process.exit(0)
