import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkDomain } from '../src/flows/federation/upstream/domain-check.ts'
import { databases } from './support/databases.ts'
import { Attempts } from './support/federation-attempts.ts'
import { unknownKey } from './support/upstream.ts'

describe.each(databases)('%s', (database) => {
  let at: Attempts
  beforeAll(async () => {
    at = await Attempts.open(database)
  })
  afterAll(() => at.close())
  beforeEach(() => at.reset())

  const seconds = () => Math.floor(at.world.deps.now().getTime() / 1000)

  const wrongTokens: [string, () => void, { reason: string; check: string }][] = [
    [
      'no signature',
      () => Object.assign(at.upstream.lies, { signedBy: null, header: { alg: 'none' } }),
      { reason: 'algorithm', check: 'algorithm' },
    ],
    [
      'an HMAC by the client id',
      () => Object.assign(at.upstream.lies, { signedBy: 'vestibule', header: { alg: 'HS256' } }),
      { reason: 'algorithm', check: 'algorithm' },
    ],
    [
      'a key that is not published',
      () => Object.assign(at.upstream.lies, { signedBy: unknownKey() }),
      { reason: 'signature', check: 'signature' },
    ],
    [
      'an unknown kid',
      () => Object.assign(at.upstream.lies, { header: { kid: 'other' } }),
      { reason: 'signing-key', check: 'signature' },
    ],
    [
      'critical headers',
      () => Object.assign(at.upstream.lies, { header: { crit: ['b64'], b64: false } }),
      { reason: 'id-token-invalid', check: 'token' },
    ],
    [
      'another issuer',
      () => Object.assign(at.upstream.lies, { claims: { iss: 'https://other.example.test' } }),
      { reason: 'issuer', check: 'issuer' },
    ],
    [
      'the issuer with a slash',
      () => Object.assign(at.upstream.lies, { claims: { iss: `${at.upstream.issuer}/` } }),
      { reason: 'issuer', check: 'issuer' },
    ],
    [
      'another audience',
      () => Object.assign(at.upstream.lies, { claims: { aud: 'other' } }),
      { reason: 'audience', check: 'audience' },
    ],
    [
      'several audiences without azp',
      () => Object.assign(at.upstream.lies, { claims: { aud: ['vestibule', 'other'] } }),
      { reason: 'audience', check: 'audience' },
    ],
    [
      'azp of somebody else',
      () => Object.assign(at.upstream.lies, { claims: { aud: ['vestibule', 'other'], azp: 'other' } }),
      { reason: 'authorized-party', check: 'audience' },
    ],
    [
      'one audience, but issued to somebody else',
      () => Object.assign(at.upstream.lies, { claims: { azp: 'other' } }),
      { reason: 'authorized-party', check: 'audience' },
    ],
    [
      'no nonce',
      () => Object.assign(at.upstream.lies, { claims: { nonce: undefined } }),
      { reason: 'nonce', check: 'nonce' },
    ],
    [
      'another nonce',
      () => Object.assign(at.upstream.lies, { claims: { nonce: 'other' } }),
      { reason: 'nonce', check: 'nonce' },
    ],
    [
      'expired',
      () => Object.assign(at.upstream.lies, { claims: { exp: seconds() - 200 } }),
      { reason: 'token-expired', check: 'lifetime' },
    ],
    [
      'no expiry',
      () => Object.assign(at.upstream.lies, { claims: { exp: undefined } }),
      { reason: 'token-expired', check: 'lifetime' },
    ],
    [
      'made in the future',
      () => Object.assign(at.upstream.lies, { claims: { iat: seconds() + 300 } }),
      { reason: 'clock', check: 'lifetime' },
    ],
    [
      'made long ago',
      () => Object.assign(at.upstream.lies, { claims: { iat: seconds() - 3600 } }),
      { reason: 'clock', check: 'lifetime' },
    ],
    [
      'not yet valid',
      () => Object.assign(at.upstream.lies, { claims: { nbf: seconds() + 300 } }),
      { reason: 'clock', check: 'lifetime' },
    ],
    [
      'no subject',
      () => Object.assign(at.upstream.lies, { claims: { sub: undefined } }),
      { reason: 'subject', check: 'subject' },
    ],
    [
      'an empty subject',
      () => Object.assign(at.upstream.lies, { claims: { sub: '' } }),
      { reason: 'subject', check: 'subject' },
    ],
    [
      'a subject of many characters',
      () => Object.assign(at.upstream.lies, { claims: { sub: 'x'.repeat(256) } }),
      { reason: 'subject', check: 'subject' },
    ],
    [
      'a session that has ended',
      () => Object.assign(at.upstream.lies, { claims: { session_expiry: seconds() - 1 } }),
      { reason: 'token-expired', check: 'session-expiry' },
    ],
    [
      'no ID token',
      () => Object.assign(at.upstream.lies, { tokens: { id_token: undefined } }),
      { reason: 'id-token-missing', check: 'token' },
    ],
    [
      'no JWT',
      () => Object.assign(at.upstream.lies, { tokens: { id_token: 'a.b' } }),
      { reason: 'id-token-invalid', check: 'token' },
    ],
    [
      'an error',
      () => Object.assign(at.upstream.lies, { tokenStatus: 400, tokens: { error: 'invalid_grant' } }),
      { reason: 'code-rejected', check: 'token' },
    ],
    [
      'an unknown client',
      () => Object.assign(at.upstream.lies, { tokenStatus: 401, tokens: { error: 'invalid_client' } }),
      { reason: 'client-rejected', check: 'client' },
    ],
    [
      'a server error',
      () => Object.assign(at.upstream.lies, { tokenStatus: 500 }),
      { reason: 'token-response', check: 'token' },
    ],
  ]
  test.each(wrongTokens)('FE-10: an ID token with %s is refused by its own check', async (_, lie, expected) => {
    lie()
    expect(await at.refusalOf()).toMatchObject(expected)
  })

  test('several audiences with our client as azp are accepted', async () => {
    at.upstream.lies.claims = { aud: ['vestibule', 'other'], azp: 'vestibule' }
    expect(await at.signIn()).toMatchObject({ ok: true })
  })

  test('FE-30: max_age and prompt=login are passed on, and checked in the answer', async () => {
    expect(await at.signIn({ promptLogin: true })).toMatchObject({ ok: true })
    expect(Object.fromEntries(at.upstream.asked.at(-1) ?? [])).toMatchObject({ prompt: 'login', max_age: '0' })
    expect(await at.signIn({ maxAge: 600 })).toMatchObject({ ok: true })
    expect(Object.fromEntries(at.upstream.asked.at(-1) ?? [])).toMatchObject({ max_age: '600' })

    at.upstream.lies.claims = { auth_time: seconds() - 86_400 }
    expect(await at.signIn()).toMatchObject({
      ok: true,
      identity: { authenticatedAt: new Date((seconds() - 86_400) * 1000) },
    })
    for (const request of [{ promptLogin: true }, { maxAge: 0 }, { maxAge: 600 }])
      expect(await at.refusalOf(request)).toMatchObject({ reason: 'authentication-too-old', check: 'auth-time' })
    at.upstream.lies.claims = { auth_time: undefined }
    expect(await at.signIn()).toMatchObject({ ok: true, identity: { authenticatedAt: null } })
    for (const request of [{ promptLogin: true }, { maxAge: 600 }]) {
      expect(await at.refusalOf({ ...request, mustSayWhen: true })).toMatchObject({
        reason: 'auth-time-missing',
        check: 'auth-time',
      })
      // Our own pages and tests take what a provider can say.
      expect(await at.signIn(request)).toMatchObject({ ok: true, identity: { authenticatedAt: null } })
    }
    expect(await at.signIn({ promptLogin: true }, 'test')).toMatchObject({ ok: true })
    // A client that asks for it can't make the connection look broken.
    for (let count = 0; count < 12; count++) await at.refusalOf({ maxAge: 600, mustSayWhen: true })
    expect(await at.connection()).toMatchObject({ state: 'active', failures: 0 })
    at.upstream.lies.claims = { auth_time: seconds() + 300 }
    expect(await at.refusalOf()).toMatchObject({ reason: 'clock', check: 'auth-time' })
    at.upstream.lies.claims = { auth_time: seconds() + 60 }
    expect(await at.signIn({ maxAge: 0 })).toMatchObject({ identity: { authenticatedAt: at.world.deps.now() } })
  })

  test('userinfo is asked for what an ID token lacks, and is of the same subject', async () => {
    at.upstream.lies.claims = { email: undefined, email_verified: undefined }
    expect(await at.signIn()).toMatchObject({ ok: true, identity: { email: 'grace@acme.test', emailVerified: true } })
    // An address and what is said of it come from the same place.
    at.upstream.lies.claims = { email: undefined, email_verified: true, hd: 'acme.test', xms_edov: true }
    at.upstream.lies.userinfo = { email_verified: false }
    expect(await at.signIn()).toMatchObject({
      ok: true,
      identity: { email: 'grace@acme.test', emailVerified: false, hostedDomain: null, domainOwnerVerified: false },
    })
    at.upstream.lies.userinfo = { sub: 'somebody else' }
    expect(await at.refusalOf()).toMatchObject({ reason: 'userinfo-subject', check: 'userinfo' })
  })

  test('what userinfo says of an address does not verify that of the ID token', async () => {
    at.upstream.lies.claims = { email_verified: undefined }
    expect(await at.signIn()).toMatchObject({ ok: true, identity: { email: 'grace@acme.test', emailVerified: null } })
    for (const said of [false, 'false']) {
      at.upstream.lies.claims = { email_verified: said }
      expect(await at.signIn()).toMatchObject({ ok: true, identity: { emailVerified: false } })
    }
  })

  test('FE-27: groups that are too many, or missing, are not no groups', async () => {
    const settings = JSON.stringify({ groupsClaim: 'groups' })
    await at.change({ settings })
    const groups = async (claims: Record<string, unknown>) => {
      at.upstream.lies.claims = claims
      const finished = await at.signIn()
      return finished.ok && finished.identity.groups
    }
    expect(await groups({ groups: ['Engineers', 7, ''] })).toEqual(['Engineers'])
    expect(await groups({ groups: 'Engineers' })).toEqual(['Engineers'])
    expect(await groups({})).toBeNull()
    expect(await groups({ _claim_names: { groups: 'src1' } })).toBe('overage')
    expect(await groups({ hasgroups: true })).toBe('overage')
    expect(await groups({ groups: Array.from({ length: 501 }, (_, index) => `g${index}`) })).toBe('overage')
  })

  test('FE-15: a Workspace connection takes the hd of its own domains alone', async () => {
    await at.change({ provider: 'google' })
    at.upstream.lies.claims = { hd: 'acme.test' }
    expect(await at.signIn()).toMatchObject({ ok: true, identity: { hostedDomain: 'acme.test' } })
    expect(Object.fromEntries(at.upstream.asked.at(-1) ?? [])).toMatchObject({ hd: 'acme.test' })
    for (const hd of ['other.test', undefined, 'sub.acme.test']) {
      at.upstream.lies.claims = { hd }
      expect(await at.refusalOf()).toMatchObject({ reason: 'outside-domain', check: 'domain' })
    }
    // Google is known by its issuer, whatever the connection calls it.
    await at.change({ provider: 'generic' })
    at.upstream.lies.claims = { hd: undefined }
    const finished = await at.signIn()
    if (!finished.ok) throw new Error('it was refused')
    const google = { ...(await at.connection()), issuer: 'https://accounts.google.com' }
    await expect(checkDomain(at.world.deps, google, { purpose: 'sign-in' }, finished.identity)).rejects.toMatchObject({
      reason: 'outside-domain',
    })
  })

  test('a test shows what would refuse people: a missing address, and one of another domain', async () => {
    expect(await at.signIn({}, 'test')).toMatchObject({ ok: true })
    at.upstream.lies.claims = { email: 'grace@other.test' }
    expect(await at.refusalOf({}, 'test')).toMatchObject({
      reason: 'outside-domain',
      check: 'domain',
      received: 'other.test',
    })
    at.upstream.lies.claims = { email: undefined }
    at.upstream.lies.userinfo = { email: undefined }
    expect(await at.refusalOf({}, 'test')).toMatchObject({ reason: 'email-missing', check: 'email' })
    // Somebody who is known is not asked for an address.
    expect(await at.signIn()).toMatchObject({ ok: true, identity: { email: null } })
  })
})
