import { EncryptJWT, jwtDecrypt } from 'jose'
import { AuthError } from './errors.ts'

/** Bytes of one cookie's value, below the 4096 that browsers keep of name and value together. */
const chunkSize = 3600
const mostChunks = 4

/** Reads a Cookie header. The first of a repeated name counts. */
export function parseCookies(header: string | null | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const cut = part.indexOf('=')
    const name = part.slice(0, cut).trim()
    if (cut > 0 && !cookies.has(name)) cookies.set(name, part.slice(cut + 1).trim())
  }
  return cookies
}

/** Ports do not separate cookies, so two applications on one host differ by a hash of issuer and client. */
export function cookieNames(
  secure: boolean,
  issuer: string,
  clientId: string,
): { session: Promise<string>; tokens: Promise<string> } {
  const hash = crypto.subtle
    .digest('SHA-256', new TextEncoder().encode(`${issuer}\n${clientId}`))
    .then((bytes) => [...new Uint8Array(bytes).slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  const name = (kind: string) => hash.then((suffix) => `${secure ? '__Host-' : ''}vestibule_${kind}_${suffix}`)
  return { session: name('session'), tokens: name('tokens') }
}

/**
 * Encrypted cookies (JWE, dir + A256GCM). The key is derived from the secret and the cookie's name, so one cookie can
 * never be read as another; the expiry is inside, so a browser that keeps a cookie gains nothing.
 */
export class SealedCookies {
  constructor(
    private readonly secrets: readonly string[],
    private readonly secure: boolean,
    private readonly now: () => Date,
  ) {}

  async seal(name: string, payload: Record<string, unknown>, maxAge: number): Promise<string[]> {
    const [secret] = this.secrets
    const jwe = await new EncryptJWT(payload)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuedAt(this.now())
      .setExpirationTime(new Date(this.now().getTime() + maxAge * 1000))
      .encrypt(await keyFor(secret ?? '', name))
    const chunks = jwe.match(new RegExp(`.{1,${chunkSize}}`, 'g')) ?? []
    if (chunks.length > mostChunks) {
      throw new AuthError(
        'session_too_large',
        `The session needs ${chunks.length} cookies.`,
        'Ask for fewer scopes or shorter claims.',
      )
    }
    const cookies = chunks.map((chunk, index) => this.#write(chunkName(name, index), chunk, maxAge))
    // A shorter session leaves no tail of a longer one behind.
    for (let index = chunks.length; index < mostChunks && chunks.length > 1; index++)
      cookies.push(this.#write(chunkName(name, index), '', 0))
    return cookies
  }

  /** What a cookie holds, with `iat` and `exp` in seconds. Null for none, and for one that is not ours or has expired. */
  async open(name: string, cookies: ReadonlyMap<string, string>): Promise<Record<string, unknown> | null> {
    let text = ''
    for (let index = 0; index < mostChunks; index++) {
      const chunk = cookies.get(chunkName(name, index))
      if (!chunk) break
      text += chunk
    }
    if (text === '') return null
    for (const secret of this.secrets) {
      try {
        const options = {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
          currentDate: this.now(),
        }
        return (await jwtDecrypt(text, await keyFor(secret, name), options)).payload
      } catch {
        // Not this key, not ours, or expired: as good as no cookie.
      }
    }
    return null
  }

  clear(name: string, cookies: ReadonlyMap<string, string>): string[] {
    return [...cookies.keys()]
      .filter((one) => one === name || one.startsWith(`${name}.`))
      .map((one) => this.#write(one, '', 0))
  }

  #write(name: string, value: string, maxAge: number): string {
    return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${this.secure ? '; Secure' : ''}`
  }
}

const chunkName = (name: string, index: number): string => (index === 0 ? name : `${name}.${index}`)

const keys = new Map<string, Promise<CryptoKey>>()
const encoder = new TextEncoder()

function keyFor(secret: string, name: string): Promise<CryptoKey> {
  const id = `${name}\n${secret}`
  let key = keys.get(id)
  if (!key) {
    key = deriveKey(secret, name)
    // A transaction cookie has a name of its own: its key is not worth keeping.
    if (!name.includes('_tx_')) keys.set(id, key)
  }
  return key
}

async function deriveKey(secret: string, name: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(`vestibule cookie ${name}`) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
