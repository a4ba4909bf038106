import { AuthError } from '../model/errors.ts'
import { decrypt, encrypt } from './jwe.ts'

/** Bytes of one cookie's value. Browsers accept 4096 bytes of name and value together. */
const chunkSize = 3600
const chunkLimit = 4

/**
 * The cookies of a Cookie header, in one pass. Only spaces and tabs are trimmed (RFC 6265 section 5.2): String.trim would also remove
 * \xa0, and a browser accepts a cookie named \xa0__Host-... from a page that may not set one named __Host-...
 */
function pairsOf(header: string | null | undefined): [name: string, value: string][] {
  return (header ?? '').split(';').flatMap((part): [string, string][] => {
    const cut = part.indexOf('=')
    const name = trimBlanks(part.slice(0, Math.max(cut, 0)))
    return name === '' ? [] : [[name, trimBlanks(part.slice(cut + 1))]]
  })
}

function trimBlanks(text: string): string {
  const isBlank = (index: number) => text[index] === ' ' || text[index] === '\t'
  let start = 0
  let end = text.length
  while (start < end && isBlank(start)) start++
  while (start < end && isBlank(end - 1)) end--
  return text.slice(start, end)
}

/** Parses a Cookie header. A name that is sent twice has no value, because nobody can tell which of the two is ours. */
export function parseCookies(header: string | null | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const [name, value] of pairsOf(header)) cookies.set(name, cookies.has(name) ? '' : value)
  return cookies
}

/**
 * The Cookie header that a browser sends after it has received these `Set-Cookie` values.
 *
 * @example
 * ```ts
 * import { cookieHeaderAfter } from '@vestibule/core'
 *
 * cookieHeaderAfter('a=1', ['b=2; Path=/']) // 'a=1; b=2'
 * ```
 */
export function cookieHeaderAfter(header: string | null | undefined, setCookies: readonly string[]): string {
  const written = new Map<string, string | null>()
  for (const cookie of setCookies) {
    const [pair = ''] = cookie.split(';')
    const cut = pair.indexOf('=')
    written.set(pair.slice(0, cut), /; Max-Age=0(;|$)/.test(cookie) ? null : pair.slice(cut + 1))
  }
  return [...pairsOf(header).filter(([name]) => !written.has(name)), ...written]
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
    .join('; ')
}

/** Cookies are shared between the ports of a host, so the names contain a hash of issuer and client. */
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
 * Encrypted cookies (JWE, dir + A256GCM). The key is derived from the secret and the cookie's name, so that no cookie can be read
 * in place of another. The expiry is inside the ciphertext, so that an expired cookie is worthless.
 */
export class SealedCookies {
  readonly #secrets: readonly string[]
  readonly #secure: boolean
  readonly #now: () => Date
  /** Derived keys, by cookie name and index of the secret. */
  readonly #keys = new Map<string, Promise<CryptoKey>>()

  constructor(secrets: readonly string[], secure: boolean, now: () => Date) {
    this.#secrets = secrets
    this.#secure = secure
    this.#now = now
  }

  /**
   * Encrypts a value into `Set-Cookie` values.
   *
   * @param known the cookies of the request; chunks that remain of a larger value are cleared
   */
  async seal(
    name: string,
    payload: Record<string, unknown>,
    maxAge: number,
    known: ReadonlyMap<string, string>,
  ): Promise<string[]> {
    const jwe = await this.sealText(name, payload, maxAge)
    const chunks = jwe.match(new RegExp(`.{1,${chunkSize}}`, 'g')) ?? []
    if (chunks.length > chunkLimit) {
      throw new AuthError(
        'session_too_large',
        `The session needs ${chunks.length} cookies.`,
        'Request fewer scopes or shorter claims, or use a session store.',
      )
    }
    // The first chunk states how many there are, so that a stale chunk of an older value is never read.
    if (chunks.length > 1) chunks[0] = `${chunks.length}~${chunks[0]}`
    const written = chunks.map((chunk, index) => this.#write(chunkName(name, index), chunk, maxAge))
    const names = new Set(chunks.map((_, index) => chunkName(name, index)))
    const stale = chunksOf(name, known).filter((chunk) => !names.has(chunk))
    return [...written, ...stale.map((chunk) => this.#write(chunk, '', 0))]
  }

  /** Encrypts a value into text, for what is no cookie or has attributes of its own. */
  async sealText(name: string, payload: Record<string, unknown>, maxAge: number): Promise<string> {
    const iat = this.#seconds()
    return encrypt({ ...payload, iat, exp: iat + Math.floor(maxAge) }, await this.#key(0, name))
  }

  /** Decrypts a value, with `iat` and `exp` in seconds. Null if there is none, if it is not ours, or if it has expired. */
  async open(name: string, cookies: ReadonlyMap<string, string>): Promise<Record<string, unknown> | null> {
    const first = cookies.get(name)
    if (!first) return null
    const count = Number(/^([2-4])~/.exec(first)?.[1] ?? 1)
    let text = count > 1 ? first.slice(2) : first
    for (let index = 1; index < count; index++) text += cookies.get(chunkName(name, index)) ?? ''
    return this.openText(name, text)
  }

  /** Decrypts what `sealText` returned, as `open` does. */
  async openText(name: string, text: string): Promise<Record<string, unknown> | null> {
    for (const index of this.#secrets.keys()) {
      try {
        const payload = await decrypt(text, await this.#key(index, name))
        if (Number(payload.exp) > this.#seconds()) return payload
      } catch {
        // Encrypted with another key, or not by this SDK: treated as absent.
      }
    }
    return null
  }

  clear(name: string, cookies: ReadonlyMap<string, string>): string[] {
    return chunksOf(name, cookies).map((chunk) => this.#write(chunk, '', 0))
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }

  #write(name: string, value: string, maxAge: number): string {
    return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${this.#secure ? '; Secure' : ''}`
  }

  #key(index: number, name: string): Promise<CryptoKey> {
    const id = `${index} ${name}`
    const known = this.#keys.get(id)
    if (known) return known
    const key = deriveKey(this.#secrets[index] ?? '', name)
    // Every transaction cookie has its own name: caching its key would be of no use.
    if (!name.includes('_tx_')) this.#keys.set(id, key)
    return key
  }
}

const chunkName = (name: string, index: number): string => (index === 0 ? name : `${name}.${index}`)

const chunksOf = (name: string, cookies: ReadonlyMap<string, string>): string[] =>
  [...cookies.keys()].filter((known) => known === name || known.startsWith(`${name}.`))

const encoder = new TextEncoder()

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
