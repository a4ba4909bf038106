import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { beforeEach, describe, expect, test } from 'vitest'
import { type AccessClaims, type Auth, AuthError, createAuth } from '../src/index.ts'
import { type ProtectedResource, protectedResource } from '../src/mcp.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'
import { optionsFor } from './browser.ts'

// Access tokens that are bound to a key (RFC 9449), as an API gets them. Ids are those of the catalogue of attacks.

const home = 'https://app.test'
const api = `${home}/api/notes`
const algs = 'algs="ES256 PS256 EdDSA Ed25519"'
let provider: TestIssuer
let auth: Auth
let notes: ProtectedResource
let offset: number
let ada: Holder
const opened = Date.now()
const now = () => new Date(opened + offset)
const seconds = () => Math.floor(now().getTime() / 1000)

beforeEach(async () => {
  offset = 0
  provider = await createTestIssuer({ now })
  provider.signIn({ sub: 'ada' })
  auth = createAuth(optionsFor(provider, { now }))
  notes = protectedResource({
    resource: api,
    issuer: provider.issuer,
    scopes: ['notes:read'],
    fetch: provider.fetch,
    now,
  })
  ada = await holderOf()
})

interface Holder {
  keys: CryptoKeyPair
  jwk: JWK
  alg: string
  token: string
}

const tokenFor = async (jwk: JWK, claims: Record<string, unknown> = {}) =>
  provider.issueAccessToken({
    aud: [provider.issuer, api],
    scope: 'notes:read',
    cnf: { jkt: await calculateJwkThumbprint(jwk) },
    ...claims,
  })

async function holderOf(alg = 'ES256'): Promise<Holder> {
  const keys = (await generateKeyPair(alg, { extractable: true })) as CryptoKeyPair
  const jwk = await exportJWK(keys.publicKey)
  return { keys, jwk, alg, token: await tokenFor(jwk) }
}

interface Changes {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: CryptoKey
}

/** A proof of its own, to be wrong in one way. */
async function proofOf({ keys, jwk, alg, token }: Holder, { claims, header, key }: Changes = {}): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  const ath = Buffer.from(digest).toString('base64url')
  return new SignJWT({ jti: crypto.randomUUID(), htm: 'GET', htu: api, iat: seconds(), ath, ...claims })
    .setProtectedHeader({ typ: 'dpop+jwt', alg, jwk, ...header })
    .sign(key ?? keys.privateKey)
}

const requestWith = (headers: HeadersInit, init: RequestInit = {}, url = api) => new Request(url, { ...init, headers })
const dpopOf = (holder: Holder, proof: string) => ({ authorization: `DPoP ${holder.token}`, dpop: proof })

/** Both that verify access tokens, as they answer: the person, or status and challenge. */
type CallerRequirement = Parameters<ProtectedResource['verify']>[1]
const verifications: [string, (request: Request, requirement?: CallerRequirement) => Promise<AccessClaims>][] = [
  ['verifyBearer', (request, requirement) => auth.verifyBearer(request, requirement)],
  ['the guard of an MCP server', (request, requirement) => notes.verify(request, requirement)],
]

describe.each(verifications)('%s', (name, verify) => {
  const answer = async (request: Request, requirement?: CallerRequirement) => {
    try {
      return (await verify(request, requirement)).sub
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
      const challenge = String(error.toResponse().headers.get('www-authenticate'))
      // What the guard of an MCP server says besides.
      return [error.status, challenge.replaceAll(/(, | )(resource_metadata|scope)="[^"]*"/g, '')]
    }
  }
  const refusedProof = [401, `DPoP ${algs}, error="invalid_dpop_proof"`]
  const refusedToken = [401, `DPoP ${algs}, error="invalid_token"`]
  const withProof = async (changes?: Changes) => answer(requestWith(dpopOf(ada, await proofOf(ada, changes))))

  test.each(['ES256', 'PS256', 'Ed25519'])('takes the proofs of oauth4webapi with %s', async (alg) => {
    const holder = await holderOf(alg)
    const client = { client_id: 'app' }
    for (const method of ['GET', 'POST', 'DELETE']) {
      const handle = oauth.DPoP(client, holder.keys)
      let sent: Request | undefined
      await oauth.protectedResourceRequest(holder.token, method, new URL(`${api}?page=2`), undefined, null, {
        DPoP: handle,
        [oauth.customFetch]: async (url: string, init: RequestInit) => {
          sent = new Request(url, init)
          return new Response()
        },
      })
      expect(await answer(sent as Request)).toBe('ada')
    }
  })

  test('takes an EdDSA proof, and the scheme in any case', async () => {
    const holder = await holderOf('EdDSA')
    const proof = await proofOf(holder)
    expect(await answer(requestWith({ authorization: `dPOp ${holder.token}`, dpop: proof }))).toBe('ada')
  })

  test('DP-01 several proofs, none, and a long one are refused', async () => {
    const [proof, another] = [await proofOf(ada), await proofOf(ada)]
    const doubled = new Headers(dpopOf(ada, proof))
    doubled.append('dpop', another)
    expect(await answer(requestWith(doubled))).toEqual(refusedProof)
    expect(await answer(requestWith(dpopOf(ada, `${proof},${another}`)))).toEqual(refusedProof)
    expect(await answer(requestWith(dpopOf(ada, '')))).toEqual(refusedProof)
    expect(await answer(requestWith(dpopOf(ada, 'a.b.c')))).toEqual(refusedProof)
    expect(await withProof({ claims: { more: 'x'.repeat(5 * 1024) } })).toEqual(refusedProof)
    expect(await answer(requestWith({ authorization: `DPoP ${ada.token}` }))).toEqual(refusedToken)
    // The first ones were not used up.
    expect(await answer(requestWith(dpopOf(ada, proof)))).toBe('ada')
  })

  test('DP-03 the signature of another key, a changed one, and the key of somebody else are refused', async () => {
    const mallory = await holderOf()
    expect(await withProof({ key: mallory.keys.privateKey })).toEqual(refusedProof)
    const proof = await proofOf(ada)
    const last = proof.at(-2) === 'A' ? 'B' : 'A'
    expect(await answer(requestWith(dpopOf(ada, `${proof.slice(0, -2)}${last}${proof.at(-1)}`)))).toEqual(refusedProof)
    const [header, payload, signature] = (await proofOf(mallory)).split('.')
    const swapped = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(String(header), 'base64url').toString()), jwk: ada.jwk }),
    ).toString('base64url')
    expect(await answer(requestWith(dpopOf(ada, `${swapped}.${payload}.${signature}`)))).toEqual(refusedProof)
    // A proof that is valid by itself, with a stolen token.
    expect(await answer(requestWith(dpopOf(ada, await proofOf({ ...mallory, token: ada.token }))))).toEqual(
      refusedToken,
    )
  })

  test('DP-03 a private, a symmetric, a long or no key, and no typ or alg of a proof are refused', async () => {
    const privateJwk = await exportJWK(ada.keys.privateKey)
    const large = { ...(await holderOf('PS256')).jwk, n: 'A'.repeat(700) }
    for (const jwk of [privateJwk, { kty: 'oct', k: 'c2VjcmV0' }, large, { kty: 'EC' }, [], 'text', null, undefined])
      expect([jwk, (await withProof({ header: { jwk } }))?.[0]]).toEqual([jwk, 401])
    for (const header of [{ typ: 'JWT' }, { typ: undefined }, { crit: ['x'], x: 1 }])
      expect([header, await withProof({ header }).catch(() => refusedProof)]).toEqual([header, refusedProof])
    const rsa = (await generateKeyPair('RS256', { extractable: true })) as CryptoKeyPair
    const jwk = await exportJWK(rsa.publicKey)
    const holder = { keys: rsa, jwk, alg: 'RS256', token: await tokenFor(jwk) }
    expect(await answer(requestWith(dpopOf(holder, await proofOf(holder))))).toEqual(refusedProof)
    const none = (await proofOf(ada)).split('.')[1]
    const header = Buffer.from(JSON.stringify({ typ: 'dpop+jwt', alg: 'none', jwk: ada.jwk })).toString('base64url')
    expect(await answer(requestWith(dpopOf(ada, `${header}.${none}.`)))).toEqual(refusedProof)
  })

  test('DP-04 a proof for another method is refused', async () => {
    for (const htm of [undefined, 'PUT', 'get', 1, ['GET']])
      expect([htm, await withProof({ claims: { htm } })]).toEqual([htm, refusedProof])
    const proof = await proofOf(ada)
    expect(await answer(requestWith(dpopOf(ada, proof), { method: 'POST' }))).toEqual(refusedProof)
  })

  test('DP-06 htu is compared without query and fragment, and in any spelling of scheme, host and port', async () => {
    for (const htu of [`${api}?a=b`, `${api}#a`, 'HTTPS://App.Test/api/notes', 'https://app.test:443/api/notes'])
      expect([htu, await withProof({ claims: { htu } })]).toEqual([htu, 'ada'])
    for (const htu of [
      undefined,
      '',
      '/api/notes',
      `${home}/api`,
      `${home}/API/notes`,
      `${api}/`,
      'http://app.test/api/notes',
      'https://app.test:444/api/notes',
      'https://evil.test/api/notes',
      'https://user@app.test/api/notes',
      [api],
      { href: api },
    ])
      expect([htu, await withProof({ claims: { htu } })]).toEqual([htu, refusedProof])
  })

  test('DP-09 a proof for another path is refused', async () => {
    const request = requestWith(dpopOf(ada, await proofOf(ada)), {}, `${home}/api/other`)
    expect(await answer(request)).toEqual(refusedProof)
  })

  test('SC-55 the address is the configured one, whatever the Host header and the URL of the request say', async () => {
    const inside = 'http://10.0.0.7:8080/api/notes?page=2'
    const forwarded = { host: 'evil.test', 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' }
    const headers = { ...forwarded, ...dpopOf(ada, await proofOf(ada)) }
    expect(await answer(requestWith(headers, {}, inside))).toBe('ada')
    for (const htu of [inside, 'https://evil.test/api/notes']) {
      const wrong = { ...forwarded, ...dpopOf(ada, await proofOf(ada, { claims: { htu } })) }
      expect(await answer(requestWith(wrong, {}, inside))).toEqual(refusedProof)
    }
  })

  test('DP-07 iat is within five minutes of the clock, and nbf and exp count', async () => {
    const at = seconds()
    for (const claims of [{ iat: at - 10 }, { iat: at + 10 }, { iat: at - 300 }, { iat: at + 300 }, { exp: at + 60 }])
      expect([claims, await withProof({ claims })]).toEqual([claims, 'ada'])
    for (const claims of [
      { iat: undefined },
      { iat: String(at) },
      { iat: at - 301 },
      { iat: at - 3600 },
      { iat: at + 3600 },
      { nbf: at + 3600 },
      { exp: at - 60 },
    ])
      expect([claims, await withProof({ claims })]).toEqual([claims, refusedProof])
  })

  test('a proof for another access token of the same key is refused', async () => {
    const other = { ...ada, token: await tokenFor(ada.jwk, { jti: 'another' }) }
    expect(await answer(requestWith(dpopOf(ada, await proofOf(other))))).toEqual(refusedProof)
    expect(await withProof({ claims: { ath: undefined } })).toEqual(refusedProof)
  })

  test('DP-10 SC-55 a proof is accepted once, also at the same time and after the clock went on', async () => {
    const headers = dpopOf(ada, await proofOf(ada))
    const answers = await Promise.all([1, 2, 3].map(() => answer(requestWith(headers))))
    expect(answers.filter((found) => found === 'ada')).toHaveLength(1)
    expect(answers).toContainEqual(refusedProof)
    offset += 299_000
    expect(await answer(requestWith(headers))).toEqual(refusedProof)
    // Proofs of other keys may have the same jti.
    const grace = await holderOf()
    for (const holder of [ada, grace])
      expect(await answer(requestWith(dpopOf(holder, await proofOf(holder, { claims: { jti: 'one' } }))))).toBe('ada')
    for (const jti of [undefined, '', 7, 'x'.repeat(257)])
      expect([jti, await withProof({ claims: { jti } })]).toEqual([jti, refusedProof])
    expect(await withProof({ claims: { jti: 'x'.repeat(256) } })).toBe('ada')
  })

  test('an application may verify the same request twice', async () => {
    const request = requestWith(dpopOf(ada, await proofOf(ada)))
    expect(await answer(request)).toBe('ada')
    expect(await answer(request, { scope: 'notes:read' })).toBe('ada')
    expect(await answer(requestWith(request.headers))).toEqual(refusedProof)
  })

  test('DP-18 SC-54 a bound access token is no bearer token, with or without a proof', async () => {
    const authorization = `Bearer ${ada.token}`
    expect(await answer(requestWith({ authorization }))).toEqual(refusedToken)
    expect(await answer(requestWith({ authorization, dpop: await proofOf(ada) }))).toEqual(refusedToken)
  })

  test('DP-18 a token that is bound in a way that is not understood is refused', async () => {
    const { jkt } = (await tokenClaims(ada.token)).cnf as { jkt: string }
    for (const cnf of [{ 'x5t#S256': 'x' }, { jkt, 'x5t#S256': 'x' }, { jkt: 7 }, {}, null, 'text', { jwk: ada.jwk }]) {
      const holder = { ...ada, token: await tokenFor(ada.jwk, { cnf }) }
      for (const scheme of ['Bearer', 'DPoP']) {
        const headers = { authorization: `${scheme} ${holder.token}`, dpop: await proofOf(holder) }
        expect([cnf, scheme, await answer(requestWith(headers))]).toEqual([cnf, scheme, refusedToken])
      }
    }
  })

  test('DP-19 an access token that is not bound is refused with the scheme DPoP', async () => {
    const holder = { ...ada, token: await tokenFor(ada.jwk, { cnf: undefined }) }
    expect(await answer(requestWith(dpopOf(holder, await proofOf(holder))))).toEqual(refusedToken)
    expect(await answer(requestWith({ authorization: `Bearer ${holder.token}` }))).toBe('ada')
  })

  test('required takes bound access tokens only, and optional offers both', async () => {
    const bearer = { authorization: `Bearer ${await tokenFor(ada.jwk, { cnf: undefined })}` }
    const required = { dpop: 'required' } as const
    const optional = { dpop: 'optional' } as const
    expect(await answer(requestWith(bearer), required)).toEqual(refusedToken)
    expect(await answer(requestWith(dpopOf(ada, await proofOf(ada))), required)).toBe('ada')
    expect(await answer(requestWith({}), required)).toEqual([401, `DPoP ${algs}`])
    expect(await answer(requestWith({}), optional)).toEqual([401, `Bearer, DPoP ${algs}`])
    expect(await answer(requestWith(bearer), optional)).toBe('ada')
    expect(await answer(requestWith({ authorization: `Bearer ${ada.token}` }), optional)).toEqual([
      401,
      `DPoP ${algs}, error="invalid_token", Bearer`,
    ])
    expect(await answer(requestWith({ authorization: 'Bearer a.b.c' }), optional)).toEqual([
      401,
      `Bearer error="invalid_token", DPoP ${algs}`,
    ])
    // Clients are not told of it by default.
    expect(await answer(requestWith({}))).toEqual([401, 'Bearer'])
  })

  test('what a bound token lacks is said by a challenge of its scheme', async () => {
    const request = requestWith(dpopOf(ada, await proofOf(ada)))
    expect(await answer(request, { scope: 'notes:write' })).toEqual([403, `DPoP ${algs}, error="insufficient_scope"`])
  })

  if (name === 'verifyBearer')
    test('SC-54 an access token without its request can not be a bound one', async () => {
      await expect(auth.verifyBearer(ada.token)).rejects.toMatchObject({ code: 'token_invalid', status: 401 })
      expect(await auth.verifyBearer(await provider.issueAccessToken())).toMatchObject({ sub: 'ada' })
    })
})

const tokenClaims = async (token: string) =>
  JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString()) as Record<string, unknown>

test.each([
  ['whose framework leaves the path as it is', '/app/api/notes'],
  ['whose framework removes it', '/api/notes'],
])('below a path of the host, %s, the address is the public one', async (_name, path) => {
  const below = createAuth(optionsFor(provider, { now, url: 'https://app.test/app' }))
  const holder = { ...ada, token: await tokenFor(ada.jwk) }
  const verified = async (htu: string) =>
    below.verifyBearer(
      requestWith(dpopOf(holder, await proofOf(holder, { claims: { htu } })), {}, `http://inside${path}`),
    )
  expect(await verified('https://app.test/app/api/notes')).toMatchObject({ sub: 'ada' })
  await expect(verified('https://app.test/api/notes')).rejects.toMatchObject({ code: 'dpop_proof_invalid' })
})

test('in development without url, the address is the loopback one of the request, and no other', async () => {
  const local = createAuth(optionsFor(provider, { now, url: undefined as never, production: false }))
  const verified = async (host: string) => {
    const htu = `http://${host}/api`
    const headers = { host, ...dpopOf(ada, await proofOf(ada, { claims: { htu } })) }
    return local.verifyBearer(requestWith(headers, {}, htu))
  }
  expect(await verified('localhost:3000')).toMatchObject({ sub: 'ada' })
  await expect(verified('app.evil.test')).rejects.toMatchObject({ code: 'config_missing' })
})

test('two createAuth with shared state accept a proof once', async () => {
  const { createSharedState } = await import('../src/index.ts')
  const shared = createSharedState(now)
  const [first, second] = [1, 2].map(() => createAuth(optionsFor(provider, { now }), shared)) as [Auth, Auth]
  const headers = dpopOf(ada, await proofOf(ada))
  expect(await first.verifyBearer(requestWith(headers))).toMatchObject({ sub: 'ada' })
  await expect(second.verifyBearer(requestWith(headers))).rejects.toMatchObject({ code: 'dpop_proof_invalid' })
})

describe('an MCP server', () => {
  const guardOf = (dpop?: 'optional' | 'required') =>
    protectedResource({ resource: api, issuer: provider.issuer, scopes: ['notes:read'], fetch: provider.fetch, dpop })
  const metadataOf = async (guard: ProtectedResource) =>
    (await guard.metadata(new Request(`${home}${guard.metadataPath}`)).json()) as Record<string, unknown>

  test('says in its metadata and challenges what it takes', async () => {
    const supported = { dpop_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519'] }
    expect(Object.keys(await metadataOf(guardOf())).join()).not.toContain('dpop')
    expect(await metadataOf(guardOf('optional'))).toMatchObject(supported)
    expect(await metadataOf(guardOf('optional'))).not.toHaveProperty('dpop_bound_access_tokens_required')
    expect(await metadataOf(guardOf('required'))).toMatchObject({
      ...supported,
      dpop_bound_access_tokens_required: true,
    })
    expect(guardOf('required').challenge({ error: 'invalid_token' })).toMatch(
      /^DPoP algs="[^"]+", error="invalid_token"/,
    )
    expect(guardOf('optional').challenge()).toMatch(/^Bearer resource_metadata=.*, DPoP algs=.*resource_metadata=/)
    expect(guardOf().challenge()).toMatch(/^Bearer (?!.*DPoP)/)
    const query = new Request(`${api}?access_token=${ada.token}`)
    const refused = await guardOf('required').protect(() => new Response('in'))(query)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^DPoP /)])
  })

  test('a handler that says nothing of DPoP does not take back what the resource requires', async () => {
    const bearer = { authorization: `Bearer ${await tokenFor(ada.jwk, { cnf: undefined })}` }
    for (const requirement of [undefined, {}, { dpop: undefined }, { scope: 'notes:read' }]) {
      const serve = guardOf('required').protect(() => new Response('in'), requirement as never)
      expect((await serve(requestWith(bearer))).status).toBe(401)
      expect((await serve(requestWith(dpopOf(ada, await proofOf(ada))))).status).toBe(200)
    }
  })

  test('what a handler requires of a bound caller is said by a challenge of its scheme', async () => {
    const serve = notes.protect((_request, caller) => {
      notes.requireScope(caller, 'notes:write')
      return new Response('in')
    })
    const refused = await serve(requestWith(dpopOf(ada, await proofOf(ada))))
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringMatching(/^DPoP algs=.*error="insufficient_scope".*scope="notes:write"/),
    ])
  })

  test('DP-24 scripts may send a proof, and read the challenge', async () => {
    const serve = notes.protect(() => new Response('in'))
    const preflight = await serve(
      requestWith({ 'access-control-request-headers': 'authorization,dpop' }, { method: 'OPTIONS' }),
    )
    expect(preflight.headers.get('access-control-allow-headers')).toContain('dpop')
    const refused = await serve(requestWith({ authorization: `DPoP ${ada.token}` }))
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  })
})
