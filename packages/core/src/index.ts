import * as oauth from 'oauth4webapi'
import { cookieNames, parseCookies, SealedCookies } from './cookies.ts'
import { AuthError } from './errors.ts'
import { cookieKeeper, type Kept, storeKeeper } from './keeper.ts'
import { type LocalPath, localPath } from './local-path.ts'
import type { AuthOptions } from './options.ts'
import { providerOf } from './provider.ts'
import { type Refreshed, Refreshes, refreshEarly } from './refreshes.ts'
import { meetsAcr, missing, type Requirement, type Session, userOf } from './session.ts'
import type { StoredTokens } from './stores.ts'
import { type AccessClaims, type BearerRequirement, verifyAccessToken, verifyLogoutToken } from './tokens.ts'

export { AuthError, type AuthErrorCode } from './errors.ts'
export { type LocalPath, localPath } from './local-path.ts'
export { type AuthOptions, optionsFromEnvironment } from './options.ts'
export type { Claims, DefaultUser, Register, Requirement, Session, User } from './session.ts'
export { memoryStore, type SessionStore, type StoredSession, type UnstorageLike, unstorageStore } from './stores.ts'
export type { AccessClaims, BearerRequirement } from './tokens.ts'

/** What a login may ask of the provider. */
export interface LoginOptions {
  /** Where to land afterwards: a path of this application. */
  returnTo?: string
  prompt?: 'login' | 'consent' | 'select_account' | 'create'
  loginHint?: string
  /** Id or slug. */
  organization?: string
  /** The token of an invitation. */
  invitation?: string
  /** Ways to sign in, one of which must be reached (an essential `acr`, OIDC Core 5.5.1.1). */
  acr?: string | readonly string[]
  /** How long ago the sign-in may be, in seconds. */
  maxAge?: number
}

/** An access token, and the cookies that must go out with the answer when it was refreshed. */
export interface AccessToken {
  token: string
  setCookies: readonly string[]
}

/** The SDK core: framework-neutral, Web standards only. */
export interface Auth {
  readonly basePath: string
  /** Serves `/auth/login`, `/callback`, `/logout`, `/session` and, with a store, `/backchannel-logout`. */
  handle(request: Request): Promise<Response>
  /** Who is signed in, by a Cookie header. Writes nothing and, without a store, asks no network. */
  read(cookieHeader: string | null | undefined): Promise<Session | null>
  /**
   * Who is signed in, and cookies that the answer should carry: for a place that sees every request, such as `proxy` or a
   * middleware. They keep the session from becoming idle (at a document request only, and when a tenth of the idle time has
   * passed), and bring what a refresh has made to a browser that has not got it: because the answer of that request had
   * begun before, or did not take the cookies along.
   */
  update(request: Request): Promise<{ session: Session | null; setCookies: readonly string[] }>
  /** Throws `AuthError` `not_signed_in`, `forbidden` or `step_up_required`. */
  check(session: Session | null, requirement?: Requirement): asserts session is Session
  /** A token for an API, refreshed when it is about to die. One refresh at a time per refresh token. */
  accessToken(
    cookieHeader: string | null | undefined,
    /** Asked before a refresh token is spent: where cookies can't be written, its successor would be lost. */
    options?: { canWrite?(): boolean },
  ): Promise<AccessToken>
  /**
   * Who calls an API, by the access token in `Authorization: Bearer`. Throws `AuthError` `token_missing`, `token_invalid` or
   * `insufficient_scope`, whose `toResponse()` is the answer.
   */
  verifyBearer(request: Request | string | null, requirement?: BearerRequirement): Promise<AccessClaims>
  /**
   * False for a request that changes something and comes from another site, by its `Origin`. Cookies are SameSite=Lax, so
   * browsers send none with it; this is the second lock.
   */
  fromHere(method: string, origin: string | null | undefined): boolean
  loginPath(options?: LoginOptions): LocalPath
  logoutPath(): LocalPath
  /**
   * Where a browser finds a path of the application: the path itself, or, where `url` has a path of its own (the
   * application lives at `https://example.com/app`), the whole address.
   */
  href(path: LocalPath): string
}

const transactionAge = 600
const mostTransactions = 5

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
  // Where the application lives on its host: `''`, or such as `/app`.
  const mount = own.url.pathname.replace(/\/+$/, '')
  const secure = own.url.protocol === 'https:'
  const idle = options.session?.idle ?? 86_400
  const absolute = options.session?.absolute ?? 3 * 86_400
  const cookies = new SealedCookies(own.secrets, secure, now)
  const names = cookieNames(secure, issuer, clientId)
  const { store } = options.session ?? {}
  const keeping = { cookies, names, idle, seconds }
  const keeper = store ? storeKeeper(store, keeping) : cookieKeeper(keeping)
  const insecure = new URL(issuer).protocol === 'http:'
  const http = {
    [oauth.allowInsecureRequests]: insecure,
    ...(options.fetch ? { [oauth.customFetch]: options.fetch as never } : {}),
  }
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: 10 }
  const clientAuth = clientSecret ? oauth.ClientSecretBasic(clientSecret) : oauth.None()
  const redirectUri = `${origin}${mount}${basePath}/callback`
  const provider = providerOf(issuer, http, now, options.fetch ?? fetch)
  const tell = (work: () => void) => {
    try {
      work()
    } catch {
      // A hook is told, not asked.
    }
  }
  const refreshes = new Refreshes(seconds)

  // Whole addresses below a mount: frameworks put their own base before what begins with a slash.
  const href = (path: LocalPath) => (mount === '' ? path : `${origin}${mount}${path}`)
  const redirect = (location: string, setCookies: readonly string[] = []) =>
    answer(null, 303, { Location: location }, setCookies)

  /** `login`, `callback` and so on; empty for what is not ours. */
  const actionOf = ({ url }: Request): string => {
    const { pathname } = new URL(url)
    // With the mount or without: some frameworks and proxies take it away.
    const prefix = [`${mount}${basePath}/`, `${basePath}/`].find((one) => pathname.startsWith(one))
    return prefix ? pathname.slice(prefix.length) : ''
  }

  async function login(request: Request): Promise<Response> {
    // A prefetch must not start a login: only a document that the person opens does.
    if (!isNavigation(request)) return answer(null, 204)
    const as = await provider.metadata()
    const query = new URL(request.url).searchParams
    // A login that someone else begins here (OIDC Core section 4) is for our own provider or for nobody.
    if (query.has('iss') && query.get('iss') !== issuer)
      throw new AuthError('callback_failed', 'This sign-in was begun for another provider.')
    const returnTo = localPath(query.get('returnTo'))
    const state = oauth.generateRandomState()
    const nonce = oauth.generateRandomNonce()
    const verifier = oauth.generateRandomCodeVerifier()
    const acr = query.get('acr')?.split(' ').filter(Boolean) ?? []
    const maxAge = /^\d{1,8}$/.test(query.get('max_age') ?? '') ? Number(query.get('max_age')) : undefined
    const name = `${await names.session}_tx_${state.slice(0, 16)}`
    const known = parseCookies(request.headers.get('cookie'))
    const older = [...known.keys()]
      .filter((one) => one.includes('_tx_'))
      .slice(0, Math.max(0, [...known.keys()].filter((one) => one.includes('_tx_')).length - mostTransactions + 1))
    const setCookies = [
      ...older.flatMap((one) => cookies.clear(one, known)),
      ...(await cookies.seal(name, { state, nonce, verifier, returnTo, acr, maxAge }, transactionAge)),
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
    for (const key of ['prompt', 'login_hint', 'organization', 'invitation', 'ui_locales']) {
      const value = query.get(key)
      if (value) url.searchParams.set(key, value)
    }
    if (maxAge !== undefined) url.searchParams.set('max_age', String(maxAge))
    if (acr.length > 0)
      url.searchParams.set('claims', JSON.stringify({ id_token: { acr: { essential: true, values: acr } } }))
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
      if (await keeper.read(request.headers.get('cookie'))) return redirect(href(localPath('/')))
      throw new AuthError(
        'state_mismatch',
        'This sign-in was begun in another browser, took too long, or is done.',
        'Sign in again.',
      )
    }
    const as = await provider.metadata()
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
        ...(typeof transaction.maxAge === 'number' ? { maxAge: transaction.maxAge } : {}),
      })
      await oauth.validateApplicationLevelSignature(as, response, http)
      const claims = oauth.getValidatedIdTokenClaims(tokens)
      if (!claims) throw new Error('no ID token')
      const demanded = Array.isArray(transaction.acr) ? (transaction.acr as string[]) : []
      const acr = typeof claims.acr === 'string' ? claims.acr : null
      if (demanded.length > 0 && !meetsAcr(acr, demanded)) throw new Error('the demanded acr was not reached')
      const info = await userInfo(as, claims.sub, tokens.access_token)
      const session: Session = {
        user: userOf({ ...claims, ...info }, options.user),
        sid: typeof claims.sid === 'string' ? claims.sid : null,
        authTime: Number(claims.auth_time ?? claims.iat),
        acr,
        scopes: (tokens.scope ?? scope).split(' ').filter(Boolean),
        expiresAt: seconds() + absolute,
      }
      const setCookies = await keeper.begin(session, tokensOf(tokens, null), request.headers.get('cookie'))
      tell(() => options.on?.login?.(session))
      return redirect(href(localPath(String(transaction.returnTo))), [...cleared, ...setCookies])
    } catch (error) {
      throw new AuthError('callback_failed', 'The sign-in could not be completed.', 'Sign in again.', { cause: error })
    }
  }

  async function logout(request: Request): Promise<Response> {
    const header = request.headers.get('cookie')
    if (request.headers.get('origin') !== origin)
      throw new AuthError('forbidden', 'A logout must be sent from this application.')
    const kept = await keeper.read(header)
    const tokens = await kept?.tokens()
    const setCookies = await keeper.end(header)
    refreshes.forget(tokens?.refreshToken)
    if (kept) tell(() => options.on?.logout?.({ sub: kept.session.user.sub, sid: kept.session.sid, by: 'person' }))
    // The local session ends even when the provider cannot be reached.
    const end = await provider.metadata().then(
      (as) => as.end_session_endpoint,
      () => undefined,
    )
    if (!end) return redirect(href(localPath('/')), setCookies)
    const url = new URL(end)
    url.searchParams.set('client_id', clientId)
    url.searchParams.set('post_logout_redirect_uri', `${origin}${mount}/`)
    if (tokens) url.searchParams.set('id_token_hint', tokens.idToken)
    return redirect(url.href, setCookies)
  }

  /** The provider ends sessions here (OpenID Connect Back-Channel Logout 1.0). Without a store there is nothing to end. */
  async function backchannelLogout(request: Request): Promise<Response> {
    if (!store) return answer('not found', 404)
    const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/x-www-form-urlencoded') return answer('a form is expected', 415)
    const text = await request.text()
    const given = text.length <= 20_000 ? new URLSearchParams(text).getAll('logout_token') : []
    if (given.length !== 1) throw new AuthError('logout_token_invalid', 'One logout_token is expected.')
    const { sid, sub, jti } = await verifyLogoutToken(provider, issuer, clientId, given[0] ?? '', now())
    if (!(await store.once(`logout:${jti}`, 600)))
      throw new AuthError('logout_token_invalid', 'This token was used before.')
    if (sid) await store.deleteBySid(sid)
    else if (sub) await store.deleteBySub(sub)
    tell(() => options.on?.logout?.({ sub, sid, by: 'provider' }))
    return answer(null, 200)
  }

  const tokensOf = (response: oauth.TokenEndpointResponse, before: StoredTokens | null): StoredTokens => {
    // A client must not use a token whose type it does not understand (RFC 6749 section 7.1): one that is bound to a key
    // (DPoP) would be refused everywhere.
    if (response.token_type !== 'bearer') throw new Error(`tokens of type ${response.token_type} are not understood`)
    return {
      accessToken: response.access_token,
      expiresAt: seconds() + (response.expires_in ?? 60),
      refreshToken: response.refresh_token ?? before?.refreshToken,
      idToken: response.id_token ?? before?.idToken ?? '',
    }
  }

  const userInfo = async (as: oauth.AuthorizationServer, sub: string, token: string) =>
    oauth.processUserInfoResponse(as, client, sub, await oauth.userInfoRequest(as, client, token, http))

  async function refresh({ session }: Kept, tokens: StoredTokens, header: string | null): Promise<Refreshed> {
    const as = await provider.metadata()
    let refreshed: oauth.TokenEndpointResponse
    try {
      const response = await oauth.refreshTokenGrantRequest(as, client, clientAuth, tokens.refreshToken ?? '', http)
      refreshed = await oauth.processRefreshTokenResponse(as, client, response)
    } catch (error) {
      const rejected = error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant'
      // Anything but a clear no may pass: the session stays.
      if (rejected) throw await ended('The provider ended this session.', header, error)
      throw new AuthError('refresh_unavailable', 'The provider could not be asked for a new token.', 'Try again.', {
        cause: error,
      })
    }
    // OIDC Core 12.2: the same person, or the session is over.
    const claims = refreshed.id_token === undefined ? undefined : oauth.getValidatedIdTokenClaims(refreshed)
    if (claims && claims.sub !== session.user.sub)
      throw await ended('The provider answered for another person.', header, null)
    const next = tokensOf(refreshed, tokens)
    // What the person may do can have changed: the roles of the page are as young as the token.
    const info = await userInfo(as, session.user.sub, next.accessToken).catch(() => null)
    const current = info ? { ...session, user: userOf({ ...claims, ...info }, options.user) } : session
    const setCookies = await keeper.refreshed(current, next, header)
    tell(() => options.on?.refresh?.(current))
    return { token: next.accessToken, refreshToken: next.refreshToken, setCookies, expiresAt: next.expiresAt }
  }

  /** A session that is over, with the cookies that say so. */
  async function ended(why: string, header: string | null, cause: unknown): Promise<AuthError> {
    const error = new AuthError('refresh_rejected', why, 'Sign in again.', { cause })
    error.setCookies = await keeper.end(header)
    return error
  }

  const auth: Auth = {
    basePath,
    read: async (header) => (await keeper.read(header))?.session ?? null,
    async update(request) {
      const header = request.headers.get('cookie')
      const kept = await keeper.read(header)
      // Our own routes write their cookies themselves: after a logout nothing is written again.
      if (!kept || actionOf(request) !== '') return { session: kept?.session ?? null, setCookies: [] }
      const known = refreshes.none ? null : await kept.tokens()
      const refreshed = refreshes.find(known?.refreshToken)?.result
      // Not every provider rotates refresh tokens: it is the access token that tells whether the browser has the result.
      if (refreshed && refreshed.token !== known?.accessToken)
        return { session: kept.session, setCookies: refreshed.setCookies }
      const old = seconds() - kept.writtenAt >= idle / 10
      return { session: kept.session, setCookies: old && isNavigation(request) ? await keeper.roll(kept, header) : [] }
    },
    check(session, requirement = {}): asserts session is Session {
      if (!session) throw new AuthError('not_signed_in', 'Nobody is signed in.')
      const lacks = missing(session, requirement, seconds())
      if (lacks === 'forbidden') throw new AuthError('forbidden', 'The signed-in person may not do this.')
      if (lacks === 'step-up') throw new AuthError('step_up_required', 'This needs a better or fresher sign-in.')
    },
    async verifyBearer(request, requirement = {}) {
      const header = request instanceof Request ? request.headers.get('authorization') : null
      const token = typeof request === 'string' ? request : /^Bearer +([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1]
      if (!token) throw new AuthError('token_missing', 'An access token is required.')
      return verifyAccessToken(provider, issuer, token, requirement, now())
    },
    fromHere: (method, from) => ['GET', 'HEAD', 'OPTIONS'].includes(method) || !from || from === origin,
    loginPath: (login = {}) => {
      const query = new URLSearchParams()
      if (login.returnTo) query.set('returnTo', localPath(login.returnTo))
      if (login.prompt) query.set('prompt', login.prompt)
      if (login.loginHint) query.set('login_hint', login.loginHint)
      if (login.organization) query.set('organization', login.organization)
      if (login.invitation) query.set('invitation', login.invitation)
      if (login.acr) query.set('acr', [login.acr].flat().join(' '))
      if (login.maxAge !== undefined) query.set('max_age', String(login.maxAge))
      return `${basePath}/login${query.size > 0 ? `?${query}` : ''}` as LocalPath
    },
    href,
    logoutPath: () => `${basePath}/logout` as LocalPath,
    async accessToken(cookieHeader, { canWrite } = {}) {
      const header = cookieHeader ?? null
      const kept = await keeper.read(header)
      const tokens = await kept?.tokens()
      if (!kept || !tokens) throw new AuthError('not_signed_in', 'Nobody is signed in.')
      if (tokens.expiresAt - refreshEarly > seconds()) return { token: tokens.accessToken, setCookies: [] }
      const { refreshToken } = tokens
      if (!refreshToken)
        throw new AuthError(
          'refresh_rejected',
          'The access token has expired and there is no refresh token.',
          'Give the client the grant type refresh_token, or sign in again.',
        )
      let entry = refreshes.find(refreshToken)
      if (!entry) {
        if (!store && canWrite && !canWrite())
          throw new AuthError(
            'refresh_unavailable',
            'The access token has expired, and no cookie can be written here.',
            'Ask for it in a route handler, a server action or an API route.',
          )
        entry = refreshes.begin(refreshToken, refresh(kept, tokens, header))
      }
      const { token, setCookies } = await entry.running
      return { token, setCookies }
    },
    async handle(request) {
      const action = actionOf(request)
      try {
        if (action === 'login' && request.method === 'GET') return await login(request)
        if (action === 'callback' && request.method === 'GET') return await callback(request)
        if (action === 'logout' && request.method === 'POST') return await logout(request)
        if (action === 'backchannel-logout' && request.method === 'POST') return await backchannelLogout(request)
        if (action === 'session' && request.method === 'GET')
          return Response.json(await auth.read(request.headers.get('cookie')), { headers: privately })
        if (['login', 'callback', 'session'].includes(action))
          return answer('method not allowed', 405, { Allow: 'GET' })
        if (action === 'logout' || action === 'backchannel-logout')
          return answer('a logout is a POST', 405, { Allow: 'POST' })
        return answer('not found', 404)
      } catch (error) {
        if (!(error instanceof AuthError)) throw error
        tell(() => options.on?.error?.(error))
        if (action === 'backchannel-logout') return error.toResponse()
        return answer(errorPage(error.message, href(auth.loginPath()), href(localPath('/'))), error.status, {
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
  if (typeof options.clientId !== 'string' || options.clientId.trim() === '') throw fault('clientId is empty.')
  if (!URL.canParse(options.url)) throw fault('url is not a URL.')
  const secrets = [options.secret].flat()
  if (secrets.length === 0 || secrets.some((secret) => typeof secret !== 'string' || secret.length < 32))
    throw fault(
      'A secret is shorter than 32 characters.',
      'In VESTIBULE_SECRET a comma separates secrets. Make one with: openssl rand -base64 48',
    )
  return { url: new URL(options.url), secrets }
}

/** True for a document that a person opens; false for prefetches, fetches and images. */
function isNavigation({ headers }: Request): boolean {
  if (/prefetch|prerender/.test(`${headers.get('sec-purpose')}${headers.get('purpose')}`)) return false
  const mode = headers.get('sec-fetch-mode')
  if (mode) return mode === 'navigate' && [null, 'document'].includes(headers.get('sec-fetch-dest'))
  return (headers.get('accept') ?? '').includes('text/html')
}

const errorPage = (message: string, login: string, home: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in</title><h1>Sign-in did not work</h1><p>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p><p><a href="${login}">Try again</a> · <a href="${home}">Home</a></p></html>`
