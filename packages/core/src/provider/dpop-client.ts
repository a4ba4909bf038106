import { base64url, calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, importJWK, type JWK, SignJWT } from 'jose'
import { proofAlgorithms } from '../model/bearer-challenge.ts'
import type { DPoP } from '../model/dpop.ts'
import { AuthError } from '../model/errors.ts'

/**
 * Options of `createDPoP`.
 *
 * @example
 * ```ts
 * import { createDPoP, type DPoPOptions } from '@vestibule/core/dpop'
 *
 * const options: DPoPOptions = { key: JSON.parse(process.env.DPOP_KEY ?? '{}') }
 * const dpop = createDPoP(options)
 * ```
 */
export interface DPoPOptions {
  /**
   * Private key as a JWK with `alg`: `ES256`, `PS256`, `EdDSA` or `Ed25519`. Access tokens that are in use were issued for this key, so
   * each process of an application has the same.
   */
  key: JWK
  /** Default: that of the process. */
  fetch?: typeof fetch
  /** For tests. */
  now?: () => Date
}

/**
 * Reads a key that access tokens are bound to (RFC 9449). Pass the result to `createAuth` or `createManagement`, which then get their
 * tokens for it, and call APIs by its `fetch`.
 *
 * @throws AuthError `config_invalid` when the key is not a private key with one of the algorithms
 * @example
 * ```ts
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 * import { createDPoP } from '@vestibule/core/dpop'
 *
 * const dpop = createDPoP({ key: JSON.parse(process.env.DPOP_KEY ?? '{}') })
 * const auth = createAuth(optionsFromEnvironment(process.env, { dpop }))
 *
 * export async function notes(request: Request): Promise<Response> {
 *   const { token } = await auth.accessToken(request)
 *   return dpop.fetch('https://api.example.com/notes', { headers: { Authorization: `DPoP ${token}` } })
 * }
 * ```
 */
export function createDPoP({ key, fetch: request = fetch, now = () => new Date() }: DPoPOptions): DPoP {
  if (!proofAlgorithms.includes(String(key.alg)) || typeof key.d !== 'string')
    throw new AuthError(
      'config_invalid',
      'The key of createDPoP is not a private JWK with an alg that it can have.',
      `alg is one of ${proofAlgorithms.join(', ')}.`,
    )
  const holder = new KeyHolder(key, now)
  return {
    fetch: holder.wrapFetch(request),
    wrapFetch: holder.wrapFetch,
    thumbprint: () => holder.thumbprint,
  }
}

/** How many nonces are remembered: the newest of each place. */
const nonceLimit = 100

interface ProvenRequest {
  url: URL
  method: string
  token: string | null
  nonce: string | undefined
}

class KeyHolder {
  readonly thumbprint: Promise<string>
  readonly #key: JWK
  readonly #publicJwk: JWK
  readonly #now: () => Date
  readonly #nonces = new Map<string, string>()
  #privateKey: ReturnType<typeof importJWK> | undefined

  constructor(key: JWK, now: () => Date) {
    this.#key = key
    this.#publicJwk = publicPart(key)
    this.#now = now
    this.thumbprint = calculateJwkThumbprint(this.#publicJwk)
    // Reported to whoever asks for it.
    this.thumbprint.catch(() => {})
  }

  readonly wrapFetch =
    (request: typeof fetch, clientKey?: JWK): typeof fetch =>
    async (input, init) => {
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
      const given = init?.method ?? (input instanceof Request ? input.method : 'GET')
      const url = new URL(input instanceof Request ? input.url : input)
      // As it is sent: `fetch` writes some methods in upper case.
      const { method } = new Request(url, { method: given })
      const token = await this.#tokenOf(headers)
      if (token === null && (method !== 'POST' || isBearer(headers))) return request(input, init)
      if (token !== null) headers.set('Authorization', `DPoP ${token}`)
      // An authorization server and the APIs beside it have different nonces (RFC 9449 section 9).
      const place = `${url.origin} ${token === null ? 'token' : 'resource'}`
      const send = async (body = init?.body) => {
        headers.set('DPoP', await this.#proof({ url, method, token, nonce: this.#nonces.get(place) }))
        return request(input, { ...init, headers, ...(body == null ? {} : { body }) })
      }
      const sent = this.#nonces.get(place)
      const response = await send()
      const nonce = this.#remember(place, response)
      if (nonce === null || nonce === sent || !canRepeat(input, init, clientKey) || !(await asksForNonce(response)))
        return response
      await response.body?.cancel()
      const repeated = await send(await withNewAssertion(init?.body, clientKey))
      this.#remember(place, repeated)
      return repeated
    }

  /** The access token that the request proves the key for. */
  async #tokenOf(headers: Headers): Promise<string | null> {
    const [, scheme, token] = /^(Bearer|DPoP) +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
    if (!scheme || !token) return null
    return scheme.toLowerCase() === 'dpop' || thumbprintIn(token) === (await this.thumbprint) ? token : null
  }

  /** RFC 9449 section 4.2. */
  async #proof({ url, method, token, nonce }: ProvenRequest): Promise<string> {
    this.#privateKey ??= importJWK(this.#key)
    const { alg = '' } = this.#key
    const claims = {
      jti: crypto.randomUUID(),
      htm: method,
      htu: `${url.origin}${url.pathname}`,
      ...(nonce === undefined ? {} : { nonce }),
      ...(token === null ? {} : { ath: await digest(token) }),
    }
    return new SignJWT(claims)
      .setIssuedAt(this.#now())
      .setProtectedHeader({ typ: 'dpop+jwt', alg, jwk: this.#publicJwk })
      .sign(await this.#privateKey)
  }

  /** RFC 9449 section 8.2: the newest nonce of a server is for the next request to it. */
  #remember(place: string, response: Response): string | null {
    const nonce = response.headers.get('dpop-nonce')
    if (nonce === null) return null
    this.#nonces.delete(place)
    this.#nonces.set(place, nonce)
    if (this.#nonces.size > nonceLimit) this.#nonces.delete(this.#nonces.keys().next().value ?? '')
    return nonce
  }
}

const isBearer = (headers: Headers): boolean => /^bearer /i.test(headers.get('authorization') ?? '')

const publicPart = ({ kty, crv, x, y, n, e }: JWK): JWK =>
  JSON.parse(JSON.stringify(kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y }))

/** The thumbprint of the key that a token is bound to, if it is a JWT. */
function thumbprintIn(token: string): unknown {
  try {
    return (decodeJwt(token).cnf as { jkt?: unknown } | undefined)?.jkt
  } catch {
    return undefined
  }
}

/** base64url(SHA-256(token)) */
async function digest(token: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
}

/** A body that is a stream can be sent once, and so can the assertion of a client whose key is not known here. */
function canRepeat(input: RequestInfo | URL, init: RequestInit | undefined, clientKey: JWK | undefined): boolean {
  const body: unknown = init?.body ?? (input instanceof Request ? input.body : null)
  if (!clientKey && assertionIn(body)) return false
  return typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)
}

const assertionIn = (body: unknown): string | null =>
  body instanceof URLSearchParams ? body.get('client_assertion') : null

/** An assertion is good for one request (RFC 7523 section 3): a request that is sent again has another one. */
async function withNewAssertion<B>(body: B, clientKey: JWK | undefined): Promise<B | URLSearchParams> {
  const used = assertionIn(body)
  if (!used || !clientKey) return body
  const { alg = '', ...header } = decodeProtectedHeader(used)
  const assertion = await new SignJWT({ ...decodeJwt(used), jti: crypto.randomUUID() })
    .setProtectedHeader({ ...header, alg })
    .sign(await importJWK(clientKey, alg))
  const renewed = new URLSearchParams(body as URLSearchParams)
  renewed.set('client_assertion', assertion)
  return renewed
}

/** RFC 9449 sections 8 and 9: an authorization server says it in the body, an API in the challenge. */
async function asksForNonce(response: Response): Promise<boolean> {
  if (![400, 401].includes(response.status)) return false
  if (response.headers.get('www-authenticate')?.includes('use_dpop_nonce')) return true
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return (body as { error?: unknown } | null)?.error === 'use_dpop_nonce'
}
