import { waitingReasons } from '../../src/flows/directory/types.ts'
import { createEndpoint } from '../../src/flows/management/deliveries/webhook-endpoints.ts'
import { declareField, removeField } from '../../src/flows/management/fields/fields.ts'
import { createResource } from '../../src/flows/management/resources/resources.ts'
import { applyPermissions } from '../../src/flows/management/rights/permissions.ts'
import { setRoles } from '../../src/flows/organizations/members/member-roles.ts'
import { updateOrganization } from '../../src/flows/organizations/organization-settings.ts'
import { makeRole } from '../../src/flows/organizations/roles/own-roles.ts'
import { publishTerms, saveTermsDraft } from '../../src/flows/organizations/terms/terms-publishing.ts'
import { system } from '../../src/flows/platform/audit.ts'
import { ownClient } from '../../src/flows/platform/clients/own-client.ts'
import { federationReasons } from '../../src/oidc/federation/reasons.ts'
import { parsePermissionsDocument } from '../../src/oidc/permissions-document.ts'
import type { DoneNotice } from '../../src/pages/done-notices.ts'
import { addressWithNotice } from '../../src/routes/done-notices.ts'
import { putAgentConnection } from '../../src/store/beyond-prisma/federation/agent-connections.ts'
import { insertTrustedIssuer } from '../../src/store/prisma/federation/trusted-issuers.ts'
import { accountOf } from './account.ts'
import { boundPages } from './bound-pages.ts'
import type { PlainBrowser, Visited } from './browser.ts'
import { changeStore } from './change-store.ts'
import { declareEveryField } from './declared-fields.ts'
import { deviceClients, devicesOf, requestIn } from './device-grant.ts'
import { linkIn, nextCode } from './mailbox.ts'
import { pkce, someone, type TestWorld } from './world.ts'

// Every page that is reached over HTTP in a world with data, in a language at a time.

/** Numbers of things that languages have different words for. */
export const counts = [0, 1, 2, 5, 11, 21, 100]

export interface RenderedPage {
  /** The same in every language. */
  name: string
  page: Visited
}

export const operatorAddress = 'operator@example.test'

const agentId = 'https://agent.example.test/client.json'
const api = 'https://api.example.test'

/** For the pages of clients that nobody here configured. */
export const agentEnvironment = {
  SSO: 'on',
  SCIM: 'on',
  ENTERPRISE_AUTHORIZATION: 'on',
  DYNAMIC_CLIENTS: 'open',
  OIDC_RESOURCE_0: api,
  OIDC_RESOURCE_0_NAME: 'Notes',
  OIDC_RESOURCE_0_SCOPES: 'notes:read',
  OIDC_RESOURCE_0_DYNAMIC_CLIENTS: 'any',
  OIDC_RESOURCE_0_ORGANIZATION: 'required',
  OIDC_RESOURCE_0_API_KEYS: 'on',
  ...deviceClients,
  OIDC_CLIENT_20_NAME: 'Acme',
}

export type EveryPage = Awaited<ReturnType<typeof preparePages>>

/** Fills a world with data. What it returns takes the pages in a language. */
export async function preparePages(world: TestWorld) {
  const account = await prepareAccount(world)
  const signedInPaths = [
    ...(await crawl(world, account.operator, ['/account', '/admin', `/organizations/${account.organization}`])),
    ...account.paths,
    ...saidPaths(world, account.operatorId),
  ]
  let journeys = 0
  return async function everyPage(tag: string): Promise<RenderedPage[]> {
    const pages: RenderedPage[] = []
    await world.deps.db.prisma.user.updateMany({ data: { locale: tag } })
    journeys += 1
    await signInPages(world, { tag, pages, journey: journeys })
    await strangerPages(world, { tag, pages, invitation: account.invitation })
    for (const path of signedInPaths) pages.push({ name: path, page: await account.operator.go(world.issuer + path) })
    await organizationTermsPages(world, { ...account, tag, pages })
    await askedFieldPages(world, { tag, pages })
    await agentPages(world, { ...account, tag, pages })
    await waitingPages(world, { ...account, tag, pages })
    await devicePages(world, { ...account, tag, pages })
    pages.push(...(await boundPages(world, tag, account.operator)))
    return pages
  }
}

/** An issuer that the organization trusts, and what it has connected. */
async function trustAnIssuer({ deps }: TestWorld, owner: { organization: string; operatorId: string }): Promise<void> {
  const now = deps.now()
  const id = 'b'.repeat(32)
  const consent = { scope: [], claims: [], resources: [{ identifier: api, scope: ['notes:read'] }] }
  const trust = { resources: consent.resources, clients: [], teams: [], trustMfa: false, jwksUri: null }
  await changeStore(deps, async (change) => {
    await insertTrustedIssuer(change, {
      ...{ id, organizationId: owner.organization, name: 'Acme', issuer: 'https://acme.okta.example', tenant: '' },
      ...{ trust, createdAt: now, createdBy: owner.operatorId },
    })
    await putAgentConnection(change, {
      ...{ id: 'd'.repeat(32), organizationId: owner.organization, issuerId: id, userId: owner.operatorId, now },
      ...{ clientId: 'https://assistant.example/client.json', clientName: 'Assistant', allowed: consent },
    })
  })
}

/** An operator who owns an organization in which everything has happened. */
async function prepareAccount(world: TestWorld) {
  const { prisma } = world.deps.db
  const at = accountOf(world)
  const signedIn = await world.signIn({ email: operatorAddress, organization: 'Engines', team: 'Research' })
  const operator = signedIn.browser
  await world.redeem(signedIn.code)
  const { id: organization } = await prisma.organization.findFirstOrThrow({ where: { name: 'Engines' } })
  const operatorId = await at.idOf(operatorAddress)
  const now = world.deps.now()
  await prisma.domain.create({
    data: {
      ...{ organizationId: organization, name: 'waiting.example', token: 'waiting', method: 'dns' },
      claimed: 'waiting.example',
      joining: 'suggest',
      createdAt: now,
      verifiedAt: now,
    },
  })
  await at.post(operator, `/organizations/${organization}/domains`, { domain: 'engines.example.test' })
  await at.post(operator, `/organizations/${organization}/invitations`, { email: 'invited@example.test' })
  const invitation = linkIn(await world.mailbox.take('invited@example.test'))
  await at.post(operator, '/account/addresses', { email: 'second@example.test' })
  await at.post(operator, '/account/phone', { phone: '+442079460958' })
  await prisma.phoneChallenge.update({
    where: { userId: operatorId },
    data: { expiresAt: new Date(now.getTime() + 7 * 86_400_000) },
  })
  await at.post(operator, `/organizations/${organization}/applications/allow`, { application: 'agent.example.test' })
  await prisma.consent.create({
    data: {
      ...{ organizationId: organization, userId: operatorId, clientId: agentId, scope: 'openid notes:read' },
      ...{ connectionId: 'c'.repeat(32), clientName: 'Claude', redirectOrigin: 'https://agent.example.test' },
      ...{ resource: api, clientDigest: 'none', grantedAt: now },
    },
  })
  await trustAnIssuer(world, { organization, operatorId })
  for (const [name, state] of [
    ['Billing', {}],
    ['Journey', { oldUntil: new Date(now.getTime() + 86_400_000), usedAt: now }],
    ['Research', { revokedAt: now }],
  ] as const)
    await prisma.apiKey.create({
      data: {
        ...{
          id: name.slice(0, 7).padEnd(12, '0'),
          userId: operatorId,
          organizationId: organization,
          name,
          digest: name,
        },
        ...{ resource: api, scope: 'notes:read', createdAt: now, expiresAt: new Date(now.getTime() + 90 * 86_400_000) },
        ...state,
      },
    })
  const endpoint = await createEndpoint(
    world.deps,
    { kind: 'operator', id: 'op', network: '::/48' },
    {
      ...{ name: 'Billing', url: 'http://127.0.0.1:9/hook', actions: ['member.*'], disabled: false },
    },
  )
  await createResource(world.deps, system, { resource: 'https://api.example.test/engines', scopes: ['engines:run'] })
  await declareEveryField(world)
  await writeTerms(world, organization, operatorId)
  await declareRoles(world, organization, operatorId)
  const people = await peopleWithSessions(world)
  const waiting = world.browser()
  await world.authorize(waiting)
  await waiting.submit({ email: 'new@waiting.example' })
  await waiting.submit({ code: await nextCode(world.mailbox, 'new@waiting.example') })
  await waiting.submit({ accept_terms: 'yes' })
  await waiting.submit({ given_name: 'Newton' })
  await waiting.submit({ organization })
  const paths = [
    ...(await makeConnection(world, organization)),
    ...people.map((id) => `/admin/people/${id}`),
    `/admin/people/${people[1]}/merge`,
    ...counts.flatMap((count) => [
      `/admin/people/${people[1]}?done=disabled&count=${count}`,
      `/admin/people/${people[1]}?done=signed-out&count=${count}`,
      `/admin/keys?done=rotated&count=${count}`,
      `/admin/webhooks/${endpoint.id}?done=replayed&count=${count}`,
    ]),
    '/admin?days=7',
    '/admin?days=90',
    '/admin/people?query=nobody',
    '/admin/find?q=engines',
    '/admin/api-keys?q=Billing00000',
    `/admin/why?address=${operatorAddress}`,
    '/admin/why?address=nobody@example.test',
    '/account/phone/confirm',
  ]
  return { operator, operatorId, organization, invitation, waiting, paths }
}

/** Terms of the organization that members may put off, one acceptance, and a draft of the next version. */
async function writeTerms(world: TestWorld, organizationId: string, operatorId: string): Promise<void> {
  const { deps } = world
  const text = '# Engines\n\n- Ada\n- [Acme](https://acme.example.test)'
  const graceUntil = new Date(deps.now().getTime() + 30 * 86_400_000)
  world.pass(1000)
  await publishTerms(deps, system, organizationId, { text, graceUntil })
  await deps.db.prisma.organizationTermsAcceptance.create({
    data: {
      ...{ organizationId, version: 1, userId: await accountOf(world).idOf(operatorAddress) },
      ...{ personName: 'Ada', personAddress: operatorAddress, acceptedAt: deps.now() },
    },
  })
  await publishTerms(deps, system, organizationId, { text: `${text}\n`.repeat(2), graceUntil })
  const actor = { kind: 'user', id: operatorId, network: '::/48' } as const
  await saveTermsDraft(deps, actor, organizationId, { text, graceUntil }, '')
}

/** Permissions, a role of the operator that the owner has, and one of the organization. */
async function declareRoles(world: TestWorld, organizationId: string, operatorId: string): Promise<void> {
  const { deps } = world
  const permissions = { 'invoice.read': { names: { en: 'Acme' }, level: 'basic' }, 'invoice.approve': {} }
  const document = { permissions, roles: { billing: { names: { en: 'Billing' }, permissions: ['invoice.approve'] } } }
  await applyPermissions(deps, system, parsePermissionsDocument(JSON.stringify(document)))
  await updateOrganization(deps, system, organizationId, { customRoles: true })
  const actor = { kind: 'user', id: operatorId, network: '::/48' } as const
  const role = { names: { en: 'Journey' }, permissions: ['invoice.read'] }
  await makeRole(deps, actor, organizationId, role)
  await setRoles(deps, actor, organizationId, operatorId, { others: ['billing', 'org-journey'] })
}

/** An identity provider whose sign-ins fail, and an attempt for each way in which one can end. */
async function makeConnection(world: TestWorld, organizationId: string): Promise<string[]> {
  const { prisma } = world.deps.db
  const now = world.deps.now()
  const id = 'c0'.padEnd(32, '0')
  await prisma.connection.create({
    data: {
      ...{ id, organizationId, protocol: 'oidc', provider: 'okta', name: 'Acme', state: 'failing', failures: 21 },
      ...{ issuer: 'https://acme.okta.example.test', clientId: 'acme', authMethod: 'private_key_jwt', settings: '{}' },
      ...{ createdAt: now, testedAt: now, activatedAt: now, lastSuccessAt: now, failingSince: now },
      domains: { create: { domain: 'waiting.example', organizationId, enforced: true } },
    },
  })
  await directoryOf(world, organizationId)
  const detail = { checks: [{ name: 'audience', state: 'failed', expected: 'acme', received: 'journey' }] }
  const ends = federationReasons.map((reason) => ({ outcome: 'failed', reason }))
  const attempts = [...ends, { outcome: 'done', reason: null }, { outcome: null, reason: null }]
  await prisma.federationAttempt.createMany({
    data: attempts.map(({ outcome, reason }, index) => ({
      ...{
        id: `attempt${index}`,
        reference: `ACME2-${22222 + index}`,
        connectionId: id,
        outcome,
        reason,
      },
      ...{ purpose: index % 2 ? 'test' : 'sign-in', browserDigest: '', sealed: '', createdAt: now, expiresAt: now },
      detail: world.deps.keyring.seal('federation-detail', JSON.stringify(detail)),
    })),
  })
  return [
    `/admin/connections/${id}`,
    '/admin/connections/attempts/ACME2-22222',
    '/admin/why?address=ada@waiting.example',
  ]
}

/** A directory that has sent something, with somebody for each reason to wait. */
async function directoryOf(world: TestWorld, organizationId: string): Promise<void> {
  const now = world.deps.now()
  const at = { createdAt: now, changedAt: now }
  const expiresAt = new Date(now.getTime() + 90 * 86_400_000)
  const id = 'd0'.padEnd(32, '0')
  await world.deps.db.prisma.directory.create({
    data: {
      ...{ id, organizationId, createdAt: now, lastRequestAt: now, reviewAfter: '' },
      ...{ errorDay: now.toISOString().slice(0, 10), errorCount: 3 },
      tokens: {
        create: { id: 'token', digest: 'none', prefix: 'scim_abcd', createdAt: now, expiresAt, lastUsedAt: now },
      },
      users: {
        create: waitingReasons.map((waitingReason) => ({
          ...{ id: waitingReason, userName: `${waitingReason}@engines.example.test`, userNameKey: waitingReason },
          ...{ active: true, attributes: '{}', waitingReason, ...at },
        })),
      },
      groups: { create: { id: 'group', displayName: 'Engines', displayKey: 'engines', ...at } },
      mappings: { create: { id: 'mapping', groupId: 'group', groupName: 'Engines', role: 'admin' } },
      requests: {
        create: [
          { slot: 0, number: 0, at: now, method: 'POST', path: '/Users', status: 201 },
          { slot: 1, number: 1, at: now, method: 'GET', path: '/Users', status: 400, scimType: 'invalidFilter' },
        ],
      },
    },
  })
}

/** A person for each count, with that many sessions. */
async function peopleWithSessions(world: TestWorld): Promise<string[]> {
  const { prisma } = world.deps.db
  const now = world.deps.now()
  const at = { createdAt: now, updatedAt: now }
  const ids: string[] = []
  for (const count of counts) {
    const id = `many${count}n`.padEnd(32, '0')
    const address = `many${count}@example.test`
    await prisma.user.create({
      data: {
        id,
        givenName: 'Ada',
        familyName: 'Lovelace',
        ...at,
        emails: { create: { address, isPrimary: true, verifiedAt: now } },
      },
    })
    await prisma.session.createMany({
      data: Array.from({ length: count }, (_, index) => ({
        ...{
          id: `${count}s${String(index).padStart(28, '0')}`,
          secretDigest: 'none',
          userId: id,
          authenticatedAt: now,
          acr: '',
          amr: '',
        },
        ...{ userAgent: '', network: '', createdAt: now, seenAt: now, expiresAt: new Date(now.getTime() + 86_400_000) },
      })),
    })
    ids.push(id)
  }
  return ids
}

/** The paths that links of these pages lead to, and so on; of ids there are more than enough. */
async function crawl(world: TestWorld, browser: PlainBrowser, from: readonly string[]): Promise<string[]> {
  const seen = new Set<string>()
  const waiting = [...from]
  for (let path = waiting.shift(); path && seen.size < 80; path = waiting.shift()) {
    if (seen.has(path)) continue
    const { status, headers, html } = await browser.go(world.issuer + path)
    if (status !== 200 || !headers.get('content-type')?.startsWith('text/html')) continue
    seen.add(path)
    for (const link of html.querySelectorAll('nav a[href], main a[href]')) {
      const href = (link.getAttribute('href') ?? '').replaceAll('&amp;', '&')
      if (/^\/(account|admin|organizations)[\w/-]*$/.test(href) && !/export|csv|download/.test(href)) waiting.push(href)
    }
  }
  return [...seen]
}

/** The account page with every sentence that says what an act did. */
function saidPaths(world: TestWorld, id: string): string[] {
  const address = (...said: DoneNotice) => addressWithNotice(world.deps, '/account', said)
  const words = Object.keys(world.deps.languages.wordsFor(['en']).done) as DoneNotice[0][]
  return [
    ...words.flatMap((word) =>
      word === 'people-invited' ? counts.map((count) => address(word, String(count))) : [address(word, 'Ada', 'Acme')],
    ),
    `/admin/people/${id}`,
  ]
}

interface Journey {
  tag: string
  pages: RenderedPage[]
}

/** From an address to the application, with every mistake on the way. */
async function signInPages(world: TestWorld, { tag, pages, journey }: Journey & { journey: number }): Promise<void> {
  const browser = world.browser({ 'Accept-Language': tag })
  const take = (name: string) => {
    if (browser.current) pages.push({ name, page: browser.current })
  }
  const { email } = someone()
  await world.authorize(browser, { client_id: 'third' })
  take('sign-in')
  await browser.submit({ email: `nobody ${journey}` })
  take('sign-in with a mistake')
  await browser.submit({ email })
  take('code')
  const right = await nextCode(world.mailbox, email)
  for (let attempt = 1; attempt <= 5; attempt++) {
    await browser.submit({ code: right === '000000' ? '111111' : '000000' })
    take(`wrong code ${attempt}`)
  }
  await world.authorize(browser, { client_id: 'third' })
  await browser.submit({ email })
  await browser.submit({ code: await nextCode(world.mailbox, email) })
  take('terms')
  await browser.submit()
  take('terms with a mistake')
  await browser.submit({ accept_terms: 'yes' })
  take('profile')
  await browser.submit({ given_name: '' })
  take('profile with a mistake')
  await browser.submit({ given_name: 'Ada', family_name: 'Lovelace' })
  take('organization')
  await browser.submit({ organization_name: '' })
  take('organization with a mistake')
  await browser.submit({ organization_name: `Journey ${journey}` })
  take('team')
  if (browser.has('team_name')) await browser.submit({ team_name: 'Research' })
  take('consent')
  await browser.submit({ decision: 'allow' })
  world.pass(1)
  await world.authorize(browser, { prompt: 'select_account' })
  take('account choice')
  await browser.go(`${world.issuer}/logout`)
  take('logout')
  await browser.submit({ decision: 'logout' })
  take('signed out')
}

/** The step in which a member accepts the terms of an organization. */
async function organizationTermsPages(
  world: TestWorld,
  { tag, pages, operator, organization }: Journey & { operator: PlainBrowser; organization: string },
): Promise<void> {
  const params = { organization, ui_locales: tag }
  pages.push({ name: 'terms of an organization', page: await world.authorize(operator, params) })
  pages.push({ name: 'terms of an organization with a mistake', page: await operator.submit({ version: '2' }) })
  for (const path of ['publish', 'withdraw'])
    pages.push({
      name: `${path} the terms`,
      page: await accountOf(world).post(operator, `/organizations/${organization}/terms/${path}`, {}),
    })
}

/** What an organization requires of itself and of its members, before its owner acts for it. */
async function askedFieldPages(world: TestWorld, { tag, pages }: Journey): Promise<void> {
  const { browser } = await world.signIn({ organization: 'Engines' })
  const required = { key: 'asked', type: 'text', required: 'always', names: { en: 'Ada' } }
  const fields = [
    { of: 'organization', reads: ['owner'], writes: ['owner'], ...required },
    { of: 'membership', reads: ['person', 'owner'], writes: ['person'], ...required },
  ]
  for (const field of fields) await declareField(world.deps, system, field)
  pages.push({ name: 'fields of an organization', page: await world.authorize(browser, { ui_locales: tag }) })
  pages.push({ name: 'fields of an organization with a mistake', page: await browser.submit({}) })
  pages.push({ name: 'fields of a member', page: await browser.submit({ 'fields.asked': 'Ada' }) })
  for (const { of, key } of fields) await removeField(world.deps, system, `${of}.${key}`)
}

/** What somebody is asked who connects a client that nobody here configured, and what is asked before it is ended. */
async function agentPages(
  world: TestWorld,
  { tag, pages, operator, organization }: Journey & { operator: PlainBrowser; organization: string },
): Promise<void> {
  const { clients } = world.deps
  const find = clients.find.bind(clients)
  const redirectUri = 'http://127.0.0.1/callback'
  const agent = (id: string) => ({
    ...ownClient(id, 'Claude'),
    ...({ source: 'document', trust: 'unknown', redirectUris: [redirectUri] } as const),
    grantTypes: new Set(['authorization_code', 'refresh_token'] as const),
    responseTypes: new Set(['code']),
  })
  clients.find = (id) => (id.endsWith('/client.json') ? agent(id) : find(id))
  const { challenge } = pkce()
  for (const [name, id, scope] of [
    ['connect an application', agentId, 'notes:read offline_access'],
    ['connect an application that no organization accepts', 'https://stranger.example.test/client.json', 'notes:read'],
  ] as const) {
    const code = { code_challenge: challenge, code_challenge_method: 'S256', nonce: undefined }
    const request = { client_id: id, redirect_uri: redirectUri, resource: api, scope, ui_locales: tag, ...code }
    pages.push({ name, page: await world.authorize(operator, request) })
  }
  await world.authorize(operator, {
    client_id: agentId,
    redirect_uri: redirectUri,
    resource: api,
    scope: 'notes:read',
    ui_locales: tag,
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  })
  pages.push({
    name: 'connect an application with a mistake',
    page: await operator.submit({ shown: 'else', decision: 'allow' }),
  })
  clients.find = find
  for (const [form, fields] of [
    ['end', { id: 'c'.repeat(32) }],
    ['end-all', { application: agentId }],
    ['block', { application: 'agent.example.test' }],
  ] as const)
    pages.push({
      name: `${form} the application`,
      page: await accountOf(world).post(operator, `/organizations/${organization}/applications/${form}`, fields),
    })
}

/** What somebody without an account meets: an invitation, and errors. */
async function strangerPages(
  world: TestWorld,
  { tag, pages, invitation }: Journey & { invitation: string },
): Promise<void> {
  const paths = ['/nowhere', '/sign-in/unknown', '/authorize?client_id=nobody', '/sign-in/unknown/link/unknown']
  for (const path of [...paths, '/account/undo/unknown', '/invitations/unknown', new URL(invitation).pathname]) {
    const browser = world.browser({ 'Accept-Language': tag, Accept: 'text/html' })
    pages.push({ name: `as a stranger ${path}`, page: await browser.go(world.issuer + path) })
  }
}

/** The page of somebody who asked to join, with as many people who can approve it as there are counts. */
async function waitingPages(
  world: TestWorld,
  {
    tag,
    pages,
    waiting,
    organization,
    operatorId,
  }: Journey & { waiting: PlainBrowser; organization: string; operatorId: string },
): Promise<void> {
  const { prisma } = world.deps.db
  const url = waiting.current?.location ?? ''
  waiting.headers['Accept-Language'] = tag
  const others = await prisma.user.findMany({ where: { id: { startsWith: 'filler' } }, orderBy: { id: 'asc' } })
  for (const count of counts.slice(1)) {
    const wanted = Array.from({ length: count - 1 }, (_, index) => `filler${String(index).padStart(26, '0')}`)
    const now = world.deps.now()
    const missing = wanted.filter((id) => !others.some((user) => user.id === id))
    await prisma.user.createMany({ data: missing.map((id) => ({ id, createdAt: now, updatedAt: now })) })
    others.push(...missing.map((id) => ({ id }) as (typeof others)[number]))
    await prisma.membership.deleteMany({ where: { organizationId: organization, userId: { not: operatorId } } })
    await prisma.membership.createMany({
      data: wanted.map((userId) => ({ organizationId: organization, userId, roles: 'owner', createdAt: now })),
    })
    const page = await waiting.go(url)
    if (page.status !== 200) throw new Error(`whoever waits reads ${page.status} at ${page.location}`)
    pages.push({ name: `waiting for ${count}`, page })
  }
  await prisma.membership.deleteMany({ where: { organizationId: organization, userId: { not: operatorId } } })
}

/** Somebody types the code of a device and decides, in an organization that allows it and in one that does not. */
export async function devicePages(
  world: TestWorld,
  { tag, pages, organization }: { tag: string; pages: RenderedPage[]; organization: string },
): Promise<void> {
  const at = devicesOf(world)
  const { prisma } = world.deps.db
  const ada = await world.signIn({ email: `device-${tag.toLowerCase()}@example.test`, organization: `Engines ${tag}` })
  const { browser, person } = ada
  await prisma.user.updateMany({ where: { emails: { some: { address: person.email } } }, data: { locale: tag } })
  const take = (name: string, page: Visited | null = browser.current) =>
    page && pages.push({ name: `device: ${name}`, page })
  const begin = async (params = {}) => {
    world.pass(21_000)
    return (await at.begin(params, { 'User-Agent': 'Acme' })).body.user_code
  }
  take('code', await browser.go(`${world.issuer}/device`))
  take('wrong code', await browser.submit({ user_code: 'BBBB' }))
  take('not allowed', await at.enter(browser, await begin()))
  await prisma.organization.updateMany({ where: { name: `Engines ${tag}` }, data: { deviceCodes: true } })
  take('passkey', await at.enter(browser, await begin({ acr_values: 'phr' })))
  take('denied', await browser.submit({ request: requestIn(browser), decision: 'cancel' }))
  take('decision', await at.enter(browser, await begin()))
  const own = await prisma.organization.findFirstOrThrow({ where: { name: `Engines ${tag}` } })
  const request = requestIn(browser)
  take('approved', await browser.submit({ request, decision: 'allow', organization: own.id }))
  take('gone', await browser.go(`${world.issuer}/device/decision?request=${request}`))
  take('sessions', await browser.go(`${world.issuer}/account/sessions`))
  const session = await prisma.session.findFirstOrThrow({ where: { deviceClientId: 'cli' }, orderBy: { id: 'desc' } })
  const link = `${world.issuer}/device/end/${world.deps.keyring.seal('device-session', session.id)}`
  const reader = world.browser({ 'Accept-Language': tag })
  take('end', await reader.go(link))
  take('ended', await reader.go(link, { method: 'POST', body: '' }))
  const incomplete = world.browser()
  await accountOf(world).byMail(`incomplete-${tag.toLowerCase()}@example.test`, incomplete)
  await prisma.user.updateMany({ data: { locale: tag } })
  take('incomplete', await at.enter(incomplete, await begin({ client_id: 'cli' })))
  await prisma.organization.updateMany({ where: { id: organization }, data: { deviceCodes: false } })
}
