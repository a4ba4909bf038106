import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { IdTokenAlg } from '../oidc/clients.ts'

export interface KeyPair {
  kid: string
  publicJwk: JWK
  privateJwk: JWK
}

/** A new pair. The key id is the RFC 7638 thumbprint, so no two keys share one. */
export async function newKeyPair(alg: IdTokenAlg): Promise<KeyPair> {
  const options = alg === 'EdDSA' ? { crv: 'Ed25519' } : {}
  const pair = await generateKeyPair(alg, { ...options, extractable: true, modulusLength: 2048 })
  const bare = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(bare)
  return { kid, publicJwk: { ...bare, kid, alg, use: 'sig' }, privateJwk: await exportJWK(pair.privateKey) }
}
