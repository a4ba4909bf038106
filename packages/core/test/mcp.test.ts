import { beforeEach, describe, expect, test } from 'vitest'
import { type AccessClaims, AuthError, type ProtectedResource, protectedResource } from '../src/mcp.ts'
import { createTestBearer, createTestIssuer, type TestIssuer } from '../src/testing.ts'

// An MCP server as a resource server, in one process with a provider. Ids are those of the catalogue of attacks.

const resource = 'https://notes.test/mcp'
const metadataUrl = 'https://notes.test/.well-known/oauth-protected-resource/mcp'
const scopes = ['notes:read', 'notes:write']
let provider: TestIssuer
let notes: ProtectedResource
let calls: number

beforeEach(async () => {
  calls = 0
  provider = await createTestIssuer()
  provider.signIn({ sub: 'ada' })
  notes = protectedResource({ resource, issuer: provider.issuer, scopes, name: 'Notes', fetch: provider.fetch })
})

const bearer = (claims: Record<string, unknown> = {}) =>
  createTestBearer(provider, { aud: resource, scope: 'notes:read', organization: 'acme', ...claims })
const request = (authorization?: string, init: RequestInit = {}, url = resource) =>
  new Request(url, {
    method: 'POST',
    ...init,
    headers: { ...init.headers, ...(authorization ? { authorization } : {}) },
  })
const handler = (_request: Request, caller: AccessClaims) => {
  calls += 1
  return Response.json({ sub: caller.sub, organization: caller.organization })
}
const summary = (response: Response) => [response.status, response.headers.get('www-authenticate')]

describe('the metadata', () => {
  test('is at the path of RFC 9728 and at the root, for scripts of any origin', async () => {
    expect(notes.metadataPath).toBe('/.well-known/oauth-protected-resource/mcp')
    for (const url of [metadataUrl, 'https://notes.test/.well-known/oauth-protected-resource']) {
      const response = notes.metadata(new Request(url))
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(await response.json()).toEqual({
        resource,
        authorization_servers: [provider.issuer],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Notes',
      })
      const headers = { origin: 'https://inspector.test', 'access-control-request-headers': 'mcp-protocol-version' }
      const preflight = notes.metadata(new Request(url, { method: 'OPTIONS', headers }))
      expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
        204,
        'mcp-protocol-version',
      ])
      expect(notes.metadata(new Request(url, { method: 'POST' })).status).toBe(405)
    }
    expect(notes.metadata(new Request(`${metadataUrl}/else`)).status).toBe(404)
  })

  test.each([
    ['https://notes.test', 'https://notes.test/.well-known/oauth-protected-resource'],
    ['https://notes.test/', 'https://notes.test/.well-known/oauth-protected-resource'],
    ['https://notes.test/a/b/', 'https://notes.test/.well-known/oauth-protected-resource/a/b/'],
    ['https://notes.test/mcp?tenant=1', 'https://notes.test/.well-known/oauth-protected-resource/mcp?tenant=1'],
    ['http://localhost:3004/mcp', 'http://localhost:3004/.well-known/oauth-protected-resource/mcp'],
  ])('of %s is at %s', (identifier, url) => {
    const other = protectedResource({ resource: identifier, issuer: provider.issuer, scopes })
    expect(other.challenge({ scope: 'a' })).toBe(`Bearer resource_metadata="${url}", scope="a"`)
    expect(other.metadata(new Request(url)).status).toBe(200)
  })

  test.each([
    { resource: 'notes' },
    { resource: 'http://notes.test/mcp' },
    { resource: 'https://notes.test/mcp#x' },
    { resource: 'https://user:secret@notes.test/mcp' },
    { resource: 'https://notes.test/mcp', issuer: 'http://id.test' },
    { scopes: ['notes:read', 'two words'] },
    { scopes: ['"quoted"'] },
    { scopes: [''] },
  ])('%j is refused at the start', (wrong) => {
    expect(() => protectedResource({ resource, issuer: provider.issuer, scopes, ...wrong })).toThrow(AuthError)
  })
})

describe('a request', () => {
  test('without an access token is told where to sign in, and what to ask for', async () => {
    const response = await notes.protect(handler)(request())
    expect(summary(response)).toEqual([
      401,
      `Bearer resource_metadata="${metadataUrl}", scope="notes:read notes:write"`,
    ])
    expect(response.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.json()).toEqual({ error: 'token_missing' })
    expect(calls).toBe(0)
  })

  test('with an access token for this API comes through, with its organization', async () => {
    const response = await notes.protect(handler, { scope: 'notes:read', organization: 'acme' })(
      request(await bearer(), { headers: { cookie: 'session=1' } }),
    )
    expect(await response.json()).toEqual({ sub: 'ada', organization: 'acme' })
  })

  test('CM-25 with a token of another API, another issuer or another kind is refused', async () => {
    const own = { iss: provider.issuer, aud: resource, sub: 'ada', client_id: 'app', iat: 1, exp: 9_999_999_999 }
    const stranger = await createTestIssuer()
    for (const authorization of [
      await bearer({ aud: 'https://notes.test/other' }),
      await bearer({ aud: 'https://notes.test/mcp/' }),
      await bearer({ aud: provider.issuer }),
      await bearer({ iss: 'https://evil.test' }),
      await bearer({ exp: 1 }),
      `Bearer ${await provider.sign(own, { typ: 'JWT' })}`,
      `Bearer ${await stranger.sign(own, { typ: 'at+jwt' })}`,
      `Bearer ${btoa('{"alg":"none","typ":"at+jwt"}')}.${btoa(JSON.stringify(own))}.`.replaceAll('=', ''),
    ])
      expect(summary(await notes.protect(handler)(request(authorization)))).toEqual([
        401,
        `Bearer error="invalid_token", resource_metadata="${metadataUrl}", scope="notes:read notes:write"`,
      ])
    expect(calls).toBe(0)
  })

  test('without a scope is told all scopes that it needs', async () => {
    const write = notes.protect((_request, caller) => {
      notes.requireScope(caller, scopes)
      return handler(_request, caller)
    })
    expect(summary(await write(request(await bearer())))).toEqual([
      403,
      `Bearer error="insufficient_scope", resource_metadata="${metadataUrl}", scope="notes:read notes:write"`,
    ])
    expect(calls).toBe(0)
    expect((await write(request(await bearer({ scope: 'notes:write notes:read' })))).status).toBe(200)
  })

  test('of another organization is refused, and the challenge says which is missing', async () => {
    const header = (organization: string | true, of: string | null) =>
      bearer({ organization: of }).then(async (token) =>
        summary(await notes.protect(handler, { organization })(request(token))),
      )
    const challenge = (missing: string) =>
      `Bearer error="insufficient_scope", error_description="the access token is ${missing}", resource_metadata="${metadataUrl}"`
    expect(await header('acme', 'other')).toEqual([403, challenge('not for the organization acme')])
    expect(await header('acme', null)).toEqual([403, challenge('not for the organization acme')])
    expect(await header(true, null)).toEqual([403, challenge('for no organization')])
    // Another scope would help here, so nothing else is said.
    const lacks = await notes.protect(handler, { scope: 'notes:write', organization: 'acme' })(request(await bearer()))
    expect(summary(lacks)[1]).not.toContain('error_description')
  })

  test('CM-34 a token in the query is never accepted, not even beside one in the header', async () => {
    const token = (await bearer()).slice(7)
    const query = `${resource}?access_token=${token}`
    for (const authorization of [undefined, `Bearer ${token}`])
      expect((await notes.protect(handler)(request(authorization, {}, query))).status).toBe(401)
    expect((await notes.protect(handler)(request(undefined, { body: `access_token=${token}` }))).status).toBe(401)
    expect(calls).toBe(0)
  })

  test('CM-34 OPTIONS passes without a token, with CORS', async () => {
    const response = await notes.protect(handler)(
      request(undefined, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://inspector.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,mcp-protocol-version',
        },
      }),
    )
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(calls).toBe(0)
  })
})

describe('a stronger sign-in (RFC 9470)', () => {
  const remove = (requirement: { acr?: string; maxAge?: number }) =>
    notes.protect((incoming: Request, caller) => {
      notes.requireAcr(caller, requirement)
      return handler(incoming, caller)
    })
  const now = () => Math.floor(Date.now() / 1000)

  test('TX-31 a client that strips acr_values gets nowhere: the claims of the token count', async () => {
    const challenge = `Bearer error="insufficient_user_authentication", resource_metadata="${metadataUrl}", acr_values="phr", max_age="300"`
    const strong = remove({ acr: 'phr', maxAge: 300 })
    for (const claims of [
      {},
      { acr: 'mail', auth_time: now() },
      { acr: 'phr' },
      { acr: 'phr', auth_time: now() - 301 },
    ])
      expect(summary(await strong(request(await bearer(claims))))).toEqual([401, challenge])
    expect(calls).toBe(0)
    for (const acr of ['phr', 'phrh'])
      expect((await strong(request(await bearer({ acr, auth_time: now() })))).status).toBe(200)
  })

  test('TX-31 the bearer guard of the SDKs asks for it too', async () => {
    await expect(
      notes.verify(request(await bearer({ auth_time: now() - 61 })), { scope: 'notes:read', maxAge: 60 }),
    ).rejects.toMatchObject({ code: 'step_up_required', status: 401 })
    await expect(notes.verify(request(await bearer({ auth_time: now() })), { maxAge: Number.NaN })).rejects.toThrow()
  })
})

test('the caller says who acts for the person: applications, one after the other, or an operator', async () => {
  const actOf = async (act: unknown) => (await notes.verify(request(await bearer({ act })))).act
  const gateway = { sub: 'gateway', iss: provider.issuer }
  for (const act of [gateway, { sub: 'agent', iss: provider.issuer, act: gateway }, { sub: 'operator' }])
    expect(await actOf(act)).toEqual(act)
  for (const act of [undefined, 'gateway', {}, { sub: 7 }]) expect(await actOf(act)).toBeNull()
})

test('an error of the handler itself is not hidden', async () => {
  const broken = notes.protect(() => {
    throw new Error('broken')
  })
  await expect(broken(request(await bearer()))).rejects.toThrow('broken')
})

test('a provider that is down is 503, and no challenge', async () => {
  provider.tamper(() => new Response('', { status: 500 }))
  expect(summary(await notes.protect(handler)(request(await bearer())))).toEqual([503, null])
})
