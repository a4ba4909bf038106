import type { JWK } from 'jose'
import type { DPoP } from '../model/dpop.ts'
import type { AuthError } from '../model/errors.ts'
import type { Permissions } from '../model/permissions.ts'
import type { Claims, Session, User } from '../model/session.ts'
import type { SessionStore } from '../sessions/session-store.ts'

/**
 * Options of `createAuth`.
 *
 * @example
 * ```ts
 * import type { AuthOptions } from '@vestibule/core'
 *
 * const options: Partial<AuthOptions> = { scope: 'openid profile email organization', postLogoutPath: '/goodbye' }
 * ```
 */
export interface AuthOptions {
  /** Issuer of the provider, exactly as in its metadata: `https://id.example.com`. */
  issuer: string
  clientId: string
  /** Omit it for a public client, and for a client with a `clientKey`. */
  clientSecret?: string
  /** Private key as a JWK with `alg` (and `kid`), to authenticate with `private_key_jwt` (OIDC Core section 9). */
  clientKey?: JWK
  /**
   * The key that access tokens are bound to (RFC 9449), made by `createDPoP` of `@vestibule/core/dpop`. Calls with an access token then
   * need its `fetch`. A sign-in fails if the provider issues a token that is not bound.
   */
  dpop?: DPoP
  /** Encrypts the cookies: at least 32 characters. To rotate it, list several, the current secret first. */
  secret: string | readonly string[]
  /**
   * Address of this application: `https://app.example.com`, or `https://example.com/app` if it is served below a path (Next's
   * `basePath`, Nuxt's `app.baseURL`, the routers' `basename`). Optional in development only, where it defaults to the loopback
   * origin that the browser uses. `Forwarded` and `X-Forwarded-*` headers are never read.
   */
  url?: string
  /** Set it to false in development and in tests. Default `true`: `url` is required, and plain http is for loopback only. */
  production?: boolean
  /**
   * Whether the development server of a framework runs this application: then a request that was sent to a loopback address may be
   * answered with details. Default `false`. `optionsFromEnvironment` sets it if `NODE_ENV` is exactly `development`.
   */
  development?: boolean
  /**
   * The variables in whose place the defaults of development are used. Then only requests that were sent to a loopback address are
   * answered; every other one is refused, and names the variables. `optionsFromEnvironment` sets it.
   */
  missingVariables?: readonly string[]
  /** Path below which the application is served while there is no `url`: `/app`. */
  path?: string
  /** Path of the SDK's routes within the application. Default `/auth`. */
  basePath?: string
  /** Scopes of every login. Default `openid profile email`. */
  scope?: string
  /** Scopes that a later login may request in addition, with `loginPath({ scope })`. */
  optionalScopes?: readonly string[]
  /** Resource indicators: the APIs that access tokens are for (RFC 8707). Default: the provider decides. */
  resource?: string | readonly string[]
  /** Audience that `verifyBearer` requires in access tokens for this application's own API. Default: the issuer. */
  audience?: string | readonly string[]
  /** Additional parameters of the authorization request, as an object or as a function of the request to `/auth/login`. */
  authorizationParameters?: Readonly<Record<string, string>> | ((request: Request) => Readonly<Record<string, string>>)
  /** Uses pushed authorization requests (RFC 9126). Default: if the provider requires them. */
  pushedAuthorization?: boolean
  /** Path to which the browser returns after a logout. Register its full URL with the provider. Default `/`. */
  postLogoutPath?: string
  /**
   * The permissions of this application, from the file that `npx @vestibule/cli permissions` writes. Every login then requests the scope
   * `permissions`, and a name that is not among them is an error in development.
   */
  permissions?: Permissions
  /**
   * Lifetimes in seconds. Defaults: idle 1 day, absolute 3 days, and 5 minutes for permissions (`rightsAge`), after which guards read
   * them again. With a store, the cookie contains only an id.
   *
   * `bindToDevice` binds sessions to a key of the browser, where it can (Device Bound Session Credentials; over https only): `offer`
   * changes nothing for a browser that can't, and `require` accepts no session of such a browser after the first minute. Default `off`.
   */
  session?: {
    idle?: number
    absolute?: number
    rightsAge?: number
    store?: SessionStore
    bindToDevice?: 'off' | 'offer' | 'require'
  }
  /** Derives additional fields of a person from the claims. Declare their types in `Register`. */
  user?: (claims: Claims) => Partial<User>
  /**
   * Called after a successful sign-in and before the session starts, for example to store the person in a database. It may
   * return the path to redirect to. If it throws, no session starts and the error page is shown.
   */
  afterCallback?: (
    session: Session,
    about: { returnTo: string; request: Request },
  ) => Promise<string | undefined> | string | undefined
  /** Renders the page of a failed sign-in. `error.code` is the reason; `error.message` is for the developer. */
  errorPage?: (error: AuthError, request: Request) => Promise<Response> | Response
  /** Event hooks. Their return values and exceptions are ignored. */
  on?: {
    login?(session: Session): void
    refresh?(session: Session): void
    logout?(about: { sub: string | null; sid: string | null; by: 'person' | 'provider' }): void
    /** Default: logs a line with the cause and the remedy. */
    error?(error: AuthError): void
  }
  /** The clock and the network, for tests. */
  now?: () => Date
  fetch?: typeof fetch
}
