import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Auth, AuthError, type AuthOptions, createAuth, optionsFromEnvironment } from '../src/index.ts'
import { createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'
import { Browser, navigation } from './browser.ts'

// An application without variables, in development. The attacks:
// - a build, a test or a tool that is "not production" redirects people to http://localhost:4000, which is theirs;
// - a request by another name: one that was rebound to this machine, an address of the network, a tunnel, a proxy;
// - a person who set some of the variables, and whose secret goes to whatever listens on port 4000;
// - a stranger's program on port 4000: it answers as another issuer, never, with a page, or as an OpenID provider;
// - a session of one application that another one on this machine, or a guess, can forge.

const development = { NODE_ENV: 'development' }
const home = 'http://localhost:3000'
const everyVariable = /VESTIBULE_ISSUER, VESTIBULE_CLIENT_ID and VESTIBULE_URL are not set\./

let provider: TestIssuer
let reported: AuthError[]
beforeEach(async () => {
  provider = await createTestIssuer({ issuer: 'http://localhost:4000' })
  provider.tamper(withExampleClient)
  reported = []
})

/** As Vestibule's own server says it. */
async function withExampleClient(path: string, response: Response): Promise<Response> {
  if (!path.endsWith('/openid-configuration')) return response
  return Response.json({ ...(await response.json()), vestibule_example_client: 'example' })
}

const develop = (more: Partial<AuthOptions> = {}, env: Record<string, string> = {}): Auth =>
  createAuth({
    ...optionsFromEnvironment({ ...development, ...env }, more),
    fetch: more.fetch ?? provider.fetch,
    on: { error: (error) => reported.push(error) },
  })

const thrown = (work: () => unknown): AuthError => {
  try {
    work()
  } catch (error) {
    if (error instanceof AuthError) return error
  }
  throw new Error('nothing was refused')
}

const request = (url: string, headers: Record<string, string> = {}) =>
  new Request(url, { headers: { ...navigation, ...headers } })

describe('a development server at a loopback address', () => {
  test.each([home, 'http://127.0.0.1:5173', 'http://[::1]:8080'])('signs in at %s', async (origin) => {
    const browser = new Browser(develop(), provider, origin)
    const started = await browser.open('/auth/login?returnTo=/here')
    const sent = new URL(started.headers.get('location') ?? '')
    expect(sent.origin).toBe('http://localhost:4000')
    expect(Object.fromEntries(sent.searchParams)).toMatchObject({
      client_id: 'example',
      redirect_uri: `${origin}/auth/callback`,
      code_challenge_method: 'S256',
    })
    expect(await browser.signIn()).toBe('/here')
    expect(await browser.auth.read(browser.request('/'))).toMatchObject({ user: { sub: 'test-user' } })
    expect((await browser.post('/auth/logout')).headers.get('location')).toContain('http://localhost:4000/')
    expect(reported).toEqual([])
  })

  test('sends no secret: the token endpoint gets what a public client has', async () => {
    const bodies: string[] = []
    const listening: typeof fetch = async (input, init) => {
      if (String(input).endsWith('/token'))
        bodies.push(`${init?.body}`, `${new Headers(init?.headers).get('authorization')}`)
      return provider.fetch(input, init)
    }
    const browser = new Browser(develop({ fetch: listening }), provider, home)
    expect(await browser.signIn()).toBe('/here')
    expect(bodies).toHaveLength(2)
    const names = [...new URLSearchParams(bodies[0]).keys()].sort()
    expect(names).toEqual(['client_id', 'code', 'code_verifier', 'grant_type', 'redirect_uri'])
    expect(bodies[1]).toBe('null')
  })

  test('no session can be forged from what everybody knows', async () => {
    const options = optionsFromEnvironment(development)
    const guesses = ['example', 'example http://localhost:4000', ''].map((guess) => guess.padEnd(40, '.'))
    for (const secret of guesses) {
      const cookie = await createTestSession({ ...options, secret, url: home }, { email: 'ceo@victim.test' })
      expect(await develop().read(cookie)).toBeNull()
    }
  })

  test('a variable may be there without a value, as an example file has it', async () => {
    const browser = new Browser(
      develop({}, { VESTIBULE_ISSUER: '', VESTIBULE_CLIENT_ID: ' ', VESTIBULE_SECRET: '' }),
      provider,
      home,
    )
    expect(await browser.signIn()).toBe('/here')
  })
})

describe('SC-50 without the development server of a framework, every missing variable is named', () => {
  test.each([[undefined], ['test'], ['production'], ['Development'], ['development '], ['dev'], ['']])(
    'NODE_ENV is %j',
    (NODE_ENV) => {
      const { code, message } = thrown(() => optionsFromEnvironment({ NODE_ENV }))
      expect(code).toBe('config_missing')
      expect(message).toMatch(/VESTIBULE_ISSUER(,| and) VESTIBULE_CLIENT_ID.* are not set\./)
      if (NODE_ENV === 'production') expect(message).toMatch(/VESTIBULE_SECRET and VESTIBULE_URL are not set\./)
    },
  )

  test.each([
    ['a production build with NODE_ENV=development', { production: true }],
    ['a framework that is not the development server', { development: false }],
    ['both', { production: true, development: true }],
  ])('%s', (_name, runtime) => {
    expect(thrown(() => optionsFromEnvironment(development, {}, runtime)).message).toMatch(
      /VESTIBULE_ISSUER(,| and) VESTIBULE_CLIENT_ID/,
    )
  })
})

describe('SC-51 a request that is not local is refused, and names every variable', () => {
  test.each<[string, string, Record<string, string>?]>([
    ['a name that was rebound to this machine', 'http://evil.test:3000'],
    ['the Host of another name', home, { host: 'evil.test' }],
    ['an address of the network', 'http://192.168.1.5:3000'],
    ['a tunnel that keeps the Host header', 'https://abc.tunnel.test'],
    ['a tunnel that replaces it', home, { 'x-forwarded-host': 'abc.tunnel.test', 'x-forwarded-proto': 'https' }],
    ['a proxy', home, { forwarded: 'for=127.0.0.1;host=localhost:3000' }],
  ])('%s', async (_name, origin, headers = {}) => {
    const auth = develop()
    for (const path of ['login', 'callback?code=x&state=y', 'session', 'refresh', 'forbidden']) {
      const answer = await auth.handle(request(`${origin}/auth/${path}`, headers))
      expect([answer.status, await answer.text()]).toEqual([500, expect.stringMatching(everyVariable)])
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(reported.map(({ code }) => code)).toEqual(Array(5).fill('config_missing'))
    const page = request(`${origin}/`, headers)
    const missing = expect.objectContaining({ code: 'config_missing', message: expect.stringMatching(everyVariable) })
    for (const work of [
      () => auth.read(page),
      () => auth.guard(page, {}, { as: 'page' }),
      () => auth.update(page),
      () => auth.accessToken(page),
      () => auth.verifyBearer(page),
    ])
      await expect(work()).rejects.toEqual(missing)
    expect(provider.count('/.well-known/openid-configuration')).toBe(0)
  })

  test('VESTIBULE_URL of a tunnel does not make it local, and the others are named', () => {
    const { message } = thrown(() =>
      optionsFromEnvironment({ ...development, VESTIBULE_URL: 'https://abc.tunnel.test' }),
    )
    expect(message).toMatch(/^VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID are not set\./)
  })

  test('VESTIBULE_URL of a loopback address is used, and admits no other host', async () => {
    const auth = develop({}, { VESTIBULE_URL: home })
    const local = await auth.handle(request(`${home}/auth/login`))
    expect(local.headers.get('location')).toContain(encodeURIComponent(`${home}/auth/callback`))
    const other = await auth.handle(request('http://evil.test/auth/login'))
    expect(await other.text()).toMatch(/^VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID are not set\./)
  })
})

describe('who has set something has forgotten the rest', () => {
  test.each<[string, Record<string, string>, Partial<AuthOptions>, RegExp]>([
    ['the issuer', { VESTIBULE_ISSUER: 'https://id.example.test' }, {}, /^VESTIBULE_CLIENT_ID is not set\./],
    ['the client', { VESTIBULE_CLIENT_ID: 'app' }, {}, /^VESTIBULE_ISSUER is not set\./],
    ['a secret', { VESTIBULE_CLIENT_SECRET: 'x' }, {}, /^VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID are not set\./],
    ['a secret in the code', {}, { clientSecret: 'x' }, /^VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID are not set\./],
    ['a key', {}, { clientKey: { alg: 'ES256' } }, /^VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID are not set\./],
    ['the issuer in the code', {}, { issuer: 'https://id.example.test' }, /^VESTIBULE_CLIENT_ID is not set\./],
    ['the client in the code', {}, { clientId: 'app' }, /^VESTIBULE_ISSUER is not set\./],
  ])('%s', (_name, env, given, message) => {
    expect(thrown(() => optionsFromEnvironment({ ...development, ...env }, given)).message).toMatch(message)
  })

  test('with both, no request is refused for where it was sent', async () => {
    const env = { VESTIBULE_ISSUER: provider.issuer, VESTIBULE_CLIENT_ID: 'app', VESTIBULE_URL: 'http://app.test' }
    const answer = await develop({}, env).handle(request('http://app.test/auth/login'))
    expect(answer.headers.get('location')).toContain('client_id=app')
  })
})

describe('SC-52 a stranger’s program on port 4000', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
  })
  const answering = (listener: RequestListener): typeof fetch => {
    // On a port of its own; the application believes it is on 4000.
    const own = createServer(listener)
    server = own
    const listening = new Promise<number>((resolve) =>
      own.listen(0, '127.0.0.1', () => resolve((own.address() as { port: number }).port)),
    )
    return async (input, init) => fetch(String(input).replace('localhost:4000', `127.0.0.1:${await listening}`), init)
  }
  const metadata = (more: object = {}) => ({
    issuer: 'http://localhost:4000',
    authorization_endpoint: 'http://localhost:4000/authorize',
    token_endpoint: 'http://localhost:4000/token',
    jwks_uri: 'http://localhost:4000/jwks',
    ...more,
  })
  const json =
    (value: object): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
  const example = { vestibule_example_client: 'example' }
  const none = /No development server of Vestibule answers at http:\/\/localhost:4000.*npm start/
  const other =
    /VESTIBULE_ISSUER and VESTIBULE_CLIENT_ID are not set, and what answers at http:\/\/localhost:4000 has no client/

  test.each<[string, RequestListener, RegExp]>([
    ['is another issuer', json(metadata({ ...example, issuer: 'http://localhost:5000' })), none],
    ['writes its issuer with a slash', json(metadata({ ...example, issuer: 'http://localhost:4000/' })), other],
    ['answers with a page', (_request, response) => response.end('<h1>My application</h1>'), none],
    ['redirects', (_request, response) => response.writeHead(302, { Location: 'https://evil.test/' }).end(), none],
    ['refuses', (_request, response) => response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end(), none],
    ['closes the connection', (_request, response) => response.destroy(), none],
    ['is an OpenID provider of another kind', json(metadata()), other],
    ['has clients of its own', json(metadata({ vestibule_example_client: 'another' })), other],
    ['sends codes elsewhere', json(metadata({ ...example, token_endpoint: 'http://evil.test/token' })), other],
    ['sends people elsewhere', json(metadata({ ...example, authorization_endpoint: 'http://evil.test/' })), other],
    ['begins like it', json(metadata({ ...example, jwks_uri: 'http://localhost:40001/jwks' })), other],
  ])('that %s', async (_name, listener, message) => {
    const asked: string[] = []
    const listening = answering((request, response) => {
      asked.push(
        `${request.method} ${request.url} ${request.headers.authorization ?? ''}${request.headers.cookie ?? ''}`,
      )
      listener(request, response)
    })
    const answer = await develop({ fetch: listening }).handle(request(`${home}/auth/login`))
    expect(answer.headers.get('location')).toBeNull()
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(reported.map((error) => error.message)).toEqual([expect.stringMatching(message)])
    // All that it learns is that somebody asked.
    expect(new Set(asked)).toEqual(new Set(['GET /.well-known/openid-configuration ']))
  })

  test('that never answers is given up', async () => {
    const hanging: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        // The limit of time, which this test does not wait for.
        expect(init?.signal).toBeInstanceOf(AbortSignal)
        reject(new DOMException('timeout', 'TimeoutError'))
      })
    const answer = await develop({ fetch: hanging }).handle(request(`${home}/auth/login`))
    expect([answer.status, answer.headers.get('location')]).toEqual([503, null])
    expect(reported[0]?.message).toMatch(none)
  })

  test('that is Vestibule, and has clients of its own since a moment ago, is not asked to sign anybody in', async () => {
    provider.tamper(null)
    await develop().handle(request(`${home}/auth/login`))
    expect(reported[0]).toMatchObject({ code: 'config_missing', message: expect.stringMatching(other) })
  })
})
