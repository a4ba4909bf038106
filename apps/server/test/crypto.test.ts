import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compactVerify, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { signerOf, signJwt, verifierOf, verifyJwt } from '../src/crypto/jws.ts'
import { newKeyPair } from '../src/crypto/key-pairs.ts'
import { Keyring } from '../src/crypto/keyring.ts'
import { newId, newLinkSecret, timeOfId } from '../src/crypto/random.ts'
import { SigningKeys } from '../src/flows/platform/keys/signing-keys.ts'
import { idTokenAlgs } from '../src/oidc/clients.ts'
import { openDatabase } from '../src/store/connections/database.ts'

const [old, young] = ['an old secret that is long enough 0123', 'a young secret that is long enough 456']

describe('the keyring', () => {
  test('what was sealed opens again, for the same purpose only, and never twice alike', () => {
    // SE-07
    const ring = new Keyring([old])
    const sealed = ring.seal('outbox', 'Grüße 👋')
    expect(ring.open('outbox', sealed)).toBe('Grüße 👋')
    expect(ring.open('authorization-code', sealed)).toBeNull()
    expect(ring.seal('outbox', 'Grüße 👋')).not.toBe(sealed)
  })

  test('a salt is used for an hour, by one process, for one purpose', () => {
    const [ring, other] = [new Keyring([old]), new Keyring([old])]
    const saltOf = (sealed: string) => Buffer.from(sealed, 'base64url').subarray(0, 16).toString('hex')
    const sealed = ring.seal('outbox', 'x')
    expect(saltOf(ring.seal('outbox', 'y'))).toBe(saltOf(sealed))
    expect(saltOf(ring.seal('device', 'x'))).not.toBe(saltOf(sealed))
    expect(saltOf(other.seal('outbox', 'x'))).not.toBe(saltOf(sealed))
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_001)
    expect(saltOf(ring.seal('outbox', 'y'))).not.toBe(saltOf(sealed))
    clock.mockRestore()
    for (const opener of [ring, other, new Keyring([young, old])]) expect(opener.open('outbox', sealed)).toBe('x')
  })

  test('a changed, cut, lengthened or respelled text does not open', () => {
    // OWN-13
    const ring = new Keyring([old])
    const sealed = ring.seal('outbox', 'x'.repeat(100))
    for (let at = 0; at < sealed.length; at += 7) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      expect(ring.open('outbox', sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeNull()
    }
    for (const variant of [
      sealed.slice(0, -1),
      `${sealed}A`,
      `${sealed}=`,
      `${sealed}\n`,
      ` ${sealed}`,
      '',
      'x',
      sealed.slice(0, 20),
    ])
      expect(ring.open('outbox', variant)).toBeNull()
  })

  test('a rotated secret reads what the older one wrote; without the older one it is gone', () => {
    // CF-03
    const before = new Keyring([old])
    const during = new Keyring([young, old])
    const after = new Keyring([young])
    const sealed = before.seal('signing-key', 'key')
    expect(during.open('signing-key', sealed)).toBe('key')
    expect(after.open('signing-key', sealed)).toBeNull()
    expect(after.open('signing-key', during.seal('signing-key', 'key'))).toBe('key')
    expect(during.macs('refresh-token', 'x').map(String)).toContain(String(before.mac('refresh-token', 'x')))
  })
})

describe('signatures', () => {
  test.each(idTokenAlgs)('%s: jose verifies what we sign, and we verify what jose signs', async (alg) => {
    // JK-05, JK-07
    const pair = await newKeyPair(alg)
    const token = await signJwt(signerOf(alg, pair.kid, pair.privateJwk), 'at+jwt', { sub: 'ada' })
    expect((await compactVerify(token, await importJWK(pair.publicJwk, alg))).protectedHeader).toEqual({
      alg,
      typ: 'at+jwt',
      kid: pair.kid,
    })
    const theirs = await new SignJWT({ sub: 'ada' })
      .setProtectedHeader({ alg, kid: pair.kid, typ: 'JWT' })
      .sign(await importJWK(pair.privateJwk, alg))
    const verifier = verifierOf(alg, pair.kid, pair.publicJwk)
    const find = (kid: string) => (kid === pair.kid ? verifier : undefined)
    expect(verifyJwt(theirs, find)).toMatchObject({ typ: 'JWT', claims: { sub: 'ada' } })
    const [header = '', payload = '', signature = ''] = theirs.split('.')
    const forged = (change: object) =>
      `${Buffer.from(JSON.stringify({ alg, kid: pair.kid, typ: 'JWT', ...change })).toString('base64url')}.${payload}.${signature}`
    const zero = Buffer.alloc(Buffer.from(signature, 'base64url').length).toString('base64url')
    for (const bad of [
      `${header}.${payload}.${zero}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${theirs}.x.y`,
      ...['none', 'None', 'NONE', '', 'HS256', 'ES512'].map((other) => forged({ alg: other })),
      forged({ kid: '../../../dev/null' }),
      forged({ kid: undefined }),
      forged({ crit: ['exp'] }),
      `${Buffer.from('null').toString('base64url')}.${payload}.${signature}`,
    ]) {
      expect(verifyJwt(bad, find), bad.slice(0, 60)).toBeNull()
    }
  })

  test('ES256: hundreds of signatures, with short and with signed numbers in them, are what jose expects', async () => {
    const pair = await newKeyPair('ES256')
    const signer = signerOf('ES256', pair.kid, pair.privateJwk)
    const verifier = verifierOf('ES256', pair.kid, pair.publicJwk)
    const key = await importJWK(pair.publicJwk, 'ES256')
    for (let i = 0; i < 600; i++) {
      const token = await signJwt(signer, 'JWT', { i })
      await compactVerify(token, key)
      expect(verifyJwt(token, () => verifier)).not.toBeNull()
    }
  })

  test('a public key is no HMAC secret', async () => {
    const pair = await newKeyPair('RS256')
    const secret = new TextEncoder().encode(JSON.stringify(pair.publicJwk))
    const forged = await new SignJWT({ sub: 'eve' }).setProtectedHeader({ alg: 'HS256', kid: pair.kid }).sign(secret)
    expect(verifyJwt(forged, () => verifierOf('RS256', pair.kid, pair.publicJwk))).toBeNull()
    const other = await generateKeyPair('RS256', { extractable: true })
    const embedded = await new SignJWT({ sub: 'eve' })
      .setProtectedHeader({ alg: 'RS256', kid: pair.kid, jwk: await exportJWK(other.publicKey) })
      .sign(other.privateKey)
    expect(verifyJwt(embedded, () => verifierOf('RS256', pair.kid, pair.publicJwk))).toBeNull()
  })
})

test('a link never holds six digits in a row', () => {
  for (let i = 0; i < 5000; i++) expect(newLinkSecret()).not.toMatch(/\d{6}/)
})

describe('signing keys over the years', () => {
  test('they rotate by themselves, the next one always published, and a retired one goes when its tokens are dead', async () => {
    // JK-02, JK-04
    const folder = mkdtempSync(join(tmpdir(), 'vestibule-keys-'))
    const db = await openDatabase(
      { kind: 'sqlite', file: join(folder, 'keys.db') },
      join(import.meta.dirname, '../migrations'),
    )
    let now = new Date('2026-01-01T00:00:00Z')
    const load = () =>
      SigningKeys.load({ db, keyring: new Keyring([old]), now: () => now, webhookEndpoints: { wanted: false } })
    const [one, two] = await Promise.all([load(), load()])
    expect(one.list().map((key) => key.kid)).toEqual(two.list().map((key) => key.kid))
    const first = one.signer('ES256').kid
    const published = (keys: SigningKeys) =>
      (JSON.parse(new TextDecoder().decode(keys.jwks)) as { keys: { kid: string }[] }).keys.map((key) => key.kid)
    now = new Date(now.getTime() + 91 * 86_400_000)
    await Promise.all([one.maintain(), two.maintain()])
    await Promise.all([one.refresh(), two.refresh()])
    expect(one.signer('ES256').kid).toBe(first)
    now = new Date(now.getTime() + 3 * 60_000)
    const second = one.signer('ES256').kid
    expect(second).not.toBe(first)
    expect(two.signer('ES256').kid).toBe(second)
    expect(published(one)).toContain(first)
    expect(
      one
        .list()
        .filter((key) => key.alg === 'ES256')
        .map((key) => key.state),
    ).toEqual(['retired', 'current', 'next'])
    now = new Date(now.getTime() + 70 * 60_000)
    await one.maintain()
    expect(published(one)).not.toContain(first)
    expect(published(one)).toContain(second)
    await db.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('ids', () => {
  const now = new Date('2030-01-01T00:00:00Z')
  const earlier = new Date(now.getTime() - 1)

  test('sort by their time, and those of one millisecond in the order in which they were made', () => {
    const ids = Array.from({ length: 1000 }, () => newId(now))
    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids).size).toBe(1000)
    expect(new Set(ids.map((id) => `${id.length} ${timeOfId(id).getTime()}`))).toEqual(new Set([`32 ${now.getTime()}`]))
    expect(newId(earlier) < (ids[0] ?? '')).toBe(true)
  })

  test('made for an earlier time in between change nothing about that', () => {
    const ids = Array.from({ length: 100 }, () => {
      newId(earlier)
      return newId(now)
    })
    expect(ids).toEqual([...ids].sort())
  })
})
