import { expect, test } from 'vitest'
import { PlainBrowser } from '../../../apps/server/test/support/browser.ts'
import type { createAuth } from '../../core/src/index.ts'
import { freePort, startVestibule, type Vestibule, type VestibuleOptions } from '../src/index.ts'
import { applicationWith, listenWith } from './application.ts'

/** A test server and an application of it, in this process. */
async function withApplication(options: VestibuleOptions = {}) {
  let answer: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const [first, ...others] = options.clients ?? [{}]
  const vestibule = await startVestibule({
    ...options,
    clients: [{ ...first, fetch: (request) => answer(request) }, ...others],
  })
  const application = applicationWith(vestibule.env)
  answer = application.answer
  const me = async (headers: Record<string, string>) =>
    (await answer(new Request('http://localhost:3000/me', { headers }))).json()
  return { vestibule, ...application, me, [Symbol.asyncDispose]: vestibule.close }
}

test('a person signs in to the application as an owner, and the session is its own', async () => {
  await using app = await withApplication()
  const ada = await app.vestibule.signInAs({
    email: 'Ada@Example.com',
    familyName: 'Lovelace',
    organization: 'Analytical Engines',
    role: 'owner',
  })
  expect(ada.person).toMatchObject({ email: 'ada@example.com', givenName: 'Ada', organization: { roles: ['owner'] } })
  expect(await app.me(ada.headers)).toMatchObject({
    sub: ada.person.sub,
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    organization: ada.person.organization?.id,
    organization_name: 'Analytical Engines',
    roles: ['owner'],
  })
  expect(await app.me({})).toBe(null)
  // The server sent no mail for it.
  expect(app.vestibule.mails).toEqual([])
})

test('the same address is the same person, with a session per organization and the role that is asked for last', async () => {
  await using app = await withApplication()
  const { signInAs } = app.vestibule
  const email = 'ada@example.com'
  await app.vestibule.createPerson({ email: 'grace@example.com', organization: 'Acme', role: 'owner' })
  const [member, other] = await Promise.all([
    signInAs({ email, organization: 'Acme' }),
    signInAs({ email, organization: { name: 'Byron & Co', slug: 'byron' }, role: 'owner' }),
  ])
  expect(other.person.sub).toBe(member.person.sub)
  expect(await app.me(member.headers)).toMatchObject({ organization_name: 'Acme', roles: ['member'] })
  expect(await app.me(other.headers)).toMatchObject({ organization_name: 'Byron & Co', roles: ['owner'] })
  expect(other.person.organization?.slug).toBe('byron')
  const admin = await signInAs({ email, organization: 'acme', role: 'admin' })
  expect(admin.person.organization).toEqual({ ...member.person.organization, roles: ['admin'] })
  expect(await app.me(admin.headers)).toMatchObject({ roles: ['admin'] })
  // Who names no role keeps theirs.
  expect((await signInAs({ email, organization: 'Acme' })).person.organization?.roles).toEqual(['admin'])
})

test('an organization whose name has no letters of a slug is found again', async () => {
  await using app = await withApplication()
  const ada = await app.vestibule.createPerson({ email: 'ada@example.com', organization: '山田商店' })
  const grace = await app.vestibule.createPerson({ email: 'grace@example.com', organization: '山田商店' })
  expect(grace.organization?.id).toBe(ada.organization?.id)
})

test('whoever is in no organization makes one of their own, where the application asks for it', async () => {
  await using app = await withApplication()
  const { headers, person } = await app.vestibule.signInAs({ email: 'ada@example.com' })
  expect(person.organization).toBe(null)
  expect(await app.me(headers)).toMatchObject({
    organization_name: 'Organization of ada@example.com',
    roles: ['owner'],
  })
  await using alone = await withApplication({ clients: [{ settings: { ORGANIZATION: 'none' } }] })
  const { headers: without } = await alone.vestibule.signInAs({ email: 'ada@example.com' })
  expect(await alone.me(without)).toMatchObject({ organization: null, email: 'ada@example.com' })
})

test('terms, consent and a passkey are passed as the pages ask for them', async () => {
  await using app = await withApplication({
    clients: [{ settings: { REQUIRE_CONSENT: 'true', REQUIRE_PASSKEY: 'true' } }],
    settings: { TERMS_VERSION: '1', TERMS_URL: 'https://example.com/terms' },
  })
  const ada = { email: 'ada@example.com', organization: 'Acme' }
  const { headers } = await app.vestibule.signInAs({ ...ada, acr: 'phr' })
  const session = await app.auth.read(headers.cookie)
  expect(session).toMatchObject({ acr: 'phr', user: { organization_name: 'Acme' } })
  await expect(app.vestibule.signInAs(ada)).rejects.toThrow(/ada@example\.com/)
})

test('an application with its own port, cookies for Playwright, and the session of the server beside them', async () => {
  const port = await freePort()
  await using vestibule = await startVestibule({ clients: [{ url: `http://localhost:${port}` }] })
  const { answer } = applicationWith(vestibule.env)
  await using application = await listenWith(answer, port)
  expect(vestibule.env.VESTIBULE_URL).toBe(application.url)
  const { headers, storageState } = await vestibule.signInAs({ email: 'ada@example.com', organization: 'Acme' })
  const me = await (await fetch(`${application.url}/me`, { headers })).json()
  expect(me).toMatchObject({ email: 'ada@example.com', roles: ['member'] })
  expect(storageState.origins).toEqual([])
  const names = storageState.cookies.map(({ name }) => name)
  expect(names).toContain('vestibule_session')
  expect(names.length).toBeGreaterThanOrEqual(3)
  for (const cookie of storageState.cookies)
    expect(cookie).toMatchObject({ domain: 'localhost', path: '/', httpOnly: true, secure: false, sameSite: 'Lax' })
})

/** Signs in as somebody does in a browser, up to the page that asks for the code. */
async function enterAddress(vestibule: Vestibule, auth: ReturnType<typeof createAuth>, email: string) {
  const headers = { accept: 'text/html' }
  const login = await auth.handle(new Request(`http://localhost:3000${auth.loginPath()}`, { headers }))
  const browser = new PlainBrowser(vestibule.issuer)
  await browser.go(login.headers.get('location') ?? '')
  await browser.submit({ email })
  return browser
}

test('mailed codes are read, and a new one is waited for rather than the old one taken', async () => {
  await using app = await withApplication()
  const { vestibule } = app
  const email = 'ada@example.com'
  const codes = [1, 2, 3].map(async () => vestibule.lastCode(email))
  const browser = await enterAddress(vestibule, app.auth, email)
  const first = await Promise.race(codes)
  await browser.submit({ code: first })
  expect(browser.has('given_name')).toBe(true)
  expect(vestibule.mails.map(({ to }) => to)).toEqual([email])
  await enterAddress(vestibule, app.auth, email)
  await enterAddress(vestibule, app.auth, email)
  const all = await Promise.all(codes)
  expect(new Set(all).size).toBe(3)
  expect(vestibule.mails).toHaveLength(3)
})

test('who waits in vain for a mail reads which there are', async () => {
  await using app = await withApplication()
  await expect(app.vestibule.lastCode('ada@example.com', { timeout: 50 })).rejects.toThrow(/No mail was sent at all/)
  await enterAddress(app.vestibule, app.auth, 'ada@example.com')
  const mail = await app.vestibule.nextMail({ to: 'ADA@example.com', subject: /code/i })
  expect(mail).toMatchObject({ to: 'ada@example.com', html: expect.stringContaining('<html') })
  await expect(app.vestibule.nextMail({ to: 'ada@example.com', subject: /invit/i, timeout: 50 })).rejects.toThrow(
    /ada@example\.com: .* \(read\)/,
  )
})

test('the clock ends codes and sessions, and does not go back', async () => {
  await using app = await withApplication()
  const { vestibule } = app
  const before = vestibule.clock.now().getTime()
  const browser = await enterAddress(vestibule, app.auth, 'ada@example.com')
  const code = await vestibule.lastCode('ada@example.com')
  await vestibule.clock.advance(3600)
  expect(vestibule.clock.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000)
  await browser.submit({ code })
  expect(browser.has('given_name')).toBe(false)

  const token = await vestibule.tokenFor({ email: 'grace@example.com' })
  const userinfo = async () =>
    (await fetch(`${vestibule.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await userinfo()).toBe(200)
  await vestibule.clock.advance(601)
  expect(await userinfo()).toBe(401)
  for (const seconds of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    await expect(vestibule.clock.advance(seconds)).rejects.toThrow(RangeError)
})

test('access tokens: of a person in an organization, with scopes of an API, and of a program', async () => {
  const audiences = ['https://notes.example.com']
  await using app = await withApplication({
    clients: [
      { scopes: ['openid', 'organization', 'notes:write'], audiences },
      { clientId: 'worker', grantTypes: ['client_credentials'], scopes: ['orders:read'] },
      { clientId: 'cli', clientSecret: null, url: 'http://127.0.0.1:4321' },
    ],
  })
  const { tokenFor } = app.vestibule
  const bearer = async (token: string) =>
    app.auth.verifyBearer(new Request('http://localhost:3000/', { headers: { authorization: `Bearer ${token}` } }))
  const claims = await bearer(await tokenFor({ email: 'ada@example.com', organization: 'Acme', role: 'owner' }))
  expect(claims).toMatchObject({ clientId: 'app', roles: ['owner'] })
  expect(claims.scopes).toContain('notes:write')
  const narrow = await bearer(await tokenFor({ email: 'ada@example.com', organization: 'Acme', scopes: ['openid'] }))
  expect(narrow.scopes).toEqual(['openid'])
  const worker = await bearer(await tokenFor({ clientId: 'worker' }))
  expect(worker).toMatchObject({ sub: 'worker', scopes: ['orders:read'] })
  const cli = await bearer(await tokenFor({ clientId: 'cli', email: 'ada@example.com', organization: 'Acme' }))
  expect(cli).toMatchObject({ clientId: 'cli' })
  expect(app.vestibule.envOf('cli')).not.toHaveProperty('VESTIBULE_CLIENT_SECRET')
  await expect(tokenFor({ clientId: 'worker', scopes: ['orders:delete'] })).rejects.toThrow(/No token for worker/)
  await expect(tokenFor()).rejects.toThrow(/No token for app/)
})

test('two servers in one process share nothing', async () => {
  await using first = await withApplication()
  await using second = await withApplication({ settings: { BRAND_NAME: 'Second' } })
  const ada = { email: 'ada@example.com', organization: 'Acme' }
  const [here, there] = await Promise.all([first.vestibule.signInAs(ada), second.vestibule.signInAs(ada)])
  expect(here.person.sub).not.toBe(there.person.sub)
  expect(await first.me(there.headers)).toBe(null)
  await second.vestibule.clock.advance(86_400)
  expect(second.vestibule.clock.now().getTime() - first.vestibule.clock.now().getTime()).toBeGreaterThan(86_000_000)
  await enterAddress(second.vestibule, second.auth, 'grace@example.com')
  await second.vestibule.lastCode('grace@example.com')
  expect(first.vestibule.mails).toEqual([])
})

test('an ended server answers nobody', async () => {
  const vestibule = await startVestibule()
  await vestibule.close()
  await expect(fetch(vestibule.issuer)).rejects.toThrow()
})

test('what is wrong is said: configuration, clients, people, and an application that is elsewhere', async () => {
  await expect(startVestibule({ settings: { CODE_LENGTH: '99' } })).rejects.toThrow(/CODE_LENGTH/)
  await expect(startVestibule({ clients: [] })).rejects.toThrow(/at least one client/)
  await expect(startVestibule({ clients: [{}, {}] })).rejects.toThrow(/repeats the id/)
  await expect(startVestibule({ clients: [{ url: 'localhost:3000' }] })).rejects.toThrow(/must be one such as http/)
  const port = await freePort()
  const url = `http://localhost:${port}`
  await using vestibule = await startVestibule({
    clients: [{ url }, { clientId: 'worker', grantTypes: ['client_credentials'], scopes: ['orders:read'] }],
  })
  await expect(startVestibule({ port: Number(new URL(vestibule.issuer).port) })).rejects.toThrow(/EADDRINUSE/)
  const ada = { email: 'ada@example.com', organization: 'Acme', role: 'owner' } as const
  await expect(vestibule.signInAs(ada)).rejects.toThrow(`The application does not answer at ${url}`)
  await expect(vestibule.signInAs({ ...ada, clientId: 'nobody' })).rejects.toThrow(/There is no client nobody/)
  await expect(vestibule.signInAs({ ...ada, clientId: 'worker' })).rejects.toThrow(/signs nobody in/)
  await expect(vestibule.createPerson({ email: 'ada' })).rejects.toThrow('"ada" is not an email address')
  await expect(vestibule.createPerson({ ...ada, role: 'member' })).rejects.toThrow(
    'ada@example.com is the last owner of Acme',
  )
  await using other = await startVestibule({ clients: [{ url }] })
  await using _application = await listenWith(applicationWith(other.env).answer, port)
  await expect(vestibule.signInAs(ada)).rejects.toThrow(/Was the application started with vestibule\.env\?/)
  await using _fresh = await startVestibule()
})
