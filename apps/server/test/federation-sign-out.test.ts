import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PlainBrowser } from './support/browser.ts'
import { answerTxt, openCompany, signInByCompany } from './support/company.ts'
import { databases } from './support/databases.ts'
import { openUpstream, type Upstream } from './support/upstream.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// Signing out here leads on to signing out at the identity provider (OpenID Connect RP-Initiated Logout 1.0).

const minute = 60_000
const bye = 'https://rp.example.test/bye'

describe.each(databases)('a logout that goes on at the identity provider, in %s', (database) => {
  let world: TestWorld
  let upstream: Upstream
  beforeAll(async () => {
    world = await openTestWorld({ SSO: 'on' }, { database })
    upstream = await openUpstream(world.deps)
    const records = answerTxt(world)
    await openCompany(world, records, { domain: 'acme.test', upstream, settings: { signOutUpstream: true } })
    await openCompany(world, records, { domain: 'globex.test', upstream, clientId: 'globex' })
  })
  afterAll(async () => {
    await upstream?.close()
    await world?.close()
  })
  beforeEach(() => {
    upstream.reset()
    // What is known of the provider is fetched again.
    world.pass(20 * minute)
  })

  let people = 0
  async function arrive(domain = 'acme.test') {
    people += 1
    const email = `grace${people}@${domain}`
    upstream.person = { ...upstream.person, sub: `grace-${people}`, email }
    const { browser, code } = await signInByCompany(world, upstream, { email })
    const { body } = await world.redeem(code ?? '')
    return { browser, idToken: body.id_token as string }
  }
  const leave = ({ browser, idToken }: { browser: PlainBrowser; idToken: string }, state = 'of the client') =>
    browser.go(
      `${world.issuer}/logout?${new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: bye, state })}`,
    )
  const isSignedIn = async (browser: PlainBrowser) =>
    (await world.authorize(browser, { prompt: 'none' })).callback?.searchParams.has('code')
  /** Where the provider sends a browser that it signed out. */
  const back = (to: URL | null): string => {
    const { post_logout_redirect_uri: uri = '', state = '' } = Object.fromEntries(to?.searchParams ?? [])
    return `${uri}?${new URLSearchParams({ state })}`
  }

  test('leads there once the session here has ended, and afterwards to the client', async () => {
    const arrived = await arrive()
    const to = (await leave(arrived)).callback
    expect(to?.href.startsWith(`${upstream.issuer}/endsession?`)).toBe(true)
    expect([...(to?.searchParams.keys() ?? [])]).toEqual(['client_id', 'post_logout_redirect_uri', 'state'])
    expect(to?.searchParams.get('client_id')).toBe('vestibule')
    expect(to?.searchParams.get('post_logout_redirect_uri')).toBe(`${world.issuer}/sso/signed-out`)
    expect(to?.href).not.toContain('rp.example.test')
    expect(await isSignedIn(arrived.browser)).toBe(false)
    const returned = await arrived.browser.go(back(to))
    expect(returned.callback?.href).toBe(`${bye}?state=of%20the%20client`)
    // Repeated, it leads to the same place, and ends nothing.
    expect((await arrived.browser.go(back(to))).callback?.href).toBe(`${bye}?state=of%20the%20client`)
  })

  test('so does our own button, which leads back to our own page', async () => {
    const { browser } = await arrive()
    await browser.go(`${world.issuer}/logout`)
    const { callback } = await browser.submit({ decision: 'logout' })
    expect(callback?.pathname).toBe('/endsession')
    expect(await isSignedIn(browser)).toBe(false)
    const returned = await browser.go(back(callback))
    expect([returned.status, returned.callback]).toEqual([200, null])
    expect(returned.text).toContain('You are signed out')
  })

  test('leads another browser nowhere, nor anybody later, nor by what was made up', async () => {
    const arrived = await arrive()
    const way = back((await leave(arrived)).callback)
    const elsewhere = async (browser: PlainBrowser, url: string) => {
      const { callback, location, status } = await browser.go(url)
      return [status, callback, new URL(location).pathname]
    }
    const home = [200, null, '/']
    expect(await elsewhere(world.browser(), way)).toEqual(home)
    expect(await elsewhere((await arrive()).browser, way)).toEqual(home)
    const made = `${world.issuer}/sso/signed-out`
    for (const query of ['', '?state=', '?state=https://evil.test/', `?state=${'x'.repeat(9000)}`, '?state=a&state=b'])
      expect(await elsewhere(arrived.browser, `${made}${query}`)).toEqual(home)
    const forged = world.deps.keyring.seal('flow', JSON.stringify({ goOn: 'https://evil.test/' }))
    expect(await elsewhere(arrived.browser, `${made}?state=${forged}`)).toEqual(home)
    expect((await arrived.browser.go(way)).callback?.href).toContain(bye)
    world.pass(11 * minute)
    expect(await elsewhere(arrived.browser, way)).toEqual(home)
  })

  test('a URI that is not registered for the client is led to neither way', async () => {
    const { browser, idToken } = await arrive()
    const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: 'https://evil.test/' })
    await browser.go(`${world.issuer}/logout?${query}`)
    const { callback } = await browser.submit({ decision: 'logout' })
    expect(callback?.pathname).toBe('/endsession')
    expect((await browser.go(back(callback))).callback).toBeNull()
  })

  test('ends here where the provider has no such place or cannot be asked, or too much is to be remembered', async () => {
    const lies: Partial<Upstream['lies']>[] = [{ metadata: { end_session_endpoint: undefined } }, { down: true }]
    for (const lie of lies) {
      upstream.reset()
      const arrived = await arrive()
      Object.assign(upstream.lies, lie)
      world.pass(11 * minute)
      expect((await leave(arrived)).callback?.href).toContain(bye)
      expect(await isSignedIn(arrived.browser)).toBe(false)
    }
    upstream.reset()
    world.pass(11 * minute)
    expect((await leave(await arrive(), 'x'.repeat(4000))).callback?.href).toContain(bye)
  })

  test('ends here for a connection that does not say so, and for a session by a code', async () => {
    expect((await leave(await arrive('globex.test'))).callback?.href).toContain(bye)
    const { browser } = await world.signIn()
    await browser.go(`${world.issuer}/logout`)
    expect((await browser.submit({ decision: 'logout' })).text).toContain('You are signed out')
  })

  test('a hint from another browser ends that session, and takes this browser nowhere', async () => {
    const { browser, idToken } = await arrive()
    expect((await leave({ browser: world.browser(), idToken })).callback?.href).toContain(bye)
    expect(await isSignedIn(browser)).toBe(false)
  })
})
