import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyPermissions } from '../../apps/server/src/flows/management/rights/permissions.ts'
import { setRoles } from '../../apps/server/src/flows/organizations/members/member-roles.ts'
import { updateOrganization } from '../../apps/server/src/flows/organizations/organization-settings.ts'
import { makeRole } from '../../apps/server/src/flows/organizations/roles/own-roles.ts'
import { system } from '../../apps/server/src/flows/platform/audit.ts'
import { ownClient } from '../../apps/server/src/flows/platform/clients/own-client.ts'
import type { Client } from '../../apps/server/src/oidc/clients.ts'
import { parsePermissionsDocument } from '../../apps/server/src/oidc/permissions-document.ts'
import { boundPages } from '../../apps/server/test/support/bound-pages.ts'
import { declareEveryField } from '../../apps/server/test/support/declared-fields.ts'
import { deviceClients } from '../../apps/server/test/support/device-grant.ts'
import { devicePages, operatorAddress, type RenderedPage } from '../../apps/server/test/support/every-page.ts'
import { codeIn, linkIn, nextCode } from '../../apps/server/test/support/mailbox.ts'
import { openTestWorld, type TestWorld } from '../../apps/server/test/support/world.ts'
import { type Application, openApplication } from './application.ts'
import { openShelf } from './rendered-pages.ts'
import { expectBrowserProblem, expectRefusedForm, openStrictBrowser } from './strict-browser.ts'
import { openChromium, virtualAuthenticator } from './support.ts'

// Every page of the sign-in under axe-core, light and dark, and once with the keyboard alone.

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const agentId = 'https://agent.example.test/client.json'
const api = {
  OIDC_RESOURCE_0: 'https://api.example.test',
  OIDC_RESOURCE_0_NAME: 'Notes',
  OIDC_RESOURCE_0_SCOPES: 'notes:read',
  OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'listed',
  OIDC_RESOURCE_0_ORGANIZATION: 'optional',
  OIDC_RESOURCE_0_API_KEYS: 'on',
}
let world: TestWorld
let browser: Browser
let application: Application
let redirectUri: string
beforeAll(async () => {
  application = await openApplication()
  redirectUri = application.redirectUri
  world = await openTestWorld(
    {
      PRIVACY_URL: 'https://example.test/privacy',
      OPERATORS: 'operator@example.test',
      IMPERSONATION: 'consent',
      SMS_URL: 'terminal',
      DYNAMIC_CLIENTS: 'open',
      ...api,
      OIDC_CLIENT_0_REDIRECT_URIS: redirectUri,
      OIDC_CLIENT_5_REDIRECT_URIS: redirectUri,
    },
    { clock: 'running' },
  )
  // A dynamic client.
  const agent = { ...ownClient(agentId, 'Agent'), source: 'document', trust: 'listed', redirectUris: [redirectUri] }
  const grants = { grantTypes: new Set(['authorization_code', 'refresh_token']), responseTypes: new Set(['code']) }
  const { clients } = world.deps
  const find = clients.find.bind(clients)
  clients.find = (id) => (id === agentId ? ({ ...agent, ...grants } as Client) : find(id))
  browser = await openStrictBrowser()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
  application?.close()
})

/** Half of the pages in the dark, the others in light; all of them in both with TEST_ALL. */
const schemes = (name: string): ('light' | 'dark')[] =>
  process.env.TEST_ALL ? ['light', 'dark'] : name.length % 2 === 0 ? ['light'] : ['dark']

async function inspect(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes(name)) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axe)
    const violations = await page.evaluate(
      "axe.run({ resultTypes: ['violations'] }).then((result) => result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html + ' ' + node.failureSummary).join(' | ')))",
    )
    expect(violations, `${name}, ${colorScheme}`).toEqual([])
  }
}

const authorize = (extra: Record<string, string> = {}) =>
  `${world.issuer}/authorize?${new URLSearchParams({ client_id: 'third', redirect_uri: redirectUri, response_type: 'code', scope: 'openid profile email', ...extra })}`

test('axe-core finds nothing on any page', async () => {
  const email = 'axe@example.test'
  const page = await (await browser.newContext()).newPage()
  const submit = () => page.locator('button.primary').first().click()
  await page.goto(world.issuer)
  await inspect(page, 'home')
  await page.goto(authorize())
  await inspect(page, 'e-mail')
  expectRefusedForm()
  await page.fill('[name=email]', 'nobody')
  await submit()
  await inspect(page, 'e-mail with a problem')
  await page.fill('[name=email]', email)
  await submit()
  await inspect(page, 'code')
  const mail = await world.mailbox.take(email)
  const other = await (await browser.newContext()).newPage()
  await other.goto(linkIn(mail))
  await inspect(other, 'the code to type elsewhere')
  await page.goto(linkIn(mail))
  await inspect(page, 'link')
  await submit()
  await inspect(page, 'terms')
  await submit()
  await inspect(page, 'terms with a problem')
  await page.check('[name=accept_terms]')
  await submit()
  await inspect(page, 'profile')
  await page.fill('[name=given_name]', 'Ada')
  await submit()
  await inspect(page, 'organization')
  await page.fill('[name=organization_name]', 'Engines')
  await submit()
  await inspect(page, 'consent')
  await page.goto(authorize({ client_id: 'web', prompt: 'select_account' }))
  await inspect(page, 'accounts')
  await page.goto(`${world.issuer}/logout?client_id=web`)
  await inspect(page, 'logout')
  await submit()
  await inspect(page, 'signed out')
  expectBrowserProblem(/status of 400 .*evil\.test/)
  await page.goto(authorize({ redirect_uri: 'https://evil.test' }))
  await inspect(page, 'error')
})

test('axe-core finds nothing on any page of the account', async () => {
  const email = 'account@example.test'
  const page = await (await browser.newContext()).newPage()
  await virtualAuthenticator(page)
  const submit = () => page.locator('button.primary').first().click()
  await page.goto(
    authorize({ client_id: 'web', claims: JSON.stringify({ id_token: { acr: { essential: true, value: 'phrh' } } }) }),
  )
  await page.fill('[name=email]', email)
  await submit()
  await page.fill('[name=code]', codeIn(await world.mailbox.take(email)))
  await submit()
  await page.getByRole('heading', { name: 'Create a passkey' }).waitFor()
  await inspect(page, 'a passkey is demanded, make one')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await inspect(page, 'a passkey is demanded, use it')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.locator('[name=accept_terms]').waitFor()
  await page.goto(`${world.issuer}/account`)
  for (const path of [
    '',
    '/profile',
    '/addresses',
    '/phone',
    '/passkeys',
    '/recovery',
    '/sessions',
    '/applications',
    '/keys',
    '/organizations',
    '/data',
  ]) {
    await page.goto(`${world.issuer}/account${path}`)
    await inspect(page, path)
  }
  await page.goto(`${world.issuer}/account/profile`)
  expectRefusedForm()
  await submit()
  await inspect(page, 'profile with a problem')
  await page.goto(`${world.issuer}/account/addresses`)
  await page.fill('[name=email]', 'second@example.test')
  await submit()
  await inspect(page, 'confirm an address')
  await page.goto(`${world.issuer}/account/phone`)
  await page.fill('[name=phone]', '+44 20 7946 0958')
  await submit()
  await inspect(page, 'confirm a phone number')
  world.pass(6 * 60_000)
  await page.goto(`${world.issuer}/account/passkeys`)
  await inspect(page, 'confirm first')
})

/** Permissions, and a role of the organization that somebody has. Returns its id. */
async function declareRoles(organizationId: string, userId: string): Promise<string> {
  const { deps } = world
  const permissions = { 'invoice.read': { names: { en: 'See invoices' }, level: 'basic' }, 'invoice.approve': {} }
  const document = { permissions, roles: { billing: { permissions: ['invoice.approve'] } } }
  await applyPermissions(deps, system, parsePermissionsDocument(JSON.stringify(document)))
  await updateOrganization(deps, system, organizationId, { customRoles: true })
  const actor = { kind: 'user', id: userId, network: '::/48' } as const
  const role = { names: { en: 'Approvers' }, permissions: ['invoice.approve'] }
  const id = await makeRole(deps, actor, organizationId, role)
  await setRoles(deps, actor, organizationId, userId, { others: [id, 'billing'] })
  return id
}

test('axe-core finds nothing on any page of an organization, of an invitation or of the operators', {
  timeout: 180_000,
}, async () => {
  const email = 'operator@example.test'
  const page = await (await browser.newContext()).newPage()
  const submit = () => page.locator('button.primary').first().click()
  await page.goto(authorize({ client_id: 'web' }))
  await page.fill('[name=email]', email)
  await submit()
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await submit()
  await page.check('[name=accept_terms]')
  await submit()
  await page.fill('[name=given_name]', 'Olga')
  await submit()
  await page.locator('details summary').first().click()
  await inspect(page, 'first steps')
  await page.fill('[name=organization_name]', 'Axes')
  await page.fill('[name=first_team_name]', 'Sharp')
  await page.fill('[name=invite]', 'someone@example.test')
  await submit()
  await page.waitForURL(`${redirectUri}**`)
  await page.goto(`${world.issuer}/organizations/axes/domains`)
  await page.fill('[name=domain]', 'axes.example.test')
  await submit()
  const { id, memberships } = await world.deps.db.prisma.organization.findUniqueOrThrow({
    where: { slug: 'axes' },
    include: { memberships: true },
  })
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const plain = { code_challenge: challenge, code_challenge_method: 'S256', resource: api.OIDC_RESOURCE_0 }
  await page.goto(authorize({ client_id: agentId, scope: 'notes:read offline_access', ...plain }))
  await inspect(page, 'connect an application')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.waitForURL(`${redirectUri}**`)
  await page.goto(`${world.issuer}/account/applications`)
  await inspect(page, 'connected applications of the account')
  const { userId } = await world.deps.db.prisma.email.findUniqueOrThrow({ where: { address: 'axe@example.test' } })
  await world.deps.db.prisma.joinRequest.create({ data: { organizationId: id, userId, createdAt: new Date() } })
  // Who is removed has a key, which the question names.
  const apiKey = 'aaaaaaaaaaaa'
  const at = world.deps.now()
  await world.deps.db.prisma.membership.create({ data: { organizationId: id, userId, roles: 'member', createdAt: at } })
  await world.deps.db.prisma.apiKey.create({
    data: {
      ...{ id: apiKey, userId, organizationId: id, name: 'Export', digest: apiKey, resource: api.OIDC_RESOURCE_0 },
      ...{ scope: 'notes:read', createdAt: at, expiresAt: new Date(at.getTime() + 30 * 86_400_000) },
    },
  })
  const why = `/members/${memberships[0]?.userId}/permissions`
  const rolePages = ['/roles', '/roles/new', `/roles/${await declareRoles(id, memberships[0]?.userId ?? '')}`, why]
  for (const path of [
    '',
    '/teams',
    '/invitations',
    '/requests',
    '/domains',
    '/applications',
    '/keys',
    '/settings',
    '/audit',
    '/members/invite',
    ...rolePages,
  ]) {
    await page.goto(`${world.issuer}/organizations/axes${path}`)
    await inspect(page, `organization ${path}`)
  }
  await page.goto(`${world.issuer}/organizations/axes`)
  await page.evaluate((user) => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/organizations/axes/members/remove',
    })
    form.append(Object.assign(document.createElement('input'), { name: 'user', value: user }))
    document.body.append(form)
    form.submit()
  }, userId)
  await page.getByText('These API keys end as well.').waitFor()
  await inspect(page, 'remove a member with a key')
  for (const path of [
    '',
    '/members',
    '/members/import',
    '/members/invite',
    '/teams',
    '/invitations',
    '/requests',
    '/domains',
    '/settings',
    ...rolePages,
  ]) {
    await page.goto(`${world.issuer}/admin/organizations/axes${path}`)
    await inspect(page, `organization in the console ${path}`)
  }
  for (const path of [
    '',
    '/people',
    '/people/new',
    `/people/${memberships[0]?.userId}`,
    `/people/${memberships[0]?.userId}/edit`,
    '/find?q=ax',
    '/why?address=someone@example.test',
    '/organizations',
    '/applications',
    '/applications/web',
    '/applications/new',
    '/mail',
    '/webhooks',
    '/audit',
    '/themes',
    '/themes/instance',
    '/themes/instance/texts',
    '/operators',
    `/api-keys?q=${apiKey}`,
    '/keys',
    '/health',
    '/preview',
    ...['sign-in', 'code', 'terms', 'profile', 'organization', 'passkey-offer'].map(
      (step) => `/preview/pages/${step}?client=web`,
    ),
    '/impersonations',
    '/permissions',
    '/permissions/edit',
    '/roles',
  ]) {
    await page.goto(`${world.issuer}/admin${path}`)
    await inspect(page, `admin ${path}`)
  }
  const link = linkIn(await world.mailbox.take('someone@example.test'))
  expectBrowserProblem(/status of 403 .*invitations/)
  await page.goto(link)
  await inspect(page, 'the invitation of someone else')
  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await other.fill('[name=email]', 'someone@example.test')
  await other.locator('button.primary').first().click()
  await other.fill('[name=code]', await nextCode(world.mailbox, 'someone@example.test'))
  await other.locator('button.primary').first().click()
  await other.getByRole('button', { name: 'Join' }).waitFor()
  await inspect(other, 'invitation')
})

test('axe-core finds nothing on the offer of a passkey', async () => {
  const email = 'offer@example.test'
  const page = await (await browser.newContext()).newPage()
  await virtualAuthenticator(page)
  const submit = () => page.locator('button.primary').first().click()
  await page.goto(authorize({ client_id: 'web' }))
  await page.fill('[name=email]', email)
  await submit()
  await page.fill('[name=code]', codeIn(await world.mailbox.take(email)))
  await submit()
  await page.check('[name=accept_terms]')
  await submit()
  await page.fill('[name=given_name]', 'Ada')
  await submit()
  await page.fill('[name=organization_name]', 'Offers')
  await submit()
  await page.getByRole('heading', { name: 'Sign in faster next time' }).waitFor()
  await inspect(page, 'offer')
})

test('the keyboard alone is enough', async () => {
  const email = 'keys@example.test'
  const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
  await page.goto(authorize({ client_id: 'web' }))
  /** Types into the field that has the focus, sends the form with Enter and waits for the next page's field. */
  const type = async (text: string, next: string) => {
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('INPUT')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.locator(`[name=${next}]`).waitFor()
  }
  await type(email, 'code')
  await type(codeIn(await world.mailbox.take(email)), 'accept_terms')
  while ((await page.evaluate('document.activeElement?.name')) !== 'accept_terms') await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await type('', 'given_name')
  await type('Ada', 'organization_name')
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  const back = page.waitForRequest((request) => request.url().startsWith(redirectUri))
  await expect.poll(() => page.evaluate('document.activeElement?.name')).toBe('organization_name')
  await page.keyboard.type('Engines')
  await page.keyboard.press('Enter')
  expect((await back).url()).toContain('code=')
})

test('axe-core finds nothing on the pages of declared fields', { timeout: 120_000 }, async () => {
  await declareEveryField(world)
  // The last code was sent a moment ago.
  world.pass(10 * 60_000)
  const email = 'operator@example.test'
  const page = await (await browser.newContext()).newPage()
  const submit = () => page.locator('button.primary').first().click()
  await page.goto(`${world.issuer}/account/fields`)
  await page.fill('[name=email]', email)
  await submit()
  await page.fill('[name=code]', await nextCode(world.mailbox, email))
  await submit()
  const { userId, organizationId } = await world.deps.db.prisma.membership.findFirstOrThrow({
    where: { organization: { slug: 'axes' }, roles: { contains: 'owner' } },
  })
  for (const path of [
    ...['/account/fields', '/admin/fields', '/admin/fields/new', '/admin/fields/person.a_text'],
    ...[`/admin/people/${userId}/fields`, `/admin/organizations/${organizationId}/settings`],
    ...['/organizations/axes/settings', `/organizations/axes/members/${userId}/fields`],
  ]) {
    await page.goto(world.issuer + path)
    await inspect(page, path)
    const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(width, path).toBe(0)
  }
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/account/fields', '/admin/fields', `/organizations/axes/members/${userId}/fields`]) {
    await page.goto(world.issuer + path)
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(360)
  }
})

test('axe-core finds nothing on the pages of devices and of bound sessions', { timeout: 300_000 }, async () => {
  const own = await openTestWorld({ OPERATORS: operatorAddress, ...deviceClients })
  try {
    const pages: RenderedPage[] = []
    await devicePages(own, { tag: 'en', pages, organization: '' })
    const operator = await own.signIn({ email: operatorAddress })
    pages.push(...(await boundPages(own, 'en', operator.browser)))
    expect(pages.length).toBeGreaterThan(15)
    const plain = await openChromium()
    const shelf = await openShelf(plain, own, { javaScriptEnabled: true })
    for (const rendered of pages) await inspect(await shelf.show(rendered), rendered.name)
    await shelf.close()
    await plain.close()
  } finally {
    await own.close()
  }
})
