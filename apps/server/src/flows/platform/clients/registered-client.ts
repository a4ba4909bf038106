import type { Config } from '../../../config/settings.ts'
import type { Client, ClientTrust } from '../../../oidc/clients.ts'
import { type RegistrationMetadata, trustOfRedirectUris } from '../../../oidc/dynamic-clients/registration.ts'
import { isOpenTo, type ResourceRegistry } from '../../../oidc/resources.ts'
import { dynamicClientScopes, isApiScope } from '../../../oidc/scopes.ts'
import type { RegisteredClientRecord } from '../../../store/hot/registered-clients.ts'
import { ownClient } from './own-client.ts'

export type { RegisteredClientRecord } from '../../../store/hot/registered-clients.ts'

type Trusted = Pick<RegisteredClientRecord, 'firstParty' | 'initialTokenId' | 'listedAt'>

/** Whoever has an initial access token was chosen by the operator, who need not own what it is registered for. */
export function trustOf(
  { dynamicClients }: Pick<Config, 'dynamicClients'>,
  { firstParty, initialTokenId, listedAt }: Trusted,
  redirectUris: readonly string[],
): ClientTrust {
  if (firstParty) return 'own'
  return initialTokenId || listedAt ? 'listed' : trustOfRedirectUris(redirectUris, dynamicClients.listed)
}

/** The scopes that are open to a client which nobody gave others: of OpenID Connect, and of the resources open to it. */
export const openScopes = (registry: ResourceRegistry, client: Client): string[] => [
  ...dynamicClientScopes,
  ...[...registry.all()]
    .filter((resource) => isOpenTo(resource, client))
    .flatMap(({ scopes }) => scopes)
    .filter((name) => !isApiScope(name)),
]

/** The client that a registration is. */
export function registeredClient(
  config: Pick<Config, 'dynamicClients'>,
  registry: ResourceRegistry,
  record: RegisteredClientRecord,
): Client {
  const metadata = JSON.parse(record.metadata) as RegistrationMetadata
  const client: Client = {
    ...ownClient(record.id, metadata.client_name ?? record.id),
    source: 'registered',
    trust: trustOf(config, record, metadata.redirect_uris),
    secretDigests: record.secretDigest ? [record.secretDigest] : [],
    redirectUris: metadata.redirect_uris,
    postLogoutRedirectUris: metadata.post_logout_redirect_uris ?? [],
    grantTypes: new Set(metadata.grant_types),
    responseTypes: new Set(metadata.response_types),
    // The method that was answered and no other (CVE-2026-44476).
    tokenAuthMethods: [metadata.token_endpoint_auth_method],
    // Clients in use name the token endpoint (RFC 7523 section 3) as often as the issuer.
    assertionAudience: ['issuer', 'token_endpoint'],
    jwks: metadata.jwks?.keys ?? null,
    jwksUri: metadata.jwks_uri ?? null,
    idTokenSignedResponseAlg: metadata.id_token_signed_response_alg ?? 'RS256',
    requirePkce: record.requirePkce,
    requireConsent: !record.firstParty,
    requirePar: metadata.require_pushed_authorization_requests ?? false,
    organization: 'optional',
    onboarding: null,
    initiateLoginUri: metadata.initiate_login_uri ?? null,
    policyUri: metadata.policy_uri ?? null,
    tosUri: metadata.tos_uri ?? null,
    defaultMaxAge: metadata.default_max_age ?? null,
    defaultAcrValues: metadata.default_acr_values ?? [],
  }
  return { ...client, scopes: new Set(metadata.scope?.split(' ') ?? openScopes(registry, client)) }
}
