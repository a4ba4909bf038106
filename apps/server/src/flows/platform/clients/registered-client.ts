import type { Client } from '../../../oidc/clients.ts'
import {
  hostsOfRedirectUris,
  type RegistrationMetadata,
  trustOfRedirectUris,
} from '../../../oidc/dynamic-clients/registration.ts'
import { isOpenTo, type ResourceRegistry } from '../../../oidc/resources.ts'
import { dynamicClientScopes, isServerScope } from '../../../oidc/scopes.ts'
import type { RegisteredClientRecord } from '../../../store/hot/registered-clients.ts'
import type { ClientRules } from './client-rules.ts'
import { ownClient } from './own-client.ts'

export type { RegisteredClientRecord } from '../../../store/hot/registered-clients.ts'

/** What decides what a registered client may do, besides what it registered. */
export interface RegistrationContext {
  clientRules: Pick<ClientRules, 'verdictOf'>
  resources: ResourceRegistry
}

const redirectUrisOf = ({ metadata }: RegisteredClientRecord): readonly string[] =>
  (JSON.parse(metadata) as RegistrationMetadata).redirect_uris

/** A client with an initial access token was chosen by the operator, who need not own the host that it registers. */
export function trustOf({ clientRules }: Pick<RegistrationContext, 'clientRules'>, record: RegisteredClientRecord) {
  if (record.firstParty) return 'own'
  if (record.initialTokenId || record.listedAt || clientRules.verdictOf({ id: record.id, host: null }) === 'listed')
    return 'listed'
  return trustOfRedirectUris(redirectUrisOf(record), (host) => clientRules.verdictOf({ id: host, host }) === 'listed')
}

/** A client that is called back at a host that an operator blocked is blocked, whatever else it is called back at. */
export const isBlocked = (
  { clientRules }: Pick<RegistrationContext, 'clientRules'>,
  record: RegisteredClientRecord,
): boolean =>
  clientRules.verdictOf({ id: record.id, host: null }) === 'blocked' ||
  hostsOfRedirectUris(redirectUrisOf(record)).some((host) => clientRules.verdictOf({ id: host, host }) === 'blocked')

/**
 * The scopes that are open to a client that was given no others: of OpenID Connect, and of the resources open to it.
 */
const openScopes = (registry: ResourceRegistry, client: Client): string[] => [
  ...dynamicClientScopes,
  ...[...registry.all()]
    .filter((resource) => isOpenTo(resource, client))
    .flatMap(({ scopes }) => scopes)
    .filter((name) => !isServerScope(name)),
]

/** The client that a registration is. */
export function registeredClient(context: RegistrationContext, record: RegisteredClientRecord): Client {
  const metadata = JSON.parse(record.metadata) as RegistrationMetadata
  const client: Client = {
    ...ownClient(record.id, metadata.client_name ?? record.id),
    source: 'registered',
    trust: trustOf(context, record),
    secretDigests: record.secretDigest ? [record.secretDigest] : [],
    redirectUris: metadata.redirect_uris,
    postLogoutRedirectUris: metadata.post_logout_redirect_uris ?? [],
    backchannelLogoutUri: metadata.backchannel_logout_uri ?? null,
    backchannelLogoutSessionRequired: metadata.backchannel_logout_session_required ?? false,
    frontchannelLogoutUri: metadata.frontchannel_logout_uri ?? null,
    frontchannelLogoutSessionRequired: metadata.frontchannel_logout_session_required ?? false,
    grantTypes: new Set(metadata.grant_types),
    responseTypes: new Set(metadata.response_types),
    // The method that was answered and no other (CVE-2026-44476).
    tokenAuthMethods: [metadata.token_endpoint_auth_method],
    // Clients in use name the token endpoint (RFC 7523 section 3) as often as the issuer.
    assertionAudience: ['issuer', 'token_endpoint'],
    jwks: metadata.jwks?.keys ?? null,
    jwksUri: metadata.jwks_uri ?? null,
    idTokenSignedResponseAlg: metadata.id_token_signed_response_alg ?? 'RS256',
    idTokenClaims: metadata.id_token_claims ?? null,
    requirePkce: record.requirePkce,
    requireConsent: !record.firstParty,
    requirePar: metadata.require_pushed_authorization_requests ?? false,
    dpop: metadata.dpop_bound_access_tokens ? 'required' : 'optional',
    organization: 'optional',
    onboarding: null,
    initiateLoginUri: metadata.initiate_login_uri ?? null,
    policyUri: metadata.policy_uri ?? null,
    tosUri: metadata.tos_uri ?? null,
    defaultMaxAge: metadata.default_max_age ?? null,
    defaultAcrValues: metadata.default_acr_values ?? [],
  }
  // A name that was free when it registered may be a scope of this server by now.
  const registered = metadata.scope?.split(' ').filter((name) => !isServerScope(name))
  return { ...client, scopes: new Set(registered ?? openScopes(context.resources, client)) }
}
