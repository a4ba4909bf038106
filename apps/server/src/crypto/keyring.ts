import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** The purpose of a key. Each purpose has its own key, so nothing that was sealed for one can be opened for another. */
export type Purpose =
  | 'authorization-code'
  | 'email-code'
  | 'phone-code'
  | 'refresh-token'
  | 'signing-key'
  | 'outbox'
  | 'device'
  | 'flow'
  | 'idempotent-answer'
  | 'address-key'
  | 'webhook-secret'
  | 'page-link'
  | 'impersonation'

const version = 'v1'
const saltLength = 16
const ivLength = 12
const tagLength = 16

/**
 * Keys derived from `SECRET` (HKDF-SHA-256, one per purpose). The first secret seals and all of them open, so secrets
 * can be rotated. Sealing is AES-256-GCM under a key that is derived for every message from a random salt, so random
 * nonces never reach their limit of 2^32 messages per key (NIST SP 800-38D section 8.3).
 */
export class Keyring {
  /** Key objects: given bytes, node:crypto spends ten microseconds of each call on importing them. */
  readonly #keys = new Map<Purpose, KeyObject[]>()

  constructor(private readonly secrets: readonly string[]) {}

  #of(purpose: Purpose): KeyObject[] {
    let keys = this.#keys.get(purpose)
    if (!keys) {
      keys = this.secrets.map((secret) =>
        createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `vestibule ${version} ${purpose}`, 32))),
      )
      this.#keys.set(purpose, keys)
    }
    return keys
  }

  seal(purpose: Purpose, plaintext: string): string {
    const [key] = this.#of(purpose)
    if (!key) throw new Error('the keyring is empty')
    const salt = randomBytes(saltLength + ivLength)
    const cipher = createCipheriv('aes-256-gcm', messageKey(key, salt), salt.subarray(saltLength))
    return Buffer.concat([salt, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  }

  /** The plaintext, or null if the text was not sealed here for this purpose. Only the canonical encoding opens. */
  open(purpose: Purpose, sealed: string): string | null {
    return openWith(this.#of(purpose), sealed)
  }

  /** Whether the current secret opens a text: once an older one is removed, every other text is lost. */
  isCurrent(purpose: Purpose, sealed: string): boolean {
    return openWith(this.#of(purpose).slice(0, 1), sealed) !== null
  }

  /** HMAC-SHA-256 under the current secret. */
  mac(purpose: Purpose, text: string): Buffer {
    const [key] = this.#of(purpose)
    if (!key) throw new Error('the keyring is empty')
    return createHmac('sha256', key).update(text).digest()
  }

  /** The same under every secret, current first, to verify what an older secret made. */
  macs(purpose: Purpose, text: string): Buffer[] {
    return this.#of(purpose).map((key) => createHmac('sha256', key).update(text).digest())
  }
}

const messageKey = (key: KeyObject, salt: Buffer): KeyObject =>
  createSecretKey(createHmac('sha256', key).update(salt.subarray(0, saltLength)).digest())

function openWith(keys: readonly KeyObject[], sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < saltLength + ivLength + tagLength || bytes.toString('base64url') !== sealed) return null
  const salt = bytes.subarray(0, saltLength + ivLength)
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', messageKey(key, salt), salt.subarray(saltLength))
      decipher.setAuthTag(bytes.subarray(bytes.length - tagLength))
      const body = bytes.subarray(saltLength + ivLength, bytes.length - tagLength)
      return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // Not this key: try the next.
    }
  }
  return null
}
