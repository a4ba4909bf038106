import type { JWK } from 'jose'
import { type AuthMethod, type ClientTrust, type IdTokenAlg, type IdTokenClaims, previewClientId } from '../clients.ts'
import type { GrantType } from '../response-types.ts'
import { hasKnownScheme, hostOfRedirectUri, isLoopbackRedirectUri } from './redirect-uri-rules.ts'

/** The ids of registered clients begin with it, and no others do. */
export const registeredPrefix = 'dyn_'

/** What is wrong with the id of a client that an operator makes, or null: it would hide another client of that id. */
export function operatorsClientIdFault(id: string): string | null {
  if (id === previewClientId) return 'is the client that operators try the sign-in with'
  // As `client_id` it stands in what an API key is exchanged for.
  if (id.startsWith('key:')) return 'must not begin with key:, as the ids of API keys do'
  return id.startsWith(registeredPrefix)
    ? `must not begin with ${registeredPrefix}, as the ids of registered clients do`
    : null
}

/** The metadata of a registered client, as it was answered (RFC 7591 section 2). Nothing else of a registration is kept. */
export interface RegistrationMetadata {
  redirect_uris: readonly string[]
  client_name?: string
  client_uri?: string
  logo_uri?: string
  tos_uri?: string
  policy_uri?: string
  contacts?: readonly string[]
  /** Absent if it asked for none: then it may have whatever is open to clients like it. */
  scope?: string
  grant_types: readonly GrantType[]
  response_types: readonly string[]
  token_endpoint_auth_method: AuthMethod
  application_type: 'native' | 'web'
  jwks?: { keys: readonly JWK[] }
  jwks_uri?: string
  software_id?: string
  software_version?: string
  require_pushed_authorization_requests?: boolean
  dpop_bound_access_tokens?: boolean
  default_max_age?: number
  default_acr_values?: readonly string[]
  id_token_signed_response_alg?: IdTokenAlg
  /** Ours, as in the management API. */
  id_token_claims?: IdTokenClaims
  post_logout_redirect_uris?: readonly string[]
  backchannel_logout_uri?: string
  backchannel_logout_session_required?: boolean
  frontchannel_logout_uri?: string
  frontchannel_logout_session_required?: boolean
  initiate_login_uri?: string
}

/** What a client that registers may have. Open registration has a policy too: `openPolicy`. */
export interface RegistrationPolicy {
  grantTypes: readonly GrantType[]
  /** Null for the scopes that are open to every client. */
  scopes: readonly string[] | null
  /** The hosts of its redirect URIs. Null for any. */
  redirectHosts: readonly string[] | null
  /** How many clients there may be at a time of one initial access token. */
  maxClients: number | null
  /** The operator's own: people are not asked for consent. */
  firstParty: boolean
  /** PKCE is not demanded of confidential clients. */
  pkceOptional: boolean
}

/** What a registered client may be given. A token with grants of its own is for programs that somebody invited. */
export const registrableGrants = ['authorization_code', 'refresh_token', 'client_credentials'] as const

/** A client that registers without an initial access token gets no more than a person consents to. */
export const openPolicy: RegistrationPolicy = {
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: null,
  redirectHosts: null,
  maxClients: null,
  firstParty: false,
  pkceOptional: false,
}

/**
 * Whether the operator vouches for a registration that nobody invited: everything that it is called back at is of a host
 * that they listed, or on the person's own machine. Its name proves nothing.
 */
export function trustOfRedirectUris(redirectUris: readonly string[], isListed: (host: string) => boolean): ClientTrust {
  const hosts = hostsOfRedirectUris(redirectUris)
  const native = redirectUris.filter((uri) => hostOfRedirectUri(uri) === null)
  const vouched = hosts.length > 0 && hosts.every(isListed)
  return vouched && native.every((uri) => isLoopbackRedirectUri(uri) || hasKnownScheme(uri)) ? 'listed' : 'unknown'
}

/** The hosts that a client is called back at, apart from the person's own machine. */
export const hostsOfRedirectUris = (redirectUris: readonly string[]): string[] =>
  redirectUris.map(hostOfRedirectUri).filter((host) => host !== null)
