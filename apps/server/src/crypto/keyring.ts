import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { takeRandomBytes } from './random.ts'

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
  | 'preview'
  | 'first-operator'
  | 'kept-form'
  | 'connection-secret'
  | 'setup-link'
  | 'federation-identity'
  | 'federation-attempt'
  | 'federation-detail'
  | 'federation-answer'
  | 'federation-logout'
  | 'dpop-nonce'
  | 'user-code'
  | 'device-session'
  | 'bound-session'

const version = 'v1'
const saltLength = 16
const ivLength = 12
const tagLength = 16

/** How long, in milliseconds, and for how many messages a salt is used. */
const saltLife = 3_600_000
const saltMessages = 2 ** 20
/** Salts whose keys are held for opening: those of an hour of many processes. */
const saltsHeld = 256

interface Salted {
  salt: Buffer
  key: KeyObject
  until: number
  left: number
}

/**
 * Keys derived from `SECRET` (HKDF-SHA-256, one per purpose). The first secret seals and all of them open, so secrets
 * can be rotated. Sealing is AES-256-GCM under a key that is derived from a random salt, which is used for an hour and for a
 * million messages at most, so random nonces stay far from their limit of 2^32 messages per key (NIST SP 800-38D section
 * 8.3).
 */
export class Keyring {
  /** Key objects: given bytes, node:crypto spends ten microseconds of each call on importing them. */
  readonly #keys = new Map<Purpose, KeyObject[]>()
  readonly #salted = new Map<Purpose, Salted>()
  /** The keys of salts, by purpose, secret and salt, the oldest first. Only those of texts that opened. */
  readonly #held = new Map<string, KeyObject>()

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
    const { salt, key } = this.#saltFor(purpose)
    const iv = takeRandomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    return Buffer.concat([salt, iv, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
      'base64url',
    )
  }

  #saltFor(purpose: Purpose): Salted {
    const now = performance.now()
    const current = this.#salted.get(purpose)
    if (current && current.until > now && current.left > 0) {
      current.left -= 1
      return current
    }
    const [key] = this.#of(purpose)
    if (!key) throw new Error('the keyring is empty')
    const salt = randomBytes(saltLength)
    const made = { salt, key: saltedKey(key, salt), until: now + saltLife, left: saltMessages - 1 }
    this.#salted.set(purpose, made)
    return made
  }

  /** The plaintext, or null if the text was not sealed here for this purpose. Only the canonical encoding opens. */
  open(purpose: Purpose, sealed: string): string | null {
    return this.#openWith(purpose, this.#of(purpose), sealed)
  }

  /**
   * The same text, sealed under the current secret: once an older one is removed, every other text is lost. Null if it is
   * already, or if no secret opens it.
   */
  reseal(purpose: Purpose, sealed: string): string | null {
    if (this.#openWith(purpose, this.#of(purpose).slice(0, 1), sealed) !== null) return null
    const text = this.open(purpose, sealed)
    return text === null ? null : this.seal(purpose, text)
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

  #openWith(purpose: Purpose, keys: readonly KeyObject[], sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < saltLength + ivLength + tagLength || bytes.toString('base64url') !== sealed) return null
    const salt = bytes.subarray(0, saltLength)
    for (const [index, key] of keys.entries()) {
      const name = `${purpose} ${index} ${salt.toString('latin1')}`
      const salted = this.#held.get(name) ?? saltedKey(key, salt)
      const text = decrypt(salted, bytes)
      if (text === null) continue
      this.#hold(name, salted)
      return text
    }
    return null
  }

  /** Anybody can send a text with another salt, but only one that we sealed opens, so there are few salts. */
  #hold(name: string, key: KeyObject): void {
    if (this.#held.has(name)) return
    if (this.#held.size >= saltsHeld) this.#held.delete(this.#held.keys().next().value ?? '')
    this.#held.set(name, key)
  }
}

const saltedKey = (key: KeyObject, salt: Buffer): KeyObject =>
  createSecretKey(createHmac('sha256', key).update(salt).digest())

/** Null if this is not the key. */
function decrypt(key: KeyObject, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(saltLength, saltLength + ivLength))
    decipher.setAuthTag(bytes.subarray(bytes.length - tagLength))
    const body = bytes.subarray(saltLength + ivLength, bytes.length - tagLength)
    return decipher.update(body, undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
