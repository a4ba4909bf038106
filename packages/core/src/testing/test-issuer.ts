import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/**
 * An OpenID provider in the process of the test. It signs in the person given to `signIn`, without asking anything.
 *
 * @example
 * ```ts
 * import { createTestIssuer, type TestIssuer } from '@vestibule/core/testing'
 *
 * const provider: TestIssuer = await createTestIssuer()
 * provider.signIn({ sub: 'ada', name: 'Ada Lovelace' })
 * ```
 */
export interface TestIssuer {
  issuer: string
  /** Pass it to `createAuth({ fetch })`: it answers requests to the issuer and sends all others to the network. */
  fetch: typeof fetch
  /** Sets the claims of the person who signs in from now on. */
  signIn(claims: Record<string, unknown> & { sub: string }): void
  /** Follows an authorization URL like a browser, and returns the URL that it redirects back to. */
  authorize(url: string): Promise<string>
  /** Issues an access token (RFC 9068). */
  issueAccessToken(claims?: Record<string, unknown>): Promise<string>
  /** Issues a logout token (OpenID Connect Back-Channel Logout 1.0). */
  issueLogoutToken(claims: Record<string, unknown>): Promise<string>
  /** Signs arbitrary claims with the key of this issuer, for tests of invalid tokens. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** Changes responses before they are returned, for tests of a misbehaving provider. Null restores the original ones. */
  tamper(change: Tamper | null): void
  /** How often a path was requested. */
  count(path: string): number
}

type Tamper = (path: string, response: Response) => Promise<Response> | Response
type Claims = Record<string, unknown> & { sub: string }

/**
 * Creates an OpenID provider for tests that needs no network.
 *
 * @example
 * ```ts
 * import { createAuth } from '@vestibule/core'
 * import { createTestIssuer } from '@vestibule/core/testing'
 *
 * const provider = await createTestIssuer()
 * provider.signIn({ sub: 'ada', name: 'Ada Lovelace' })
 * const auth = createAuth({
 *   issuer: provider.issuer,
 *   clientId: 'app',
 *   secret: 'x'.repeat(32),
 *   url: 'http://localhost:3000',
 *   fetch: provider.fetch,
 * })
 * ```
 */
export async function createTestIssuer({
  issuer = 'https://issuer.test',
  now = () => new Date(),
}: {
  issuer?: string
  now?: () => Date
} = {}): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  return new InProcessIssuer(issuer, now, privateKey, jwk)
}

/** Methods are properties, so that they can be passed on without their object. */
class InProcessIssuer implements TestIssuer {
  readonly issuer: string
  readonly #now: () => Date
  readonly #privateKey: CryptoKey
  readonly #jwk: JWK
  readonly #codes = new Map<string, { nonce: string | null; claims: Claims }>()
  readonly #refreshTokens = new Map<string, Claims>()
  readonly #counts = new Map<string, number>()
  #person: Claims = { sub: 'test-user' }
  #tamper: Tamper | null = null

  constructor(issuer: string, now: () => Date, privateKey: CryptoKey, jwk: JWK) {
    this.issuer = issuer
    this.#now = now
    this.#privateKey = privateKey
    this.#jwk = jwk
  }

  readonly signIn = (claims: Claims): void => {
    this.#person = claims
  }

  readonly tamper = (change: Tamper | null): void => {
    this.#tamper = change
  }

  readonly count = (path: string): number => this.#counts.get(path) ?? 0

  readonly sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test', ...header }).sign(this.#privateKey)

  readonly issueAccessToken = (claims: Record<string, unknown> = {}): Promise<string> => {
    const { sub } = this.#person
    const payload = { ...this.#lifetime(), sub, aud: this.issuer, client_id: 'app', scope: 'openid', ...claims }
    return this.sign(payload, { typ: 'at+jwt' })
  }

  readonly issueLogoutToken = (claims: Record<string, unknown>): Promise<string> => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    return this.sign({ ...this.#lifetime(), aud: 'app', events, ...claims }, { typ: 'logout+jwt' })
  }

  readonly authorize = async (target: string): Promise<string> => {
    const { searchParams: parameters } = new URL(target)
    const code = crypto.randomUUID()
    this.#codes.set(code, { nonce: parameters.get('nonce'), claims: { ...this.#person } })
    const url = new URL(parameters.get('redirect_uri') ?? '')
    for (const [name, value] of Object.entries({ code, state: parameters.get('state') ?? '', iss: this.issuer }))
      url.searchParams.set(name, value)
    return url.href
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    if (url.origin !== new URL(this.issuer).origin) return fetch(input, init)
    this.#counts.set(url.pathname, this.count(url.pathname) + 1)
    const response = await this.#respond(url.pathname, init)
    return this.#tamper ? this.#tamper(url.pathname, response) : response
  }

  async #respond(path: string, init: RequestInit | undefined): Promise<Response> {
    switch (path) {
      case '/.well-known/openid-configuration':
        return Response.json(metadataOf(this.issuer))
      case '/jwks':
        return Response.json({ keys: [this.#jwk] })
      case '/token':
        return this.#token(new URLSearchParams(String(init?.body ?? '')), new Headers(init?.headers))
      case '/userinfo':
        return Response.json(this.#person)
      default:
        return new Response('not found', { status: 404 })
    }
  }

  async #token(body: URLSearchParams, headers: Headers): Promise<Response> {
    const proof = headers.get('dpop')
    const jkt = proof ? await calculateJwkThumbprint(decodeProtectedHeader(proof).jwk ?? {}) : null
    const basic = atob((headers.get('authorization') ?? '').slice(6))
    const clientId = body.get('client_id') ?? decodeURIComponent(basic.split(':')[0] ?? '')
    if (body.get('grant_type') === 'authorization_code') {
      const code = take(this.#codes, body.get('code'))
      return code ? this.#tokenResponse(code.claims, { clientId, nonce: code.nonce, jkt }) : invalidGrant()
    }
    const claims = take(this.#refreshTokens, body.get('refresh_token'))
    return claims ? this.#tokenResponse(claims, { clientId, nonce: null, jkt }) : invalidGrant()
  }

  async #tokenResponse(
    claims: Claims,
    { clientId, nonce, jkt }: { clientId: string; nonce: string | null; jkt: string | null },
  ): Promise<Response> {
    const refreshToken = crypto.randomUUID()
    this.#refreshTokens.set(refreshToken, claims)
    const idToken = {
      ...this.#lifetime(),
      sub: claims.sub,
      aud: clientId,
      auth_time: this.#seconds(),
      sid: 'test-sid',
      ...(claims.acr ? { acr: claims.acr } : {}),
      ...(nonce ? { nonce } : {}),
    }
    return Response.json({
      access_token: await this.issueAccessToken({
        sub: claims.sub,
        client_id: clientId,
        ...(jkt ? { cnf: { jkt } } : {}),
      }),
      token_type: jkt ? 'DPoP' : 'Bearer',
      expires_in: 300,
      refresh_token: refreshToken,
      id_token: await this.sign(idToken, { typ: 'JWT' }),
    })
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }

  #lifetime() {
    const seconds = this.#seconds()
    return { iss: this.issuer, iat: seconds, exp: seconds + 300, jti: crypto.randomUUID() }
  }
}

/** Codes and refresh tokens can be used once. */
function take<Value>(values: Map<string, Value>, key: string | null): Value | undefined {
  const value = values.get(key ?? '')
  values.delete(key ?? '')
  return value
}

const invalidGrant = (): Response => Response.json({ error: 'invalid_grant' }, { status: 400 })

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  end_session_endpoint: `${issuer}/logout`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

/**
 * Creates the `Authorization` header of a request to an API under test.
 *
 * @example
 * ```ts
 * import { createTestBearer, createTestIssuer } from '@vestibule/core/testing'
 *
 * const provider = await createTestIssuer()
 * const authorization = await createTestBearer(provider, { scope: 'notes:write' })
 * ```
 */
export const createTestBearer = async (issuer: TestIssuer, claims: Record<string, unknown> = {}): Promise<string> =>
  `Bearer ${await issuer.issueAccessToken(claims)}`
