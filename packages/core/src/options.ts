import { AuthError } from './errors.ts'
import type { Claims, Session, User } from './session.ts'
import type { SessionStore } from './stores.ts'

/** What `createAuth` is told. */
export interface AuthOptions {
  /** The provider's issuer, as in its metadata: `https://id.example.com`. */
  issuer: string
  clientId: string
  /** Absent for a public client. */
  clientSecret?: string
  /** Encrypts the cookies: at least 32 characters. Several, current first, while one is being replaced. */
  secret: string | readonly string[]
  /**
   * Where this application is, `https://app.example.com`, or `https://example.com/app` where it lives below a path (Next's
   * `basePath`, Nuxt's `app.baseURL`, the routers' `basename`). The host of a request is never trusted.
   */
  url: string
  /** Where the routes of the SDK live within the application. Default `/auth`. */
  basePath?: string
  /** Default `openid profile email`. */
  scope?: string
  /** Seconds. Defaults: idle 1 day, absolute 3 days. With a store, the cookie holds an id only. */
  session?: { idle?: number; absolute?: number; store?: SessionStore }
  /** What a person has besides the standard fields, from the claims. Types: `Register`. */
  user?: (claims: Claims) => Partial<User>
  /** For logging. They are told and not asked: what they throw or return changes nothing. */
  on?: {
    login?(session: Session): void
    refresh?(session: Session): void
    logout?(about: { sub: string | null; sid: string | null; by: 'person' | 'provider' }): void
    error?(error: AuthError): void
  }
  /** For tests: the clock and the network. */
  now?: () => Date
  fetch?: typeof fetch
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The options that the environment gives: `VESTIBULE_ISSUER`, `VESTIBULE_CLIENT_ID`, `VESTIBULE_CLIENT_SECRET`, and in
 * production also `VESTIBULE_SECRET` and `VESTIBULE_URL`. Throws `AuthError` `config_missing`, which names what is missing.
 *
 * @param env the environment, usually `process.env`
 * @param developmentUrl the application's URL outside production, when `VESTIBULE_URL` is not set
 * @param given options that are not left to the environment
 * @example
 * ```ts
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 *
 * const auth = createAuth(optionsFromEnvironment(process.env, 'http://localhost:3000'))
 * ```
 */
export function optionsFromEnvironment(
  env: Environment,
  developmentUrl: string,
  given: Partial<AuthOptions> = {},
): AuthOptions {
  const production = env.NODE_ENV === 'production'
  const need = (name: string, hint: string): string => {
    const value = env[name]?.trim()
    if (!value) throw new AuthError('config_missing', `${name} is not set.`, hint)
    return value
  }
  const issuer =
    given.issuer ??
    need('VESTIBULE_ISSUER', 'It is the address of your Vestibule server, for example http://localhost:4000.')
  const clientId =
    given.clientId ?? need('VESTIBULE_CLIENT_ID', 'It is the OIDC_CLIENT_ID_<n> of this application at the server.')
  const clientSecret = given.clientSecret ?? (env.VESTIBULE_CLIENT_SECRET?.trim() || undefined)
  const secret =
    given.secret ??
    (production
      ? need('VESTIBULE_SECRET', 'Make one with: openssl rand -base64 48')
      : (env.VESTIBULE_SECRET ?? `development only: ${clientSecret ?? ''} ${clientId} ${issuer}`.padEnd(40, '.'))
    )
      .split(',')
      .map((one) => one.trim())
  const url =
    given.url ??
    (production
      ? need('VESTIBULE_URL', 'It is the address of this application, for example https://app.example.com.')
      : (env.VESTIBULE_URL ?? developmentUrl))
  return { ...given, issuer, clientId, clientSecret, secret, url }
}
