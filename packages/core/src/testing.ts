import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { cookieNames, SealedCookies } from './cookies.ts'
import type { AuthOptions } from './options.ts'
import { type Session, type User, userOf } from './session.ts'

/** What a made-up session is told, besides who it is. */
export interface TestSession {
  acr?: string
  scopes?: readonly string[]
  sid?: string
  /** Seconds since the epoch. Default: now. */
  authTime?: number
  /** Seconds since the epoch: when a guard asks the provider again. Default: in an hour. */
  freshUntil?: number
  /** An access token for `accessToken()`, such as one of `createTestIssuer`. */
  accessToken?: string
}

/**
 * The Cookie header of someone who is signed in, made up: no provider is asked. For tests of your own pages.
 *
 * @param options those of the application under test; `secret`, `issuer`, `clientId` and `url` must be the same
 * @param user claims of the person; `sub` is made up when it is left out
 * @example
 * ```ts
 * import { createTestSession } from '@vestibule/core/testing'
 *
 * const options = { issuer: 'https://id.test', clientId: 'app', secret: 'x'.repeat(32), url: 'http://localhost:3000' }
 * const cookie = await createTestSession(options, { name: 'Ada', roles: ['owner'] })
 * await fetch('http://localhost:3000/dashboard', { headers: { cookie } })
 * ```
 */
export async function createTestSession(
  options: AuthOptions,
  user: Partial<User> = {},
  {
    acr,
    scopes = ['openid', 'profile', 'email'],
    sid = 'test-session',
    authTime,
    accessToken,
    freshUntil,
  }: TestSession = {},
): Promise<string> {
  const now = options.now ?? (() => new Date())
  const seconds = Math.floor(now().getTime() / 1000)
  const secure = options.url?.startsWith('https:') ?? false
  const cookies = new SealedCookies([options.secret].flat(), secure, now)
  const names = cookieNames(secure, options.issuer, options.clientId)
  const session: Session = {
    user: { ...userOf({ sub: 'test-user' }), ...user },
    sid,
    authTime: authTime ?? seconds,
    acr: acr ?? null,
    scopes,
    expiresAt: seconds + 86_400,
    freshUntil: freshUntil ?? seconds + 3600,
  }
  const tokens = {
    accessToken: accessToken ?? 'test-access-token',
    expiresAt: seconds + 3600,
    idToken: 'test-id-token',
  }
  const set = [
    ...(await cookies.seal(await names.session, { session }, 86_400, new Map())),
    ...(await cookies.seal(await names.tokens, tokens, 86_400, new Map())),
  ]
  return set.map((cookie) => cookie.slice(0, cookie.indexOf(';'))).join('; ')
}

/** A provider in this process. It signs in whoever `signIn` names, without a question. */
export interface TestIssuer {
  issuer: string
  /** Give it to `createAuth({ fetch })`: requests to the issuer are answered here, others go out. */
  fetch: typeof fetch
  /** Who signs in from now on, as claims. */
  signIn(claims: Record<string, unknown> & { sub: string }): void
  /** Follows an authorization URL as a browser would, and returns the URL that it leads back to. */
  authorize(url: string): Promise<string>
  /** An access token of this issuer (RFC 9068). */
  issueAccessToken(claims?: Record<string, unknown>): Promise<string>
  /** A logout token (OpenID Connect Back-Channel Logout 1.0). */
  issueLogoutToken(claims: Record<string, unknown>): Promise<string>
  /** Signs anything as this issuer does: for what a test wants to be wrong. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** Changes an answer before it leaves: for a provider that misbehaves. Null for an honest one. */
  tamper(change: ((path: string, response: Response) => Promise<Response> | Response) | null): void
  /** How often a path was asked for. */
  count(path: string): number
}

/**
 * An OpenID provider for tests, without a network.
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
  const codes = new Map<string, { params: URLSearchParams; claims: Record<string, unknown> }>()
  const refreshTokens = new Map<string, Record<string, unknown>>()
  const counts = new Map<string, number>()
  let person: Record<string, unknown> & { sub: string } = { sub: 'test-user' }
  let change: ((path: string, response: Response) => Promise<Response> | Response) | null = null
  const seconds = () => Math.floor(now().getTime() / 1000)
  const random = () => crypto.randomUUID()
  const sign = (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test', ...header }).sign(privateKey)
  const lifetime = () => ({ iss: issuer, iat: seconds(), exp: seconds() + 300, jti: random() })

  const issueAccessToken = (claims: Record<string, unknown> = {}) =>
    sign(
      { ...lifetime(), sub: person.sub, aud: issuer, client_id: 'app', scope: 'openid', ...claims },
      { typ: 'at+jwt' },
    )

  async function tokens(claims: Record<string, unknown>, clientId: string, nonce: string | null) {
    const refreshToken = random()
    refreshTokens.set(refreshToken, claims)
    const idToken = {
      ...lifetime(),
      sub: claims.sub,
      aud: clientId,
      auth_time: seconds(),
      sid: 'test-sid',
      ...(claims.acr ? { acr: claims.acr } : {}),
      ...(nonce ? { nonce } : {}),
    }
    return Response.json({
      access_token: await issueAccessToken({ sub: claims.sub, client_id: clientId }),
      token_type: 'Bearer',
      expires_in: 300,
      refresh_token: refreshToken,
      id_token: await sign(idToken, { typ: 'JWT' }),
    })
  }

  async function token(body: URLSearchParams, authorization: string | null): Promise<Response> {
    const clientId =
      body.get('client_id') ?? decodeURIComponent(atob((authorization ?? '').slice(6)).split(':')[0] ?? '')
    if (body.get('grant_type') === 'authorization_code') {
      const code = codes.get(body.get('code') ?? '')
      codes.delete(body.get('code') ?? '')
      if (!code) return Response.json({ error: 'invalid_grant' }, { status: 400 })
      return tokens(code.claims, clientId, code.params.get('nonce'))
    }
    const known = refreshTokens.get(body.get('refresh_token') ?? '')
    refreshTokens.delete(body.get('refresh_token') ?? '')
    if (!known) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    return tokens(known, clientId, null)
  }

  async function serve(url: URL, init: RequestInit | undefined): Promise<Response> {
    const headers = new Headers(init?.headers)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return Response.json({
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
      case '/jwks':
        return Response.json({ keys: [jwk] })
      case '/token':
        return token(new URLSearchParams(String(init?.body ?? '')), headers.get('authorization'))
      case '/userinfo':
        return Response.json(person)
      default:
        return new Response('not found', { status: 404 })
    }
  }

  return {
    issuer,
    sign,
    issueAccessToken,
    issueLogoutToken: (claims) =>
      sign(
        { ...lifetime(), aud: 'app', events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims },
        { typ: 'logout+jwt' },
      ),
    signIn: (claims) => {
      person = claims
    },
    tamper: (next) => {
      change = next
    },
    count: (path) => counts.get(path) ?? 0,
    async authorize(target) {
      const params = new URL(target).searchParams
      const code = random()
      codes.set(code, { params, claims: { ...person } })
      const back = new URL(params.get('redirect_uri') ?? '')
      for (const [name, value] of Object.entries({ code, state: params.get('state') ?? '', iss: issuer }))
        back.searchParams.set(name, value)
      return back.href
    },
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input))
      if (url.origin !== new URL(issuer).origin) return fetch(input, init)
      counts.set(url.pathname, (counts.get(url.pathname) ?? 0) + 1)
      const response = await serve(url, init)
      return change ? change(url.pathname, response) : response
    },
  }
}

/** An `Authorization` header for an API under test. */
export const createTestBearer = async (issuer: TestIssuer, claims: Record<string, unknown> = {}): Promise<string> =>
  `Bearer ${await issuer.issueAccessToken(claims)}`
