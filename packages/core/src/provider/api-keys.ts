import type { JWTPayload } from 'jose'
import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi'
import type { Provider } from './discovery.ts'
import type { ApiKeyOptions, ApiKeyVerification } from './verifications.ts'

/** Milliseconds that the provider's answer about a key is remembered: a revoked key works for so long at most. */
const remembered = { valid: 30_000, invalid: 5_000 }
/** How many answers are remembered. */
const limit = 1_000

/** What asks the provider. */
interface ApiKeysContext {
  provider: Provider
  client: Client
  clientAuth(): Promise<ClientAuth>
  /** A `fetch` with limits of size and time. */
  request: typeof fetch
}

/** Asks the provider about API keys (RFC 7662). */
export class ApiKeys implements ApiKeyVerification {
  readonly isApiKey = isApiKey
  /** By the SHA-256 of the key, the oldest first. */
  readonly #answers = new Map<string, { until: number; claims: JWTPayload | null }>()
  readonly #context: ApiKeysContext

  constructor(context: ApiKeysContext) {
    this.#context = context
  }

  async verify(key: string, options: ApiKeyOptions): ReturnType<ApiKeyVerification['verify']> {
    try {
      const claims = await this.#claimsOf(key, options)
      if (claims && options.audience.includes(String(claims.aud))) return { claims }
      return { problem: ['token_invalid', 'The API key is not valid for this application.'] }
    } catch (cause) {
      const hint = 'Has this application a VESTIBULE_CLIENT_SECRET, and is the API one of its AUDIENCES?'
      return { problem: ['issuer_unreachable', 'The provider could not be asked about an API key.', hint, { cause }] }
    }
  }

  /** Null for a key that is not valid. */
  async #claimsOf(key: string, { clientIp, now }: ApiKeyOptions): Promise<JWTPayload | null> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${clientIp ?? ''} ${key}`))
    const id = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const known = this.#answers.get(id)
    if (known && known.until > now.getTime()) return known.claims
    const answer = await this.#introspect(key, clientIp)
    const claims = answer.active === true && answer.token_type === 'api_key' ? answer : null
    const expires = typeof answer.exp === 'number' ? answer.exp * 1000 : Number.POSITIVE_INFINITY
    const until = claims ? Math.min(now.getTime() + remembered.valid, expires) : now.getTime() + remembered.invalid
    this.#answers.delete(id)
    this.#answers.set(id, { until, claims })
    if (this.#answers.size > limit) this.#answers.delete(this.#answers.keys().next().value as string)
    return claims
  }

  /** RFC 7662 section 2.1. */
  async #introspect(key: string, clientIp: string | undefined): Promise<JWTPayload> {
    const { provider, client, clientAuth, request } = this.#context
    const server = await provider.metadata()
    const endpoint = endpointOf(server)
    const body = new URLSearchParams({ token: key, token_type_hint: 'urn:vestibule:token-type:api-key' })
    if (clientIp !== undefined) body.set('client_ip', clientIp)
    const headers = new Headers({ accept: 'application/json' })
    const authenticate = await clientAuth()
    await authenticate(server, client, body, headers)
    const response = await request(endpoint, { method: 'POST', body, headers, redirect: 'manual' })
    if (response.status !== 200) throw new Error(`the provider answered with ${response.status}`)
    return (await response.json()) as JWTPayload
  }
}

/** Where secrets are sent: never over plain http, unless the issuer itself is. */
function endpointOf({ issuer, introspection_endpoint: endpoint }: AuthorizationServer): string {
  const isUsable =
    endpoint !== undefined &&
    URL.canParse(endpoint) &&
    ['https:', new URL(issuer).protocol].includes(new URL(endpoint).protocol)
  if (!isUsable) throw new Error('the metadata of the provider has no usable introspection_endpoint')
  return endpoint
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
