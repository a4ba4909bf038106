import type { JWK } from 'jose'
import { isAcr } from '../../../oidc/acr.ts'
import { type AuthMethod, idTokenAlgs, idTokenClaims, standardAuthMethods } from '../../../oidc/clients.ts'
import { parseLocation } from '../../../oidc/dynamic-clients/document-url.ts'
import { parseLink } from '../../../oidc/dynamic-clients/metadata-members.ts'
import {
  dynamicRedirectUriFault,
  hostOfRedirectUri,
  isLoopbackRedirectUri,
  isNativeRedirectUri,
  maxRedirectUris,
} from '../../../oidc/dynamic-clients/redirect-uri-rules.ts'
import type { RegistrationMetadata, RegistrationPolicy } from '../../../oidc/dynamic-clients/registration.ts'
import { describable, type ErrorCode, OAuthError } from '../../../oidc/errors.ts'
import { memberOf } from '../../../oidc/json.ts'
import { parsePublicKeys } from '../../../oidc/public-keys.ts'
import type { GrantType } from '../../../oidc/response-types.ts'
import { isScopeName } from '../../../oidc/scopes.ts'
import { cleanName, cutName } from '../../platform/names.ts'

const maxName = 80
const maxText = 100
const maxContacts = 3
const maxKeys = 10
const maxScopes = 100
const maxAge = 31_536_000

type Members = Record<string, unknown>

/**
 * What is stored of a registration request (RFC 7591 section 2): the members listed here, checked, and nothing else, so
 * that no URL in another member is ever called. Whatever a policy does not allow is left out, and the answer shows the
 * result; a request is refused only if it lacks something that the client cannot do without.
 * @throws OAuthError
 */
export function parseRegistration(
  members: Members,
  policy: RegistrationPolicy,
  { invited, production, dpop }: { invited: boolean; production: boolean; dpop: boolean },
): RegistrationMetadata {
  if (memberOf(members, 'software_statement') !== undefined)
    throw new OAuthError('invalid_software_statement', 'software statements are not supported')
  const redirectUris = parseRedirectUris(memberOf(members, 'redirect_uris'), policy)
  const method = parseMethod(memberOf(members, 'token_endpoint_auth_method'), redirectUris)
  const grantTypes = parseGrantTypes(memberOf(members, 'grant_types'), policy, method)
  return withoutUndefined({
    redirect_uris: redirectUris,
    client_name: parseName(memberOf(members, 'client_name')),
    client_uri: parseLink(memberOf(members, 'client_uri')) ?? undefined,
    logo_uri: parseLink(memberOf(members, 'logo_uri')) ?? undefined,
    tos_uri: parseLink(memberOf(members, 'tos_uri')) ?? undefined,
    policy_uri: parseLink(memberOf(members, 'policy_uri')) ?? undefined,
    contacts: parseContacts(memberOf(members, 'contacts')),
    scope: parseScope(memberOf(members, 'scope')),
    grant_types: grantTypes,
    response_types: parseResponseTypes(memberOf(members, 'response_types'), grantTypes),
    token_endpoint_auth_method: method,
    // What a client says of itself is a hint that some give wrongly: its redirect URIs decide.
    application_type: redirectUris.some(isNativeRedirectUri) ? 'native' : 'web',
    ...parseKeys(members, method, invited ? null : redirectUris),
    software_id: parseText(memberOf(members, 'software_id')),
    software_version: parseText(memberOf(members, 'software_version')),
    ...parseDemands(members),
    ...(dpop ? { dpop_bound_access_tokens: parseFlag(members, 'dpop_bound_access_tokens') } : {}),
    post_logout_redirect_uris: parsePostLogoutUris(memberOf(members, 'post_logout_redirect_uris'), policy),
    initiate_login_uri: parseUriAtHome(members, 'initiate_login_uri', redirectUris),
    ...(invited ? parseInvited(members, redirectUris, production) : {}),
  })
}

type Parsed = { [Member in keyof RegistrationMetadata]: RegistrationMetadata[Member] | undefined }

/** Members without a value are left out: clients in use refuse an answer that has null in it. */
const withoutUndefined = (parsed: Parsed): RegistrationMetadata =>
  Object.fromEntries(
    Object.entries(parsed).filter(([, value]) => value !== undefined),
  ) as unknown as RegistrationMetadata

function parseRedirectUris(value: unknown, policy: RegistrationPolicy): string[] {
  const machine = !policy.grantTypes.includes('authorization_code')
  if (machine && (value === undefined || value === null)) return []
  if (!Array.isArray(value) || value.length === 0 || value.length > maxRedirectUris)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${maxRedirectUris} URIs`)
  for (const uri of value) {
    const fault = typeof uri === 'string' ? dynamicRedirectUriFault(uri) : 'is not a string'
    if (fault) throw new OAuthError('invalid_redirect_uri', `the redirect URI ${describable(String(uri))} ${fault}`)
    requireAllowedHost(uri, policy, 'invalid_redirect_uri')
  }
  return value
}

/** RFC 7591 section 3.2.2: the code says which member is wrong. */
function requireAllowedHost(uri: string, { redirectHosts }: RegistrationPolicy, code: ErrorCode): void {
  if (redirectHosts && !redirectHosts.includes(hostFor(uri)))
    throw new OAuthError(code, `the initial access token does not allow the redirect URI ${describable(uri)}`)
}

/** What a policy compares; a private-use scheme has no host. */
const hostFor = (uri: string): string =>
  isLoopbackRedirectUri(uri) ? new URL(uri).hostname : (hostOfRedirectUri(uri) ?? '')

/**
 * A program on a person's machine cannot keep a secret (RFC 8252 section 8.5), so the default of RFC 7591 is of no use
 * to it.
 */
function parseMethod(value: unknown, redirectUris: readonly string[]): AuthMethod {
  if (value === undefined || value === null) {
    const native = redirectUris.length > 0 && redirectUris.every(isNativeRedirectUri)
    return native ? 'none' : 'client_secret_basic'
  }
  const method = standardAuthMethods.find((candidate) => candidate === value)
  if (!method)
    throw new OAuthError(
      'invalid_client_metadata',
      `token_endpoint_auth_method must be one of ${standardAuthMethods.join(', ')}`,
    )
  return method
}

function parseGrantTypes(value: unknown, policy: RegistrationPolicy, method: AuthMethod): GrantType[] {
  const allowed = policy.grantTypes.filter((grant) => grant !== 'client_credentials' || method !== 'none')
  const asked = value === undefined || value === null ? [] : parseStrings(value, 'grant_types')
  const granted = allowed.filter((grant) => asked.includes(grant))
  // A refresh token comes with a code only.
  const useful = granted.some((grant) => grant !== 'refresh_token')
  const given = useful ? granted : allowed.filter((grant) => grant !== 'client_credentials')
  if (given.length > 0) return given
  if (allowed.length > 0) return [...allowed]
  throw new OAuthError(
    'invalid_client_metadata',
    'a client without a secret or keys may not use any of its grant types',
  )
}

function parseResponseTypes(value: unknown, grantTypes: readonly GrantType[]): string[] {
  const code = grantTypes.includes('authorization_code')
  const asked = value === undefined || value === null ? [] : parseStrings(value, 'response_types')
  if (asked.some((type) => type !== 'code' || !code))
    throw new OAuthError('invalid_client_metadata', 'the only response type of a registered client is code')
  return code ? ['code'] : []
}

function parseStrings(value: unknown, member: string): string[] {
  if (!Array.isArray(value) || value.length > 20 || value.some((item) => typeof item !== 'string'))
    throw new OAuthError('invalid_client_metadata', `${member} must be a list of strings`)
  return value
}

/** Shown to people beside the host: cut, and without what changes the direction of writing. */
function parseName(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const cleaned = typeof value === 'string' ? cleanName(value, Number.POSITIVE_INFINITY) : null
  if (!cleaned?.ok) throw new OAuthError('invalid_client_metadata', 'client_name is not a name')
  return cutName(cleaned.name, maxName) || undefined
}

function parseContacts(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const contacts = value.map(parseText).filter((contact) => contact !== undefined)
  return contacts.length > 0 ? contacts.slice(0, maxContacts) : undefined
}

const parseText = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\x20-\x7e]+$/.test(value) && value.length <= maxText ? value : undefined

function parseScope(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const names = typeof value === 'string' ? value.split(' ').filter(Boolean) : []
  if (names.length === 0 || names.length > maxScopes || !names.every(isScopeName))
    throw new OAuthError('invalid_client_metadata', 'scope must be scopes with a space between them')
  return [...new Set(names)].join(' ')
}

/** `redirectUris`: those that say where it is at home, if nobody invited it. */
function parseKeys(
  members: Members,
  method: AuthMethod,
  redirectUris: readonly string[] | null,
): Pick<RegistrationMetadata, 'jwks' | 'jwks_uri'> {
  if (method !== 'private_key_jwt') return {}
  const [jwks, uri] = [memberOf(members, 'jwks') ?? undefined, memberOf(members, 'jwks_uri') ?? undefined]
  if ((jwks === undefined) === (uri === undefined))
    throw new OAuthError('invalid_client_metadata', 'private_key_jwt needs either jwks or jwks_uri')
  if (jwks !== undefined) return { jwks: { keys: publicKeysOf(jwks) } }
  const location = parseLink(uri)
  if (!location || (redirectUris && !isAtHome(location, redirectUris)))
    throw new OAuthError('invalid_client_metadata', 'jwks_uri must be https, at the host of a redirect URI')
  return { jwks_uri: location }
}

function publicKeysOf(jwks: unknown): JWK[] {
  try {
    return parsePublicKeys(jwks, maxKeys)
  } catch (error) {
    throw new OAuthError('invalid_client_metadata', `jwks ${(error as Error).message}`)
  }
}

/**
 * A client that registers without an invitation must not choose where this server sends requests: only to the web
 * server of a public name where the client is at home. Another port would make this server look whether it is open.
 */
function isAtHome(location: string, redirectUris: readonly string[]): boolean {
  const place = parseLocation(location)
  return place?.port === null && redirectUris.some((redirect) => hostOfRedirectUri(redirect) === place.host)
}

function parseFlag(members: Members, name: string): boolean | undefined {
  const value = memberOf(members, name) ?? undefined
  if (value !== undefined && typeof value !== 'boolean')
    throw new OAuthError('invalid_client_metadata', `${name} must be true or false`)
  return value
}

/** What the client demands of requests and answers. */
function parseDemands(members: Members): Partial<RegistrationMetadata> {
  const alg = memberOf(members, 'id_token_signed_response_alg') ?? undefined
  const par = parseFlag(members, 'require_pushed_authorization_requests')
  const age = memberOf(members, 'default_max_age') ?? undefined
  const acr = memberOf(members, 'default_acr_values') ?? undefined
  const known = idTokenAlgs.find((candidate) => candidate === alg)
  if (alg !== undefined && !known)
    throw new OAuthError(
      'invalid_client_metadata',
      `id_token_signed_response_alg must be one of ${idTokenAlgs.join(', ')}`,
    )
  if (age !== undefined && !(Number.isInteger(age) && (age as number) >= 0 && (age as number) <= maxAge))
    throw new OAuthError('invalid_client_metadata', `default_max_age must be 0 to ${maxAge} seconds`)
  const acrValues = acr === undefined ? [] : parseStrings(acr, 'default_acr_values').filter(isAcr)
  return {
    ...(known ? { id_token_signed_response_alg: known } : {}),
    ...(par === undefined ? {} : { require_pushed_authorization_requests: par }),
    ...(age === undefined ? {} : { default_max_age: age as number }),
    ...(acrValues.length > 0 ? { default_acr_values: acrValues } : {}),
  }
}

function parsePostLogoutUris(value: unknown, policy: RegistrationPolicy): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const uris = parseStrings(value, 'post_logout_redirect_uris')
  if (uris.length > maxRedirectUris)
    throw new OAuthError('invalid_client_metadata', `post_logout_redirect_uris must be at most ${maxRedirectUris} URIs`)
  for (const uri of uris) {
    const fault = dynamicRedirectUriFault(uri)
    if (fault)
      throw new OAuthError('invalid_client_metadata', `the post-logout redirect URI ${describable(uri)} ${fault}`)
    requireAllowedHost(uri, policy, 'invalid_client_metadata')
  }
  return uris.length > 0 ? uris : undefined
}

/**
 * Where the client begins to sign somebody in (OpenID Connect Core 1.0 section 4), and where it hears of logouts. People or
 * requests of ours go there, so it has to be at home where people are sent back to (Front-Channel Logout 1.0 section 2).
 */
function parseUriAtHome(
  members: Members,
  member: 'initiate_login_uri' | 'backchannel_logout_uri' | 'frontchannel_logout_uri',
  redirectUris: readonly string[],
): string | undefined {
  const value = memberOf(members, member)
  if (value === undefined || value === null || value === '') return undefined
  const uri = typeof value === 'string' ? value : ''
  const fault = dynamicRedirectUriFault(uri)
  if (fault || !/^https?:/i.test(uri))
    throw new OAuthError('invalid_client_metadata', `${member} must be https, without a fragment`)
  const { origin } = new URL(uri)
  if (!redirectUris.some((redirect) => /^https?:/i.test(redirect) && new URL(redirect).origin === origin))
    throw new OAuthError('invalid_client_metadata', `${member} must have the origin of a redirect URI`)
  return uri
}

/**
 * What only an invited client may have. Logouts make this server and browsers send requests, whose destination a
 * stranger must not choose; theirs are left out.
 */
const parseInvited = (
  members: Members,
  redirectUris: readonly string[],
  production: boolean,
): Partial<RegistrationMetadata> => ({
  ...parseLogout(members, 'backchannel', redirectUris, production),
  ...parseLogout(members, 'frontchannel', redirectUris, production),
  ...parseIdTokenClaims(members),
})

function parseLogout(
  members: Members,
  channel: 'backchannel' | 'frontchannel',
  redirectUris: readonly string[],
  production: boolean,
): Partial<RegistrationMetadata> {
  const uri = parseUriAtHome(members, `${channel}_logout_uri`, redirectUris)
  const required = memberOf(members, `${channel}_logout_session_required`) ?? undefined
  if (required !== undefined && typeof required !== 'boolean')
    throw new OAuthError('invalid_client_metadata', `${channel}_logout_session_required must be true or false`)
  if (uri === undefined) return {}
  if (production && !/^https:/i.test(uri))
    throw new OAuthError('invalid_client_metadata', `${channel}_logout_uri must be https`)
  const session = required === undefined ? {} : { [`${channel}_logout_session_required`]: required }
  return { [`${channel}_logout_uri`]: uri, ...session }
}

function parseIdTokenClaims(members: Members): Pick<RegistrationMetadata, 'id_token_claims'> {
  const value = memberOf(members, 'id_token_claims') ?? undefined
  const known = idTokenClaims.find((candidate) => candidate === value)
  if (value !== undefined && !known)
    throw new OAuthError('invalid_client_metadata', `id_token_claims must be one of ${idTokenClaims.join(', ')}`)
  return known ? { id_token_claims: known } : {}
}
