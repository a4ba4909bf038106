import { AuthError } from '../model/errors.ts'
import { type LocalPath, localPath } from '../model/local-path.ts'
import type { AuthOptions } from './options.ts'

/** The validated options, with defaults applied. */
export interface Settings {
  issuer: string
  /** Null in development: the loopback origin that the browser uses. */
  url: URL | null
  /** Path below which the application is served: `''`, or for example `/app`. */
  mount: string
  basePath: string
  secrets: readonly string[]
  scope: string
  resources: readonly string[]
  audience: readonly string[] | null
  postLogoutPath: LocalPath
  /** Whether cookies have the `Secure` attribute. */
  secure: boolean
  /** Seconds. */
  idle: number
  absolute: number
}

const invalid = (message: string, hint = '') => new AuthError('config_invalid', message, hint)

/** @throws AuthError `config_invalid` when an option cannot work */
export function settingsOf(options: AuthOptions): Settings {
  const { production = true, session } = options
  if (typeof options.clientId !== 'string' || options.clientId.trim() === '') throw invalid('clientId is empty.')
  checkAddress('issuer', 'VESTIBULE_ISSUER', options.issuer, production)
  if (options.url === undefined && production)
    throw invalid('url is missing.', 'Set VESTIBULE_URL to the address of this application.')
  if (options.url !== undefined) checkAddress('url', 'VESTIBULE_URL', options.url, production)
  if (options.clientKey !== undefined && typeof options.clientKey.alg !== 'string')
    throw invalid('clientKey has no alg.', 'Set it to the algorithm of the key, for example "ES256".')
  const url = options.url === undefined ? null : new URL(options.url)
  return {
    issuer: options.issuer,
    url,
    mount: (url?.pathname ?? options.path ?? '').replace(/\/+$/, ''),
    basePath: options.basePath ?? '/auth',
    secrets: secretsOf(options),
    scope: options.scope ?? 'openid profile email',
    resources: addresses('resource', options.resource),
    audience: options.audience === undefined ? null : [options.audience].flat(),
    postLogoutPath: localPath(options.postLogoutPath),
    secure: url?.protocol === 'https:',
    idle: session?.idle ?? 86_400,
    absolute: session?.absolute ?? 3 * 86_400,
  }
}

function secretsOf({ secret }: AuthOptions): readonly string[] {
  const secrets = [secret].flat()
  if (secrets.length === 0 || secrets.some((text) => typeof text !== 'string' || text.length < 32))
    throw invalid(
      'A secret is shorter than 32 characters.',
      'VESTIBULE_SECRET separates several secrets by commas. Generate one with: openssl rand -base64 48',
    )
  return secrets
}

/** RFC 8707 section 2: absolute, without a fragment. */
function addresses(name: string, value: string | readonly string[] | undefined): readonly string[] {
  const list = value === undefined ? [] : [value].flat()
  if (list.some((text) => !URL.canParse(text) || text.includes('#')))
    throw invalid(`${name} is not an absolute URI.`, 'For example https://api.example.com.')
  return list
}

/** In production, plain http is allowed for loopback addresses only (RFC 9700 section 2.6). */
function checkAddress(name: string, variable: string, text: string, production: boolean): void {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw invalid(`${name} is not an http or https URL.`, `Set ${variable} to a URL such as https://id.example.com.`)
  if (url.search || url.hash || url.username || url.password)
    throw invalid(`${name} must consist of an origin and a path.`, `Remove everything else from ${variable}.`)
  if (url.protocol === 'http:' && production && !isLoopback(url.hostname))
    throw invalid(
      `${name} is plain http on a public host.`,
      `Use https in ${variable}: http is allowed for loopback only.`,
    )
}

/** Compares whole names: `localhost.example.com` is another host. */
export const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
