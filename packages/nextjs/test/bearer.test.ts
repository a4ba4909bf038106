import { beforeEach, expect, test } from 'vitest'
import { createDPoP } from '../../core/src/dpop.ts'
import type { AuthError } from '../src/index.ts'
import { createAuth, type NextAuth } from '../src/index.ts'
import { createTestIssuer, type TestIssuer } from '../src/testing.ts'

// Access tokens in route handlers, without Next, as its development server passes their requests.

const api = 'http://localhost:3000/api/notes'
let provider: TestIssuer
let auth: NextAuth
let reported: AuthError[]

beforeEach(async () => {
  reported = []
  provider = await createTestIssuer()
  provider.signIn({ sub: 'ada' })
  const secret = 'a secret of at least thirty-two characters'
  const on = { error: (error: AuthError) => reported.push(error) }
  auth = createAuth({ issuer: provider.issuer, clientId: 'app', secret, fetch: provider.fetch, on })
})

/** What a client has sent to the API, with `X-Forwarded-Proto: https`, from which Next makes the URL. */
async function sent(): Promise<Request> {
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const key = { ...(await crypto.subtle.exportKey('jwk', keys.privateKey)), alg: 'ES256' } as { kty: string }
  const requests: Request[] = []
  const network = async (_url: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers)
    headers.set('host', 'localhost:3000')
    headers.set('x-forwarded-proto', 'https')
    requests.push(new Request(api.replace('http:', 'https:'), { method: 'POST', body: 'a note', headers }))
    return new Response()
  }
  const dpop = createDPoP({ key, fetch: network as typeof fetch })
  const token = await provider.issueAccessToken({ cnf: { jkt: await dpop.thumbprint() } })
  await dpop.fetch(api, { method: 'POST', headers: { authorization: `DPoP ${token}` } })
  const [request] = requests
  if (!request) throw new Error('nothing was sent')
  return request
}

const refused = { code: 'dpop_proof_invalid' }

test('a proof is for the address of the development server, whatever the request says of its protocol', async () => {
  const request = await sent()
  expect(await auth.verifyBearer(request)).toMatchObject({ sub: 'ada' })
  // The same request again is no other one, and the same proof in another is.
  expect(await auth.verifyBearer(request)).toMatchObject({ sub: 'ada' })
  await expect(auth.verifyBearer(request.clone())).rejects.toMatchObject(refused)
  expect(await request.text()).toBe('a note')
})

test('a handler of withBearer has the request that it was called with, and may verify it again', async () => {
  const handler = auth.withBearer(async (request, { caller }) => {
    const again = await auth.verifyBearer(request)
    return Response.json([caller.sub, again.sub, request.url, await request.text()])
  })
  const response = await handler(await sent(), {})
  expect(await response.json()).toEqual(['ada', 'ada', api.replace('http:', 'https:'), 'a note'])
})

test('a requirement that no token is asked for is refused, and said in the log', async () => {
  const requirement = { scope: 'openid', role: 'owner' } as object
  const response = await auth.withBearer(() => new Response('in'), requirement)(await sent(), {})
  expect([response.status, await response.json()]).toEqual([500, { error: 'config_invalid' }])
  await expect(auth.verifyBearer(await sent(), requirement)).rejects.toMatchObject({ code: 'config_invalid' })
  expect(reported.map(({ code }) => code)).toEqual(['config_invalid', 'config_invalid'])
})
