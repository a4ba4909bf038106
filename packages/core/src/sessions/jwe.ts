import { base64url } from 'jose'

// The only kind of JWE that the SDK uses for cookies: compact, `dir` with A256GCM (RFC 7516 section 3.1; RFC 7518 sections 4.5 and
// 5.3), by WebCrypto. The header is compared and never parsed, so that no cookie can choose an algorithm.

const header = base64url.encode('{"alg":"dir","enc":"A256GCM"}')
const encoder = new TextEncoder()
/** Bytes, and bits: RFC 7518 section 5.3. */
const ivLength = 12
const tagLength = 16
const algorithm = (iv: Uint8Array<ArrayBuffer>): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(header),
  tagLength: tagLength * 8,
})

export async function encrypt(payload: object, key: CryptoKey): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const plaintext = encoder.encode(JSON.stringify(payload))
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm(iv), key, plaintext))
  const [ciphertext, tag] = [sealed.subarray(0, -tagLength), sealed.subarray(-tagLength)]
  // `dir` has no encrypted key: the second part is empty.
  return [header, '', ...[iv, ciphertext, tag].map((part) => base64url.encode(part))].join('.')
}

/** @throws Error when the text is not such a JWE, or was modified */
export async function decrypt(text: string, key: CryptoKey): Promise<Record<string, unknown>> {
  const [given, encryptedKey, ...parts] = text.split('.')
  if (given !== header || encryptedKey !== '' || parts.length !== 3) throw new Error('not a cookie of ours')
  const [iv, ciphertext, tag] = parts.map((part) => new Uint8Array(base64url.decode(part)))
  if (iv?.length !== ivLength || tag?.length !== tagLength || !ciphertext) throw new Error('not a cookie of ours')
  const sealed = new Uint8Array(ciphertext.length + tagLength)
  sealed.set(ciphertext)
  sealed.set(tag, ciphertext.length)
  const plaintext = await crypto.subtle.decrypt(algorithm(iv), key, sealed)
  return JSON.parse(new TextDecoder().decode(plaintext))
}
