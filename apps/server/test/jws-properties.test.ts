import fc from 'fast-check'
import { CompactSign, compactVerify, importJWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { signerOf, signJwt, verifierOf, verifyJwt } from '../src/crypto/jws.ts'
import { newKeyPair } from '../src/crypto/key-pairs.ts'
import { idTokenAlgs } from '../src/oidc/clients.ts'

// Our own JWS (docs/decisions/0010) against jose: what one makes the other accepts, and what one refuses the other
// refuses too.

const claimsOf = fc.dictionary(fc.string({ unit: 'binary', maxLength: 20 }), fc.jsonValue(), { maxKeys: 6 })
const typ = fc.constantFrom('JWT', 'at+jwt', 'logout+jwt')
const runs = { numRuns: 60 }

/** Flips one bit of the header, the payload or the signature. */
const flip = fc.record({ part: fc.nat(2), at: fc.nat(), bit: fc.nat(7) })
function flipped(token: string, { part, at, bit }: { part: number; at: number; bit: number }): string {
  const parts = token.split('.')
  const bytes = Buffer.from(parts[part] ?? '', 'base64url')
  const index = at % bytes.length
  bytes[index] = (bytes[index] ?? 0) ^ (1 << bit)
  parts[part] = bytes.toString('base64url')
  return parts.join('.')
}

describe.each(idTokenAlgs)('%s', (alg) => {
  const setUp = (async () => {
    const pair = await newKeyPair(alg)
    const verifier = verifierOf(alg, pair.kid, pair.publicJwk)
    return {
      kid: pair.kid,
      signer: signerOf(alg, pair.kid, pair.privateJwk),
      privateKey: await importJWK(pair.privateJwk, alg),
      publicKey: await importJWK(pair.publicJwk, alg),
      find: (kid: string) => (kid === pair.kid ? verifier : undefined),
    }
  })()

  const signWithJose = async (header: Record<string, unknown>, claims: object) => {
    const { kid, privateKey } = await setUp
    return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
      .setProtectedHeader({ alg, kid, ...header })
      .sign(privateKey)
  }
  const joseAccepts = async (token: string) => {
    const { publicKey } = await setUp
    return compactVerify(token, publicKey, { algorithms: [alg] }).then(
      () => true,
      () => false,
    )
  }

  test('jose accepts what we sign, and reads the same', async () => {
    const { signer, publicKey, kid } = await setUp
    await fc.assert(
      fc.asyncProperty(typ, claimsOf, async (type, claims) => {
        const { protectedHeader, payload } = await compactVerify(await signJwt(signer, type, claims), publicKey)
        expect(protectedHeader).toEqual({ alg, typ: type, kid })
        expect(new TextDecoder().decode(payload)).toBe(JSON.stringify(claims))
      }),
      runs,
    )
  })

  test('we accept what jose signs, and read the same', async () => {
    const { find } = await setUp
    await fc.assert(
      fc.asyncProperty(typ, claimsOf, async (type, claims) => {
        const verified = verifyJwt(await signWithJose({ typ: type }, claims), find)
        expect(verified?.typ).toBe(type)
        expect(JSON.stringify(verified?.claims)).toBe(JSON.stringify(JSON.parse(JSON.stringify(claims))))
      }),
      runs,
    )
  })

  test('one changed bit is refused by both', async () => {
    const { signer, find } = await setUp
    const ours = await signJwt(signer, 'JWT', { sub: 'ada', exp: 9_999_999_999 })
    const theirs = await signWithJose({ typ: 'JWT' }, { sub: 'ada', exp: 9_999_999_999 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(ours, theirs), flip, async (token, change) => {
        const bad = flipped(token, change)
        expect(verifyJwt(bad, find)).toBeNull()
        expect(await joseAccepts(bad)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  test('a token that is cut or lengthened is refused by both', async () => {
    const { signer, find } = await setUp
    const token = await signJwt(signer, 'JWT', { sub: 'ada' })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.nat(token.length - 1).map((length) => token.slice(0, length)),
          fc.string({ minLength: 1, maxLength: 20 }).map((more) => `${token}.${more}`),
          fc.string({ minLength: 1, maxLength: 20 }).map((more) => `${more}.${token}`),
        ),
        async (bad) => {
          // The last character of a base64url text may hold bits that mean nothing.
          fc.pre(bad.length !== token.length - 1)
          expect(verifyJwt(bad, find)).toBeNull()
          expect(await joseAccepts(bad)).toBe(false)
        },
      ),
      runs,
    )
  })

  test('JK-10 a signature of any other bytes is refused by both', async () => {
    const { signer, find } = await setUp
    const token = await signJwt(signer, 'JWT', { sub: 'ada' })
    const signed = token.slice(0, token.lastIndexOf('.'))
    const length = Buffer.from(token.slice(signed.length + 1), 'base64url').length
    const signature = fc.oneof(
      fc.uint8Array({ minLength: 0, maxLength: 600 }),
      fc.uint8Array({ minLength: length, maxLength: length }),
      fc.constantFrom(
        new Uint8Array(length),
        new Uint8Array(length).fill(0xff),
        Uint8Array.of(0x30, 6, 2, 1, 0, 2, 1, 0),
      ),
    )
    await fc.assert(
      fc.asyncProperty(signature, async (bytes) => {
        const bad = `${signed}.${Buffer.from(bytes).toString('base64url')}`
        expect(verifyJwt(bad, find)).toBeNull()
        expect(await joseAccepts(bad)).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  test('JK-08 keys that a header brings along are not read', async () => {
    const { find } = await setUp
    const other = await newKeyPair(alg)
    const otherKey = await importJWK(other.privateJwk, alg)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom({ jwk: other.publicJwk }, { jku: 'https://evil.test/jwks' }, { x5u: 'https://evil.test/x' }),
        async (extra) => {
          const { kid } = await setUp
          const forged = await new CompactSign(new TextEncoder().encode('{"sub":"eve"}'))
            .setProtectedHeader({ alg, kid, ...extra })
            .sign(otherKey)
          expect(verifyJwt(forged, find)).toBeNull()
          // The same header under our own signature changes nothing either.
          expect(verifyJwt(await signWithJose(extra, { sub: 'ada' }), find)?.claims).toEqual({ sub: 'ada' })
        },
      ),
      { numRuns: 12 },
    )
  })
})
