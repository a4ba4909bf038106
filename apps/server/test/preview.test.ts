import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config/read.ts'
import { giveOperatorRole, takeOperatorRole } from '../src/flows/management/operator-roles.ts'
import { system } from '../src/flows/platform/audit.ts'
import { previewClient } from '../src/flows/platform/clients/first-party-client.ts'
import { requestTokens } from '../src/flows/tokens/token-endpoint.ts'
import { Params } from '../src/oidc/params.ts'
import { accountOf, type Signed } from './support/account.ts'
import type { PlainBrowser } from './support/browser.ts'
import { nextCode } from './support/mailbox.ts'
import { basic, clients, openTestWorld, type TestWorld } from './support/world.ts'

let world: TestWorld
let operator: Signed

beforeAll(async () => {
  world = await openTestWorld({
    OPERATORS: 'operator@example.test,second@example.test',
    OIDC_CLIENT_5_ORGANIZATION: 'optional',
    OIDC_CLIENT_5_AUDIENCES: 'urn:vestibule:preview',
  })
  operator = await accountOf(world).byMail('operator@example.test')
})
afterAll(() => world.close())

const text = (browser: PlainBrowser): string => browser.current?.html.querySelector('main')?.text ?? ''
const shown = (part: string, browser = operator.browser) =>
  JSON.parse(browser.current?.html.querySelector(`section[aria-labelledby=${part}] pre`)?.textContent ?? 'null')

async function begin(fields: Record<string, string> = {}, { browser }: Pick<Signed, 'browser'> = operator) {
  // Nobody is sent many codes at once.
  world.pass(900_000)
  await browser.go(`${world.issuer}/admin/preview`)
  return browser.submit({ prompt: '', acr: '', organization: '', claims: '', ui_locales: '', ...fields })
}

/** Begins, and signs in by mail once more: up to the response, which the browser is about to send. */
async function beginAndSignIn(fields: Record<string, string> = {}, who = operator): Promise<URLSearchParams> {
  await begin(fields, who)
  expect(who.browser.current?.location).toContain('/sign-in/')
  await who.browser.submit({ email: who.email })
  await who.browser.submit({ code: await nextCode(world.mailbox, who.email) })
  return responseOn(who.browser)
}

const responseOn = (browser: PlainBrowser) =>
  new URLSearchParams(
    browser.current?.html
      .querySelectorAll('#answer input')
      .map((input): [string, string] => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  )

const send = (browser: PlainBrowser, response: URLSearchParams) =>
  browser.go(`${world.issuer}/admin/preview/result`, { method: 'POST', body: response.toString() })

const counts = async () => {
  const { prisma } = world.deps.db
  // A mail that is being sent is in the mailbox and in the queue for a moment.
  await expect.poll(() => prisma.outboxMessage.count(), { timeout: 10_000 }).toBe(0)
  return {
    people: await prisma.user.count(),
    organizations: await prisma.organization.count(),
    mails: world.mailbox.mails.length + (await prisma.outboxMessage.count()),
    events: await prisma.auditEvent.count(),
  }
}

const redirectUri = () => `${world.issuer}/admin/preview/result`

test('an operator signs in freshly with their own account, and sees claims, headers and payloads', async () => {
  const before = await world.deps.db.prisma.user.count()
  await beginAndSignIn()
  await operator.browser.submit({})
  expect(text(operator.browser)).toContain('What an application gets')
  expect(shown('userinfo')).toMatchObject({ sub: operator.id, email: 'operator@example.test' })
  const { header, payload } = shown('idToken')
  expect(header).toMatchObject({ alg: 'RS256', typ: 'JWT' })
  expect(payload).toMatchObject({ iss: world.issuer, aud: 'urn:vestibule:preview', sub: operator.id })
  expect(payload.auth_time).toBeLessThanOrEqual(payload.iat)
  expect(shown('accessToken')).toMatchObject({
    header: { typ: 'at+jwt' },
    payload: { aud: 'urn:vestibule:preview', client_id: 'urn:vestibule:preview', sub: operator.id },
  })
  expect(await world.deps.db.prisma.user.count()).toBe(before)
})

test('scope, organization, claims, language and acr are those that were chosen', async () => {
  const now = world.deps.now()
  const { prisma } = world.deps.db
  await prisma.organization.create({ data: { id: 'acme-id', slug: 'acme', name: 'Acme', createdAt: now } })
  await prisma.membership.create({
    data: { organizationId: 'acme-id', userId: operator.id, roles: 'owner', createdAt: now },
  })
  const claims = '{"id_token":{"email":null,"organizations":null},"userinfo":{"organizations":null}}'
  await begin({ organization: 'acme', claims, ui_locales: 'de', scope: 'organization' })
  expect(operator.browser.current?.html.querySelector('html')?.getAttribute('lang')).toBe('de')
  await beginAndSignIn({ organization: 'acme', claims, scope: 'organization' })
  await operator.browser.submit({})
  expect(shown('idToken').payload).toMatchObject({ email: 'operator@example.test' })
  expect(shown('userinfo')).toMatchObject({ organization: 'acme-id', organization_name: 'Acme' })
  // Nothing of another organization, whatever is asked for.
  for (const part of ['idToken', 'accessToken', 'userinfo'])
    expect(JSON.stringify(shown(part))).not.toContain('"organizations"')
  await begin({ acr: 'phr' })
  await operator.browser.submit({ email: operator.email })
  await operator.browser.submit({ code: await nextCode(world.mailbox, operator.email) })
  expect(operator.browser.current?.location).toContain('/passkey')
  await operator.browser.submit({ decision: 'decline' })
  await operator.browser.submit({})
  expect(shown('error')).toMatchObject({ error: 'unmet_authentication_requirements' })
})

test('what no client may send is said beside the field, and an organization of others is refused', async () => {
  expect((await begin({ claims: '{' })).status).toBe(422)
  expect(text(operator.browser)).toContain('claims is not JSON')
  expect((await begin({ scope: 'organizations' })).status).toBe(422)
  expect((await begin({ scope: 'users:read' })).status).toBe(422)
  expect((await begin({ organization: 'somewhere-else' })).status).toBe(422)
  expect(text(operator.browser)).toContain('the person is not a member of the requested organization')
})

test('a session that began with a passkey is not replaced by a weaker one', async () => {
  const someone = await accountOf(world).withPasskey('support@example.test')
  await giveOperatorRole(world.deps, system, someone.id, 'support')
  const strong = await accountOf(world).byPasskey(someone.authenticator, someone.email)
  await begin({}, strong)
  await strong.browser.submit({ email: strong.email })
  await strong.browser.submit({ code: await nextCode(world.mailbox, strong.email) })
  expect(strong.browser.current?.location).toContain('/passkey')
})

test('CO-70: no endpoint knows the client, and nobody but an operator begins a request for it', async () => {
  const member = await accountOf(world).byMail('member@example.test')
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/result'],
    ['POST', '/result'],
    ['GET', '/pages/code?client=web'],
  ] as const)
    expect(
      (
        await member.browser.go(`${world.issuer}/admin/preview${path}`, {
          method,
          ...(method === 'POST' ? { body: 'x=y' } : {}),
        })
      ).status,
    ).toBe(404)
  const client_id = 'urn:vestibule:preview'
  const asked = { client_id, redirect_uri: redirectUri(), response_type: 'code', scope: 'openid' }
  const authorize = await operator.browser.go(`${world.issuer}/authorize?${new URLSearchParams(asked)}`)
  expect([authorize.status, authorize.location]).toEqual([400, expect.stringContaining('/authorize')])
  const pushed = await fetch(`${world.issuer}/par`, { method: 'POST', body: new URLSearchParams(asked) })
  expect([pushed.status, await pushed.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })])
  const response = await beginAndSignIn()
  const code = response.get('code') ?? ''
  const verifier = world.deps.keyring.open('preview', response.get('state') ?? '') ?? ''
  const redeemed = await world.token({
    ...{ grant_type: 'authorization_code', code, client_id, redirect_uri: redirectUri(), code_verifier: verifier },
  })
  expect([redeemed.status, redeemed.body.error]).toEqual([401, 'invalid_client'])
  // The code was not spent by that.
  await operator.browser.submit({})
  expect(shown('userinfo')).toMatchObject({ sub: operator.id })
})

test('CO-87: every endpoint refuses a token of a preview, and the page shows none', async () => {
  const response = await beginAndSignIn()
  const code = response.get('code') ?? ''
  // Redeemed as the page does it, and not revoked.
  const redeem = { code, redirect_uri: redirectUri(), grant_type: 'authorization_code' }
  const code_verifier = world.deps.keyring.open('preview', response.get('state') ?? '') ?? ''
  const params = new Params(Object.entries({ ...redeem, code_verifier }))
  const tokens = await requestTokens(world.deps, previewClient(world.deps.config), params)
  expect(tokens.refresh_token).toBeUndefined()
  expect((await world.userinfo(tokens.access_token)).status).toBe(401)
  const api = await fetch(`${world.issuer}/api/v1/users`, {
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  })
  expect(api.status).toBe(401)
  for (const [id, secret] of [
    ['web', clients.OIDC_CLIENT_0_SECRET],
    ['third', clients.OIDC_CLIENT_5_SECRET],
  ] as const) {
    const body = new URLSearchParams({ token: tokens.access_token })
    const headers = { Authorization: basic(id, secret) }
    const answer = await fetch(`${world.issuer}/introspect`, { method: 'POST', body, headers })
    expect(await answer.json(), id).toEqual({ active: false })
  }
  await beginAndSignIn()
  const visited = await operator.browser.submit({})
  expect(visited.location).toBe(redirectUri())
  // No token, in no piece of the page.
  expect(visited.text).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+|[\w-]{60,}/)
  // The one that was redeemed above, and none of those that were shown.
  const where = { clientId: 'urn:vestibule:preview', revokedAt: null }
  expect(await world.deps.db.prisma.grant.count({ where })).toBe(1)
})

test('CO-88: a response is for the operator and the session that it came from, once, and while they are one', async () => {
  const second = await accountOf(world).byMail('second@example.test')
  const other = await accountOf(world).byMail('other@example.test')
  await giveOperatorRole(world.deps, system, other.id, 'support')
  const response = await beginAndSignIn({}, second)
  const gone = async (browser: PlainBrowser, sent: URLSearchParams) => {
    const { location, text: page } = await send(browser, sent)
    expect(location).toContain('/admin/preview?done=gone')
    expect(page).not.toContain(second.id)
  }
  await gone(other.browser, response)
  const session = await accountOf(world).byMail(second.email)
  await gone(session.browser, response)
  const state = (await beginAndSignIn({}, second)).get('state') ?? ''
  const mixed = new URLSearchParams(responseOn(second.browser))
  mixed.set('state', response.get('state') ?? '')
  await send(second.browser, mixed)
  expect(shown('error', second.browser)).toMatchObject({ error: 'invalid_grant' })
  for (const wrong of ['', 'x', `${state}x`])
    await gone(second.browser, new URLSearchParams({ code: 'x', state: wrong }))
  const last = await beginAndSignIn({}, second)
  await send(second.browser, last)
  expect(shown('userinfo', second.browser)).toMatchObject({ sub: second.id })
  await send(second.browser, last)
  expect(shown('error', second.browser)).toMatchObject({ error: 'invalid_grant' })
  const foreign = { method: 'POST', body: last.toString(), headers: { Origin: 'https://elsewhere.example' } }
  expect((await second.browser.go(redirectUri(), foreign)).status).toBe(403)

  const theirs = await beginAndSignIn({}, other)
  await takeOperatorRole(world.deps, system, other.id)
  expect((await send(other.browser, theirs)).status).toBe(404)
})

test('CO-89: no client and no API is registered under the id of the preview', async () => {
  const machine = { readFile: () => '', keptSecret: () => '', cwd: '/', processors: 1 }
  const taken = (env: Record<string, string>) => () => readConfig(env, machine)
  expect(taken({ OIDC_CLIENT_ID_1: 'urn:vestibule:preview' })).toThrow(
    /is the client that operators try the sign-in with/,
  )
  expect(taken({ OIDC_RESOURCE_1: 'URN:vestibule:preview' })).toThrow(/is the audience of previews/)
})

test('CO-90: the pages of somebody new are shown with sample data, and their forms do nothing', async () => {
  const page = (name: string, query = '?client=web') => `${world.issuer}/admin/preview/pages/${name}${query}`
  const before = await counts()
  await operator.browser.go(page('sign-in', '?client=third&language=ar'))
  expect(operator.browser.current?.html.querySelector('html')?.getAttribute('dir')).toBe('rtl')
  await operator.browser.go(page('sign-in', '?client=third'))
  const links = () =>
    operator.browser.current?.html.querySelectorAll('.bar a').map((link) => link.getAttribute('href')) ?? []
  const pages = links().slice(0, -1)
  expect(pages.map((path) => path?.split('/').at(-1)?.split('?')[0])).toEqual(
    expect.arrayContaining(['sign-in', 'code', 'terms', 'profile', 'consent']),
  )
  for (const path of pages) {
    const visited = await operator.browser.go(`${new URL(world.issuer).origin}${path?.replaceAll('&amp;', '&')}`)
    expect(visited.status, path).toBe(200)
    expect(visited.html.querySelector('.bar strong')?.text).toContain('Sample data')
    expect(visited.html.querySelectorAll('script')).toEqual([])
    const forms = visited.html.querySelectorAll('main form')
    for (const form of forms) {
      const action = form.getAttribute('action')?.replaceAll('&amp;', '&') ?? ''
      const body = new URLSearchParams(
        form
          .querySelectorAll('[name]')
          .map((field): [string, string] => [field.getAttribute('name') ?? '', '<b>x</b>']),
      ).toString()
      const sent = await operator.browser.go(action, { method: 'POST', body })
      expect([sent.status, sent.location]).toEqual([200, visited.location])
      expect(sent.text).not.toContain('<b>x</b>')
    }
  }
  expect(await counts()).toEqual(before)
  for (const [name, query] of [
    ['nothing', '?client=web'],
    ['code', '?client=nobody'],
    ['consent', '?client=web'],
  ] as const)
    expect((await operator.browser.go(page(name, query))).status, name).toBe(404)
})
