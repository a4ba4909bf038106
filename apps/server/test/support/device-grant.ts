import { expect } from 'vitest'
import { deviceCode } from '../../src/oidc/response-types.ts'
import type { PlainBrowser, Visited } from './browser.ts'
import type { Given, SignedIn, TestPerson, TestWorld, TokenAnswer } from './world.ts'

/** A command line that stays signed in, and a television that does not and shows a QR code. */
export const deviceClients = {
  OIDC_CLIENT_ID_20: 'cli',
  OIDC_CLIENT_20_NAME: 'Engine CLI',
  OIDC_CLIENT_20_GRANT_TYPES: `${deviceCode},refresh_token`,
  OIDC_CLIENT_20_SCOPES: 'openid,profile,email,organization,offline_access',
  OIDC_CLIENT_ID_21: 'tv',
  OIDC_CLIENT_21_NAME: 'Television',
  OIDC_CLIENT_21_SECRET: 'tv-secret-0123456789-0123456789',
  OIDC_CLIENT_21_GRANT_TYPES: deviceCode,
  OIDC_CLIENT_21_ORGANIZATION: 'none',
  OIDC_CLIENT_21_DEVICE_QR: 'true',
}

export const tvAuth: { basic: [string, string] } = { basic: ['tv', deviceClients.OIDC_CLIENT_21_SECRET] }

export interface DeviceAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer, looked at by tests
  body: any
}

const sent = (pair: [string, string | undefined]): pair is [string, string] => pair[1] !== undefined

/** What devices and their people do. */
export function devicesOf(world: TestWorld) {
  const db = world.deps.db.prisma

  async function begin(params: Given = {}, headers: Record<string, string> = {}): Promise<DeviceAnswer> {
    const body = { client_id: 'cli', scope: 'openid email', ...params }
    const response = await fetch(`${world.issuer}/device_authorization`, {
      method: 'POST',
      body: new URLSearchParams(Object.entries(body).filter(sent)).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': 'engine-cli/1.0', ...headers },
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  const poll = (code: string, more: Given = {}): Promise<TokenAnswer> =>
    world.token({ grant_type: deviceCode, client_id: 'cli', device_code: code, ...more })

  /** Somebody who has been through onboarding, in an organization that allows devices. */
  async function member(
    given: Partial<TestPerson> = {},
    allows = true,
  ): Promise<SignedIn & { id: string; organizationId: string }> {
    const signedIn = await world.signIn(given)
    const { userId } = await db.email.findUniqueOrThrow({ where: { address: signedIn.person.email } })
    const { organizationId } = await db.membership.findFirstOrThrow({ where: { userId } })
    await db.organization.update({ where: { id: organizationId }, data: { deviceCodes: allows } })
    return { ...signedIn, id: userId, organizationId }
  }

  /** Types a code, and comes to the page that asks. */
  async function enter(browser: PlainBrowser, userCode: string): Promise<Visited> {
    await browser.go(`${world.issuer}/device`)
    return browser.submit({ user_code: userCode })
  }

  async function approve(browser: PlainBrowser, userCode: string): Promise<Visited> {
    await enter(browser, userCode)
    return browser.submit({ request: requestIn(browser), decision: 'allow', ...organizationIn(browser) })
  }

  async function signInDevice(browser: PlainBrowser, params: Given = {}): Promise<DeviceAnswer['body']> {
    const { body } = await begin(params)
    expect((await approve(browser, body.user_code)).status).toBe(200)
    return (await poll(body.device_code)).body
  }

  return { db, begin, poll, member, enter, approve, signInDevice }
}

export const requestIn = (browser: PlainBrowser): string =>
  browser.current?.html.querySelector('[name=request]')?.getAttribute('value') ?? ''

export function organizationIn(browser: PlainBrowser): Record<string, string> {
  const organization = browser.current?.html.querySelector('[name=organization]')?.getAttribute('value')
  return organization === undefined ? {} : { organization }
}

export const mainOf = ({ html }: Visited): string => html.querySelector('main')?.text ?? ''
