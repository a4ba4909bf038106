import { developmentDefaults } from '../model/development-defaults.ts'
import { AuthError } from '../model/errors.ts'
import { isLoopback } from '../model/loopback.ts'
import type { AuthRequest } from '../model/responses.ts'
import { isLocalDevelopment } from './development.ts'
import type { AuthOptions } from './options.ts'
import { helpForProblems } from './problem-help.ts'
import { problemsOf } from './settings.ts'
import { meaningOf, type Variable } from './variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Where an application runs, as far as its framework knows. */
interface Runtime {
  /** Default: whether `NODE_ENV` is `production`. */
  production?: boolean
  /** False if no development server of a framework runs the application, whatever `NODE_ENV` says. */
  development?: boolean
  /** Path below which the application is served. */
  path?: string
}

/**
 * Reads options from the environment: `VESTIBULE_ISSUER`, `VESTIBULE_CLIENT_ID`, `VESTIBULE_CLIENT_SECRET`, and in production
 * also `VESTIBULE_SECRET` and `VESTIBULE_URL`. In development the secret is random and lasts as long as the process.
 *
 * If `NODE_ENV` is exactly `development` and none of the first three is set, the issuer is `http://localhost:4000` and the client is
 * its public `example`, for requests to a loopback address only.
 *
 * @param env the environment, usually `process.env`
 * @param given options that take precedence over the environment
 * @throws AuthError `config_missing`, which names every variable that is missing or cannot work
 * @example
 * ```ts
 * import { createAuth, optionsFromEnvironment } from '@vestibule/core'
 *
 * const auth = createAuth(optionsFromEnvironment(process.env))
 * ```
 */
export function optionsFromEnvironment(
  env: Environment,
  given: Partial<AuthOptions> = {},
  runtime: Runtime = {},
): AuthOptions {
  const production = given.production ?? runtime.production ?? env.NODE_ENV === 'production'
  const development = env.NODE_ENV === 'development' && !production && (runtime.development ?? true)
  const missing: Variable[] = []
  const read = (name: Variable | 'VESTIBULE_CLIENT_SECRET', required: boolean): string | undefined => {
    const value = env[name]?.trim()
    if (!value && required) missing.push(name as Variable)
    return value || undefined
  }
  const issuer = given.issuer ?? read('VESTIBULE_ISSUER', true) ?? ''
  const clientId = given.clientId ?? read('VESTIBULE_CLIENT_ID', true) ?? ''
  const clientSecret = given.clientSecret ?? read('VESTIBULE_CLIENT_SECRET', false)
  const secret = given.secret ?? splitSecrets(read('VESTIBULE_SECRET', production)) ?? developmentSecret()
  const url = given.url ?? read('VESTIBULE_URL', production)
  const options = { path: runtime.path, development, ...given, production, issuer, clientId, clientSecret, secret, url }
  if (missing.length === 0) return options
  if (mayUseDefaults(options)) {
    const missingVariables = url === undefined ? [...missing, 'VESTIBULE_URL'] : missing
    return { ...options, ...developmentDefaults, missingVariables }
  }
  throw missingError(missing, options)
}

/** If something is set, the rest of it was forgotten. A secret, in particular, is for the issuer that it was made by. */
const mayUseDefaults = ({ development, issuer, clientId, clientSecret, clientKey, url }: AuthOptions): boolean =>
  development === true &&
  !issuer &&
  !clientId &&
  !clientSecret &&
  clientKey === undefined &&
  (url === undefined || (URL.canParse(url) && isLoopback(new URL(url).hostname)))

/**
 * Refuses a request that the defaults of development are not for.
 *
 * @throws AuthError `config_missing`, which names the variables
 */
export function requireVariables(options: AuthOptions, request: AuthRequest): void {
  if (options.missingVariables === undefined || isLocalDevelopment(options, request)) return
  throw missingError(
    options.missingVariables as Variable[],
    options,
    'They may be left out in development only, for requests to http://localhost that no proxy or tunnel passed on.',
  )
}

/** The variable separates several secrets by commas. */
const splitSecrets = (text: string | undefined): string[] | undefined => text?.split(',').map((secret) => secret.trim())

/** Says what is wrong with the other options too, so that nobody starts the server once for each mistake. */
function missingError(names: readonly Variable[], options: AuthOptions, ...remarks: string[]): AuthError {
  const others = problemsOf(options).filter(({ variable }) => variable === undefined || !names.includes(variable))
  const sentence =
    names.length === 1 ? `${names[0]} is not set.` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are not set.`
  const texts = (part: 'message' | 'hint') => others.map((problem) => problem[part])
  return new AuthError(
    'config_missing',
    [sentence, ...remarks, ...texts('message'), ...names.map(meaningOf), ...texts('hint')].join(' '),
    helpForProblems(names, others),
  )
}

/**
 * A random secret for development: anyone could forge a session with a secret that is derived from public values. It is stored on
 * `globalThis`, because a framework can load this module several times in one process (Next bundles pages and route handlers
 * separately and reloads both at every change).
 */
function developmentSecret(): string {
  const key = Symbol.for('@vestibule/core development secret')
  const process = globalThis as { [key]?: string }
  process[key] ??= btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(48))))
  return process[key]
}
