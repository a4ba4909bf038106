import { AuthError } from './errors.ts'

/** What `createAuth` is told. */
export interface AuthOptions {
  /** The provider's issuer, as in its metadata: `https://id.example.com`. */
  issuer: string
  clientId: string
  /** Absent for a public client. */
  clientSecret?: string
  /** Encrypts the cookies: at least 32 characters. Several, current first, while one is being replaced. */
  secret: string | readonly string[]
  /** This application's own origin, `https://app.example.com`. The host of a request is never trusted. */
  url: string
  /** Where the routes of the SDK live. Default `/auth`. */
  basePath?: string
  /** Default `openid profile email`. */
  scope?: string
  /** Seconds. Defaults: idle 1 day, absolute 3 days. */
  session?: { idle?: number; absolute?: number }
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
 * @example
 * ```ts
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 *
 * const auth = createAuth(optionsFromEnvironment(process.env, 'http://localhost:3000'))
 * ```
 */
export function optionsFromEnvironment(env: Environment, developmentUrl: string): AuthOptions {
  const production = env.NODE_ENV === 'production'
  const need = (name: string, hint: string): string => {
    const value = env[name]
    if (!value) throw new AuthError('config_missing', `${name} is not set.`, hint)
    return value
  }
  const issuer = need(
    'VESTIBULE_ISSUER',
    'It is the address of your Vestibule server, for example http://localhost:4000.',
  )
  const clientId = need('VESTIBULE_CLIENT_ID', 'It is the OIDC_CLIENT_ID_<n> of this application at the server.')
  const clientSecret = env.VESTIBULE_CLIENT_SECRET
  const secret = production
    ? need('VESTIBULE_SECRET', 'Make one with: openssl rand -base64 48')
    : (env.VESTIBULE_SECRET ?? `development only: ${clientSecret ?? ''} ${clientId} ${issuer}`.padEnd(40, '.'))
  const url = production
    ? need('VESTIBULE_URL', 'It is the address of this application, for example https://app.example.com.')
    : (env.VESTIBULE_URL ?? developmentUrl)
  return { issuer, clientId, clientSecret, secret: secret.split(',').map((one) => one.trim()), url }
}
