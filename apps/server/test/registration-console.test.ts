import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { openTestWorld, pkce, type TestWorld } from './support/world.ts'

// An operator looks after the clients that registered themselves, and a person opens the applications that they have.

let world: TestWorld
let browser: PlainBrowser
beforeAll(async () => {
  world = await openTestWorld({
    OPERATORS: 'operator@example.test',
    REGISTRATION: 'open',
    DYNAMIC_CLIENTS_LISTED: 'listed.example',
    OIDC_CLIENT_0_INITIATE_LOGIN_URI: 'https://rp.example.test/login?from=launcher',
    OIDC_CLIENT_2_INITIATE_LOGIN_URI: 'https://rp.example.test/hybrid',
    OIDC_CLIENT_2_SCOPES: 'openid,profile,offline_access',
  })
  browser = (await world.signIn({ email: 'operator@example.test' })).browser
})
afterAll(() => world?.close())

const register = async (members: object): Promise<string> => {
  const answer = await fetch(`${world.issuer}/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_name: 'Helper', token_endpoint_auth_method: 'none', ...members }),
  })
  return ((await answer.json()) as { client_id: string }).client_id
}
const open = (path: string) => browser.go(`${world.issuer}${path}`)
const post = (path: string, fields: Record<string, string>) =>
  browser.go(`${world.issuer}${path}`, { method: 'POST', body: new URLSearchParams(fields).toString() })
const actionsOf = async (target: string) =>
  (await world.deps.db.sql.read('SELECT action FROM audit_event WHERE target_id = $1 ORDER BY id', [target])).map(
    ({ action }) => action,
  )

describe('the console', () => {
  test('DR-13 shows what a client registered as text, first where people are sent to', async () => {
    const id = await register({
      client_name: '<img src=x onerror=alert(1)>\u202e',
      redirect_uris: ['https://app.example/cb'],
      logo_uri: 'https://x.example/logo.png',
    })
    const list = await open('/admin/registered-clients')
    expect(list.text).toContain('&lt;img src=x')
    expect(list.text).toContain('https://app.example/cb')
    const shown = await open(`/admin/applications/${id}`)
    expect(shown.location).toContain(`/admin/registered-clients/${id}`)
    for (const { html } of [list, shown]) expect(html.querySelectorAll('main img')).toHaveLength(0)
    expect(shown.html.querySelector('main')?.text).toContain('https://x.example/logo.png')
    expect((await open('/admin/applications')).html.querySelector('[href="/admin/registered-clients"]')).not.toBeNull()
  })

  test('disables a client, marks it as trusted and deletes it, each after a question', async () => {
    const id = await register({ redirect_uris: ['https://app.example/cb'] })
    const path = `/admin/registered-clients/${id}`
    const act = async (action: string) => {
      const asked = await post(path, { action })
      return asked.html.querySelector('[name=confirm]') ? browser.submit({ confirm: 'yes' }) : asked
    }
    expect((await act('trust')).text).toContain('Helper is trusted now.')
    expect(await world.deps.clients.lookUp(id, 'display')).toMatchObject({ trust: 'listed' })
    expect((await act('untrust')).text).toContain('Helper is no longer trusted.')
    expect((await act('disable')).text).toContain('Helper is disabled.')
    expect(await world.deps.clients.lookUp(id, 'display')).toBeUndefined()
    expect((await act('enable')).text).toContain('Helper is enabled.')
    expect((await act('delete')).text).toContain('Helper was deleted. Everything that it was allowed has ended.')
    expect((await open(path)).status).toBe(404)
    expect(await actionsOf(id)).toEqual([
      'client.registered',
      'client.listed',
      'client.unlisted',
      'client.disabled',
      'client.enabled',
      'client.deleted',
    ])
  })

  test('makes an initial access token, shows it once, and revokes it', async () => {
    await open('/admin/initial-access-tokens')
    const refused = await browser.submit({ name: 'Partner', days: '400', scope: 'openid clients:write' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('must be 1 to 365')
    const made = await browser.submit({
      name: 'Partner',
      uses: '2',
      days: '7',
      scope: '',
      redirect_hosts: 'partner.example',
      first_party: 'yes',
    })
    const token = made.html.querySelector('#initial-access-token')?.text.trim() ?? ''
    expect(token).toMatch(/^iat_[\w-]{43}$/)
    const list = await open('/admin/initial-access-tokens')
    expect(list.text).not.toContain(token)
    expect(list.html.querySelector('main td.number')?.text).toBe('2')
    expect(list.html.querySelector('main')?.text).toContain('redirect_hosts partner.example · first_party')
    const id = list.html.querySelector('main [name=token]')?.getAttribute('value') ?? ''
    await post('/admin/initial-access-tokens', { action: 'revoke', token: id })
    expect((await browser.submit({ confirm: 'yes' })).text).toContain('The token Partner was revoked.')
    expect(await actionsOf(id)).toEqual(['initial_access_token.created', 'initial_access_token.revoked'])
  })
})

describe('the launcher', () => {
  const launch = (clientId: string) =>
    browser.go(`${world.issuer}/account/applications/open`, {
      method: 'POST',
      body: new URLSearchParams({ client: clientId }).toString(),
    })

  test('DR-24 an application is told who comes only if it may know the address', async () => {
    const page = await open('/account/applications')
    const names = page.html.querySelectorAll('form[action="/account/applications/open"] [name=client]')
    expect(names.map((input) => input.getAttribute('value')).sort()).toEqual(['hybrid', 'web'])
    expect(page.text).not.toContain('login_hint')
    const { callback: web } = await launch('web')
    expect(`${web?.origin}${web?.pathname}`).toBe('https://rp.example.test/login')
    expect(Object.fromEntries(web?.searchParams ?? [])).toEqual({
      from: 'launcher',
      iss: world.issuer,
      login_hint: 'operator@example.test',
    })
    const { callback: hybrid } = await launch('hybrid')
    expect(Object.fromEntries(hybrid?.searchParams ?? [])).toEqual({ iss: world.issuer })
  })

  test('opens nothing that is not listed, and no registered application that nobody vouches for', async () => {
    for (const id of ['spa', 'unknown', '']) expect((await launch(id)).status).toBe(404)
    const redirectUri = 'https://unlisted.example/cb'
    const unknown = await register({
      redirect_uris: [redirectUri],
      initiate_login_uri: 'https://unlisted.example/login',
    })
    expect((await launch(unknown)).status).toBe(404)
  })

  test('DR-24 opens a trusted application that the person has connected, by what they allowed it to know', async () => {
    for (const [scope, hint] of [
      ['openid', null],
      ['openid email', 'operator@example.test'],
    ] as const) {
      const redirectUri = 'https://listed.example/cb'
      const id = await register({
        client_name: `Listed ${scope}`,
        redirect_uris: [redirectUri],
        initiate_login_uri: 'https://listed.example/login',
      })
      const { verifier, challenge } = pkce()
      await world.authorize(browser, {
        client_id: id,
        redirect_uri: redirectUri,
        scope,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      const answered = browser.current?.callback ? browser.current : await browser.submit({ decision: 'allow' })
      const code = answered.callback?.searchParams.get('code') ?? ''
      const tokens = await world.token({
        grant_type: 'authorization_code',
        client_id: id,
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      })
      expect(tokens.status).toBe(200)
      const { callback } = await launch(id)
      expect(callback?.origin).toBe('https://listed.example')
      expect(callback?.searchParams.get('login_hint')).toBe(hint)
    }
  })
})
