import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  EmbeddedJWK,
  exportJWK,
  generateKeyPair,
  type JWK,
  jwtVerify,
} from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDPoP, type DPoP } from '../src/dpop.ts'
import { AuthError, createAuth } from '../src/index.ts'
import { createManagement } from '../src/management.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'
import { Browser, optionsFor } from './browser.ts'

// An application that gets access tokens bound to its key (RFC 9449), and calls APIs with them.

interface Sent {
  url: string
  headers: Headers
  init: RequestInit | undefined
}

let key: JWK
let provider: TestIssuer
let sent: Sent[]
let respond: (request: Sent) => Response | Promise<Response>
let dpop: DPoP

/** A network that answers as `respond` says, or as the provider. */
const network: typeof fetch = async (input, init) => {
  const request = {
    url: input instanceof Request ? input.url : String(input),
    headers: new Headers(init?.headers),
    init,
  }
  sent.push(request)
  return request.url.startsWith(provider.issuer) ? provider.fetch(input, init) : respond(request)
}

beforeEach(async () => {
  key = await privateKey('ES256')
  provider = await createTestIssuer()
  provider.signIn({ sub: 'ada', name: 'Ada' })
  sent = []
  respond = () => new Response('in')
  dpop = createDPoP({ key, fetch: network })
})

async function privateKey(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg }
}

const boundToken = async () => provider.issueAccessToken({ cnf: { jkt: await dpop.thumbprint() } })
const digestOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64url')
const proofsSent = () => sent.map(({ headers }) => headers.get('dpop')).filter((proof) => proof !== null)
const pathsWithProof = () => sent.filter(({ headers }) => headers.has('dpop')).map(({ url }) => new URL(url).pathname)
const needsNonce = (nonce: string, init: ResponseInit = {}) =>
  new Response(null, {
    status: 401,
    ...init,
    headers: { 'dpop-nonce': nonce, 'www-authenticate': 'DPoP error="use_dpop_nonce", algs="ES256"' },
  })

describe('a call', () => {
  test.each(['ES256', 'PS256', 'EdDSA', 'Ed25519'])(
    'has a proof of its key, %s, for its method, address and token',
    async (alg) => {
      dpop = createDPoP({ key: await privateKey(alg), fetch: network })
      const token = await boundToken()
      const response = await dpop.fetch('https://api.test/notes?page=2#top', {
        method: 'post',
        body: 'text',
        headers: { Authorization: `DPoP ${token}`, 'X-Own': 'kept' },
      })
      expect(await response.text()).toBe('in')
      const [request] = sent
      expect(request?.headers.get('authorization')).toBe(`DPoP ${token}`)
      expect(request?.headers.get('x-own')).toBe('kept')
      expect(request?.init?.body).toBe('text')
      const { payload, protectedHeader } = await jwtVerify(String(proofsSent()[0]), EmbeddedJWK, { typ: 'dpop+jwt' })
      expect(payload).toEqual({
        jti: expect.stringMatching(/^.{36}$/),
        htm: 'POST',
        htu: 'https://api.test/notes',
        iat: expect.any(Number),
        ath: await digestOf(token),
      })
      expect(protectedHeader.alg).toBe(alg)
      expect(await calculateJwkThumbprint(protectedHeader.jwk as JWK)).toBe(await dpop.thumbprint())
      expect(Object.keys(protectedHeader.jwk as JWK)).not.toContain('d')
    },
  )

  test('takes a Request, and a bearer token that is bound to the key', async () => {
    const token = await boundToken()
    const request = new Request('https://api.test/notes', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    await dpop.fetch(request)
    expect(sent[0]?.headers.get('authorization')).toBe(`DPoP ${token}`)
    expect(decodeJwt(String(proofsSent()[0]))).toMatchObject({ htm: 'DELETE', htu: 'https://api.test/notes' })
  })

  test('without a token that is bound to the key goes out as it is', async () => {
    const unbound = `Bearer ${await provider.issueAccessToken()}`
    const other = `Bearer ${await provider.issueAccessToken({ cnf: { jkt: 'x' } })}`
    for (const authorization of [unbound, other, 'Bearer opaque']) {
      await dpop.fetch('https://api.test/notes', { method: 'POST', headers: { authorization } })
      expect(sent.at(-1)?.headers.get('authorization')).toBe(authorization)
    }
    await dpop.fetch('https://api.test/notes')
    await dpop.fetch(new URL('https://api.test/notes'), { headers: { authorization: 'Basic x' } })
    expect(proofsSent()).toEqual([])
  })

  test('is repeated once with the nonce that is asked for, and the next has it at once', async () => {
    const authorization = `DPoP ${await boundToken()}`
    const nonceOf = ({ headers }: Sent) => decodeJwt(String(headers.get('dpop'))).nonce
    respond = (request) => (nonceOf(request) === 'first' ? new Response('in') : needsNonce('first'))
    const body = new URLSearchParams({ a: 'b' })
    const response = await dpop.fetch('https://api.test/notes', { method: 'POST', body, headers: { authorization } })
    expect(await response.text()).toBe('in')
    expect(sent.map(nonceOf)).toEqual([undefined, 'first'])
    expect(new Set(sent.map(({ headers }) => decodeJwt(String(headers.get('dpop'))).jti)).size).toBe(2)
    await dpop.fetch('https://api.test/other', { headers: { authorization } })
    expect(nonceOf(sent[2] as Sent)).toBe('first')
    // Nonces are of an origin.
    respond = () => new Response('in', { headers: { 'dpop-nonce': 'newer' } })
    await dpop.fetch('https://other.test/', { headers: { authorization } })
    expect(nonceOf(sent[3] as Sent)).toBeUndefined()
    await dpop.fetch('https://other.test/', { headers: { authorization } })
    expect(nonceOf(sent[4] as Sent)).toBe('newer')
    expect(sent).toHaveLength(5)
  })

  test('is not repeated without end, for another reason, or if its body is a stream', async () => {
    const authorization = `DPoP ${await boundToken()}`
    let count = 0
    respond = () => needsNonce(`nonce ${++count}`)
    expect((await dpop.fetch('https://api.test/', { headers: { authorization } })).status).toBe(401)
    expect(count).toBe(2)
    const stream = () => new Blob(['text']).stream()
    const streamed = { method: 'POST', duplex: 'half', headers: { authorization } } as const
    expect((await dpop.fetch('https://api.test/', { ...streamed, body: stream() })).status).toBe(401)
    expect((await dpop.fetch(new Request('https://api.test/', { ...streamed, body: stream() }))).status).toBe(401)
    expect(count).toBe(4)
    respond = () => {
      count += 1
      return Response.json({ error: 'invalid_grant' }, { status: 400, headers: { 'dpop-nonce': `nonce ${count}` } })
    }
    const response = await dpop.fetch('https://api.test/token', { method: 'POST', body: 'grant_type=x' })
    expect(await response.json()).toEqual({ error: 'invalid_grant' })
    expect(count).toBe(5)
  })

  test.each([
    ['without alg', { alg: undefined }],
    ['of an algorithm that proofs do not have', { alg: 'RS256' }],
    ['without its private part', { d: undefined }],
  ])('a key %s is refused', (_name, change) => {
    expect(() => createDPoP({ key: { ...key, ...change } as JWK })).toThrow(AuthError)
  })
})

describe('a sign-in with a key', () => {
  const browserOf = () => new Browser(createAuth(optionsFor(provider, { fetch: network, dpop })), provider)

  test('gets bound tokens, and its code and its refreshes are bound too', async () => {
    const browser = browserOf()
    const started = await browser.open('/auth/login?returnTo=/here')
    const location = String(started.headers.get('location'))
    expect(new URL(location).searchParams.get('dpop_jkt')).toBe(await dpop.thumbprint())
    const landed = await browser.open(await provider.authorize(location))
    expect(landed.headers.get('location')).toBe('/here')
    expect(pathsWithProof()).toEqual(['/token', '/userinfo'])
    const [, atUserInfo] = sent.filter(({ headers }) => headers.has('dpop'))
    expect(atUserInfo?.headers.get('authorization')).toMatch(/^DPoP /)
    const { token } = await browser.auth.accessToken(browser.header)
    expect(decodeJwt(token).cnf).toEqual({ jkt: await dpop.thumbprint() })
    const refreshed = await browser.post('/auth/refresh')
    expect(refreshed.status).toBe(200)
    expect(pathsWithProof()).toEqual(['/token', '/userinfo', '/token', '/userinfo'])
    // What it gets is what its own API takes.
    const api = createAuth(optionsFor(provider))
    let request: Request | undefined
    await dpop.wrapFetch(async (input, init) => {
      request = new Request(input, init)
      return new Response()
    })('https://app.test/api', { headers: { authorization: `DPoP ${token}` } })
    expect(await api.verifyBearer(request as Request)).toMatchObject({ sub: 'ada' })
  })

  test('works with a provider that asks for a nonce, without using the code twice', async () => {
    const browser = browserOf()
    provider.tamper((_path, response) => response)
    const asking: typeof fetch = async (input, init) => {
      const proof = new Headers(init?.headers).get('dpop')
      if (!proof || decodeJwt(proof).nonce === 'own') return provider.fetch(input, init)
      sent.push({ url: String(input), headers: new Headers(init?.headers), init })
      return Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'dpop-nonce': 'own' } })
    }
    const asked = new Browser(createAuth(optionsFor(provider, { fetch: asking, dpop })), provider)
    expect(await asked.signIn()).toBe('/here')
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/token', '/userinfo'])
    expect(provider.count('/token')).toBe(1)
    expect(await browser.auth.read(asked.header)).toMatchObject({ user: { sub: 'ada' } })
  })

  test('signs another assertion of the client with a nonce, and keeps apart what the provider and its API ask for', async () => {
    provider.tamper((_path, response) => response)
    const nonces: Record<string, string> = { '/token': 'own', '/userinfo': 'of the API' }
    const assertions: string[] = []
    const asking: typeof fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input)
      const proof = new Headers(init?.headers).get('dpop')
      if (!proof || !nonces[pathname]) return provider.fetch(input, init)
      if (pathname === '/token')
        assertions.push(String(new URLSearchParams(String(init?.body)).get('client_assertion')))
      if (decodeJwt(proof).nonce === nonces[pathname]) return provider.fetch(input, init)
      sent.push({ url: pathname, headers: new Headers(init?.headers), init })
      const headers = { 'dpop-nonce': nonces[pathname] }
      return Response.json({ error: 'use_dpop_nonce' }, { status: pathname === '/token' ? 400 : 401, headers })
    }
    const clientKey = await privateKey('ES256')
    const options = { ...optionsFor(provider, { fetch: asking, dpop, clientKey }), clientSecret: undefined }
    const asked = new Browser(createAuth(options as never), provider)
    for (let signIn = 0; signIn < 2; signIn++) expect(await asked.signIn()).toBe('/here')
    expect(sent.map(({ url }) => url)).toEqual(['/token', '/userinfo'])
    expect(assertions).toHaveLength(3)
    expect(new Set(assertions.map((assertion) => decodeJwt(assertion).jti)).size).toBe(3)
    const { kty, crv, x, y } = clientKey
    for (const assertion of assertions)
      await jwtVerify(assertion, { kty, crv, x, y } as JWK, { algorithms: ['ES256'], subject: 'app' })
  })

  test('SC-57 fails if the provider issues a token that is not bound', async () => {
    provider.tamper(async (path, response) =>
      path === '/token' ? Response.json({ ...((await response.json()) as object), token_type: 'Bearer' }) : response,
    )
    const browser = browserOf()
    const started = await browser.open('/auth/login')
    const landed = await browser.open(await provider.authorize(String(started.headers.get('location'))))
    expect(landed.status).toBe(400)
    expect(await browser.auth.read(browser.header)).toBeNull()
  })
})

test('a client of the management API gets a bound token, and calls with proofs', async () => {
  respond = ({ url, headers }) => {
    if (!url.endsWith('/token')) return Response.json({ data: [] })
    const { jwk } = decodeProtectedHeader(String(headers.get('dpop')))
    return Response.json({ access_token: 'opaque', token_type: jwk ? 'DPoP' : 'Bearer', expires_in: 60 })
  }
  const options = { issuer: 'https://id.test', clientId: 'backoffice', clientSecret: 'secret', fetch: network }
  await createManagement({ ...options, dpop }).call('get', '/organizations', {})
  expect(sent.map(({ headers }) => headers.get('authorization')?.split(' ')[0])).toEqual(['Basic', 'DPoP'])
  expect(decodeJwt(String(proofsSent()[1]))).toMatchObject({ htm: 'GET', ath: await digestOf('opaque') })
  respond = () => Response.json({ access_token: 'opaque', token_type: 'Bearer', expires_in: 60 })
  await expect(createManagement({ ...options, dpop }).call('get', '/organizations', {})).rejects.toThrow(/type bearer/)
})
