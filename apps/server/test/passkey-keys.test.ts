import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/read.ts'
import { coseKeyFault } from '../src/crypto/cose-keys.ts'
import { parsePublicKeys } from '../src/oidc/public-keys.ts'
import { Authenticator, type Lies, type Options } from './support/authenticator.ts'
import type { PlainBrowser } from './support/browser.ts'
import { codeIn } from './support/mailbox.ts'
import { openTestWorld, type TestWorld } from './support/world.ts'

// A public key that anybody can sign for makes no passkey (PK-08, PK-20, OWN-34).

/** A COSE key: its labels and what stands under them, in CBOR. */
const cose = (...pairs: readonly (readonly [label: number, value: number | Buffer])[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xa0 + pairs.length]),
    ...pairs.flatMap(([label, value]) => [integer(label), typeof value === 'number' ? integer(value) : bytes(value)]),
  ])
const integer = (value: number): Buffer => {
  const [major, argument] = value < 0 ? [0x20, -1 - value] : [0, value]
  if (argument < 24) return Buffer.from([major + argument])
  return Buffer.from(argument < 256 ? [major + 24, argument] : [major + 25, argument >> 8, argument & 0xff])
}
/** Lengths in their shortest form, as authenticators write them. */
const bytes = (value: Buffer): Buffer => {
  const { length } = value
  const head = length < 24 ? [0x40 + length] : length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), value])
}
const part = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
const edwards = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })
const three = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey.export({ format: 'jwk' })

const ec = (x: Buffer, y: Buffer, [kty, alg, curve] = [2, -7, 1]) =>
  cose([1, kty ?? 2], [3, alg ?? -7], [-1, curve ?? 1], [-2, x], [-3, y])
const okp = (x: Buffer, curve = 6) => cose([1, 1], [3, -8], [-1, curve], [-2, x])
const rs = (n: Buffer, e: Buffer, kty = 3) => cose([1, kty], [3, -257], [-1, n], [-2, e])
const f4 = Buffer.from([1, 0, 1])

const honest: [string, Buffer][] = [
  ['ES256', ec(part(elliptic.x), part(elliptic.y))],
  ['EdDSA', okp(part(edwards.x))],
  ['RS256', rs(part(rsa.n), f4)],
]

const small = (hex: string) => okp(Buffer.from(hex, 'hex'))
const unsound: [string, Buffer][] = [
  ['a point off the curve', ec(part(elliptic.x), part(other.y))],
  ['the point (0, 0)', ec(Buffer.alloc(32), Buffer.alloc(32))],
  ['a short x', ec(part(elliptic.x).subarray(1), part(elliptic.y))],
  ['an x with a zero before it', ec(Buffer.concat([Buffer.alloc(1), part(elliptic.x)]), part(elliptic.y))],
  ['a point of another curve', ec(part(elliptic.x), part(elliptic.y), [2, -7, 2])],
  ['kty RSA under ES256', ec(part(elliptic.x), part(elliptic.y), [3, -7, 1])],
  ['kty EC under RS256', rs(part(rsa.n), f4, 2)],
  ['an algorithm that was not offered', ec(part(elliptic.x), part(elliptic.y), [2, -35, 1])],
  ['RSA with exponent 1', rs(part(rsa.n), Buffer.from([1]))],
  ['RSA with exponent 3', rs(part(three.n), Buffer.from([3]))],
  ['RSA with an even exponent', rs(part(rsa.n), Buffer.from([1, 0, 2]))],
  ['RSA with a huge exponent', rs(part(rsa.n), randomBytes(64))],
  ['RSA of 1024 bits', rs(part(short.n), f4)],
  ['RSA of 64 bits', rs(randomBytes(8), f4)],
  ['RSA of 1024 bits, filled up with zeros', rs(Buffer.concat([Buffer.alloc(128), part(short.n)]), f4)],
  ['RSA with an even modulus', rs(Buffer.concat([Buffer.from([0x80]), Buffer.alloc(255)]), f4)],
  ['Ed25519 with 31 bytes', okp(part(edwards.x).subarray(1))],
  ['Ed25519 on the curve of Ed448', okp(part(edwards.x), 7)],
  ['Ed25519, the neutral point', small(`01${'00'.repeat(31)}`)],
  ['Ed25519, the neutral point with its sign set', small(`01${'00'.repeat(30)}80`)],
  ['Ed25519, a point of order 2', small(`ec${'ff'.repeat(30)}7f`)],
  ['Ed25519, a point of order 4', small('00'.repeat(32))],
  ['Ed25519, a point of order 8', small('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')],
  ['Ed25519, its negative', small('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')],
  ['Ed25519, a coordinate that is not canonical', small(`ee${'ff'.repeat(30)}7f`)],
  ['Ed25519, a point off the curve', small(`02${'00'.repeat(31)}`)],
  ['a key with something behind it', Buffer.concat([ec(part(elliptic.x), part(elliptic.y)), Buffer.alloc(1)])],
  ['a key that ends early', ec(part(elliptic.x), part(elliptic.y)).subarray(0, 60)],
  ['a label that is named twice', cose([1, 2], [1, 2])],
  ['two bytes behind a key, and a short float in it', Buffer.from('a101f97c000000', 'hex')],
  ['arrays in arrays, thousands deep', Buffer.alloc(15_000, 0x81)],
  ['maps of a billion', Buffer.from('ba3fffffff', 'hex')],
  ['text of a billion', Buffer.from('7a3fffffff', 'hex')],
  ['a map without an end', Buffer.from('bf0102ff', 'hex')],
  ['no map', Buffer.from([0x80])],
  ['nothing', Buffer.alloc(0)],
]

test.each(honest)('an honest key of %s is sound', (_name, key) => {
  expect(coseKeyFault(key)).toBeNull()
})

const jwks = (...keys: object[]) => ({ keys })
const machine = { readFile: () => '', keptSecret: () => 's'.repeat(32), cwd: '/srv', processors: 2 }

/** Keys of clients, which come by registration, documents, the environment, the console and the API. */
test.each([
  ['RSA of 1024 bits', short],
  ['an exponent of 1', { ...rsa, e: 'AQ' }],
  ['a point off the curve', { ...elliptic, y: elliptic.x }],
  ['a short coordinate', { ...elliptic, x: elliptic.x?.slice(0, -2) }],
  ['another spelling of a secret', { kty: 'OCT', k: 'c2VjcmV0' }],
  ['a prime of the private key', { ...rsa, p: 'AQAB' }],
  ['the private key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })],
  ['a curve for which there is no algorithm', { ...elliptic, crv: 'secp256k1' }],
  ['no object', null],
])('DR-11 the keys of a client may not have %s', (_name, key) => {
  expect(() => parsePublicKeys(jwks(elliptic, key as object), 10)).toThrow(/^has no sound public key at position 1: /)
  const variables = { OIDC_CLIENT_ID_0: 'web', OIDC_CLIENT_0_REDIRECT_URIS: 'https://app.example.com/cb' }
  const settings = { ISSUER: 'http://localhost:4000', OIDC_CLIENT_0_JWKS: JSON.stringify(jwks(key as object)) }
  expect(() => readConfig({ ...variables, ...settings }, machine)).toThrow(
    /OIDC_CLIENT_0_JWKS: has no sound public key at position 0/,
  )
})

test('the keys of a client may be of every kind that signs', () => {
  const okp = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  const large = ['P-384', 'P-521'].map((namedCurve) =>
    generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }),
  )
  expect(parsePublicKeys(jwks(elliptic, okp, rsa, ...large), 10)).toHaveLength(5)
  expect(() => parsePublicKeys(jwks(elliptic, okp), 1)).toThrow('has more than 1 keys')
})

test.each(unsound)('%s is not sound', (_name, key) => {
  expect(coseKeyFault(key)).toBeTypeOf('string')
})

test('every Ed25519 and P-256 key that OpenSSL makes is sound', () => {
  for (let made = 0; made < 20; made += 1) {
    const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    expect(coseKeyFault(okp(part(x)))).toBeNull()
    const point = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
    expect(coseKeyFault(ec(part(point.x), part(point.y)))).toBeNull()
  }
})

describe('at the account page', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
  })
  afterAll(() => world?.close())

  let people = 0
  const origin = () => new URL(world.issuer).origin
  const post = (browser: PlainBrowser, path: string, fields: Record<string, string>) =>
    browser.go(path, { method: 'POST', body: new URLSearchParams(fields).toString() })
  const options = async (browser: PlainBrowser, path: string): Promise<Options> =>
    JSON.parse((await post(browser, path, {})).text)

  async function registers(lies: Lies) {
    const email = `keys${++people}@example.test`
    const browser = world.browser()
    await browser.go(`${world.issuer}/account/passkeys`)
    await browser.submit({ email })
    await browser.submit({ code: codeIn(await world.mailbox.take(email)) })
    const authenticator = new Authenticator(origin())
    const given = await options(browser, '/account/passkeys/options')
    const answer = await post(browser, '/account/passkeys', { credential: authenticator.create(given, lies) })
    return { email, authenticator, answer }
  }

  const kept = (email: string) =>
    world.deps.db.prisma.passkey.count({ where: { user: { emails: { some: { address: email } } } } })

  test.each([...unsound.slice(0, 5), unsound[8] as [string, Buffer], unsound[18] as [string, Buffer]])(
    '%s makes no passkey',
    async (_name, coseKey) => {
      // PK-08
      const { email, answer } = await registers({ coseKey })
      expect(answer.status).toBe(422)
      expect(await kept(email)).toBe(0)
    },
  )

  test('bytes after the attestation object make no passkey', async () => {
    // PK-20
    const { email, answer } = await registers({ trailing: Buffer.from([0]) })
    expect(answer.status).toBe(422)
    expect(await kept(email)).toBe(0)
  })

  test('a key with exponent 1 that was kept before keys were checked signs nobody in', async () => {
    // OWN-34, PK-08
    const { email, authenticator, answer } = await registers({})
    expect(answer.status).toBe(200)
    const n = part(rsa.n)
    const publicKey = rs(n, Buffer.from([1])).toString('base64url')
    await world.deps.db.prisma.passkey.updateMany({
      where: { user: { emails: { some: { address: email } } } },
      data: { publicKey },
    })
    const browser = world.browser()
    const page = await world.authorize(browser, { scope: 'openid' })
    const path = `${new URL(page.location).pathname}/passkey`
    const given = await options(browser, `${path}/options`)
    // Without any private key: with exponent 1, the padded hash is its own signature (RFC 8017 section 9.2).
    const unsigned = JSON.parse(authenticator.get(given)).response
    const clientHash = createHash('sha256').update(part(unsigned.clientDataJSON)).digest()
    const hash = createHash('sha256')
      .update(Buffer.concat([part(unsigned.authenticatorData), clientHash]))
      .digest()
    const info = Buffer.concat([Buffer.from('3031300d060960864801650304020105000420', 'hex'), hash])
    const signature = Buffer.concat([
      Buffer.from([0, 1]),
      Buffer.alloc(256 - 3 - info.length, 0xff),
      Buffer.alloc(1),
      info,
    ])
    const forged = JSON.parse(authenticator.get(given))
    forged.response.signature = signature.toString('base64url')
    expect((await post(browser, path, { credential: JSON.stringify(forged) })).status).toBe(422)
    expect([...browser.cookies.keys()].join()).not.toContain('session')
  })
})
