import { acrValuesSupported, mailAcr } from './acr.ts'
import { standardPrompts } from './authorization-request.ts'
import { claimsSupported } from './claims.ts'
import { type Client, idTokenAlgs, signsInDevices, standardAuthMethods } from './clients.ts'
import { proofAlgs } from './dpop.ts'
import { identityAssertionProfile } from './federation/identity-assertion.ts'
import type { Resource } from './resources.ts'
import { deviceCode, grantTypes, jwtBearer, responseTypes, tokenExchange } from './response-types.ts'
import { standardScopes } from './scopes.ts'

/** Algorithms in which a client may sign its assertions. */
export const assertionAlgs = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** The languages of the pages, in BCP 47. */
export interface MetadataInput {
  issuer: string
  locales: readonly string[]
  clients: readonly Client[]
  resources: readonly Resource[]
  termsUrl: string | null
  privacyUrl: string | null
  /** False if the issuer can't have passkeys; then only the acr of mail works. */
  passkeys: boolean
  /** There are permissions that an application can ask for. */
  permissions: boolean
  /** Operators may act as a person: tokens may have `act`. */
  impersonation: boolean
  /** Clients may register themselves. */
  registration: boolean
  /** A client may have the URL of its metadata document as its id. */
  clientDocuments: boolean
  /** Organizations may trust issuers with identity assertions. Which ones is not said. */
  identityAssertions: boolean
  /** Tokens may be bound to keys. */
  dpop: boolean
  /** The id of the client of applications without variables, while there is one. */
  exampleClientId: string | null
}

/**
 * OpenID Connect Discovery 1.0 section 3 and RFC 8414 section 2. Every list comes from the registry that the endpoint
 * itself uses, and what no client has enabled is not listed. A value that is in no IANA registry or OpenID specification is
 * accepted, but not listed: some clients refuse the whole document for it. Scopes, claims and acr values may be our own.
 */
export function metadata(input: MetadataInput): Record<string, unknown> {
  const { issuer, locales, clients, resources, passkeys, impersonation } = input
  const isOffered = (name: string) => name !== 'permissions' || input.permissions
  const at = (path: string) => `${issuer}${path}`
  const types = [...responseTypes.keys()].filter(
    (type) => type === 'code' || clients.some((c) => c.responseTypes.has(type)),
  )
  const grants = grantTypes.filter((grant) => grant !== 'implicit' || clients.some((c) => c.grantTypes.has(grant)))
  const exchanges = resources.some(({ apiKeys }) => apiKeys) || clients.some((c) => c.exchangeRules.length > 0)
  const confidential = standardAuthMethods.filter((method) => method !== 'none')
  return {
    issuer,
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    userinfo_endpoint: at('/userinfo'),
    jwks_uri: at('/jwks'),
    revocation_endpoint: at('/revoke'),
    introspection_endpoint: at('/introspect'),
    pushed_authorization_request_endpoint: at('/par'),
    end_session_endpoint: at('/logout'),
    require_pushed_authorization_requests: false,
    scopes_supported: [...new Set([...standardScopes.filter(isOffered), ...resources.flatMap(({ scopes }) => scopes)])],
    response_types_supported: types,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: [
      ...grants,
      ...(exchanges ? [tokenExchange] : []),
      ...(input.identityAssertions ? [jwtBearer] : []),
      ...(clients.some(signsInDevices) ? [deviceCode] : []),
    ],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...idTokenAlgs],
    token_endpoint_auth_methods_supported: [...standardAuthMethods],
    token_endpoint_auth_signing_alg_values_supported: [...assertionAlgs],
    revocation_endpoint_auth_methods_supported: [...standardAuthMethods],
    revocation_endpoint_auth_signing_alg_values_supported: [...assertionAlgs],
    introspection_endpoint_auth_methods_supported: confidential,
    introspection_endpoint_auth_signing_alg_values_supported: [...assertionAlgs],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    claims_supported: [...claimsSupported.filter(isOffered), ...(impersonation ? ['act'] : [])],
    claim_types_supported: ['normal'],
    claims_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    require_request_uri_registration: false,
    acr_values_supported: passkeys ? [...acrValuesSupported] : [mailAcr],
    prompt_values_supported: [...standardPrompts],
    display_values_supported: ['page'],
    ui_locales_supported: [...locales],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
    ...optionalMembers(input),
  }
}

/** What a server has that was told of it. */
const optionalMembers = (input: MetadataInput): Record<string, unknown> => ({
  ...(input.termsUrl ? { op_tos_uri: input.termsUrl } : {}),
  ...(input.privacyUrl ? { op_policy_uri: input.privacyUrl } : {}),
  ...(input.clients.some(signsInDevices)
    ? { device_authorization_endpoint: `${input.issuer}/device_authorization` }
    : {}),
  ...(input.registration ? { registration_endpoint: `${input.issuer}/register` } : {}),
  ...(input.clientDocuments ? { client_id_metadata_document_supported: true } : {}),
  ...(input.identityAssertions ? { authorization_grant_profiles_supported: [identityAssertionProfile] } : {}),
  ...(input.dpop ? { dpop_signing_alg_values_supported: [...proofAlgs] } : {}),
  ...(input.exampleClientId ? { vestibule_example_client: input.exampleClientId } : {}),
})
