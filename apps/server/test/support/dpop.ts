import { createHash, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** A key of a client, and proofs made with it. */
export interface ProofKey {
  jwk: JWK
  jkt: string
  proof(of: ProofOf): Promise<string>
}

/** What a proof is of. `claims` and `header` replace what it would have; undefined leaves a member out. */
export interface ProofOf {
  method?: string
  url: string
  token?: string
  now?: Date
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
}

export async function newProofKey(alg = 'ES256', options: { modulusLength?: number } = {}): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true, ...options })
  const jwk = await exportJWK(publicKey)
  return {
    jwk,
    jkt: await calculateJwkThumbprint(jwk),
    proof: ({ method = 'POST', url, token, now = new Date(), claims = {}, header = {} }) => {
      const payload = {
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(now.getTime() / 1000),
        ...(token === undefined ? {} : { ath: athOf(token) }),
        ...claims,
      }
      return new SignJWT(JSON.parse(JSON.stringify(payload)))
        .setProtectedHeader({ alg, typ: 'dpop+jwt', jwk, ...header })
        .sign(privateKey)
    },
  }
}

export const athOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A text in which one character in the middle of the signature is another one. */
export const withOtherSignature = (jwt: string): string => {
  const at = jwt.lastIndexOf('.') + 20
  return `${jwt.slice(0, at)}${jwt[at] === 'A' ? 'B' : 'A'}${jwt.slice(at + 1)}`
}

/** A JWT with another header, and the signature as it was. */
export const withHeader = (jwt: string, change: (header: Record<string, unknown>) => object): string => {
  const [header = '', ...rest] = jwt.split('.')
  const parsed = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>
  return [Buffer.from(JSON.stringify(change(parsed))).toString('base64url'), ...rest].join('.')
}
