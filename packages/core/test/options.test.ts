import { exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AuthOptions, createAuth } from '../src/index.ts'
import { createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

// What an application may ask for, and what its developer hears when something is wrong.

let provider: TestIssuer
let requests: { path: string; body: URLSearchParams; headers: Headers }[]
beforeEach(async () => {
  requests = []
  provider = await createTestIssuer()
  provider.signIn({ sub: 'ada' })
})

const pushedRequests = new Map<string, string>()
/** The test issuer, with an endpoint for pushed requests. */
const listening: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input))
  const body = new URLSearchParams(init?.body instanceof URLSearchParams ? init.body : '')
  requests.push({ path: pathname, body, headers: new Headers(init?.headers) })
  if (pathname !== '/par') return provider.fetch(input, init)
  const reference = `urn:ietf:params:oauth:request_uri:${pushedRequests.size}`
  pushedRequests.set(reference, String(body))
  return Response.json({ request_uri: reference, expires_in: 60 }, { status: 201 })
}
const metadata = (more: object) =>
  provider.tamper(async (path, response) =>
    path.startsWith('/.well-known') ? Response.json({ ...(await response.json()), ...more }) : response,
  )
const browserOf = (more: Partial<AuthOptions> = {}) =>
  new Browser(createAuth(optionsFor(provider, { fetch: listening, ...more })), provider)
const asked = async (browser: Browser, path = '/auth/login') =>
  new URL((await browser.open(path)).headers.get('location') ?? '').searchParams

describe('what is asked of the provider', () => {
  test('S13 a resource is asked for at the authorization and at the token, and an audience is demanded of callers', async () => {
    const browser = browserOf({
      resource: ['https://api.test', 'https://files.test'],
      audience: 'https://app.test/api',
    })
    expect((await asked(browser)).getAll('resource')).toEqual(['https://api.test', 'https://files.test'])
    await browser.signIn()
    await browser.post('/auth/refresh')
    for (const { body } of requests.filter(({ path }) => path === '/token'))
      expect(body.getAll('resource')).toEqual(['https://api.test', 'https://files.test'])
    const foreign = await provider.issueAccessToken()
    await expect(browser.auth.verifyBearer(foreign)).rejects.toMatchObject({ code: 'token_invalid' })
    const own = await provider.issueAccessToken({ aud: 'https://app.test/api' })
    expect(await browser.auth.verifyBearer(own)).toMatchObject({ sub: 'ada' })
    for (const resource of ['api', 'https://api.test/#fragment'])
      expect(() => browserOf({ resource })).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })

  test('parameters of the application go along, by the request too, and none of the protocol', async () => {
    expect((await asked(browserOf({ authorizationParameters: { ui_theme: 'dark' } }))).get('ui_theme')).toBe('dark')
    const chosen = browserOf({
      authorizationParameters: (request) => ({ connection: new URL(request.url).searchParams.get('via') ?? 'mail' }),
    })
    expect((await asked(chosen, '/auth/login?via=saml')).get('connection')).toBe('saml')
    const wrong = browserOf({ authorizationParameters: { redirect_uri: 'https://evil.test' } })
    expect((await wrong.open('/auth/login')).status).toBe(500)
    // A link sets what it may set, and nothing else.
    const linked = await asked(browserOf(), '/auth/login?redirect_uri=https://evil.test&connection=x&request_uri=y')
    expect([linked.get('connection'), linked.get('request_uri')]).toEqual([null, null])
    expect(linked.get('redirect_uri')).toBe('https://app.test/auth/callback')
  })

  test('more scopes later: those that the application has named', async () => {
    const browser = browserOf({ optionalScopes: ['orders:write'] })
    const path = browser.auth.loginPath({ scope: 'orders:write' })
    expect((await asked(browser, path)).get('scope')).toBe('openid profile email orders:write')
    expect((await browser.open('/auth/login?scope=admin:all')).status).toBe(400)
  })

  test('private_key_jwt: an assertion of this client for this provider, and no secret', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const browser = browserOf({
      clientSecret: undefined,
      clientKey: { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'one' },
    })
    expect(await browser.signIn()).toBe('/here')
    const { body, headers } = requests.find(({ path }) => path === '/token') ?? { body: new URLSearchParams() }
    expect(headers?.get('authorization')).toBeNull()
    const { payload, protectedHeader } = await jwtVerify(body.get('client_assertion') ?? '', publicKey)
    expect(payload).toMatchObject({ iss: 'app', sub: 'app' })
    expect([payload.aud].flat()).toContain(provider.issuer)
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'one' })
    expect(() => browserOf({ clientKey: { kty: 'EC' } })).toThrow(/alg/)
  })

  test.each([
    ['where the application wants it', { pushedAuthorization: true }, {}],
    ['where the provider requires it', {}, { require_pushed_authorization_requests: true }],
  ])('pushed authorization requests, %s', async (_name, options, announced) => {
    metadata({ pushed_authorization_request_endpoint: `${provider.issuer}/par`, ...announced })
    const parameters = await asked(browserOf(options))
    expect([...parameters.keys()].sort()).toEqual(['client_id', 'request_uri'])
    expect(pushedRequests.get(parameters.get('request_uri') ?? '')).toContain('code_challenge_method=S256')
  })

  test('the browser comes back from a sign-out where the application says', async () => {
    const browser = browserOf({ postLogoutPath: '/goodbye' })
    await browser.signIn()
    const out = new URL((await browser.post('/auth/logout')).headers.get('location') ?? '')
    expect(out.searchParams.get('post_logout_redirect_uri')).toBe('https://app.test/goodbye')
  })

  test('afterCallback knows the person before the session begins, says where to land, and can refuse', async () => {
    const seen: string[] = []
    const browser = browserOf({
      afterCallback: async ({ user }, { returnTo }) => {
        seen.push(`${user.sub} ${returnTo}`)
        return '/welcome'
      },
    })
    expect([await browser.signIn(), ...seen]).toEqual(['/welcome', 'ada /here'])
    const outside = browserOf({ afterCallback: () => 'https://evil.test' })
    expect(await outside.signIn()).toBe('/')
    const refusing = browserOf({
      afterCallback: () => {
        throw new Error('no seat is left')
      },
    })
    expect(await refusing.signIn()).toBeNull()
    expect(await refusing.auth.read(refusing.header)).toBeNull()
  })
})

describe('S8 what went wrong', () => {
  /** The status, the page, and the line of the log. */
  const failing = async (tamper: Parameters<TestIssuer['tamper']>[0], more: Partial<AuthOptions> = {}) => {
    const lines: string[] = []
    const spies = (['info', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((line) => void lines.push(`${name} ${line}`)),
    )
    try {
      const browser = browserOf({ on: {}, ...more })
      const started = await browser.open('/auth/login')
      const back = await provider.authorize(
        started.headers.get('location') ?? `${provider.issuer}/?redirect_uri=https://app.test/auth/callback`,
      )
      provider.tamper(tamper)
      const response = await browser.open(back, { headers: { 'accept-language': 'fr-CH, en;q=0.9' } })
      return { status: response.status, page: await response.text(), lines, response }
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }
  const atToken = (answer: () => Response) => (path: string, response: Response) =>
    path === '/token' ? answer() : response
  const reEncoded =
    (change: (claims: Record<string, unknown>) => object) => async (path: string, response: Response) => {
      if (path !== '/token') return response
      const tokens = await response.json()
      const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString())
      return Response.json({ ...tokens, id_token: await provider.sign({ ...claims, ...change(claims) }) })
    }

  test.each<[string, Parameters<TestIssuer['tamper']>[0], number, RegExp]>([
    [
      'a wrong client secret',
      atToken(() => Response.json({ error: 'invalid_client' }, { status: 401 })),
      400,
      /^error \[vestibule\] callback_failed: .*invalid_client.*VESTIBULE_CLIENT_SECRET/,
    ],
    [
      'a clock that is a minute off',
      reEncoded((claims) => ({ iat: Number(claims.iat) - 600, exp: Number(claims.iat) - 60 })),
      400,
      /^error \[vestibule\] callback_failed: .*exp.*clock of this machine is ahead .*#clock-ahead Run on the machine[^:]*: sudo timedatectl/,
    ],
    [
      'another client’s ID token',
      reEncoded(() => ({ aud: 'other' })),
      400,
      /^error \[vestibule\] callback_failed: .*VESTIBULE_CLIENT_ID/,
    ],
    [
      'an ID token of the future',
      reEncoded((claims) => ({ iat: Number(claims.iat) + 3600, exp: Number(claims.exp) + 3600 })),
      400,
      /^error \[vestibule\] callback_failed: .*future.*clock of this machine is behind .*#clock-behind Run on the machine[^:]*: sudo timedatectl/,
    ],
    [
      'an ID token of another sign-in',
      reEncoded(() => ({ nonce: 'other' })),
      400,
      /^error \[vestibule\] callback_failed: (?!.*VESTIBULE_).*nonce.*belongs to another sign-in/,
    ],
    [
      'an ID token of another access token',
      reEncoded(() => ({ at_hash: 'other' })),
      400,
      /^error \[vestibule\] callback_failed: (?!.*VESTIBULE_).*at_hash.*another access token/,
    ],
    [
      'userinfo of another person',
      (path, response) => (path === '/userinfo' ? Response.json({ sub: 'eve' }) : response),
      400,
      /^error \[vestibule\] callback_failed: (?!.*VESTIBULE_).*userinfo endpoint answered for another person/,
    ],
    [
      'a provider that fails at the token',
      atToken(() => new Response('busy', { status: 503 })),
      503,
      /^error \[vestibule\] issuer_unreachable: .*reachable from this application/,
    ],
  ])('%s', async (_name, tamper, status, line) => {
    const failed = await failing(tamper)
    expect(failed.status).toBe(status)
    expect(failed.lines).toEqual([expect.stringMatching(line)])
    // The person reads their language and no word for the developer, and finds a way on.
    expect(failed.page).toMatch(/lang="fr".*href="\/auth\/login".*Se connecter à nouveau/)
    expect(failed.page).not.toMatch(/VESTIBULE|issuer\.test|invalid_client/)
    expect(failed.lines.join()).not.toMatch(/eyJ|app-secret/)
  })

  test('a person who declines is told so, and it is no fault', async () => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(line))
    const browser = browserOf({ on: {} })
    const parameters = await asked(browser)
    const query = new URLSearchParams({
      error: 'access_denied',
      state: parameters.get('state') ?? '',
      iss: provider.issuer,
    })
    const response = await browser.open(`/auth/callback?${query}`)
    spy.mockRestore()
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('You canceled the sign-in.')
    expect(lines).toEqual([expect.stringContaining('access_denied')])
  })

  const declined = async (browser: Browser, description: string) => {
    const lines: string[] = []
    const spy = vi.spyOn(console, 'info').mockImplementation((line) => void lines.push(line))
    const started = await browser.post('/auth/login?organization=other')
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: description,
      state: new URL(started.headers.get('location') ?? '').searchParams.get('state') ?? '',
      iss: provider.issuer,
    })
    const response = await browser.open(`/auth/callback?${query}`)
    spy.mockRestore()
    return { response, html: await response.text(), lines }
  }
  const foreign = 'the person is not a member of the requested organization'

  test('K8 a switch to an organization of others leaves the person signed in, says so, and offers another', async () => {
    const browser = browserOf({ on: {} })
    await browser.signIn()
    const { response, html, lines } = await declined(browser, foreign)
    expect(response.status).toBe(403)
    expect(html).toContain('<h1>You are still signed in</h1><p>You are not a member of this organization.</p>')
    expect(html).toContain('href="/auth/login?prompt=select_organization">Switch to another organization</a>')
    expect(html).not.toMatch(/not signed in|canceled/)
    expect(lines).toEqual([expect.stringMatching(/^\[vestibule\] not_a_member: .*not a member of the requested org/)])
    expect(await browser.auth.read(browser.header)).toMatchObject({ user: { sub: 'ada' } })
  })

  test('K8 a stranger to the organization who is not signed in is told both', async () => {
    const { html } = await declined(browserOf({ on: {} }), foreign)
    expect(html).toContain('<h1>You are not signed in</h1><p>You are not a member of this organization.</p>')
  })

  test('K8 a person who cancels a step-up is still signed in, and the log has the reason of the provider', async () => {
    const browser = browserOf({ on: {} })
    await browser.signIn()
    const { html, lines } = await declined(browser, 'the person canceled the sign-in')
    expect(html).toContain('<h1>You are still signed in</h1><p>You canceled the sign-in.</p>')
    expect(lines).toEqual([expect.stringMatching(/access_denied: .*the person canceled the sign-in\.$/)])
  })

  test('what anyone can cause fills no log: ten lines of a kind a minute, and how many there were', async () => {
    const lines: string[] = []
    const spies = (['info', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((line) => void lines.push(line)),
    )
    let offset = 0
    const browser = browserOf({ on: {}, now: () => new Date(Date.UTC(2026, 0) + offset) })
    const scan = async (times: number) => {
      for (let time = 0; time < times; time++) {
        await browser.open('/auth/logout', { method: 'POST' })
        await browser.open('/auth/refresh', { method: 'POST', headers: { origin: 'https://evil.test' } })
        await browser.open('/auth/login?scope=admin')
      }
    }
    await scan(50)
    const kinds = () => lines.map((line) => line.split(' ')[1])
    expect(kinds().filter((kind) => kind === 'forbidden:')).toHaveLength(11)
    expect(kinds().filter((kind) => kind === 'callback_failed:')).toHaveLength(11)
    expect(lines).toContain('[vestibule] forbidden: Others are only counted for 60 seconds.')
    lines.length = 0
    offset = 60_000
    await scan(1)
    for (const spy of spies) spy.mockRestore()
    const withoutReferences = lines.map((line) => line.replace(/ \(reference [0-9a-f]{8}\)/, ''))
    expect(withoutReferences).toEqual([
      '[vestibule] forbidden: 90 more.',
      '[vestibule] forbidden: A logout must be sent from this application.',
      '[vestibule] forbidden: A refresh must be sent from this application.',
      '[vestibule] callback_failed: 40 more.',
      '[vestibule] callback_failed: A login requested a scope that is not listed in optionalScopes.',
    ])
  })

  test('the application shows a page of its own', async () => {
    const failed = await failing(
      atToken(() => Response.json({ error: 'invalid_client' }, { status: 401 })),
      { errorPage: (error) => new Response(`ours: ${error.code}`, { status: 418 }), on: { error: () => {} } },
    )
    expect([failed.status, failed.page]).toEqual([418, 'ours: callback_failed'])
    expect(failed.response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('an error that a framework logs shows neither cookies nor claims', async () => {
    const { inspect } = await import('node:util')
    let offset = 0
    const begun = Date.now()
    const now = () => new Date(begun + offset)
    provider = await createTestIssuer({ now })
    provider.signIn({ sub: 'ada', email: 'ada@example.test' })
    const browser = browserOf({ now })
    await browser.signIn()
    offset = 301_000
    for (const answer of [
      () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
      () => new Response('busy', { status: 503 }),
    ]) {
      provider.tamper(atToken(answer))
      const error = await browser.auth.accessToken(browser.header).catch((thrown) => thrown)
      expect(error.setCookies.length).toBeGreaterThan(0)
      expect(inspect(error, { depth: 9 })).not.toMatch(/eyJ|vestibule_session|ada@example/)
    }
  })
})

describe('the metadata of a provider', () => {
  const started = async () => {
    const errors: string[] = []
    const browser = browserOf({ on: { error: ({ message }) => errors.push(message) } })
    const response = await browser.open('/auth/login')
    return { status: response.status, message: errors[0] ?? '' }
  }

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'without %s is named as the fault',
    async (name) => {
      for (const value of [undefined, 'not a url', 'javascript:alert(1)', 'http://plain.test/x']) {
        metadata({ [name]: value })
        expect(await started()).toMatchObject({ status: 503, message: expect.stringContaining(`no usable ${name}`) })
      }
    },
  )

  test('is read up to a limit', async () => {
    metadata({ padding: 'x'.repeat(600_000) })
    expect((await started()).status).toBe(503)
    metadata({ padding: 'x'.repeat(1000) })
    expect((await started()).status).toBe(303)
  })

  test('an issuer that is written with a slash at its end works, for bearer tokens too', async () => {
    const browser = browserOf({ issuer: `${provider.issuer}/` })
    expect(await browser.signIn()).toBe('/here')
    expect(await browser.auth.verifyBearer(await provider.issueAccessToken())).toMatchObject({ sub: 'ada' })
  })
})

test('a session that a test makes is accepted where the origin is that of the request', async () => {
  const options = optionsFor(provider, { url: undefined, production: false })
  expect(await createAuth(options).read(await createTestSession(options, { name: 'Ada' }))).toMatchObject({
    user: { name: 'Ada' },
  })
})
