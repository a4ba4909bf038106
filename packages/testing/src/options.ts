import { randomBytes } from 'node:crypto'

/**
 * What a test server starts with. Without clients there is one, `app` at `http://localhost:3000`.
 *
 * @example
 * ```ts
 * import { startVestibule, type VestibuleOptions } from '@vestibule/testing'
 *
 * const options: VestibuleOptions = {
 *   clients: [{ url: 'http://localhost:5173' }, { clientId: 'worker', grantTypes: ['client_credentials'] }],
 *   settings: { TERMS_VERSION: '1', TERMS_URL: 'https://example.com/terms' },
 * }
 * await using vestibule = await startVestibule(options)
 * ```
 */
export interface VestibuleOptions {
  /** The first is the application of `vestibule.env`. */
  clients?: readonly ClientOptions[]
  /** The port on loopback. Default: one that is free. */
  port?: number
  /** Settings of the server, by their names in docs/configuration.md. */
  settings?: Readonly<Record<string, string>>
}

/**
 * A client of the test server: an application, or a program with tokens of its own.
 *
 * @example
 * ```ts
 * import type { ClientOptions } from '@vestibule/testing'
 *
 * const application: ClientOptions = { clientId: 'shop', url: 'http://localhost:5173', settings: { REQUIRE_PASSKEY: 'true' } }
 * const program: ClientOptions = { clientId: 'worker', grantTypes: ['client_credentials'], scopes: ['orders:read'] }
 * ```
 */
export interface ClientOptions {
  /** Default: `app`. */
  clientId?: string
  /** Default: a random one. Null: a public client. */
  clientSecret?: string | null
  name?: string
  /** Where the application answers, as `VESTIBULE_URL`. Default: `http://localhost:3000`. */
  url?: string
  /** Where its SDK begins a sign-in. Default: `/auth/login`. */
  loginPath?: string
  /** Default: `/auth/callback` below `url`. */
  redirectUris?: readonly string[]
  /** Default: `url`. */
  postLogoutRedirectUris?: readonly string[]
  scopes?: readonly string[]
  /** Default: `authorization_code` and `refresh_token`. Without `authorization_code` it needs no `url`. */
  grantTypes?: readonly string[]
  /** The APIs for which it gets tokens with scopes of their own. */
  audiences?: readonly string[]
  /** Other settings of a client, by the end of their names in docs/configuration.md, such as `REQUIRE_PASSKEY`. */
  settings?: Readonly<Record<string, string>>
  /** An application in this process: it answers requests for `url` instead of the network. */
  fetch?: (request: Request) => Response | Promise<Response>
}

/** A client with everything that was left out. */
export interface Client {
  clientId: string
  clientSecret: string | null
  name: string
  /** Null for a program that signs nobody in. */
  url: string | null
  loginPath: string
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
  scopes: readonly string[]
  grantTypes: readonly string[]
  audiences: readonly string[]
  settings: Readonly<Record<string, string>>
  fetch: ClientOptions['fetch']
}

const applicationScopes = [
  ...['openid', 'profile', 'email', 'organization', 'organizations', 'team', 'permissions', 'offline_access'],
]

export function completeClient(given: ClientOptions): Client {
  const { clientId = 'app', clientSecret = randomBytes(24).toString('base64url'), settings = {} } = given
  const { grantTypes = ['authorization_code', 'refresh_token'] } = given
  const url = grantTypes.includes('authorization_code')
    ? addressOf(clientId, given.url ?? 'http://localhost:3000')
    : null
  return {
    clientId,
    clientSecret,
    name: given.name ?? clientId,
    url,
    loginPath: given.loginPath ?? '/auth/login',
    redirectUris: given.redirectUris ?? (url === null ? [] : [`${url}/auth/callback`]),
    postLogoutRedirectUris: given.postLogoutRedirectUris ?? (url === null ? [] : [`${url}/`]),
    scopes: given.scopes ?? (url === null ? [] : applicationScopes),
    grantTypes,
    audiences: given.audiences ?? [],
    settings,
    fetch: given.fetch,
  }
}

function addressOf(clientId: string, url: string): string {
  if (!/^https?:\/\/[^?#]+$/.test(url) || !URL.canParse(url))
    throw new Error(`The url of the client ${clientId} is "${url}", and must be one such as http://localhost:3000`)
  return url.replace(/\/$/, '')
}

/** What this package decides: a test server is on loopback, has a database of its own, and keeps its mails to itself. */
const decided =
  /^(ISSUER|HOST|PORT|NODE_ENV|WORKERS|DATABASE_URL|SECRET|SMTP_URL|METRICS_(PORT|TOKEN)|DEMO_PORTS|OTEL_.*|OIDC_CLIENT_.*)$/

/** The environment of the server, as docs/configuration.md has it. Nothing of the process's own is in it. */
export function environmentOf(
  clients: readonly Client[],
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  for (const name of Object.keys(settings))
    if (decided.test(name.replace(/_FILE$/, '')))
      throw new Error(
        `settings.${name} cannot be set: @vestibule/testing decides it. Clients are given as \`clients\`.`,
      )
  return {
    BRAND_NAME: 'Vestibule test server',
    // A test signs in as often as it likes. Whoever tests a limit sets it.
    LIMIT_MAIL_PER_ADDRESS: 'off',
    LIMIT_CODE_FAILURES: 'off',
    LIMIT_PER_NETWORK: 'off',
    ...settings,
    ...Object.fromEntries(clients.flatMap(variablesOf)),
  }
}

const list = (items: readonly string[]): string => items.map((item) => item.replaceAll(',', '%2C')).join(',')

const variablesOf = (client: Client, index: number): [string, string][] => [
  [`OIDC_CLIENT_ID_${index}`, client.clientId],
  ...Object.entries({
    NAME: client.name,
    SECRET: client.clientSecret ?? '',
    ...(client.clientSecret === null ? { TOKEN_AUTH_METHOD: 'none' } : {}),
    REDIRECT_URIS: list(client.redirectUris),
    POST_LOGOUT_REDIRECT_URIS: list(client.postLogoutRedirectUris),
    ...(client.url === null ? {} : { INITIATE_LOGIN_URI: `${client.url}${client.loginPath}` }),
    SCOPES: list(client.scopes),
    GRANT_TYPES: list(client.grantTypes),
    AUDIENCES: list(client.audiences),
    ...client.settings,
  })
    .filter(([, value]) => value !== '')
    .map(([name, value]): [string, string] => [`OIDC_CLIENT_${index}_${name}`, value]),
]
