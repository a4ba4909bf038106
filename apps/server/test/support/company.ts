import { type AttemptReport, findAttempt } from '../../src/flows/federation/upstream/attempts.ts'
import {
  type AuthMethod,
  type ConnectionSettings,
  defaultSettings,
  type Provider,
} from '../../src/oidc/federation/connection.ts'
import { attachDomain, insertConnection, updateConnection } from '../../src/store/prisma/federation/connections.ts'
import type { PlainBrowser, Visited } from './browser.ts'
import { changeStore } from './change-store.ts'
import type { Upstream } from './upstream.ts'
import type { Given, TestPerson, TestWorld } from './world.ts'

/** An organization whose people sign in at its own identity provider. */
export interface Company {
  id: string
  slug: string
  /** Proven by DNS. Its people have addresses of it. */
  domain: string
  connectionId: string
  owner: { userId: string; person: TestPerson; browser: PlainBrowser }
}

export interface CompanyOptions {
  domain: string
  upstream: Pick<Upstream, 'issuer'>
  provider?: Provider
  clientId?: string
  authMethod?: AuthMethod
  policy?: 'off' | 'offered' | 'required'
  settings?: Partial<ConnectionSettings>
}

let companies = 0

/** TXT records that a test has published; every other name has none. */
export function answerTxt(world: TestWorld): Map<string, string[]> {
  const records = new Map<string, string[]>()
  world.deps.txtRecords = async (name) => records.get(name) ?? []
  return records
}

/** Somebody makes an organization and proves a domain of it, by the pages. */
export async function openOrganization(world: TestWorld, records: Map<string, string[]>, domain: string) {
  const { prisma } = world.deps.db
  const { browser, person } = await world.signIn()
  const { id, slug } = await prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
  const { userId } = await prisma.email.findUniqueOrThrow({ where: { address: person.email } })
  await proveDomain(world, records, { id, slug, browser }, domain)
  return { id, slug, owner: { userId, person, browser } }
}

/** Publishes the TXT record and has it looked at. */
export async function proveDomain(
  world: TestWorld,
  records: Map<string, string[]>,
  { id, slug, browser }: { id: string; slug: string; browser: PlainBrowser },
  domain: string,
): Promise<Visited> {
  const at = `${world.issuer}/organizations/${slug}/domains`
  const body = new URLSearchParams({ domain }).toString()
  await browser.go(at, { method: 'POST', body })
  const { token } = await world.deps.db.prisma.domain.findFirstOrThrow({ where: { organizationId: id, name: domain } })
  records.set(`_vestibule.${domain}`, [`vestibule-verification=${token}`])
  return browser.go(`${at}/check`, { method: 'POST', body })
}

/** A company whose connection signs people in. How owners come to one is told by the tests of its pages. */
export async function openCompany(
  world: TestWorld,
  records: Map<string, string[]>,
  { domain, upstream, provider = 'generic', policy = 'required', settings, ...credentials }: CompanyOptions,
): Promise<Company> {
  const organization = await openOrganization(world, records, domain)
  companies += 1
  const connectionId = `connection-${companies}`
  const at = world.deps.now()
  await changeStore(world.deps, async (change) => {
    await insertConnection(change, {
      id: connectionId,
      organizationId: organization.id,
      provider,
      name: 'Company sign-in',
      issuer: upstream.issuer,
      clientId: credentials.clientId ?? 'vestibule',
      authMethod: credentials.authMethod ?? 'private_key_jwt',
      sealedSecret: null,
      settings: { ...defaultSettings, ...settings },
      createdAt: at,
      replacesId: null,
    })
    await attachDomain(change, { domain, connectionId, organizationId: organization.id })
    await updateConnection(change, { id: connectionId, version: 0 }, { state: 'active', testedAt: at, activatedAt: at })
  })
  const { prisma } = world.deps.db
  await prisma.organization.update({ where: { id: organization.id }, data: { ssoPolicy: policy } })
  await prisma.connectionDomain.update({ where: { domain }, data: { enforced: policy === 'required' } })
  return { ...organization, domain, connectionId }
}

/** A browser types an address, and goes to the provider of the company where it is offered that. */
export async function typeAddress(
  world: TestWorld,
  browser: PlainBrowser,
  email: string,
  params: Given = {},
): Promise<Visited> {
  // The clock stands still: so that the latest attempt is the latest.
  world.pass(1)
  await world.authorize(browser, params)
  if (browser.has('email')) await browser.submit({ email })
  return goToProvider(browser)
}

/** Presses the first button that leads to an identity provider, if the page has one. */
export async function goToProvider(browser: PlainBrowser): Promise<Visited> {
  const form = browser.current?.html.querySelector('form[method=get][action*="/sso/start/"]')
  if (!browser.current || !form) return browser.current as Visited
  const fields = form
    .querySelectorAll('input')
    .map((input): [string, string] => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? ''])
  return browser.go(`${form.getAttribute('action')}?${new URLSearchParams(fields)}`)
}

/** Signs in at the provider of a company and answers what is asked afterwards, until the client is called back or refused. */
export async function signInByCompany(
  world: TestWorld,
  upstream: Upstream,
  { email, browser = world.browser(), params }: { email: string; browser?: PlainBrowser; params?: Given },
): Promise<{ browser: PlainBrowser; visited: Visited; code: string | null }> {
  await typeAddress(world, browser, email, params)
  const back = await upstream.follow(browser)
  const visited = back.status < 400 ? await world.finish(browser, { ...nobody, email }) : back
  return { browser, visited, code: visited.callback?.searchParams.get('code') ?? null }
}

const nobody = { givenName: 'Grace', familyName: 'Hopper', organization: 'Own Company', team: 'Research' }

/** The attempt whose reference a page shows, as owners and operators find it. */
export async function shownAttempt(world: TestWorld, { html }: Visited): Promise<AttemptReport> {
  const text = html.querySelector('main')?.text ?? ''
  const reference = /[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}/.exec(text)?.[0]
  const found = reference && (await findAttempt(world.deps, reference))
  if (!found) throw new Error(`the page shows no reference: ${text}`)
  return found
}

/** The latest attempt, as it is stored. */
export const latestAttempt = (world: TestWorld) =>
  world.deps.db.prisma.federationAttempt.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
