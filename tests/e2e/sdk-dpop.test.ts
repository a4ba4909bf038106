import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimsOf, openTestWorld, redirectUri, someone, type TestWorld } from '../../apps/server/test/support/world.ts'
import { createDPoP, type DPoP } from '../../packages/core/src/dpop.ts'
import { type Auth, AuthError, type AuthOptions, cookieHeaderAfter, createAuth } from '../../packages/core/src/index.ts'
import { createManagement } from '../../packages/core/src/management.ts'
import { protectedResource } from '../../packages/core/src/mcp.ts'
import { createAuth as createNextAuth } from '../../packages/nextjs/src/index.ts'
import { createAuth as createRouterAuth } from '../../packages/remix/src/react-router.ts'

// Applications of the SDK whose access tokens are bound to a key (RFC 9449), from the sign-in to their APIs, against this server; and
// what somebody gets with a copy of what they hold.

const url = 'https://app.example.test'
const notes = 'https://notes.example.test/mcp'
const secret = 'client-secret-0123456789'
let world: TestWorld
let clientKey: JWK
let key: DPoP
let stolenWith: DPoP
beforeAll(async () => {
  clientKey = await privateKey()
  const { kty, crv, x, y } = clientKey
  world = await openTestWorld(
    {
      DPOP: 'on',
      PASSKEY_NUDGE: 'off',
      ...clientOf(20, 'confidential', { SECRET: secret }),
      ...clientOf(21, 'public', {}),
      ...clientOf(22, 'nonced', {
        JWKS: JSON.stringify({ keys: [{ kty, crv, x, y, alg: 'ES256', use: 'sig' }] }),
        DPOP_NONCE: 'required',
      }),
      OIDC_CLIENT_ID_23: 'backoffice',
      OIDC_CLIENT_23_SECRET: secret,
      OIDC_CLIENT_23_GRANT_TYPES: 'client_credentials',
      OIDC_CLIENT_23_SCOPES: 'users:read,organizations:read,organizations:write',
      OIDC_CLIENT_23_DPOP: 'required',
      OIDC_CLIENT_23_DPOP_NONCE: 'required',
      OIDC_RESOURCE_0: notes,
      OIDC_RESOURCE_0_SCOPES: 'notes:read',
      OIDC_RESOURCE_0_ORGANIZATION: 'none',
      OIDC_RESOURCE_0_DPOP: 'required',
    },
    { clock: 'running' },
  )
  key = await newKey()
  stolenWith = await newKey()
})
afterAll(() => world?.close())
beforeEach(() => {
  failures.length = 0
})

const clientOf = (index: number, id: string, settings: Record<string, string>) => ({
  [`OIDC_CLIENT_ID_${index}`]: id,
  ...Object.fromEntries(
    Object.entries({
      ...{ REDIRECT_URIS: `${url}/auth/callback,${redirectUri}`, GRANT_TYPES: 'authorization_code,refresh_token' },
      ...{ SCOPES: 'openid,profile,email,notes:read', AUDIENCES: notes, REQUIRE_PKCE: 'true', DPOP: 'required' },
      ...settings,
    }).map(([name, value]) => [`OIDC_CLIENT_${index}_${name}`, value]),
  ),
})

async function privateKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'ES256' }
}
const now = () => world.deps.now()
const newKey = async () => createDPoP({ key: await privateKey(), now })

/** What an application sent to the provider, and was answered: where a thief would find it. */
interface Heard {
  path: string
  headers: Headers
  form: URLSearchParams
  status: number
  answer: Record<string, string>
}

type Known = Partial<AuthOptions> & { heard?: Heard[] }

/** An SDK of a framework: its routes, and an API that it guards. */
interface Sdk {
  handle(request: Request): Promise<Response>
  serve(request: Request): Promise<Response>
}

/** A network that notes what goes over it. */
const listening =
  (heard: Heard[]): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const answer = await response
      .clone()
      .json()
      .catch(() => ({}))
    heard.push({
      path: new URL(input instanceof Request ? input.url : input).pathname,
      headers: new Headers(init?.headers),
      form: new URLSearchParams(String(init?.body ?? '')),
      ...{ status: response.status, answer },
    })
    return response
  }

/** What the applications reported. */
const failures: string[] = []

function optionsOf({ heard = [], ...options }: Known): AuthOptions {
  const given = { issuer: world.issuer, clientId: 'public', dpop: key, ...options }
  return {
    ...{ secret: 'a secret of at least thirty-two characters', url, now, fetch: listening(heard) },
    ...{ on: { error: (error: AuthError) => void failures.push(`${error.message} ${error.hint}`) }, ...given },
  }
}

const application = (options: Known): Auth => createAuth(optionsOf(options))

const documentHeaders = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }

/** Signs in, and returns the cookies of the application, and the address at the provider that it began with. */
async function signIn(auth: Auth): Promise<{ cookie: string; location: URL; email: string }> {
  failures.length = 0
  const begun = await auth.handle(new Request(`${url}/auth/login`, { headers: documentHeaders }))
  expect([begun.status, failures]).toEqual([303, []])
  const location = new URL(begun.headers.get('location') ?? '')
  const browser = world.browser()
  const person = someone()
  await browser.go(location.href)
  const { callback } = await world.finish(browser, person)
  const cookie = cookieHeaderAfter('', begun.headers.getSetCookie())
  const back = await auth.handle(new Request(callback ?? '', { headers: { ...documentHeaders, cookie } }))
  expect([back.status, failures]).toEqual([303, []])
  return { cookie: cookieHeaderAfter(cookie, back.headers.getSetCookie()), location, email: person.email }
}

/** An API beside the server: `serve` gets what a client sent to it. */
const callBy = (dpop: DPoP, serve: (request: Request) => Promise<Response>) =>
  dpop.wrapFetch(async (input, init) => serve(new Request(input, init)))

const apiOf = (auth: Auth) => async (request: Request) => {
  try {
    const caller = await auth.verifyBearer(request, { dpop: 'required' })
    return Response.json({ sub: caller.sub })
  } catch (error) {
    if (error instanceof AuthError) return error.toResponse()
    throw error
  }
}

const clients: [string, () => Known][] = [
  ['confidential', () => ({ clientSecret: secret })],
  ['public', () => ({})],
  ['nonced', () => ({ clientKey, pushedAuthorization: true })],
]

describe.each(clients)('an application with the client %s', (clientId, options) => {
  let heard: Heard[]
  let auth: Auth
  let cookie: string
  let location: URL
  let email: string
  beforeAll(async () => {
    heard = []
    auth = application({ ...options(), clientId, heard })
    ;({ cookie, location, email } = await signIn(auth))
  })

  const tokenOf = async () => {
    const { token, setCookies } = await auth.accessToken(cookie)
    cookie = cookieHeaderAfter(cookie, setCookies)
    return token
  }
  /** As a page does that knows of a change. Whether somebody is still signed in. */
  const refresh = async (at: Auth) => {
    const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin' }
    const answer = await at.handle(new Request(`${url}/auth/refresh`, { method: 'POST', headers }))
    const isSignedIn = answer.ok && (await answer.json()) !== null
    if (isSignedIn) cookie = cookieHeaderAfter(cookie, answer.headers.getSetCookie())
    return isSignedIn
  }
  const answered = (path: string) => heard.filter((request) => request.path === path && request.status < 300)

  test('signs in with tokens that are bound to its key, and its code is bound too', async () => {
    const jkt = await key.thumbprint()
    const sent = clientId === 'nonced' ? answered('/par').at(-1)?.form : location.searchParams
    expect(sent?.get('dpop_jkt')).toBe(jkt)
    expect(await auth.read(cookie)).toMatchObject({ user: { email } })
    expect(claimsOf(await tokenOf()).cnf).toEqual({ jkt })
    expect(answered('/token').at(-1)?.answer.token_type).toBe('DPoP')
    expect(answered('/userinfo').at(-1)?.headers.get('authorization')).toMatch(/^DPoP /)
    const asked = heard.filter(({ answer }) => answer.error === 'use_dpop_nonce').map(({ path }) => path)
    expect(asked).toEqual(clientId === 'nonced' ? ['/par', '/userinfo'] : [])
  })

  test('calls userinfo and its own API, and refreshes by its key', async () => {
    for (let round = 0; round < 2; round += 1) {
      const token = await tokenOf()
      const headers = { Authorization: `DPoP ${token}` }
      expect((await key.fetch(`${world.issuer}/userinfo`, { headers })).status).toBe(200)
      const answer = await callBy(key, apiOf(auth))(`${url}/api/notes?page=2`, { method: 'PUT', body: 'x', headers })
      expect([answer.status, await answer.json()]).toEqual([200, { sub: claimsOf(token).sub }])
      await refresh(auth)
      const next = await tokenOf()
      expect(next).not.toBe(token)
      expect(claimsOf(next).cnf).toEqual({ jkt: await key.thumbprint() })
    }
    expect(answered('/token').map(({ form }) => form.get('grant_type'))).toEqual([
      'authorization_code',
      'refresh_token',
      'refresh_token',
    ])
  })

  test('loses nothing with a token: without its key, nobody gets anything with it', async () => {
    const token = await tokenOf()
    let proof = ''
    const api = apiOf(auth)
    await callBy(key, async (request) => {
      proof = request.headers.get('dpop') ?? ''
      return new Response()
    })(`${url}/api/notes`, { headers: { Authorization: `DPoP ${token}` } })
    const bare = { Authorization: `DPoP ${token}` }
    const bearer = { Authorization: `Bearer ${token}` }
    const stolen = { ...bare, DPoP: proof }
    const ask = (headers: Record<string, string>, method = 'GET') =>
      api(new Request(`${url}/api/notes`, { method, headers }))
    expect((await ask(bearer)).status).toBe(401)
    expect((await ask(bare)).status).toBe(401)
    expect((await ask({ ...bearer, DPoP: proof })).status).toBe(401)
    expect((await ask(stolen, 'DELETE')).status).toBe(401)
    const foreign = await callBy(stolenWith, api)(`${url}/api/notes`, { headers: bare })
    expect([foreign.status, foreign.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^DPoP algs=.*error="invalid_token"/),
    ])
    // It was still good, and is so once.
    expect((await ask(stolen)).status).toBe(200)
    const again = await ask(stolen)
    expect([again.status, again.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^DPoP algs=.*error="invalid_dpop_proof"/),
    ])
    await expect(auth.verifyBearer(token)).rejects.toMatchObject({ code: 'token_invalid', status: 401 })

    for (const path of ['/userinfo', '/api/v1/organizations']) {
      const at = `${world.issuer}${path}`
      for (const headers of [bearer, bare, { ...bearer, DPoP: proof }, stolen])
        expect((await fetch(at, { headers })).status).toBe(401)
      expect((await stolenWith.fetch(at, { headers: bare })).status).toBe(401)
    }
    const used = heard.filter(({ path, status }) => path === '/userinfo' && status === 200).at(-1)?.headers
    const replayed = await fetch(`${world.issuer}/userinfo`, { headers: used ?? {} })
    expect(replayed.status).toBe(401)
  })

  test('loses nothing with its cookies in another process that has another key', async () => {
    const thief = application({ ...options(), clientId, dpop: stolenWith })
    const token = await tokenOf()
    const refused = await stolenWith.fetch(`${world.issuer}/userinfo`, { headers: { Authorization: `DPoP ${token}` } })
    expect(refused.status).toBe(401)
    const isSignedIn = await refresh(thief)
    // Who has the secret or the key of a client is this client, and may bind its tokens to a new key (RFC 9449 section 5).
    expect(isSignedIn).toBe(clientId !== 'public')
    if (isSignedIn) expect(claimsOf(await tokenOf()).cnf).toEqual({ jkt: await stolenWith.thumbprint() })
    // It ended nothing.
    expect(await refresh(auth)).toBe(true)
    expect(claimsOf(await tokenOf()).cnf).toEqual({ jkt: await key.thumbprint() })
  })

  test('loses nothing with a refresh token either', async () => {
    if (clientId !== 'public') return
    expect(await refresh(auth)).toBe(true)
    const { refresh_token = '' } = answered('/token').at(-1)?.answer ?? {}
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token })
    const at = `${world.issuer}/token`
    const refused: [typeof fetch, string][] = [
      [fetch, 'invalid_dpop_proof'],
      [stolenWith.fetch, 'invalid_grant'],
    ]
    for (const [send, error] of refused) {
      const answer = await send(at, { method: 'POST', body })
      expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ error })])
    }
    const used = answered('/token').at(-1)
    const replayed = await fetch(at, { method: 'POST', body: used?.form ?? '', headers: used?.headers ?? {} })
    expect(await replayed.json()).toMatchObject({ error: 'invalid_dpop_proof' })
    expect(await refresh(auth)).toBe(true)
    expect(claimsOf(await tokenOf()).cnf).toEqual({ jkt: await key.thumbprint() })
  })

  test('calls an API of its own address that takes bound tokens alone', async () => {
    const other = application({ ...options(), clientId, resource: notes, scope: 'openid notes:read' })
    const { cookie: cookies } = await signIn(other)
    const { token } = await other.accessToken(cookies)
    const guard = protectedResource({
      ...({ resource: notes, issuer: world.issuer, scopes: ['notes:read'], dpop: 'required', now } as const),
    })
    const serve = guard.protect((_request, caller) => Response.json(caller.scopes), { scope: 'notes:read' })
    const headers = { Authorization: `DPoP ${token}` }
    const answer = await callBy(key, serve)(notes, { method: 'POST', body: '{}', headers })
    expect([answer.status, await answer.json()]).toEqual([200, ['openid', 'notes:read']])
    expect((await callBy(stolenWith, serve)(notes, { headers })).status).toBe(401)
    for (const stolen of [{ Authorization: `Bearer ${token}` }, headers])
      expect((await serve(new Request(notes, { headers: stolen }))).status).toBe(401)
    // It is for this API alone.
    expect((await callBy(key, apiOf(auth))(`${url}/api/notes`, { headers })).status).toBe(401)
  })
})

test('a client that requires DPoP at an application without the key is refused, and the log says what to do', async () => {
  const auth = application({ dpop: undefined as never })
  const begun = await auth.handle(new Request(`${url}/auth/login`, { headers: documentHeaders }))
  const browser = world.browser()
  await browser.go(begun.headers.get('location') ?? '')
  const { callback } = await world.finish(browser, someone())
  const cookie = cookieHeaderAfter('', begun.headers.getSetCookie())
  const back = await auth.handle(new Request(callback ?? '', { headers: { ...documentHeaders, cookie } }))
  expect(back.status).toBe(400)
  expect(failures).toEqual([
    expect.stringMatching(
      /a DPoP proof is required.*Compare the client at the provider with the options of this application, also dpop/,
    ),
  ])
})

test('the management API is called with a bound token, with nonces of its own, and refuses a copy of the token', async () => {
  const heard: Heard[] = []
  const settings = { issuer: world.issuer, clientId: 'backoffice', clientSecret: secret, now }
  const key = await newKey()
  const management = createManagement({ ...settings, dpop: key, fetch: listening(heard) })
  const { data } = await management.call('get', '/organizations', { query: { limit: 1 } })
  const [organization] = data
  const path = { organization: organization?.id ?? '' }
  const changed = await management.call('patch', '/organizations/{organization}', { path, body: { name: 'Bound' } })
  expect(changed.name).toBe('Bound')
  expect(heard.map(({ path, status }) => [path, status])).toEqual([
    ['/token', 400],
    ['/token', 200],
    ['/api/v1/organizations', 401],
    ['/api/v1/organizations', 200],
    [`/api/v1/organizations/${organization?.id}`, 200],
  ])
  const stolen = heard.at(-1)?.headers.get('authorization')?.replace('DPoP ', '') ?? ''
  const at = `${world.issuer}/api/v1/organizations`
  for (const headers of [{ Authorization: `Bearer ${stolen}` }, { Authorization: `DPoP ${stolen}` }])
    expect((await fetch(at, { headers })).status).toBe(401)
  expect((await stolenWith.fetch(at, { headers: { Authorization: `DPoP ${stolen}` } })).status).toBe(401)
  const replayed = await fetch(at, { headers: heard.at(-2)?.headers ?? {} })
  expect([replayed.status, await replayed.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'invalid_dpop_proof' }),
  ])
  await expect(createManagement(settings).call('get', '/organizations', {})).rejects.toMatchObject({
    code: 'invalid_dpop_proof',
  })
})

const frameworks: [string, (options: AuthOptions) => Sdk][] = [
  [
    'Next.js',
    (options) => {
      const { handlers, withBearer } = createNextAuth(options as never)
      return { handle: handlers.GET, serve: withBearer((_, { caller }) => Response.json(caller.sub)) as Sdk['serve'] }
    },
  ],
  [
    'React Router',
    (options) => {
      const { loader, verifyBearer } = createRouterAuth(options as never)
      const serve = async (request: Request) => Response.json((await verifyBearer({ request })).sub)
      return { handle: (request) => loader({ request }), serve: (request) => serve(request).catch((thrown) => thrown) }
    },
  ],
]

test.each(frameworks)('the SDK of %s passes the key on, and guards an API with it', async (_name, open) => {
  const heard: Heard[] = []
  const { handle, serve } = open(optionsOf({ heard }))
  await signIn({ handle } as Auth)
  const { access_token: token, token_type } = heard.find(({ path }) => path === '/token')?.answer ?? {}
  expect([token_type, claimsOf(token ?? '').cnf]).toEqual(['DPoP', { jkt: await key.thumbprint() }])
  const headers = { Authorization: `DPoP ${token}` }
  const answer = await callBy(key, serve)(`${url}/api/notes?page=2`, { headers })
  expect([answer.status, await answer.json()]).toEqual([200, claimsOf(token ?? '').sub])
  expect((await callBy(stolenWith, serve)(`${url}/api/notes`, { headers })).status).toBe(401)
  const bare = await serve(new Request(`${url}/api/notes`, { headers: { Authorization: `Bearer ${token}` } }))
  expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^DPoP algs=/)])
})
