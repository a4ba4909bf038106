import * as oauth from 'oauth4webapi'
import { AuthError } from '../model/errors.ts'
import type { Provider } from './discovery.ts'
import { type AccessClaims, type ApiKeyVerification, callerOf } from './token-verification.ts'

/** Milliseconds that the provider's answer about a key is remembered: a revoked key works for so long at most. */
const remembered = { valid: 30_000, invalid: 5_000 }
/** How many answers are remembered. */
const limit = 1_000

/** Asks the provider about API keys (RFC 7662). */
export class ApiKeys implements ApiKeyVerification {
  readonly isApiKey = isApiKey

  /** By the SHA-256 of the key, the oldest first. */
  readonly #answers = new Map<string, { until: number; caller: AccessClaims | null }>()
  readonly #provider: Provider
  readonly #client: oauth.Client
  readonly #clientAuth: () => Promise<oauth.ClientAuth>
  readonly #http: object

  constructor(context: {
    provider: Provider
    client: oauth.Client
    clientAuth(): Promise<oauth.ClientAuth>
    http: object
  }) {
    this.#provider = context.provider
    this.#client = context.client
    this.#clientAuth = context.clientAuth
    this.#http = context.http
  }

  /** @throws AuthError `token_invalid`, or `issuer_unreachable` if nothing is known about the key */
  async verify(
    key: string,
    { audience, clientIp, now }: { audience: readonly string[]; clientIp: string | undefined; now: Date },
  ): Promise<AccessClaims> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${clientIp ?? ''} ${key}`))
    const id = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const known = this.#answers.get(id)
    const caller = known && known.until > now.getTime() ? known.caller : await this.#ask(id, key, clientIp, now)
    if (!caller || !audience.includes(String(caller.claims.aud)))
      throw new AuthError('token_invalid', 'The API key is not valid for this application.')
    return caller
  }

  async #ask(id: string, key: string, clientIp: string | undefined, now: Date): Promise<AccessClaims | null> {
    const answer = await this.#introspect(key, clientIp)
    const caller = answer.active && answer.token_type === 'api_key' ? callerOf({ ...answer }) : null
    const expires = typeof answer.exp === 'number' ? answer.exp * 1000 : Number.POSITIVE_INFINITY
    const until = caller ? Math.min(now.getTime() + remembered.valid, expires) : now.getTime() + remembered.invalid
    this.#answers.delete(id)
    this.#answers.set(id, { until, caller })
    if (this.#answers.size > limit) this.#answers.delete(this.#answers.keys().next().value as string)
    return caller
  }

  async #introspect(key: string, clientIp: string | undefined): Promise<oauth.IntrospectionResponse> {
    try {
      const server = await this.#provider.metadata()
      const additionalParameters = {
        token_type_hint: 'urn:vestibule:token-type:api-key',
        ...(clientIp === undefined ? {} : { client_ip: clientIp }),
      }
      const options = { ...this.#http, additionalParameters }
      const auth = await this.#clientAuth()
      const response = await oauth.introspectionRequest(server, this.#client, auth, key, options)
      return await oauth.processIntrospectionResponse(server, this.#client, response)
    } catch (cause) {
      if (cause instanceof AuthError) throw cause
      throw new AuthError(
        'issuer_unreachable',
        'The provider could not be asked about an API key.',
        'Has this application a VESTIBULE_CLIENT_SECRET, and is the API one of its AUDIENCES?',
        { cause },
      )
    }
  }
}

/** What every key looks like: a prefix, an id, a secret and a checksum. */
const form = /^[a-z]{2,8}_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Whether a bearer token can be an API key: nobody is asked about one with a wrong checksum. */
function isApiKey(text: string): boolean {
  if (!form.test(text)) return false
  let rest = crc32(text.slice(0, -6))
  let checksum = ''
  for (let at = 0; at < 6; at++) {
    checksum = `${alphabet[rest % 62]}${checksum}`
    rest = Math.floor(rest / 62)
  }
  return text.endsWith(checksum)
}

/** CRC-32 of IEEE 802.3. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
