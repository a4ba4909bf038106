import { AuthError } from '../model/errors.ts'
import { type LocalPath, localPath } from '../model/local-path.ts'
import { isLoopback } from '../model/loopback.ts'
import type { MistakeName } from '../model/mistakes.ts'
import type { AuthOptions } from './options.ts'
import { helpForProblems, type Problem } from './problem-help.ts'
import { meaningOf, type Variable } from './variables.ts'

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
  rightsAge: number
  /** `off` over plain http, where no browser binds a session. */
  bindToDevice: 'off' | 'offer' | 'require'
}

/** @throws AuthError `config_invalid` when options cannot work, with all of them */
export function settingsOf(options: AuthOptions): Settings {
  const problems = problemsOf(options)
  if (problems.length > 0) {
    const texts = (part: 'message' | 'hint') => problems.map((problem) => problem[part])
    throw new AuthError(
      'config_invalid',
      [...texts('message'), ...texts('hint')].join(' '),
      helpForProblems([], problems),
    )
  }
  const { session } = options
  const url = options.url === undefined ? null : new URL(options.url)
  const secure = url?.protocol === 'https:'
  return {
    issuer: options.issuer,
    url,
    mount: (url?.pathname ?? options.path ?? '').replace(/\/+$/, ''),
    basePath: options.basePath ?? '/auth',
    secrets: [options.secret].flat(),
    scope: scopeOf(options),
    resources: listOf(options.resource),
    audience: options.audience === undefined ? null : [options.audience].flat(),
    postLogoutPath: localPath(options.postLogoutPath),
    secure,
    idle: session?.idle ?? 86_400,
    absolute: session?.absolute ?? 3 * 86_400,
    rightsAge: session?.rightsAge ?? 300,
    bindToDevice: (secure && session?.bindToDevice) || 'off',
  }
}

/** The scope with which a session has the permissions of its person. */
export const permissionScope = 'permissions'

const scopeOf = ({ scope = 'openid profile email', permissions }: AuthOptions): string =>
  permissions === undefined || scope.split(' ').includes(permissionScope) ? scope : `${scope} ${permissionScope}`

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat()

/** All that cannot work. */
export function problemsOf(options: AuthOptions): readonly Problem[] {
  const { production = true, clientId, issuer, url, clientKey, resource } = options
  const secrets = [options.secret].flat()
  const isShort = secrets.length === 0 || secrets.some((text) => typeof text !== 'string' || text.length < 32)
  const isNamed = typeof clientId === 'string' && clientId.trim() !== ''
  const noUrl = production ? 'url is missing.' : null
  return [
    ...ofVariable('VESTIBULE_ISSUER', addressProblem('issuer', issuer, production)),
    ...ofVariable('VESTIBULE_CLIENT_ID', isNamed ? null : 'clientId is empty.'),
    ...ofVariable('VESTIBULE_SECRET', isShort ? 'A secret is shorter than 32 characters.' : null, 'short-secret'),
    ...ofVariable('VESTIBULE_URL', url === undefined ? noUrl : addressProblem('url', url, production)),
    ...ofOption(
      clientKey !== undefined && typeof clientKey.alg !== 'string',
      'clientKey has no alg.',
      'alg is the algorithm of the key, for example "ES256".',
    ),
    ...ofOption(
      !['off', 'offer', 'require'].includes(options.session?.bindToDevice ?? 'off'),
      'session.bindToDevice is not known.',
      'It is off, offer or require.',
    ),
    // RFC 8707 section 2: absolute, without a fragment.
    ...ofOption(
      listOf(resource).some((text) => !URL.canParse(text) || text.includes('#')),
      'resource is not an absolute URI.',
      'resource is the identifier of an API, for example https://api.example.com.',
    ),
  ]
}

function ofVariable(variable: Variable, message: string | null, mistake?: MistakeName): Problem[] {
  if (message === null) return []
  return [{ message, hint: meaningOf(variable), variable, mistake: isPlainHttp(message) ? 'plain-http' : mistake }]
}
const ofOption = (isWrong: boolean, message: string, hint: string): Problem[] => (isWrong ? [{ message, hint }] : [])

const plainHttp = ' is plain http on a public host, which is allowed for loopback only.'
const isPlainHttp = (message: string): boolean => message.endsWith(plainHttp)

/** In production, plain http is allowed for loopback addresses only (RFC 9700 section 2.6). */
function addressProblem(name: string, text: string, production: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['https:', 'http:'].includes(url.protocol)) return `${name} is not an http or https URL.`
  if (url.search || url.hash || url.username || url.password) return `${name} is more than an origin and a path.`
  if (url.protocol === 'http:' && production && !isLoopback(url.hostname)) return `${name}${plainHttp}`
  return null
}
