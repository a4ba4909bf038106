import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { answerTxt } from '../../apps/server/test/support/company.ts'
import { codeIn } from '../../apps/server/test/support/mailbox.ts'
import { claimsOf, openTestWorld, type TestWorld, webAuth } from '../../apps/server/test/support/world.ts'
import { type Application, openApplication } from './application.ts'
import { type Keycloak, type KeycloakPerson, openKeycloak, signInAtKeycloak } from './keycloak.ts'
import { openStrictBrowser } from './strict-browser.ts'
import { virtualAuthenticator } from './support.ts'

/** An owner with a passkey, and the address of the settings of company sign-in. */
export interface Owner {
  page: Page
  email: string
  organization: { id: string; slug: string }
  sso: string
}

let realms = 0

/** A form is one step, and its page is left. */
export async function submit(page: Page, name?: string): Promise<void> {
  const button = name ? page.getByRole('button', { name }) : page.locator('button.primary')
  await button.first().click()
  await page.waitForLoadState()
}

/** An act that asks first. */
export async function confirm(page: Page, name: string): Promise<void> {
  const details = page.locator('details', { has: page.locator('summary', { hasText: name }) }).first()
  await details.locator('summary').click()
  await details.getByRole('button').click()
  await page.waitForLoadState()
}

/** Fills in what a company's Keycloak shows. */
export async function fillProvider(page: Page, name: string, issuer: string): Promise<void> {
  await page.fill('[name=name]', name)
  await page.fill('[name=issuer]', issuer)
  await page.fill('[name=client_id]', 'vestibule')
  await page.selectOption('[name=auth_method]', 'private_key_jwt')
  await submit(page, 'Check and save')
}

/** Our server, a browser, an application, and the Keycloak of companies, for stories about these. */
export class CompanyStory {
  private constructor(
    readonly world: TestWorld,
    readonly application: Application,
    readonly keycloak: Keycloak,
    readonly browser: Browser,
    readonly records: Map<string, string[]>,
  ) {}

  static async open(): Promise<CompanyStory> {
    const application = await openApplication()
    const world = await openTestWorld(
      { SSO: 'on', OIDC_CLIENT_0_REDIRECT_URIS: application.redirectUri },
      { clock: 'running' },
    )
    const keycloak = await openKeycloak()
    const browser = await openStrictBrowser({ foreign: keycloak.url })
    return new CompanyStory(world, application, keycloak, browser, answerTxt(world))
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.keycloak.close()
    await this.world.close()
    this.application.close()
  }

  get prisma() {
    return this.world.deps.db.prisma
  }

  newPage = async (): Promise<Page> => (await this.browser.newContext()).newPage()

  /** A realm of its own, with our client and these people. */
  async openRealm(people: readonly KeycloakPerson[]): Promise<{ realm: string; issuer: string }> {
    realms += 1
    const realm = `company-${process.pid}-${realms}`
    const { issuer } = this.world
    const client = { clientId: 'vestibule', jwksUri: `${issuer}/jwks`, redirectUris: [`${issuer}/sso/oidc/callback/*`] }
    return { realm, issuer: await this.keycloak.addRealm(realm, client, people) }
  }

  authorize(extra: Record<string, string> = {}): string {
    return `${this.world.issuer}/authorize?${new URLSearchParams({
      ...{ client_id: 'web', redirect_uri: this.application.redirectUri, response_type: 'code', state: 's' },
      ...{ scope: 'openid profile email organization', ...extra },
    })}`
  }

  /** What the application gets for the code that a browser brings back. */
  async tokensAt(page: Page) {
    const { redirectUri } = this.application
    await page.waitForURL(`${redirectUri}**`)
    const code = new URL(page.url()).searchParams.get('code')
    if (!code) throw new Error(`there is no code in ${page.url()}`)
    const answer = await this.world.token(
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      webAuth,
    )
    const { id_token, access_token } = answer.body
    return { idToken: claimsOf(id_token), accessToken: claimsOf(access_token) }
  }

  /** Somebody makes an organization and a passkey, and signs in with that. */
  async openOwner(email: string, organization: string): Promise<Owner> {
    const page = await this.newPage()
    await virtualAuthenticator(page)
    await page.goto(this.authorize())
    await page.fill('[name=email]', email)
    await submit(page)
    await page.fill('[name=code]', codeIn(await this.world.mailbox.take(email)))
    await submit(page)
    await page.check('[name=accept_terms]')
    await submit(page)
    await page.fill('[name=given_name]', 'Ada')
    await submit(page)
    await page.fill('[name=organization_name]', organization)
    await submit(page)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await this.tokensAt(page)
    const made = await this.prisma.organization.findFirstOrThrow({ where: { name: organization } })
    await page.goto(`${this.world.issuer}/logout`)
    await page.click('[value=logout]')
    await page.getByText('You are signed out').waitFor()
    // The authenticator answers by itself.
    await page.goto(this.authorize())
    expect((await this.tokensAt(page)).idToken).toMatchObject({ acr: 'phrh' })
    return { page, email, organization: made, sso: `${this.world.issuer}/organizations/${made.slug}/sso` }
  }

  /** What the DNS says from now on. */
  async publishRecord(organizationId: string, name: string): Promise<void> {
    const { token } = await this.prisma.domain.findFirstOrThrow({ where: { organizationId, name } })
    this.records.set(`_vestibule.${name}`, [`vestibule-verification=${token}`])
  }

  async proveDomain({ page, organization }: Owner, name: string): Promise<void> {
    await page.goto(`${this.world.issuer}/organizations/${organization.slug}/domains`)
    await page.fill('[name=domain]', name)
    await submit(page, 'Add')
    await this.publishRecord(organization.id, name)
    await submit(page, 'Check')
    expect(await this.prisma.domain.findFirstOrThrow({ where: { claimed: name } })).toMatchObject({ method: 'dns' })
  }

  /** Returns the id of the connection. */
  async addConnection({ page, sso }: Owner, name: string, issuer: string): Promise<string> {
    await page.goto(sso)
    await page.getByRole('link', { name: 'Add identity provider' }).first().click()
    await page.getByRole('link', { name: 'Another OpenID provider' }).click()
    await page.fill('[name=issuer]', issuer)
    await submit(page, 'Continue')
    expect(await page.innerText('main')).toContain(`${this.world.issuer}/sso/oidc/callback/`)
    await fillProvider(page, name, issuer)
    await page.waitForURL(/\/sso\/(?!new)[^/]+$/)
    return new URL(page.url()).pathname.split('/').at(-1) ?? ''
  }

  /** Signs in there by the button of a page, comes back and sees every check. */
  async testSignIn(page: Page, person: KeycloakPerson): Promise<void> {
    await page.getByRole('button', { name: 'Test sign-in' }).first().click()
    await signInAtKeycloak(page, this.keycloak, person)
    await page.waitForURL(/attempt=/)
  }

  /** Somebody types their address, and signs in at their company. */
  async comeByCompany(page: Page, person: KeycloakPerson): Promise<void> {
    await page.goto(this.authorize())
    await page.fill('[name=email]', person.email)
    await submit(page)
    // Where it is required, a typed address leads there at once.
    const button = page.getByRole('button', { name: 'Continue to' })
    if (await button.count()) await button.click()
    await signInAtKeycloak(page, this.keycloak, person)
  }

  /** What somebody new is asked: their name came along. */
  async acceptTerms(page: Page): Promise<void> {
    await page.check('[name=accept_terms]')
    await submit(page)
    if (await page.locator('[name=given_name]').count()) await submit(page)
  }
}
