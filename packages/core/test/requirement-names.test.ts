import { beforeEach, describe, expect, test } from 'vitest'
import { type Auth, AuthError, createAuth, type Requirement } from '../src/index.ts'
import { type ProtectedResource, protectedResource } from '../src/mcp.ts'
import { decide, missing } from '../src/requirement.ts'
import { createTestBearer, createTestIssuer, createTestSession, type TestIssuer } from '../src/testing.ts'
import { optionsFor } from './browser.ts'

// A requirement with a name that nothing checks would let everybody in.

const resource = 'https://notes.test/mcp'
let provider: TestIssuer
let auth: Auth
let notes: ProtectedResource
let reported: AuthError[]

beforeEach(async () => {
  reported = []
  provider = await createTestIssuer()
  provider.signIn({ sub: 'ada' })
  auth = createAuth(optionsFor(provider, { on: { error: (error) => reported.push(error) } }))
  notes = protectedResource({ resource, issuer: provider.issuer, scopes: ['notes:read'], fetch: provider.fetch })
})

const claims = { scope: 'notes:read', organization: 'acme', acr: 'phr', auth_time: 9_999_999_999 }
const requestOf = async (aud = provider.issuer) =>
  new Request(resource, { headers: { authorization: await createTestBearer(provider, { aud, ...claims }) } })
const refusal = (name: string) => ({
  code: 'config_invalid',
  status: 500,
  message: `The requirement "${name}" is not checked here.`,
})
const ofSessions: [string, object][] = [
  ['role', { role: 'owner' }],
  ['permission', { permission: 'invoice.read' }],
  ['team', { team: true }],
  ['bound', { bound: true }],
]
const typos: [string, object][] = [
  ['roles', { scope: 'notes:read', roles: ['owner'] }],
  ['scopes', { scopes: 'notes:read' }],
  ['max_age', { max_age: 60 }],
  ['toString', { toString: 'owner' }],
  ['role team', { 'role team': true }],
  ['', { '': true }],
  ['roles', { roles: undefined }],
]

describe('an access token', () => {
  test.each([...ofSessions, ...typos])(
    'verifyBearer refuses "%s", and says so in the log',
    async (name, requirement) => {
      for (const caller of [await requestOf(), await createTestBearer(provider, claims), new Request(resource), null])
        await expect(auth.verifyBearer(caller, requirement)).rejects.toMatchObject(refusal(name))
      expect(reported).toHaveLength(4)
      expect(reported[0]).toMatchObject(refusal(name))
    },
  )

  const ofOtherApis: [string, object][] = [
    ['keys', { keys: true }],
    ['audience', { audience: resource }],
    ['clientIp', { clientIp: '192.0.2.1' }],
  ]
  test.each([...ofSessions, ...typos, ...ofOtherApis])(
    'protectedResource refuses "%s" at the start',
    async (name, given) => {
      const handler = () => Response.json({ passed: true })
      expect(() => notes.protect(handler, given)).toThrow(expect.objectContaining(refusal(name)))
      await expect(notes.verify(await requestOf(resource), given)).rejects.toMatchObject(refusal(name))
      const caller = await notes.verify(await requestOf(resource))
      expect(() => notes.requireAcr(caller, given)).toThrow(expect.objectContaining(refusal(name)))
    },
  )

  test('is asked for each name that is known', async () => {
    const requirement = { scope: 'notes:read', organization: 'acme', acr: 'phr', maxAge: 60, dpop: 'optional' } as const
    expect((await notes.verify(await requestOf(resource), requirement)).sub).toBe('ada')
    const api = { audience: provider.issuer, keys: false, clientIp: '192.0.2.1' }
    expect((await auth.verifyBearer(await requestOf(), { ...requirement, ...api })).sub).toBe('ada')
    expect(reported).toEqual([])
  })
})

describe('a session', () => {
  const owner = { sub: 'ada', roles: ['owner'], organization: 'acme', team: 'red', permissions: ['invoice.read'] }
  const signedIn = async () => {
    const cookie = await createTestSession(optionsFor(provider), owner, { acr: 'phr' })
    return new Request('https://app.test/', { headers: { cookie } })
  }

  test.each([...typos, ['audience', { audience: 'https://api.test' }] as const])(
    'a guard refuses "%s"',
    async (name, given) => {
      const requirement = given as Requirement
      const request = await signedIn()
      for (const as of ['api', 'page'] as const) {
        await expect(auth.guard(request, requirement, { as })).rejects.toMatchObject(refusal(name))
        await expect(auth.guard(new Request(request.url), requirement, { as })).rejects.toMatchObject(refusal(name))
        await expect(auth.withSession(request, () => new Response(), requirement, { as })).rejects.toThrow(AuthError)
      }
      const session = await auth.read(request)
      if (!session) throw new Error('nobody is signed in')
      expect(() => auth.check(session, requirement)).toThrow(expect.objectContaining(refusal(name)))
      // In a browser, where there is no log: nobody meets it.
      expect(missing(session, requirement, 0)).toBe('forbidden')
      expect(decide(session, requirement, { seconds: 0 })).toEqual({ outcome: 'forbidden' })
    },
  )

  test('is asked for each name that is known', async () => {
    const requirement: Required<Omit<Requirement, 'bound'>> = {
      role: 'owner',
      permission: 'invoice.read',
      scope: 'openid',
      organization: 'acme',
      team: 'red',
      acr: 'phr',
      maxAge: 60,
    }
    const request = await signedIn()
    expect(await auth.guard(request, requirement)).toMatchObject({ outcome: 'allowed' })
    expect(await auth.guard(request, { ...requirement, bound: true })).toMatchObject({
      outcome: 'refused',
      error: { status: 403 },
    })
  })
})
