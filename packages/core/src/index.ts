import * as oauth from 'oauth4webapi'
import { parseCookies, SealedCookies } from './cookies.ts'
import { AuthError } from './errors.ts'
import { type LocalPath, localPath } from './local-path.ts'
import type { AuthOptions } from './options.ts'
import { meets, type Requirement, type Session, userOf } from './session.ts'

export { AuthError, type AuthErrorCode } from './errors.ts'
export { type LocalPath, localPath } from './local-path.ts'
export { type AuthOptions, optionsFromEnvironment } from './options.ts'
export type { Requirement, Session, User } from './session.ts'

/** What a login may ask of the provider. */
export interface LoginOptions {
  /** Where to land afterwards: a path of this application. */
  returnTo?: string
  prompt?: 'login' | 'consent' | 'select_account' | 'create'
  loginHint?: string
  /** Id or slug. */
  organization?: string
}

/** An access token, and the cookies that must go out with the answer when it was refreshed. */
export interface AccessToken {
  token: string
  setCookies: readonly string[]
}

/** The SDK core: framework-neutral, Web standards only. */
export interface Auth {
  readonly basePath: string
  /** Serves `/auth/login`, `/callback`, `/logout` and `/session`. */
  handle(request: Request): Promise<Response>
  /** Who is signed in, by a Cookie header. Writes nothing and asks no network. */
  read(cookieHeader: string | null | undefined): Promise<Session | null>
  /** Throws `AuthError` `not_signed_in` or `forbidden`. */
  check(session: Session | null, requirement?: Requirement): asserts session is Session
  /** A token for an API, refreshed when it is about to die. One refresh at a time per refresh token. */
  accessToken(cookieHeader: string | null | undefined): Promise<AccessToken>
  loginPath(options?: LoginOptions): LocalPath
  logoutPath(): LocalPath
}

const transactionAge = 600
const mostTransactions = 5
/** A token that dies within this many seconds is refreshed. */
const refreshEarly = 30
const metadataAge = 600_000

interface Tokens {
  accessToken: string
  expiresAt: number
  refreshToken?: string
  idToken: string
}

/**
 * Makes the SDK for one application. Discovery, PKCE, state, nonce, `iss` and every check of a token are always on:
 * there is no switch.
 *
 * @throws AuthError `config_invalid` when an option cannot work
 * @example
 * ```ts
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 *
 * const auth = createAuth(optionsFromEnvironment(process.env, 'http://localhost:3000'))
 * const answer = await auth.handle(new Request('http://localhost:3000/auth/login'))
 * ```
 */
export function createAuth(options: AuthOptions): Auth {
  const { issuer, clientId, clientSecret, basePath = '/auth', scope = 'openid profile email' } = options
  const now = options.now ?? (() => new Date())
  const seconds = () => Math.floor(now().getTime() / 1000)
  const own = validated(options)
  const origin = own.url.origin
  const secure = own.url.protocol === 'https:'
  const idle = options.session?.idle ?? 86_400
  const absolute = options.session?.absolute ?? 3 * 86_400
  const cookies = new SealedCookies(own.secrets, secure, now)
  const names = cookieNames(secure, issuer, clientId)
  const insecure = new URL(issuer).protocol === 'http:'
  const http = {
    [oauth.allowInsecureRequests]: insecure,
    ...(options.fetch ? { [oauth.customFetch]: options.fetch as never } : {}),
  }
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: 10 }
  const clientAuth = clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None()
  const redirectUri = `${origin}${basePath}/callback`
  const provider = metadataCache(issuer, http, now)
  const refreshing = new Map<string, Promise<AccessToken>>()

  const redirect = (location: string, setCookies: readonly string[] = []) =>
    answer(null, 303, { Location: location }, setCookies)

  async function login(request: Request): Promise<Response> {
    // A prefetch must not start a login: only a document that the person opens does.
    if (!isNavigation(request)) return answer(null, 204)
    const as = await provider()
    const query = new URL(request.url).searchParams
    const returnTo = localPath(query.get('returnTo'))
    const state = oauth.generateRandomState()
    const nonce = oauth.generateRandomNonce()
    const verifier = oauth.generateRandomCodeVerifier()
    const name = `${await names.session}_tx_${state.slice(0, 16)}`
    const known = parseCookies(request.headers.get('cookie'))
    const older = [...known.keys()]
      .filter((one) => one.includes('_tx_'))
      .slice(0, Math.max(0, [...known.keys()].filter((one) => one.includes('_tx_')).length - mostTransactions + 1))
    const setCookies = [
      ...older.flatMap((one) => cookies.clear(one, known)),
      ...(await cookies.seal(name, { state, nonce, verifier, returnTo }, transactionAge)),
    ]
    const url = new URL(as.authorization_endpoint ?? '')
    const params = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
    for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value)
    for (const key of ['prompt', 'login_hint', 'organization']) {
      const value = query.get(key)
      if (value) url.searchParams.set(key, value)
    }
    return redirect(url.href, setCookies)
  }

  async function callback(request: Request): Promise<Response> {
    const known = parseCookies(request.headers.get('cookie'))
    const params = new URL(request.url).searchParams
    const states = params.getAll('state')
    const name = `${await names.session}_tx_${(states[0] ?? '').slice(0, 16)}`
    const transaction = states.length === 1 ? await cookies.open(name, known) : null
    if (!transaction || transaction.state !== states[0]) {
      // A second visit of the same callback by someone who is signed in is no mistake of theirs.
      if (await read(request.headers.get('cookie'))) return redirect('/')
      throw new AuthError(
        'state_mismatch',
        'This sign-in was begun in another browser, took too long, or is done.',
        'Sign in again.',
      )
    }
    const as = await provider()
    const cleared = cookies.clear(name, known)
    try {
      const checked = oauth.validateAuthResponse(as, client, params, String(transaction.state))
      const response = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        clientAuth,
        checked,
        redirectUri,
        String(transaction.verifier),
        http,
      )
      const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
        expectedNonce: String(transaction.nonce),
        requireIdToken: true,
      })
      await oauth.validateApplicationLevelSignature(as, response, http)
      const claims = oauth.getValidatedIdTokenClaims(tokens)
      if (!claims) throw new Error('no ID token')
      const info = await oauth.processUserInfoResponse(
        as,
        client,
        claims.sub,
        await oauth.userInfoRequest(as, client, tokens.access_token, http),
      )
      const session: Session = {
        user: userOf({ ...claims, ...info }),
        sid: typeof claims.sid === 'string' ? claims.sid : null,
        authTime: Number(claims.auth_time ?? claims.iat),
        expiresAt: seconds() + absolute,
      }
      return redirect(localPath(String(transaction.returnTo)), [
        ...cleared,
        ...(await sealSession(session)),
        ...(await sealTokens(tokensOf(tokens, null))),
      ])
    } catch (error) {
      throw new AuthError('callback_failed', 'The sign-in could not be completed.', 'Sign in again.', { cause: error })
    }
  }

  async function logout(request: Request): Promise<Response> {
    const known = parseCookies(request.headers.get('cookie'))
    if (request.headers.get('origin') !== origin)
      throw new AuthError('forbidden', 'A logout must be sent from this application.')
    const tokens = await openTokens(known)
    const setCookies = [...cookies.clear(await names.session, known), ...cookies.clear(await names.tokens, known)]
    // The local session ends even when the provider cannot be reached.
    const end = await provider().then(
      (as) => as.end_session_endpoint,
      () => undefined,
    )
    if (!end) return redirect('/', setCookies)
    const url = new URL(end)
    url.searchParams.set('client_id', clientId)
    url.searchParams.set('post_logout_redirect_uri', `${origin}/`)
    if (tokens) url.searchParams.set('id_token_hint', tokens.idToken)
    return redirect(url.href, setCookies)
  }

  const tokensOf = (response: oauth.TokenEndpointResponse, before: Tokens | null): Tokens => ({
    accessToken: response.access_token,
    expiresAt: seconds() + (response.expires_in ?? 60),
    refreshToken: response.refresh_token ?? before?.refreshToken,
    idToken: response.id_token ?? before?.idToken ?? '',
  })
  const sealTokens = async (tokens: Tokens) => cookies.seal(await names.tokens, { ...tokens }, absolute)
  const sealSession = async (session: Session) =>
    cookies.seal(await names.session, { session }, Math.min(idle, session.expiresAt - seconds()))
  const openTokens = async (known: ReadonlyMap<string, string>) =>
    (await cookies.open(await names.tokens, known)) as Tokens | null

  async function read(cookieHeader: string | null | undefined): Promise<Session | null> {
    const payload = await cookies.open(await names.session, parseCookies(cookieHeader))
    const session = payload?.session as Session | undefined
    return session && session.expiresAt > seconds() ? session : null
  }

  async function refresh(tokens: Tokens): Promise<AccessToken> {
    const as = await provider()
    let refreshed: oauth.TokenEndpointResponse
    try {
      const response = await oauth.refreshTokenGrantRequest(as, client, clientAuth, tokens.refreshToken ?? '', http)
      refreshed = await oauth.processRefreshTokenResponse(as, client, response)
    } catch (error) {
      const rejected = error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
      // Anything but a clear no may pass: the session stays.
      if (rejected)
        throw new AuthError('refresh_rejected', 'The provider ended this session.', 'Sign in again.', { cause: error })
      throw new AuthError('refresh_unavailable', 'The provider could not be asked for a new token.', 'Try again.', {
        cause: error,
      })
    }
    const next = tokensOf(refreshed, tokens)
    return { token: next.accessToken, setCookies: await sealTokens(next) }
  }

  const auth: Auth = {
    basePath,
    read,
    check(session, requirement = {}): asserts session is Session {
      if (!session) throw new AuthError('not_signed_in', 'Nobody is signed in.')
      if (!meets(session, requirement)) throw new AuthError('forbidden', 'The signed-in person may not do this.')
    },
    loginPath: (login = {}) => {
      const query = new URLSearchParams()
      if (login.returnTo) query.set('returnTo', localPath(login.returnTo))
      if (login.prompt) query.set('prompt', login.prompt)
      if (login.loginHint) query.set('login_hint', login.loginHint)
      if (login.organization) query.set('organization', login.organization)
      return `${basePath}/login${query.size > 0 ? `?${query}` : ''}` as LocalPath
    },
    logoutPath: () => `${basePath}/logout` as LocalPath,
    async accessToken(cookieHeader) {
      const tokens = await openTokens(parseCookies(cookieHeader))
      if (!tokens) throw new AuthError('not_signed_in', 'Nobody is signed in.')
      if (tokens.expiresAt - refreshEarly > seconds()) return { token: tokens.accessToken, setCookies: [] }
      const { refreshToken } = tokens
      if (!refreshToken)
        throw new AuthError(
          'refresh_rejected',
          'The access token has expired and there is no refresh token.',
          'Give the client the grant type refresh_token, or sign in again.',
        )
      let running = refreshing.get(refreshToken)
      if (!running) {
        running = refresh(tokens)
        refreshing.set(refreshToken, running)
        // Late losers of the race still get the result; a failure is forgotten at once.
        running.then(
          () => setTimeout(() => refreshing.delete(refreshToken), 30_000),
          () => refreshing.delete(refreshToken),
        )
      }
      return running
    },
    async handle(request) {
      const { pathname } = new URL(request.url)
      const action = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length + 1) : ''
      try {
        if (action === 'login' && request.method === 'GET') return await login(request)
        if (action === 'callback' && request.method === 'GET') return await callback(request)
        if (action === 'logout' && request.method === 'POST') return await logout(request)
        if (action === 'session' && request.method === 'GET')
          return Response.json(await read(request.headers.get('cookie')), { headers: privately })
        if (['login', 'callback', 'session'].includes(action))
          return answer('method not allowed', 405, { Allow: 'GET' })
        if (action === 'logout') return answer('a logout is a POST', 405, { Allow: 'POST' })
        return answer('not found', 404)
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        return answer(errorPage(error.message, auth.loginPath()), error.status, {
          'Content-Type': 'text/html; charset=utf-8',
        })
      }
    },
  }
  return auth
}

/** On every answer that sets a cookie or depends on the session. */
const privately = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }

function answer(
  body: string | null,
  status: number,
  headers: Record<string, string> = {},
  setCookies: readonly string[] = [],
): Response {
  const response = new Response(body, { status, headers: { ...privately, ...headers } })
  for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie)
  return response
}

function validated(options: AuthOptions): { url: URL; secrets: string[] } {
  const fault = (message: string, hint = '') => new AuthError('config_invalid', message, hint)
  if (!URL.canParse(options.issuer)) throw fault('issuer is not a URL.')
  if (!URL.canParse(options.url)) throw fault('url is not a URL.')
  const secrets = [options.secret].flat()
  if (secrets.length === 0 || secrets.some((secret) => secret.length < 32))
    throw fault(
      'A secret is shorter than 32 characters.',
      'In VESTIBULE_SECRET a comma separates secrets. Make one with: openssl rand -base64 48',
    )
  return { url: new URL(options.url), secrets }
}

/** Ports do not separate cookies, so two applications on one host differ by a hash of issuer and client. */
function cookieNames(
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

/** The provider's metadata, asked once and again after ten minutes. A failure is not remembered. */
function metadataCache(issuer: string, http: object, now: () => Date): () => Promise<oauth.AuthorizationServer> {
  let known: { at: number; metadata: Promise<oauth.AuthorizationServer> } | null = null
  return () => {
    if (!known || now().getTime() - known.at > metadataAge) {
      const url = new URL(issuer)
      const metadata = oauth
        .discoveryRequest(url, http)
        .then((response) => oauth.processDiscoveryResponse(url, response))
      const asked = { at: now().getTime(), metadata }
      known = asked
      metadata.catch(() => {
        if (known === asked) known = null
      })
    }
    return known.metadata.catch((error) => {
      throw new AuthError(
        'issuer_unreachable',
        `The provider at ${issuer} did not answer.`,
        'Is the server running, and VESTIBULE_ISSUER right?',
        { cause: error },
      )
    })
  }
}

/** True for a document that a person opens; false for prefetches, fetches and images. */
function isNavigation({ headers }: Request): boolean {
  if (/prefetch|prerender/.test(`${headers.get('sec-purpose')}${headers.get('purpose')}`)) return false
  const mode = headers.get('sec-fetch-mode')
  if (mode) return mode === 'navigate' && [null, 'document'].includes(headers.get('sec-fetch-dest'))
  return (headers.get('accept') ?? '').includes('text/html')
}

const errorPage = (message: string, login: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in</title><h1>Sign-in did not work</h1><p>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p><p><a href="${login}">Try again</a> · <a href="/">Home</a></p></html>`
