// `npm run screenshots`: every page at 360 and 1280 px, light and dark, into /screenshots, which git ignores.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, redirectUri } from '../../apps/server/test/support/world.ts'
import { openChromium, virtualAuthenticator } from './support.ts'

const folder = join(import.meta.dirname, '../../screenshots')
mkdirSync(folder, { recursive: true })
const world = await openTestWorld(
  { PRIVACY_URL: 'https://example.test/privacy', OPERATORS: 'ada@example.test' },
  { clock: 'running' },
)
const browser = await openChromium()

const authorize = (extra: Record<string, string> = {}) =>
  `${world.issuer}/authorize?${new URLSearchParams({ client_id: 'third', redirect_uri: redirectUri, response_type: 'code', scope: 'openid profile email', state: 's', ...extra })}`

/** Takes one page in all four shapes without moving on. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: width === 360 ? 740 : 800 })
      await page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.png`), fullPage: true })
    }
  }
}

const page = await (await browser.newContext()).newPage()
const submit = () => page.locator('button.primary').first().click()
await page.goto(world.issuer)
await shoot(page, 'home')
await page.goto(authorize())
await shoot(page, 'email')
await page.fill('[name=email]', 'nobody')
await submit()
await shoot(page, 'email-problem')
await page.fill('[name=email]', 'ada@example.test')
await submit()
await shoot(page, 'code')
await page.fill('[name=code]', '000000')
await submit()
await shoot(page, 'code-problem')
const mail = await world.mailbox.take('ada@example.test')
const elsewhere = await (await browser.newContext()).newPage()
const link = /https?:\/\/\S+/.exec(mail.text ?? '')?.[0] ?? ''
await elsewhere.goto(link)
await shoot(elsewhere, 'link-elsewhere')
await elsewhere.goto('about:blank')
await elsewhere.setContent(mail.html ?? '')
await shoot(elsewhere, 'mail')
await page.goto(link)
await shoot(page, 'link')
await submit()
await shoot(page, 'terms')
await page.check('[name=accept_terms]')
await submit()
await shoot(page, 'profile')
await page.fill('[name=given_name]', 'Ada')
await submit()
await shoot(page, 'organization-create')
await page.fill('[name=organization_name]', 'Analytical Engines')
await submit()
await shoot(page, 'consent')
await page.goto(authorize({ prompt: 'select_account', client_id: 'web' }))
await shoot(page, 'select-account')
const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'ada@example.test' } })
const now = new Date()
await world.deps.db.prisma.organization.create({
  data: {
    id: 'two',
    slug: 'difference',
    name: 'Difference & Sons',
    createdAt: now,
    memberships: { create: { userId, roles: 'member', createdAt: now } },
  },
})
await world.deps.db.prisma.session.updateMany({ data: { organizationId: null } })
await page.goto(authorize({ client_id: 'web' }))
await shoot(page, 'organization-choose')
await virtualAuthenticator(page)
await page.goto(`${world.issuer}/account/passkeys`)
await page.getByRole('button', { name: 'Add a passkey' }).click()
await page.getByText('On one device').waitFor()
for (const name of ['profile', 'addresses', 'passkeys', 'sessions', 'applications', 'organizations', 'data']) {
  await page.goto(`${world.issuer}/account${name === 'profile' ? '' : `/${name}`}`)
  await shoot(page, `account-${name}`)
}
const slug = 'analytical-engines'
await page.goto(`${world.issuer}/organizations/${slug}/teams`)
await page.fill('[name=team_name]', 'Research')
await submit()
await page.goto(`${world.issuer}/organizations/${slug}/invitations`)
await page.fill('[name=email]', 'charles@example.test')
await submit()
await page.goto(`${world.issuer}/organizations/${slug}/domains`)
await page.fill('[name=domain]', 'engines.example.test')
await submit()
for (const name of ['members', 'teams', 'invitations', 'requests', 'domains', 'settings', 'audit']) {
  await page.goto(`${world.issuer}/organizations/${slug}${name === 'members' ? '' : `/${name}`}`)
  await shoot(page, `organization-${name}`)
}
const invitation = (await world.mailbox.take('charles@example.test')).text?.match(/https?:\S+/)?.[0] ?? ''
await page.goto(invitation)
await shoot(page, 'invitation-other')
const invited = await (await browser.newContext()).newPage()
await invited.goto(invitation)
await invited.fill('[name=email]', 'charles@example.test')
await invited.locator('button.primary').first().click()
await invited.fill('[name=code]', await nextCode(world.mailbox, 'charles@example.test'))
await invited.locator('button.primary').first().click()
await invited.getByRole('button', { name: 'Join' }).waitFor()
await shoot(invited, 'invitation')
await page.goto(`${world.issuer}/admin`)
await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
await page.getByRole('heading', { name: 'Overview' }).waitFor()
const sections = [
  ...['people', 'organizations', 'applications', 'applications/new', 'applications/web', 'mail', 'webhooks', 'audit'],
  ...['themes', 'themes/instance', 'operators', 'keys', 'health', 'preview', 'why?address=ada@example.test'],
]
await shoot(page, 'admin-overview')
for (const section of sections) {
  await page.goto(`${world.issuer}/admin/${section}`)
  await shoot(page, `admin-${section.replaceAll(/\W+/g, '-')}`)
}
await page.goto(`${world.issuer}/admin/people/${userId}`)
await shoot(page, 'admin-person')
world.pass(6 * 60_000)
await page.goto(`${world.issuer}/account/passkeys`)
await shoot(page, 'account-confirm-first')
await world.deps.db.prisma.passkey.deleteMany({})
const phr = JSON.stringify({ id_token: { acr: { essential: true, value: 'phr' } } })
await page.goto(authorize({ client_id: 'web', claims: phr }))
await shoot(page, 'use-passkey-confirm')
const offered = await (await browser.newContext()).newPage()
await virtualAuthenticator(offered)
await offered.goto(authorize({ client_id: 'web', organization: 'difference' }))
await offered.fill('[name=email]', 'ada@example.test')
await offered.locator('button.primary').first().click()
await offered.fill('[name=code]', await nextCode(world.mailbox, 'ada@example.test'))
await offered.locator('button.primary').first().click()
await offered.getByRole('heading', { name: 'Sign in faster' }).waitFor()
await shoot(offered, 'offer-passkey')
const demanded = await (await browser.newContext()).newPage()
await virtualAuthenticator(demanded)
await demanded.goto(authorize({ client_id: 'web', claims: phr }))
await demanded.fill('[name=email]', 'grace@example.test')
await demanded.locator('button.primary').first().click()
await demanded.fill('[name=code]', await nextCode(world.mailbox, 'grace@example.test'))
await demanded.locator('button.primary').first().click()
await demanded.getByRole('heading', { name: 'Create a passkey' }).waitFor()
await shoot(demanded, 'use-passkey')

await page.goto(`${world.issuer}/logout?client_id=web`)
await shoot(page, 'logout')
await submit()
await shoot(page, 'logged-out')
await page.goto(authorize({ redirect_uri: 'https://evil.test' }))
await shoot(page, 'error')
await page.goto(`${world.issuer}/sign-in/unknown`)
await shoot(page, 'start-again')
console.log(`screenshots are in ${folder}`)
await browser.close()
await world.close()
process.exit(0)
