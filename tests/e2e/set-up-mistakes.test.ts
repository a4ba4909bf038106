import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWorld, someone, type TestWorld } from '../../apps/server/test/support/world.ts'
import { SessionClient } from '../../packages/core/src/client.ts'
import {
  AuthError,
  type AuthOptions,
  configurationErrorPage,
  createAuth,
  type MistakeName,
  optionsFromEnvironment,
} from '../../packages/core/src/index.ts'
import { mistakes } from '../../packages/core/src/model/mistakes.ts'
import { Application, clientSecret, linesOf, type Mode, navigation, OtherServers, secret, url } from './set-up-world.ts'
import { freePort } from './support.ts'

// Each mistake of the table is made, against the real server, and its developer has to read the cause and the next step.

const hour = 3_600_000
const callback = `${url}/auth/callback`
/** Clients that are registered wrongly for what the application does, by their mistake. */
const clients = {
  OIDC_CLIENT_ID_30: 'app',
  OIDC_CLIENT_30_SECRET: clientSecret,
  OIDC_CLIENT_30_REDIRECT_URIS: callback,
  OIDC_CLIENT_30_GRANT_TYPES: 'authorization_code,refresh_token',
  OIDC_CLIENT_ID_31: 'without-refresh',
  OIDC_CLIENT_31_SECRET: clientSecret,
  OIDC_CLIENT_31_REDIRECT_URIS: callback,
  OIDC_CLIENT_ID_32: 'by-post',
  OIDC_CLIENT_32_SECRET: clientSecret,
  OIDC_CLIENT_32_REDIRECT_URIS: callback,
  OIDC_CLIENT_32_TOKEN_AUTH_METHOD: 'client_secret_post',
  OIDC_CLIENT_ID_33: 'implicit',
  OIDC_CLIENT_33_REDIRECT_URIS: callback,
  OIDC_CLIENT_33_GRANT_TYPES: 'implicit',
  OIDC_CLIENT_33_RESPONSE_TYPES: 'id_token',
}

let world: TestWorld
const others = new OtherServers()
beforeAll(async () => {
  world = await openTestWorld(clients, { clock: 'running' })
})
afterAll(async () => {
  await others.close()
  await world.close()
})

/** Makes the mistake, and returns what the browser gets. */
type Make = (mode: Mode) => Promise<Response>
const signedIn =
  (options: Partial<AuthOptions>): Make =>
  (mode) =>
    new Application(world, mode, options).signIn(world)
/** The page of a login that ends before the provider. */
const at =
  (issuer: () => Promise<string>, options?: Partial<AuthOptions>): Make =>
  async (mode) =>
    new Application({ issuer: await issuer() }, mode, options).open('/auth/login')
const withClock =
  (ms: number): Make =>
  async (mode) => {
    const other = await openTestWorld(clients, { clock: 'running' })
    other.pass(ms)
    try {
      return await new Application(other, mode).signIn(other)
    } finally {
      await other.close()
    }
  }

/** Mistakes that end at a page of the SDK, with the line that mends them. */
const onPages: Partial<Record<MistakeName, readonly [make: Make, next: RegExp]>> = {
  'wrong-client-secret': [
    signedIn({ clientSecret: 'another-secret-0123456789' }),
    /^Set: VESTIBULE_CLIENT_SECRET=<OIDC_CLIENT_n_SECRET of the server>$/,
  ],
  'missing-client-secret': [signedIn({ clientSecret: undefined }), /^Set: VESTIBULE_CLIENT_SECRET=</],
  'client-authentication': [
    signedIn({ clientId: 'by-post' }),
    /^Set at the server: OIDC_CLIENT_<n>_TOKEN_AUTH_METHOD=/,
  ],
  'scope-not-allowed': [
    signedIn({ scope: 'openid email orders' }),
    /^Set at the server: OIDC_CLIENT_<n>_SCOPES=openid,email,orders$/,
  ],
  'resource-not-allowed': [
    signedIn({ resource: 'https://api.example.test' }),
    /^Set at the server: OIDC_CLIENT_<n>_AUDIENCES=https:\/\/api\.example\.test$/,
  ],
  'response-type-not-allowed': [
    signedIn({ clientId: 'implicit', clientSecret: undefined }),
    /^Set at the server: OIDC_CLIENT_<n>_GRANT_TYPES=authorization_code,refresh_token OIDC_CLIENT_<n>_RESPONSE_TYPES=code$/,
  ],
  'clock-ahead': [withClock(-2 * hour), /^Run on the machine whose clock is wrong: sudo timedatectl set-ntp true/],
  'clock-behind': [withClock(2 * hour), /^Run on the machine whose clock is wrong: sudo timedatectl set-ntp true/],
  'provider-not-running': [
    at(async () => `http://localhost:${await freePort()}`),
    /^Run in a checkout of Vestibule: npm start$/,
  ],
  'host-not-found': [at(async () => 'https://vestibule.invalid'), /^Set: VESTIBULE_ISSUER=<ISSUER of the server>$/],
  'provider-timeout': [
    at(() => others.http(() => {}), {
      // Not the ten seconds of the SDK.
      fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(200) }),
    }),
    /^Run: curl -v http:\/\/localhost:\d+\/\.well-known\/openid-configuration$/,
  ],
  'https-to-http': [
    at(async () => world.issuer.replace('http:', 'https:')),
    /^Set: VESTIBULE_ISSUER=http:\/\/localhost:\d+$/,
  ],
  'http-to-https': [
    at(async () => (await others.https(2)).address.replace('https:', 'http:')),
    /^Set: VESTIBULE_ISSUER=https:\/\/localhost:\d+$/,
  ],
  'untrusted-certificate': [at(async () => (await others.https(2)).address), /^Set: NODE_EXTRA_CA_CERTS=</],
  'expired-certificate': [
    async (mode) => {
      const { address, certificate } = await others.https(-1)
      const trusted = getCACertificates('default')
      setDefaultCACertificates([...trusted, certificate])
      try {
        return await at(async () => address)(mode)
      } finally {
        setDefaultCACertificates([...trusted])
      }
    },
    /^Run: openssl s_client -connect localhost:\d+ /,
  ],
  'wrong-port': [
    at(() => others.http((_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Another</h1>'))),
    /^Set: VESTIBULE_ISSUER=<ISSUER of the server>$/,
  ],
  'issuer-path': [at(async () => `${world.issuer}/wrong`), /^Set: VESTIBULE_ISSUER=<ISSUER of the server>$/],
  'issuer-slash': [
    async (mode) => {
      const proxy = await others.proxyOf(() => below.address)
      const below = await openTestWorld({ ...clients, ISSUER: `${proxy}/tenant` })
      try {
        return await at(async () => `${proxy}/tenant/`)(mode)
      } finally {
        await below.close()
      }
    },
    /^Set: VESTIBULE_ISSUER=http:\/\/localhost:\d+\/tenant$/,
  ],
  'other-issuer': [at(() => others.proxyOf(() => world.address)), /^Set: VESTIBULE_ISSUER=http:\/\/localhost:\d+$/],
  'sign-in-lost': [
    async (mode) => {
      const app = new Application(world, mode)
      const original = app.open.bind(app)
      app.open = (address, init) => {
        if (address.startsWith(callback)) app.cookies = ''
        return original(address, init)
      }
      return app.signIn(world)
    },
    /^Open: http:\/\/localhost:3999\/auth\/login$/,
  ],
  'secret-changed': [
    async (mode) => {
      const [before, after] = [new Application(world, mode), new Application(world, mode, { secret: secret.repeat(2) })]
      const original = before.open.bind(before)
      before.open = async (address, init) => {
        if (!address.startsWith(callback)) return original(address, init)
        after.cookies = before.cookies
        return after.open(address, init)
      }
      return before.signIn(world)
    },
    /^Set: VESTIBULE_SECRET=</,
  ],
  'http-behind-https': [
    (mode) => {
      const headers = { origin: url.replace('http:', 'https:') }
      return new Application(world, mode).open('/auth/logout', { method: 'POST', headers })
    },
    /^Set: VESTIBULE_URL=https:\/\/localhost:3999$/,
  ],
  'other-address': [
    (mode) => {
      const headers = { origin: 'http://127.0.0.1:3999' }
      return new Application(world, mode).open('/auth/logout', { method: 'POST', headers })
    },
    /^Open: http:\/\/localhost:3999$/,
  ],
  'base-path': [
    (mode) => new Application(world, mode).open('/api/auth/login'),
    /^Add to the options of createAuth: basePath: '\/api\/auth'$/,
  ],
}

/** The text of a page, as a person reads it. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe.each(Object.entries(onPages))('%s', (name, [make, next]) => {
  const { cause } = mistakes[name as MistakeName]

  test('in development, terminal and page say what causes it and what mends it', async () => {
    const { result, lines } = await linesOf(() => make('development'))
    const html = await result.text()
    expect(lines).toEqual([expect.stringContaining(cause)])
    const [line = ''] = lines
    const said = /#([\w-]+) ((?:Set|Run|Open|Add)[^:]*: .*)$/.exec(line)
    expect([said?.[1], said?.[2]]).toEqual([name, expect.stringMatching(next)])
    expect(textOf(html)).toContain(cause)
    expect(textOf(html)).toContain(said?.[2])
    expect(html).toContain(`docs/troubleshooting.md#${name}"`)
    expect(html).not.toContain('<script')
    expect(line + html).not.toMatch(/eyJ|secret-0123456789/)
  })

  test('in production, the page has the reference of the line, and nothing of the cause', async () => {
    const { result, lines } = await linesOf(() => make('production'))
    const html = await result.text()
    expect(result.status).toBeGreaterThanOrEqual(400)
    expect(lines).toEqual([expect.stringContaining(cause)])
    const reference = /\(reference ([0-9a-f]{8})\)/.exec(lines[0] ?? '')?.[1]
    expect(textOf(html)).toContain(`Reference ${reference}`)
    expect(html).not.toContain(cause)
    expect(html).not.toMatch(/VESTIBULE_|OIDC_CLIENT|troubleshooting|127\.0\.0\.1|(Set|Run|Open|Add)\b[^<]*:/)
    expect(html).not.toContain(world.issuer)
    expect(lines[0]).not.toMatch(/eyJ|secret-0123456789/)
  })
})

/** The end of an error that is thrown, for what does not start. */
async function thrown(work: () => unknown): Promise<string> {
  try {
    await work()
  } catch (error) {
    if (error instanceof AuthError) return error.message
    throw error
  }
  throw new Error('nothing was refused')
}

const start = (env: Record<string, string>, options: Partial<AuthOptions> = {}) =>
  thrown(() => createAuth({ ...optionsFromEnvironment(env, options) }))
const production = {
  NODE_ENV: 'production',
  VESTIBULE_ISSUER: 'https://id.example.test',
  VESTIBULE_CLIENT_ID: 'app',
  VESTIBULE_SECRET: secret,
  VESTIBULE_URL: 'https://app.example.test',
}

/** An application without variables, whose port 4000 is another address. */
const withoutVariables = (address: string): Promise<Response> =>
  createAuth({
    ...optionsFromEnvironment({ NODE_ENV: 'development' }),
    fetch: (input, init) => fetch(String(input).replace('http://localhost:4000', address), init),
  }).handle(new Request(`${url}/auth/login`, { headers: { accept: 'text/html' } }))

/** Mistakes without a page: the process does not start, or a program gets the answer. */
const inTheTerminal: Partial<Record<MistakeName, readonly [make: () => Promise<unknown>, next: RegExp]>> = {
  'missing-variable': [
    () => start({ NODE_ENV: 'production', VESTIBULE_ISSUER: 'https://id.example.test' }),
    /^Set: VESTIBULE_CLIENT_ID=<[^>]+> VESTIBULE_SECRET=<output of: openssl rand -base64 48> VESTIBULE_URL=<[^>]+>$/,
  ],
  'wrong-variable': [
    () => start({ ...production, VESTIBULE_URL: 'app.example.test' }),
    /^Set: VESTIBULE_URL=<address of this application>$/,
  ],
  'plain-http': [
    () => start({ ...production, VESTIBULE_ISSUER: 'http://id.example.test' }),
    /^Set: VESTIBULE_ISSUER=<ISSUER of the server>$/,
  ],
  'short-secret': [
    () => start({ ...production, VESTIBULE_SECRET: 'short' }),
    /^Set: VESTIBULE_SECRET=<output of: openssl rand -base64 48>$/,
  ],
  'no-development-server': [
    async () => withoutVariables(`http://localhost:${await freePort()}`),
    /^Run in a checkout of Vestibule: npm start$/,
  ],
  'no-example-client': [
    async () => {
      const own = await openTestWorld({ ...clients, ISSUER: 'http://localhost:4000' })
      return withoutVariables(own.address).finally(() => own.close())
    },
    /^Set: VESTIBULE_ISSUER=<ISSUER of the server> VESTIBULE_CLIENT_ID=<OIDC_CLIENT_ID_n of the server>$/,
  ],
  'refresh-not-allowed': [
    async () => {
      let offset = 0
      const now = () => new Date(Date.now() + offset)
      const app = new Application(world, 'production', { clientId: 'without-refresh', now })
      await app.signIn(world)
      offset = hour
      const { lines } = await linesOf(async () => {
        for (let time = 0; time < 3; time++) await thrown(() => app.auth.accessToken(app.cookies))
      })
      expect(lines).toHaveLength(1)
      return lines[0]
    },
    /^Set at the server: OIDC_CLIENT_<n>_GRANT_TYPES=authorization_code,refresh_token$/,
  ],
  'no-permissions': [
    async () => {
      const app = new Application(world, 'production')
      await app.signIn(world)
      const request = new Request(`${url}/invoices`, { headers: { ...navigation, cookie: app.cookies } })
      const { lines } = await linesOf(() => app.auth.guard(request, { permission: 'invoice.read' }))
      return lines[0]
    },
    /^Add to the option scope of createAuth: permissions$/,
  ],
  'token-audience': [
    async () => {
      const app = new Application(world, 'production', { audience: 'https://api.example.test' })
      await app.signIn(world)
      const { token } = await app.auth.accessToken(app.cookies)
      const { lines } = await linesOf(() => thrown(() => app.auth.verifyBearer(token)))
      // A token that anybody can make up is no mistake of the set-up.
      expect((await linesOf(() => thrown(() => app.auth.verifyBearer(`${token}x`)))).lines).toEqual([])
      return lines[0]
    },
    /^Add to the options of createAuth: audience: <aud of the token>$/,
  ],
  'logout-without-store': [
    async () => {
      let answered: Promise<Response> | undefined
      const address = await others.http(async (request, response) => {
        const { method, headers, url: path = '' } = request
        const body = await request.setEncoding('utf8').toArray()
        answered = app.auth.handle(
          new Request(new URL(path, address), { method, headers: new Headers(headers as never), body: body.join('') }),
        )
        response.writeHead((await answered).status).end()
      })
      const other = await openTestWorld(
        {
          ...clients,
          OIDC_CLIENT_30_REDIRECT_URIS: `${address}/auth/callback`,
          OIDC_CLIENT_30_BACKCHANNEL_LOGOUT_URI: `${address}/auth/backchannel-logout`,
        },
        { clock: 'running' },
      )
      const app = new Application(other, 'production', { url: address })
      const { lines } = await linesOf(async () => {
        const browser = other.browser()
        await app.signIn(other, `${address}/auth/login`, browser)
        await browser.go(`${other.issuer}/logout`)
        await browser.submit({ decision: 'logout' })
        await expect.poll(async () => (await answered)?.status).toBe(404)
      })
      await other.close()
      return lines[0]
    },
    /^Add to the options of createAuth: session: \{ store: memoryStore\(\) \}$/,
  ],
  'routes-not-mounted': [
    async () => {
      const address = await others.http((_, response) => response.writeHead(404).end())
      const client = new SessionClient(`${address}/auth`)
      const { lines } = await linesOf(async () => {
        client.subscribe(() => {})
        await expect.poll(() => client.snapshot().status).toBe('error')
      })
      return lines[0]
    },
    /^Add: app\/auth\/\[\.\.\.auth\]\/route\.ts in Next\.js, /,
  ],
}

test.each(Object.entries(inTheTerminal))(
  '%s: the terminal says what causes it and what mends it',
  async (name, [make, next]) => {
    const { result, lines } = await linesOf(make)
    const line = typeof result === 'string' ? result : (lines[0] ?? '')
    expect(line).toContain(mistakes[name as MistakeName].cause)
    const said = /#([\w-]+) ((?:Set|Run|Open|Add)[^:]*: .*)$/.exec(line)
    expect(said?.[1]).toBe(name)
    expect(said?.[2]).toMatch(next)
    expect(line).not.toMatch(/eyJ|secret-0123456789/)
  },
)

test('every mistake of the table is made here', () => {
  expect(Object.keys({ ...onPages, ...inTheTerminal }).sort()).toEqual(Object.keys(mistakes).sort())
})

test('in development, a login at 127.0.0.1 that VESTIBULE_URL does not have is told at once, and on the page it ends at', async () => {
  const app = new Application(world, 'development')
  const { result, lines } = await linesOf(async () => {
    const begun = await app.open('http://127.0.0.1:3999/auth/login')
    const browser = world.browser()
    await browser.go(begun.headers.get('location') ?? '')
    const { callback: back } = await world.finish(browser, someone())
    // Cookies of 127.0.0.1 are not those of localhost.
    app.cookies = ''
    return app.open(back?.href ?? '')
  })
  expect(lines).toEqual([
    expect.stringMatching(/config_invalid: .*another address.*#other-address Open: http:\/\/localhost:3999$/),
    expect.stringMatching(/state_mismatch: .*#other-address Open: http:\/\/localhost:3999$/),
  ])
  expect(textOf(await result.text())).toContain(mistakes['other-address'].cause)
})

describe('details are for the developer at this machine only', () => {
  const broken = { VESTIBULE_ISSUER: 'https://vestibule.invalid', VESTIBULE_CLIENT_ID: 'app' }
  const asked = (headers: Record<string, string> = {}, origin = 'http://localhost:3999') =>
    new Request(`${origin}/auth/login`, { headers: { accept: 'text/html', ...headers } })
  const pageOf = async (env: Record<string, string>, request: Request, more: Partial<AuthOptions> = {}) => {
    const auth = createAuth(optionsFromEnvironment({ ...broken, ...env }, { secret, ...more }))
    const { result } = await linesOf(() => auth.handle(request))
    return result.text()
  }

  test('NODE_ENV=development and a loopback address', async () => {
    expect(await pageOf({ NODE_ENV: 'development' }, asked())).toContain('For developers')
  })

  test.each<[string, Record<string, string>, Request]>([
    ['without NODE_ENV', {}, asked()],
    ['NODE_ENV=test', { NODE_ENV: 'test' }, asked()],
    ['production', { ...production, ...broken, VESTIBULE_URL: 'http://localhost:3999' }, asked()],
    ['another host', { NODE_ENV: 'development' }, asked({ host: 'app.example.test' })],
    ['another address of this machine', { NODE_ENV: 'development' }, asked({}, 'http://192.168.1.5:3999')],
    ['a tunnel', { NODE_ENV: 'development' }, asked({ 'x-forwarded-host': 'abc.tunnel.test' })],
    ['a proxy', { NODE_ENV: 'development' }, asked({ forwarded: 'for=203.0.113.9' })],
  ])('not: %s', async (_name, env, request) => {
    const html = await pageOf({ ...env, VESTIBULE_URL: 'http://localhost:3999' }, request)
    expect(html).not.toMatch(/For developers|VESTIBULE_|vestibule\.invalid/)
    expect(html).toMatch(/Reference <code>[0-9a-f]{8}</)
  })

  test('a configuration that cannot work has a page of its own, with the same rule', async () => {
    const error = new AuthError('config_missing', 'VESTIBULE_ISSUER is not set.')
    const page = async (development: boolean, request: Request) =>
      (await linesOf(() => configurationErrorPage(error, request, development))).result.text()
    expect(await page(true, asked())).toContain('VESTIBULE_ISSUER is not set.')
    for (const html of [await page(false, asked()), await page(true, asked({ host: 'app.example.test' }))]) {
      expect(html).not.toContain('VESTIBULE_ISSUER')
      expect(html).toContain(error.reference)
    }
    expect(() => configurationErrorPage(new AuthError('forbidden', 'no'), asked(), true)).toThrow('no')
  })
})

test('the page shows what a provider says as text, and proposes no host of it', async () => {
  const issuer = await others.http((_, response) => {
    const said = { issuer: 'https://evil.example.test/$(id)"><script>alert(1)</script>' }
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(said))
  })
  const { result, lines } = await linesOf(() => new Application({ issuer }, 'development').open('/auth/login'))
  const html = await result.text()
  expect(html).toContain('#other-issuer')
  expect(lines[0]).toMatch(/Set: VESTIBULE_ISSUER=<issuer>$/)
  expect(html + lines[0]).not.toMatch(/<script|evil\.example|\$\(id\)/)
})
