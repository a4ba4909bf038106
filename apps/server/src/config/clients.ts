import type { JWK } from 'jose'
import { type AuthMethod, authMethods, type Client, idTokenAlgs, onboardingSteps } from '../oidc/clients.ts'
import { type GrantType, grantTypes, responseTypes } from '../oidc/response-types.ts'
import { isScopeName, standardScopes } from '../oidc/scopes.ts'
import { type Environment, type EnvironmentReader, isLoopback, nearest, suggestion, urlFault } from './environment.ts'

/** The settings of a client, each with a value that works. */
const settings: ReadonlyMap<string, string> = new Map([
  ['SECRET', 'the output of: openssl rand -base64 32'],
  ['SECRET_NEXT', 'the output of: openssl rand -base64 32'],
  ['REDIRECT_URIS', 'https://app.example.com/auth/callback'],
  ['SCOPES', 'openid,profile,email'],
  ['GRANT_TYPES', 'authorization_code,refresh_token'],
  ['RESPONSE_TYPES', 'code'],
  ['TOKEN_AUTH_METHOD', 'client_secret_basic'],
  ['NAME', 'My app'],
  ['LOGO_URI', 'https://app.example.com/logo.svg'],
  ['POLICY_URI', 'https://app.example.com/privacy'],
  ['TOS_URI', 'https://app.example.com/terms'],
  ['INITIATE_LOGIN_URI', 'https://app.example.com/auth/login'],
  ['POST_LOGOUT_REDIRECT_URIS', 'https://app.example.com/'],
  ['BACKCHANNEL_LOGOUT_URI', 'https://app.example.com/auth/backchannel-logout'],
  ['BACKCHANNEL_LOGOUT_SESSION_REQUIRED', 'true'],
  ['FRONTCHANNEL_LOGOUT_URI', 'https://app.example.com/auth/frontchannel-logout'],
  ['FRONTCHANNEL_LOGOUT_SESSION_REQUIRED', 'true'],
  ['JWKS', '{"keys":[...]}'],
  ['JWKS_URI', 'https://app.example.com/jwks.json'],
  ['ID_TOKEN_SIGNED_RESPONSE_ALG', 'RS256'],
  ['ID_TOKEN_CLAIMS', 'scopes'],
  ['REQUIRE_PKCE', 'true'],
  ['REQUIRE_CONSENT', 'true'],
  ['REQUIRE_PAR', 'true'],
  ['REQUIRE_PASSKEY', 'true'],
  ['ORGANIZATION', 'required'],
  ['ORGANIZATION_ACCESS', 'acme'],
  ['ONBOARDING', 'terms,profile,organization'],
  ['ASSERTION_AUDIENCE', 'issuer'],
  ['DEFAULT_ACR_VALUES', 'phr'],
  ['DEFAULT_MAX_AGE', '3600'],
  ['ACCESS_TOKEN_TTL', '600'],
  ['AUDIENCES', 'https://api.example.com'],
])

/** Variables that may come from a file. */
const fileSuffixes = ['SECRET_FILE', 'SECRET_NEXT_FILE', 'JWKS_FILE']

export const namesClients = (env: Environment): boolean =>
  Object.keys(env).some((name) => /^OIDC_CLIENT_ID_\d+$/.test(name) && env[name]?.trim())

/** Reads every client of the environment. Indices are any non-negative integers; gaps are allowed. */
export function readClients(
  reader: EnvironmentReader,
  env: Environment,
  mode: { production: boolean; development: boolean },
): Map<string, Client> {
  const indices = new Set<string>()
  for (const name of Object.keys(env)) {
    if (!name.startsWith('OIDC_CLIENT_') || !env[name]?.trim()) continue
    const id = /^OIDC_CLIENT_ID_(\d+)$/.exec(name)
    const other = /^OIDC_CLIENT_(\d+)_(.+)$/.exec(name)
    if (id?.[1]) indices.add(id[1])
    else if (!other?.[1] || !other[2]) {
      reader.fault(
        name,
        'is not a client variable; names are OIDC_CLIENT_ID_<n> and OIDC_CLIENT_<n>_<SETTING>',
        'my-app',
        'OIDC_CLIENT_ID_0',
      )
    } else if (![...settings.keys(), ...fileSuffixes].includes(other[2])) {
      const meant = nearest(other[2], [...settings.keys()])
      reader.fault(
        name,
        `is not a known setting of a client${meant ? `; did you mean "${meant}"?` : ' (docs/configuration.md lists them)'}`,
        settings.get(meant ?? 'NAME') as string,
        `OIDC_CLIENT_${other[1]}_${meant ?? 'NAME'}`,
      )
    } else if (!env[`OIDC_CLIENT_ID_${other[1]}`]?.trim()) {
      reader.fault(`OIDC_CLIENT_ID_${other[1]}`, `is missing, but ${name} is set`, 'my-app')
    }
  }

  const clients = new Map<string, Client>()
  for (const index of [...indices].sort((a, b) => Number(a) - Number(b))) {
    const client = readClient(reader, index, mode)
    if (clients.has(client.id))
      reader.fault(`OIDC_CLIENT_ID_${index}`, `repeats the id of another client`, `my-app-${index}`)
    clients.set(client.id, client)
  }
  return clients
}

function readClient(
  reader: EnvironmentReader,
  index: string,
  { production, development }: { production: boolean; development: boolean },
): Client {
  const at = (setting: string) => `OIDC_CLIENT_${index}_${setting}`
  const id = reader.text(`OIDC_CLIENT_ID_${index}`) ?? ''
  if (!/^[\x20-\x7e]{1,255}$/.test(id)) {
    reader.fault(`OIDC_CLIENT_ID_${index}`, 'must be 1 to 255 printable ASCII characters', 'my-app')
  }

  const secret = reader.secret(at('SECRET'))
  const next = reader.secret(at('SECRET_NEXT'))
  const secrets = [secret, next].filter((one): one is string => one !== null)
  const jwks = readJwks(reader, at('JWKS'))
  const jwksUri = reader.url(at('JWKS_URI'), 'https://app.example.com/jwks.json', { httpsOnly: production })
  const fallback = secret ? 'client_secret_basic' : jwks || jwksUri ? 'private_key_jwt' : 'none'
  const method = reader.choice(at('TOKEN_AUTH_METHOD'), authMethods, fallback)
  const named = reader.text(at('TOKEN_AUTH_METHOD')) !== null
  checkCredentials(reader, index, method, secrets, Boolean(jwks || jwksUri))

  const grants = new Set<GrantType>(reader.choices(at('GRANT_TYPES'), grantTypes, ['authorization_code']))
  if (grants.has('client_credentials') && method === 'none') {
    reader.fault(
      at('GRANT_TYPES'),
      'holds client_credentials, which a public client cannot use',
      'authorization_code,refresh_token',
    )
  }
  const interactive = grants.has('authorization_code') || grants.has('implicit')
  const types = interactive ? readResponseTypes(reader, at('RESPONSE_TYPES'), grants) : new Set<string>()
  const audiences = reader.list(at('AUDIENCES')) ?? []
  for (const audience of audiences) {
    if (!URL.canParse(audience) || audience.includes('#')) {
      reader.fault(
        at('AUDIENCES'),
        `holds "${audience}", which is not an absolute URI without a fragment`,
        'https://api.example.com',
      )
    }
  }

  return {
    id,
    name: reader.text(at('NAME')) ?? id,
    secrets,
    redirectUris: readRedirectUris(reader, at('REDIRECT_URIS'), interactive, production),
    scopes: readScopes(reader, at('SCOPES'), grants.has('client_credentials') || audiences.length > 0),
    grantTypes: grants,
    responseTypes: types,
    tokenAuthMethods: named ? [method] : methodsWithoutName(method),
    idTokenSignedResponseAlg: reader.choice(at('ID_TOKEN_SIGNED_RESPONSE_ALG'), idTokenAlgs, 'RS256'),
    idTokenClaims: reader.choice(at('ID_TOKEN_CLAIMS'), ['scopes', 'minimal'], 'scopes'),
    requirePkce: reader.flag(at('REQUIRE_PKCE'), method === 'none'),
    requireConsent: reader.flag(at('REQUIRE_CONSENT'), false),
    requirePar: reader.flag(at('REQUIRE_PAR'), false),
    requirePasskey: reader.flag(at('REQUIRE_PASSKEY'), false),
    organization: reader.choice(at('ORGANIZATION'), ['required', 'optional', 'none'], 'required'),
    onboarding: reader.text(at('ONBOARDING')) === null ? null : reader.choices(at('ONBOARDING'), onboardingSteps, []),
    postLogoutRedirectUris: readUris(reader, at('POST_LOGOUT_REDIRECT_URIS'), production),
    backchannelLogoutUri: reader.url(at('BACKCHANNEL_LOGOUT_URI'), 'https://app.example.com/backchannel-logout', {
      httpsOnly: production,
    }),
    backchannelLogoutSessionRequired: reader.flag(at('BACKCHANNEL_LOGOUT_SESSION_REQUIRED'), false),
    frontchannelLogoutUri: reader.url(at('FRONTCHANNEL_LOGOUT_URI'), 'https://app.example.com/frontchannel-logout', {
      httpsOnly: production,
    }),
    frontchannelLogoutSessionRequired: reader.flag(at('FRONTCHANNEL_LOGOUT_SESSION_REQUIRED'), false),
    initiateLoginUri: reader.url(at('INITIATE_LOGIN_URI'), 'https://app.example.com/login', { httpsOnly: production }),
    logoUri: reader.url(at('LOGO_URI'), 'https://app.example.com/logo.svg', { httpsOnly: production }),
    policyUri: reader.url(at('POLICY_URI'), 'https://app.example.com/privacy'),
    tosUri: reader.url(at('TOS_URI'), 'https://app.example.com/terms'),
    jwks,
    jwksUri,
    assertionAudience: reader.choices(at('ASSERTION_AUDIENCE'), ['issuer', 'token_endpoint'], ['issuer']),
    defaultAcrValues: reader.list(at('DEFAULT_ACR_VALUES')) ?? [],
    defaultMaxAge:
      reader.text(at('DEFAULT_MAX_AGE')) === null
        ? null
        : reader.number(at('DEFAULT_MAX_AGE'), 3600, { min: 0, max: 31_536_000, unit: 'seconds' }),
    accessTokenTtl:
      reader.text(at('ACCESS_TOKEN_TTL')) === null
        ? null
        : reader.number(at('ACCESS_TOKEN_TTL'), 600, { min: 30, max: 3600, unit: 'seconds' }),
    audiences,
    organizationAccess: readOrganizationAccess(reader, at('ORGANIZATION_ACCESS'), grants),
    development,
  }
}

/** Libraries differ in where they put a secret, and few let one choose. Either is as good: the client has one secret. */
const methodsWithoutName = (method: AuthMethod): readonly AuthMethod[] =>
  method === 'client_secret_basic' ? ['client_secret_basic', 'client_secret_post'] : [method]

/** Which organizations the client's own tokens may name; none unless it is said. */
function readOrganizationAccess(
  reader: EnvironmentReader,
  name: string,
  grants: ReadonlySet<GrantType>,
): readonly string[] | 'any' {
  const listed = reader.list(name) ?? []
  if (listed.length > 0 && !grants.has('client_credentials'))
    reader.fault(name, 'is for clients with the grant type client_credentials', 'any')
  if (!listed.includes('any')) return listed
  if (listed.length > 1) reader.fault(name, 'holds any and something else', 'any')
  return 'any'
}

function checkCredentials(
  reader: EnvironmentReader,
  index: string,
  method: AuthMethod,
  secrets: readonly string[],
  hasKeys: boolean,
): void {
  const at = (setting: string) => `OIDC_CLIENT_${index}_${setting}`
  if (method === 'none' && secrets.length > 0) {
    reader.fault(
      at('TOKEN_AUTH_METHOD'),
      'is none, but the client has a secret; remove one of them',
      'client_secret_basic',
    )
  }
  if (method.startsWith('client_secret') && !secrets[0]) {
    reader.fault(
      at('SECRET'),
      `is missing, but TOKEN_AUTH_METHOD is ${method}`,
      'the output of: openssl rand -base64 32',
    )
  }
  if (method === 'private_key_jwt' && !hasKeys) {
    reader.fault(
      at('JWKS_URI'),
      'or JWKS is missing, but TOKEN_AUTH_METHOD is private_key_jwt',
      'https://app.example.com/jwks.json',
    )
  }
}

function readResponseTypes(reader: EnvironmentReader, name: string, grants: ReadonlySet<string>): Set<string> {
  const types = new Set(
    reader.choices(name, [...responseTypes.keys()], grants.has('authorization_code') ? ['code'] : ['id_token']),
  )
  for (const type of types) {
    if (type.includes('token') && !grants.has('implicit')) {
      reader.fault(name, `holds "${type}", which needs the grant type implicit`, 'code')
    }
    if (type.includes('code') && !grants.has('authorization_code')) {
      reader.fault(name, `holds "${type}", which needs the grant type authorization_code`, 'id_token')
    }
  }
  return types
}

function readScopes(reader: EnvironmentReader, name: string, custom: boolean): Set<string> {
  const scopes = reader.list(name) ?? ['openid', 'profile', 'email']
  for (const scope of scopes) {
    const standard = (standardScopes as readonly string[]).includes(scope)
    if (!isScopeName(scope) || (!standard && !custom)) {
      reader.fault(
        name,
        `holds "${scope}", which is not a known scope${suggestion(scope, standardScopes)}`,
        'openid,profile,email',
      )
    }
  }
  return new Set(scopes)
}

function readRedirectUris(reader: EnvironmentReader, name: string, required: boolean, production: boolean): string[] {
  const uris = reader.list(name) ?? []
  if (required && uris.length === 0) reader.fault(name, 'is missing', 'https://app.example.com/auth/callback')
  for (const uri of uris) {
    const fault = redirectUriFault(uri, production)
    if (fault) reader.fault(name, `holds "${uri}", which ${fault}`, 'https://app.example.com/auth/callback')
  }
  return uris
}

/** A private-use scheme of a native app (RFC 8252 section 7.1) has a dot in it; script and data schemes have none. */
function redirectUriFault(uri: string, production: boolean): string | null {
  if (/[\s\\]/.test(uri)) return 'holds a space or a backslash'
  if (!URL.canParse(uri)) return 'is not an absolute URI'
  if (uri.includes('#')) return 'has a fragment'
  const url = new URL(uri)
  if (!/^https?:$/.test(url.protocol)) {
    return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/i.test(url.protocol)
      ? null
      : 'has a scheme that is neither https nor a reversed domain name'
  }
  const fault = urlFault(uri, false)
  if (fault) return fault
  if (url.hostname.includes('*')) return 'has a * in its host; redirect URIs are compared exactly, so name each one'
  for (const reserved of ['code', 'state', 'iss', 'error', 'session_state']) {
    if (url.searchParams.has(reserved)) return `has ${reserved} in its query, a name of the authorization response`
  }
  if (production && url.protocol === 'http:' && !isLoopback(url.hostname)) return 'is plain http in production'
  return null
}

function readUris(reader: EnvironmentReader, name: string, production: boolean): string[] {
  const uris = reader.list(name) ?? []
  for (const uri of uris) {
    const fault = urlFault(uri, production)
    if (fault) reader.fault(name, `holds "${uri}", which ${fault}`, 'https://app.example.com/')
  }
  return uris
}

function readJwks(reader: EnvironmentReader, name: string): JWK[] | null {
  const text = reader.secret(name)
  if (text === null) return null
  try {
    const parsed = JSON.parse(text) as { keys?: JWK[] } | JWK[]
    const keys = Array.isArray(parsed) ? parsed : parsed.keys
    if (!Array.isArray(keys) || keys.length === 0) throw new Error('no keys')
    if (keys.some((key) => typeof key !== 'object' || 'd' in key || key.kty === 'oct')) {
      reader.fault(name, 'must hold public keys only', '{"keys":[{"kty":"EC","crv":"P-256","x":"...","y":"..."}]}')
    }
    return keys
  } catch {
    reader.fault(name, 'is not a JSON Web Key Set', '{"keys":[{"kty":"EC","crv":"P-256","x":"...","y":"..."}]}')
    return null
  }
}

/** The clients of the three example apps. They exist only on loopback, when nothing else is registered. */
export const exampleEnvironment: Environment = Object.fromEntries(
  (
    [
      ['nextjs', 3001],
      ['nuxt', 3002],
      ['remix', 3003],
    ] as const
  ).flatMap(([framework, port], index) =>
    Object.entries({
      [`OIDC_CLIENT_ID_${index}`]: `example-${framework}`,
      [`OIDC_CLIENT_${index}_SECRET`]: `example-${framework}-secret-for-loopback-only`,
      [`OIDC_CLIENT_${index}_NAME`]: `${{ nextjs: 'Next.js', nuxt: 'Nuxt', remix: 'Remix' }[framework]} example`,
      [`OIDC_CLIENT_${index}_REDIRECT_URIS`]: `http://localhost:${port}/auth/callback`,
      [`OIDC_CLIENT_${index}_POST_LOGOUT_REDIRECT_URIS`]: `http://localhost:${port}/`,
      [`OIDC_CLIENT_${index}_SCOPES`]: 'openid,profile,email,organization,organizations,team,offline_access',
      [`OIDC_CLIENT_${index}_INITIATE_LOGIN_URI`]: `http://localhost:${port}/auth/login`,
      [`OIDC_CLIENT_${index}_GRANT_TYPES`]: 'authorization_code,refresh_token',
    }),
  ),
)
