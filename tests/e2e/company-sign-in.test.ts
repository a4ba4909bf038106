import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextCode, recipients } from '../../apps/server/test/support/mailbox.ts'
import { CompanyStory, confirm, fillProvider, type Owner, submit } from './company-story.ts'
import { backchannelLogoutAt, type KeycloakPerson, keycloakTimeout } from './keycloak.ts'
import { expectBrowserProblem } from './strict-browser.ts'

// A company signs in by its own Keycloak, from the first form of its owner to a logout there, in a real browser; and another one
// has it set up by its administrator, who has no account. Part of `npm run test:all`.

const domain = 'engines.test'
const grace: KeycloakPerson = {
  ...{ username: 'grace', email: `grace@${domain}`, password: 'a password of grace' },
  ...{ givenName: 'Grace', familyName: 'Hopper', groups: ['Managers', 'Engineering'] },
}
const alan: KeycloakPerson = {
  ...{ username: 'alan', email: `alan@${domain}`, password: 'a password of alan' },
  ...{ givenName: 'Alan', familyName: 'Turing', groups: ['Engineering'], otpSecret: 'a second factor of alan' },
}
const joan: KeycloakPerson = {
  ...{ username: 'joan', email: `joan@${domain}`, password: 'a password of joan' },
  ...{ givenName: 'Joan', familyName: 'Clarke' },
}
const eve: KeycloakPerson = {
  ...{ username: 'eve', email: 'eve@elsewhere.test', password: 'a password of eve' },
  ...{ givenName: 'Eve', familyName: 'Moneypenny' },
}
const timeout = 400_000

let story: CompanyStory
beforeAll(async () => {
  story = await CompanyStory.open()
}, keycloakTimeout)
afterAll(() => story?.close())

/** The members of an organization, for somebody who may not see them. */
async function expectNoMembers({ page, organization }: Owner): Promise<void> {
  await page.goto(`${story.world.issuer}/organizations/${organization.slug}/members`)
  expect(await page.innerText('main')).not.toContain(grace.email)
}

/** The first test shows what would go wrong, and the second that nothing does. */
async function testAndActivate(owner: Owner, realm: string, id: string): Promise<void> {
  const { page } = owner
  await page.selectOption('[name=domain]', domain)
  await submit(page, 'Attach domain')
  await story.testSignIn(page, eve)
  await page.getByText('elsewhere.test').first().waitFor()
  expect(await page.getByRole('button', { name: 'Activate' }).count()).toBe(0)
  await page.context().clearCookies({ domain: 'localhost', path: `/realms/${realm}/` })
  // Not by who is signed out later: Keycloak tells of one of their two sessions there, whichever it likes.
  await story.testSignIn(page, joan)
  expect(await story.prisma.externalIdentity.count()).toBe(0)
  await confirm(page, 'Activate')
  expect(await story.prisma.connection.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'active' })
  await page.fill('[name=value]', 'Managers')
  await page.selectOption('[name=gives]', 'admin')
  await page
    .locator('form', { has: page.locator('[name=value]') })
    .getByRole('button')
    .click()
  await page.getByText('Managers').first().waitFor()
}

async function requireCompanySignIn({ page, sso }: Owner): Promise<void> {
  await page.goto(sso)
  await page.check('[name=policy][value=required]')
  await page
    .locator('form', { has: page.locator('[name=policy]') })
    .getByRole('button', { name: 'Save' })
    .click()
  await page.waitForLoadState()
  expect(await story.prisma.connectionDomain.findUniqueOrThrow({ where: { domain } })).toMatchObject({ enforced: true })
}

/** The owner has no account there: their passkey opens the settings, and nothing else of the organization. */
async function expectOwnersWayIn(owner: Owner, id: string): Promise<void> {
  const { page, sso, organization, email } = owner
  expectBrowserProblem(/status of 404 .*\/members/)
  await page.goto(story.authorize({ organization: organization.slug }))
  await page.getByText('signs you in at its own identity provider').waitFor()
  await expectNoMembers(owner)
  await page.goto(`${story.world.issuer}/organizations/${organization.slug}/bypass`)
  await submit(page)
  await page.waitForURL(`${sso}**`)
  await page.getByRole('link', { name: 'Keycloak of the engines' }).waitFor()
  await page.goto(`${sso}/${id}`)
  await page.getByRole('heading', { name: 'Keycloak of the engines' }).waitFor()
  await expectNoMembers(owner)
  const told = () => story.world.mailbox.mails.filter(({ text }) => text?.includes('bypassed by an owner'))
  await expect.poll(() => told().flatMap(recipients)).toContain(email)
}

test('a company is set up by its owner, signs its people in, and ends their sessions', { timeout }, async () => {
  const { realm, issuer } = await story.openRealm([grace, alan, joan, eve])
  const owner = await story.openOwner('ada@owner.test', 'Analytical Engines')
  await story.proveDomain(owner, domain)
  const id = await story.addConnection(owner, 'Keycloak of the engines', issuer)
  await story.keycloak.changeClient(realm, 'vestibule', {
    attributes: {
      ...{ 'pkce.code.challenge.method': 'S256', 'use.jwks.url': 'true', 'jwks.url': `${story.world.issuer}/jwks` },
      ...backchannelLogoutAt(`${story.world.issuer}/sso/oidc/${id}/backchannel-logout`),
    },
  })
  await testAndActivate(owner, realm, id)

  // People come by their domain, and become what their groups give.
  const asGrace = await story.newPage()
  await story.comeByCompany(asGrace, grace)
  await story.acceptTerms(asGrace)
  const tokens = await story.tokensAt(asGrace)
  expect(tokens.idToken).toMatchObject({ name: 'Grace Hopper', email: grace.email, email_verified: true })
  expect(tokens.idToken).toMatchObject({ acr: 'urn:vestibule:acr:federated' })
  expect(tokens.accessToken).toMatchObject({ organization: owner.organization.id, organization_roles: ['admin'] })

  // The owner has seen it work, and requires it.
  await requireCompanySignIn(owner)
  const asAlan = await story.newPage()
  await story.comeByCompany(asAlan, alan)
  await story.acceptTerms(asAlan)
  expect((await story.tokensAt(asAlan)).accessToken).toMatchObject({ organization_roles: ['member'] })
  await expectOwnersWayIn(owner, id)

  // Their administrator ends a session there.
  const silent = story.authorize({ prompt: 'none' })
  await asGrace.goto(silent)
  await story.tokensAt(asGrace)
  await story.keycloak.signOut(realm, grace.username)
  const isEnded = async () => {
    await asGrace.goto(silent)
    return new URL(asGrace.url()).searchParams.get('error')
  }
  await expect.poll(isEnded).toBe('login_required')
  await asAlan.goto(silent)
  await story.tokensAt(asAlan)
})

test('an administrator without an account prepares it by a set-up link, and the owner activates', {
  timeout,
}, async () => {
  const customer = 'customer.test'
  const hedy = {
    ...{ username: 'hedy', email: `hedy@${customer}`, password: 'a password of hedy' },
    ...{ givenName: 'Hedy', familyName: 'Lamarr' },
  }
  const { issuer } = await story.openRealm([hedy])
  const owner = await story.openOwner('mary@owner.test', 'Spread Spectrum')
  const administrator = `it@${customer}`
  await owner.page.goto(owner.sso)
  await owner.page.fill('[name=email]', administrator)
  await submit(owner.page, 'Make link')
  const link = (await owner.page.locator('#setup-link').innerText()).trim()

  const page = await story.newPage()
  await page.goto(link)
  expect(await page.innerText('main')).not.toContain(administrator)
  await submit(page)
  await page.fill('[name=code]', await nextCode(story.world.mailbox, administrator))
  await submit(page)
  expectBrowserProblem(/status of 403/)
  const second = await story.newPage()
  await second.goto(link)
  await second.getByText('open in another browser').waitFor()

  await page.fill('[name=domain]', customer)
  await submit(page, 'Add')
  await page.getByText('_vestibule.customer.test').waitFor()
  await story.publishRecord(owner.organization.id, customer)
  await submit(page, 'Check')
  await page.getByRole('link', { name: 'Another OpenID provider' }).click()
  await page.fill('[name=issuer]', issuer)
  await submit(page, 'Continue')
  await fillProvider(page, 'Keycloak of the customer', issuer)
  await story.testSignIn(page, hedy)
  await page.getByText('The test succeeded').waitFor()
  const { connectionId } = await story.prisma.setupLink.findFirstOrThrow({ where: { email: administrator } })
  const stateOf = async () =>
    (await story.prisma.connection.findUniqueOrThrow({ where: { id: connectionId ?? '' } })).state
  expect(await stateOf()).toBe('tested')

  await owner.page.goto(`${owner.sso}/${connectionId}`)
  await confirm(owner.page, 'Activate')
  expect(await stateOf()).toBe('active')
  const asHedy = await story.newPage()
  await story.comeByCompany(asHedy, hedy)
  await story.acceptTerms(asHedy)
  expect((await story.tokensAt(asHedy)).accessToken).toMatchObject({ organization: owner.organization.id })
  // Made, opened, the domain, the connection, its test, and the activation.
  await expect
    .poll(() => story.world.mailbox.mails.filter((mail) => recipients(mail).includes(owner.email)).length)
    .toBeGreaterThanOrEqual(7)
})
