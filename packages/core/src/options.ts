import type { JWK } from 'jose'
import type { AuthError } from './errors.ts'
import type { Claims, Session, User } from './session.ts'
import type { SessionStore } from './stores.ts'

/** What `createAuth` is told. */
export interface AuthOptions {
  /** The provider's issuer, as in its metadata: `https://id.example.com`. */
  issuer: string
  clientId: string
  /** Absent for a public client, and for one that has a `clientKey`. */
  clientSecret?: string
  /** A private key as a JWK with its `alg` (and `kid`): the client authenticates by `private_key_jwt` (OIDC Core section 9). */
  clientKey?: JWK
  /** Encrypts the cookies: at least 32 characters. Several, current first, while one is being replaced. */
  secret: string | readonly string[]
  /**
   * Where this application is, `https://app.example.com`, or `https://example.com/app` where it lives below a path (Next's
   * `basePath`, Nuxt's `app.baseURL`, the routers' `basename`). Only in development may it be left out: then it is the
   * loopback origin that the browser uses. Headers about forwarding are never read.
   */
  url?: string
  /** False in development and in tests. Default `true`: `url` must be given, and plain http is for loopback only. */
  production?: boolean
  /** Where the application lives on its host while there is no `url`: `/app`. */
  path?: string
  /** Where the routes of the SDK live within the application. Default `/auth`. */
  basePath?: string
  /** Default `openid profile email`. */
  scope?: string
  /** Scopes that a later login may ask for in addition, by `loginPath({ scope })`. */
  optionalScopes?: readonly string[]
  /** The APIs that access tokens are for (RFC 8707). Default: what the provider decides. */
  resource?: string | readonly string[]
  /** What the access tokens of this application's own API carry as `aud`: `verifyBearer` demands it. Default: the issuer. */
  audience?: string | readonly string[]
  /** More parameters of the authorization request, for every login or by the request of `/auth/login`. */
  authorizationParameters?: Readonly<Record<string, string>> | ((request: Request) => Readonly<Record<string, string>>)
  /** Sends the parameters to the provider first and only a reference through the browser (RFC 9126). Default: if it requires so. */
  pushedAuthorization?: boolean
  /** Where a browser lands after a sign-out. Register it with the provider as a whole address. Default `/`. */
  postLogoutPath?: string
  /** Seconds. Defaults: idle 1 day, absolute 3 days. With a store, the cookie holds an id only. */
  session?: { idle?: number; absolute?: number; store?: SessionStore }
  /** What a person has besides the standard fields, from the claims. Types: `Register`. */
  user?: (claims: Claims) => Partial<User>
  /**
   * Called when a sign-in has succeeded and before the session begins: to note the person in a database, say. The path that
   * it returns is where the person lands. When it throws, no session begins and the error page is shown.
   */
  afterCallback?: (
    session: Session,
    about: { returnTo: string; request: Request },
  ) => Promise<string | undefined> | string | undefined
  /** The page of a sign-in that failed. `error.code` tells why; `error.message` is for the developer. */
  errorPage?: (error: AuthError, request: Request) => Promise<Response> | Response
  /** They are told and not asked: what they throw or return changes nothing. */
  on?: {
    login?(session: Session): void
    refresh?(session: Session): void
    logout?(about: { sub: string | null; sid: string | null; by: 'person' | 'provider' }): void
    /** Default: a line in the console with the cause and the remedy. */
    error?(error: AuthError): void
  }
  /** For tests: the clock and the network. */
  now?: () => Date
  fetch?: typeof fetch
}
