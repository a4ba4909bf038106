import { type AuthMethod, type Client, idTokenAlgs, idTokenClaims, onboardingSteps } from '../oidc/clients.ts'
import { demands } from '../oidc/dpop.ts'
import { exampleRule, exchangeLimits, parseExchangeRule } from '../oidc/exchange-rules.ts'
import {
  clientGrantTypes,
  deviceCode,
  type GrantType,
  jwtBearer,
  responseTypes,
  tokenExchange,
} from '../oidc/response-types.ts'
import { isScopeName, isStandardScope, standardScopes } from '../oidc/scopes.ts'
import type { ExchangeRule } from '../oidc/token-exchange.ts'
import { readCredentials } from './credentials/client-credentials.ts'
import { readFederatedCredential } from './credentials/federated-credential.ts'
import { readFieldClaims, readFieldNames } from './declarations/fields.ts'
import { type EnvironmentReader, isLoopback, suggestion, urlFault } from './environment.ts'

/** The name of the variable of a setting. */
type VariableOf = (setting: string) => string

export function readClient(
  reader: EnvironmentReader,
  index: string,
  { production, development }: { production: boolean; development: boolean },
): Client {
  const at: VariableOf = (setting) => `OIDC_CLIENT_${index}_${setting}`
  const id = reader.text(`OIDC_CLIENT_ID_${index}`) ?? ''
  if (!/^[\x20-\x7e]{1,255}$/.test(id)) {
    reader.fault(`OIDC_CLIENT_ID_${index}`, 'must be 1 to 255 printable ASCII characters', 'my-app')
  }
  const { method, ...credentials } = readCredentials(reader, at, { id, production })
  const grants = readGrants(reader, at, method)
  const { grantTypes } = grants
  const audiences = readAudiences(reader, at('AUDIENCES'))
  const interactive = grantTypes.has('authorization_code') || grantTypes.has('implicit')
  return {
    id,
    source: 'environment',
    trust: 'own',
    variable: `OIDC_CLIENT_ID_${index}`,
    name: reader.text(at('NAME')) ?? id,
    ...credentials,
    federated: readFederatedCredential(reader, at, { method, production }),
    ...grants,
    redirectUris: readRedirectUris(reader, at('REDIRECT_URIS'), interactive, production),
    scopes: readScopes(reader, at('SCOPES'), grantTypes.has('client_credentials') || audiences.length > 0),
    ...readRequirements(reader, at, method),
    deviceQr: readDeviceQr(reader, at('DEVICE_QR'), grantTypes),
    ...readTokenSettings(reader, at, method),
    ...readLinks(reader, at, production),
    audiences,
    claims: readFieldClaims(reader, at('CLAIMS')),
    fields: readFieldNames(reader, at('FIELDS')),
    organizationAccess: readOrganizationAccess(reader, at('ORGANIZATION_ACCESS'), grantTypes),
    exchangeRules: readExchangeRules(reader, at, grantTypes),
    development,
  }
}

/** A workload has no browser; its token is all that it has. */
const defaultGrants = (method: AuthMethod): readonly GrantType[] =>
  method === 'federated_jwt' ? ['client_credentials'] : ['authorization_code']

function readGrants(reader: EnvironmentReader, at: VariableOf, method: AuthMethod) {
  const grants = new Set<GrantType>(reader.choices(at('GRANT_TYPES'), clientGrantTypes, defaultGrants(method)))
  if (grants.has('refresh_token') && method === 'federated_jwt') {
    reader.fault(
      at('GRANT_TYPES'),
      'contains refresh_token, which a client with federated_jwt cannot use: its rights end with its workload',
      'client_credentials',
    )
  }
  if (grants.has('client_credentials') && method === 'none') {
    reader.fault(
      at('GRANT_TYPES'),
      'contains client_credentials, which a public client cannot use',
      'authorization_code,refresh_token',
    )
  }
  if (grants.has(jwtBearer) && (method === 'none' || method === 'federated_jwt'))
    reader.fault(
      at('GRANT_TYPES'),
      `contains ${jwtBearer}, for which a client has to authenticate by a secret or a key of its own`,
      'authorization_code,refresh_token',
    )
  if (grants.has(tokenExchange) && method === 'none')
    reader.fault(
      at('GRANT_TYPES'),
      `contains ${tokenExchange}, which a public client cannot use`,
      'authorization_code,refresh_token',
    )
  if (grants.has(deviceCode) && method === 'federated_jwt')
    reader.fault(
      at('GRANT_TYPES'),
      `contains ${deviceCode}, which a client with federated_jwt cannot use: a workload has no person`,
      'client_credentials',
    )
  const interactive = grants.has('authorization_code') || grants.has('implicit')
  const types = interactive ? readResponseTypes(reader, at('RESPONSE_TYPES'), grants) : new Set<string>()
  return { grantTypes: grants, responseTypes: types }
}

function readDeviceQr(reader: EnvironmentReader, name: string, grants: ReadonlySet<GrantType>): boolean {
  const wanted = reader.flag(name, false)
  if (wanted && !grants.has(deviceCode)) reader.fault(name, `is for clients with the grant type ${deviceCode}`, 'false')
  return wanted
}

/** What is demanded of requests and of people before the client gets an answer. */
const readRequirements = (reader: EnvironmentReader, at: VariableOf, method: AuthMethod) => ({
  requirePkce: reader.flag(at('REQUIRE_PKCE'), method === 'none'),
  requireConsent: reader.flag(at('REQUIRE_CONSENT'), false),
  requirePar: reader.flag(at('REQUIRE_PAR'), false),
  requirePasskey: reader.flag(at('REQUIRE_PASSKEY'), false),
  dpop: readDpop(reader, at),
  dpopNonce: reader.choice(at('DPOP_NONCE'), demands, 'optional'),
  allowImpersonation: reader.flag(at('ALLOW_IMPERSONATION'), false),
  organization: reader.choice(at('ORGANIZATION'), ['required', 'optional', 'none'], 'required'),
  onboarding: reader.text(at('ONBOARDING')) === null ? null : reader.choices(at('ONBOARDING'), onboardingSteps, []),
  assertionAudience: reader.choices(at('ASSERTION_AUDIENCE'), ['issuer', 'token_endpoint'], ['issuer']),
  defaultAcrValues: reader.list(at('DEFAULT_ACR_VALUES')) ?? [],
  defaultMaxAge:
    reader.text(at('DEFAULT_MAX_AGE')) === null
      ? null
      : reader.number(at('DEFAULT_MAX_AGE'), 3600, { min: 0, max: 31_536_000, unit: 'seconds' }),
})

/** A token in an authorization response is bound to no key. */
function readDpop(reader: EnvironmentReader, at: VariableOf): Client['dpop'] {
  const dpop = reader.choice(at('DPOP'), demands, 'optional')
  if (
    dpop === 'required' &&
    (reader.list(at('RESPONSE_TYPES')) ?? []).some((type) => type.split(' ').includes('token'))
  )
    reader.fault(
      at('DPOP'),
      'is required, but RESPONSE_TYPES has a type with token, which no key is bound to',
      'optional',
    )
  return dpop
}

/**
 * The token of another issuer may be used as often as it is sent while it lives (RFC 7523 section 3 lets the server decide),
 * so what it is given ends soon. Seconds.
 */
const federatedTokenTtl = 300

const readTokenSettings = (reader: EnvironmentReader, at: VariableOf, method: AuthMethod) => ({
  idTokenSignedResponseAlg: reader.choice(at('ID_TOKEN_SIGNED_RESPONSE_ALG'), idTokenAlgs, 'RS256'),
  idTokenClaims:
    reader.text(at('ID_TOKEN_CLAIMS')) === null ? null : reader.choice(at('ID_TOKEN_CLAIMS'), idTokenClaims, 'scopes'),
  accessTokenTtl: readAccessTokenTtl(reader, at('ACCESS_TOKEN_TTL'), method),
})

function readAccessTokenTtl(reader: EnvironmentReader, name: string, method: AuthMethod): number | null {
  const federated = method === 'federated_jwt'
  if (reader.text(name) === null) return federated ? federatedTokenTtl : null
  const max = federated ? federatedTokenTtl : 3600
  return reader.number(name, Math.min(600, max), { min: 30, max, unit: 'seconds' })
}

function readLinks(reader: EnvironmentReader, at: VariableOf, production: boolean) {
  const guarded = (setting: string, path: string) =>
    reader.url(at(setting), `https://app.example.com${path}`, { httpsOnly: production })
  return {
    postLogoutRedirectUris: readUris(reader, at('POST_LOGOUT_REDIRECT_URIS'), production),
    backchannelLogoutUri: guarded('BACKCHANNEL_LOGOUT_URI', '/backchannel-logout'),
    backchannelLogoutSessionRequired: reader.flag(at('BACKCHANNEL_LOGOUT_SESSION_REQUIRED'), false),
    frontchannelLogoutUri: guarded('FRONTCHANNEL_LOGOUT_URI', '/frontchannel-logout'),
    frontchannelLogoutSessionRequired: reader.flag(at('FRONTCHANNEL_LOGOUT_SESSION_REQUIRED'), false),
    initiateLoginUri: guarded('INITIATE_LOGIN_URI', '/login'),
    logoUri: guarded('LOGO_URI', '/logo.svg'),
    policyUri: reader.url(at('POLICY_URI'), 'https://app.example.com/privacy'),
    tosUri: reader.url(at('TOS_URI'), 'https://app.example.com/terms'),
  }
}

function readAudiences(reader: EnvironmentReader, name: string): string[] {
  const audiences = reader.list(name) ?? []
  for (const audience of audiences) {
    if (!URL.canParse(audience) || audience.includes('#')) {
      reader.fault(
        name,
        `contains "${audience}", which is not an absolute URI without a fragment`,
        'https://api.example.com',
      )
    }
  }
  return audiences
}

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
  if (listed.length > 1) reader.fault(name, 'contains any and something else', 'any')
  return 'any'
}

/** What the client may exchange tokens of people for: every rule, and none without the grant type. */
function readExchangeRules(reader: EnvironmentReader, at: VariableOf, grants: ReadonlySet<GrantType>): ExchangeRule[] {
  const names = reader.numbered(at('EXCHANGE_'))
  const first = names[0]
  if (grants.has(tokenExchange) && first === undefined)
    reader.fault(at('EXCHANGE_0'), `is missing, but GRANT_TYPES contains ${tokenExchange}`, exampleRule)
  if (first !== undefined && !grants.has(tokenExchange))
    reader.fault(first, `is set, but GRANT_TYPES does not contain ${tokenExchange}`, exampleRule)
  if (names.length > exchangeLimits.rules)
    reader.fault(first ?? '', `is one of more than ${exchangeLimits.rules} rules`, exampleRule)
  return names.flatMap((name) => {
    const rule = parseExchangeRule(reader.text(name) ?? '')
    if (!('fault' in rule)) return [rule]
    reader.fault(name, rule.fault, exampleRule)
    return []
  })
}

function readResponseTypes(reader: EnvironmentReader, name: string, grants: ReadonlySet<string>): Set<string> {
  const types = new Set(
    reader.choices(name, [...responseTypes.keys()], grants.has('authorization_code') ? ['code'] : ['id_token']),
  )
  for (const type of types) {
    if (type.includes('token') && !grants.has('implicit')) {
      reader.fault(name, `contains "${type}", which needs the grant type implicit`, 'code')
    }
    if (type.includes('code') && !grants.has('authorization_code')) {
      reader.fault(name, `contains "${type}", which needs the grant type authorization_code`, 'id_token')
    }
  }
  return types
}

function readScopes(reader: EnvironmentReader, name: string, custom: boolean): Set<string> {
  const scopes = reader.list(name) ?? ['openid', 'profile', 'email']
  for (const scope of scopes) {
    const standard = isStandardScope(scope)
    if (!isScopeName(scope) || (!standard && !custom)) {
      reader.fault(
        name,
        `contains "${scope}", which is not a known scope${suggestion(scope, standardScopes)}`,
        'openid,profile,email',
      )
    }
  }
  return new Set(scopes)
}

/** Characters of a redirect URI: a request has to repeat it, in a URL of 8 KiB. */
const maxUri = 2000

function readRedirectUris(reader: EnvironmentReader, name: string, required: boolean, production: boolean): string[] {
  const uris = reader.list(name) ?? []
  if (required && uris.length === 0) reader.fault(name, 'is missing', 'https://app.example.com/auth/callback')
  for (const uri of uris) {
    const fault = redirectUriFault(uri, production)
    if (fault)
      reader.fault(name, `contains "${shortened(uri)}", which ${fault}`, 'https://app.example.com/auth/callback')
  }
  return uris
}

const shortened = (uri: string): string => (uri.length > 200 ? `${uri.slice(0, 200)}...` : uri)

/** A private-use scheme of a native app (RFC 8252 section 7.1) has a dot in it; script and data schemes have none. */
function redirectUriFault(uri: string, production: boolean): string | null {
  if (uri.length > maxUri) return `is longer than ${maxUri} characters`
  if (/[\s\\]/.test(uri)) return 'contains a space or a backslash'
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
    if (fault) reader.fault(name, `contains "${uri}", which ${fault}`, 'https://app.example.com/')
  }
  return uris
}
