import { type Client, signsInDevices } from '../oidc/clients.ts'
import { exchangeRuleText } from '../oidc/exchange-rules.ts'
import { fieldClaimText } from '../oidc/fields/claim-mapping.ts'
import { deviceCode } from '../oidc/response-types.ts'
import { readClient } from './client.ts'
import { dpopFault, exchangeFault, mayHavePasskeys } from './client-checks.ts'
import { knownSetting } from './client-settings.ts'
import { EnvironmentReader, isLoopback } from './environment.ts'
import type { Config } from './settings.ts'

/** A list is one variable, or, numbered, one variable for each item. */
type Kind = 'text' | 'list' | 'numbered' | 'scope' | 'json' | 'demand'

/**
 * The metadata of a client, named as in OpenID Connect Dynamic Client Registration 1.0 section 2, RFC 7591 section 2, RFC 9126 section 6, and
 * RFC 9449 section 5.2; below them our own. Each with the setting of the environment that it is.
 */
const members = {
  client_name: ['NAME', 'text'],
  redirect_uris: ['REDIRECT_URIS', 'list'],
  scope: ['SCOPES', 'scope'],
  grant_types: ['GRANT_TYPES', 'list'],
  response_types: ['RESPONSE_TYPES', 'list'],
  token_endpoint_auth_method: ['TOKEN_AUTH_METHOD', 'text'],
  jwks: ['JWKS', 'json'],
  jwks_uri: ['JWKS_URI', 'text'],
  logo_uri: ['LOGO_URI', 'text'],
  policy_uri: ['POLICY_URI', 'text'],
  tos_uri: ['TOS_URI', 'text'],
  initiate_login_uri: ['INITIATE_LOGIN_URI', 'text'],
  post_logout_redirect_uris: ['POST_LOGOUT_REDIRECT_URIS', 'list'],
  backchannel_logout_uri: ['BACKCHANNEL_LOGOUT_URI', 'text'],
  backchannel_logout_session_required: ['BACKCHANNEL_LOGOUT_SESSION_REQUIRED', 'text'],
  frontchannel_logout_uri: ['FRONTCHANNEL_LOGOUT_URI', 'text'],
  frontchannel_logout_session_required: ['FRONTCHANNEL_LOGOUT_SESSION_REQUIRED', 'text'],
  id_token_signed_response_alg: ['ID_TOKEN_SIGNED_RESPONSE_ALG', 'text'],
  default_max_age: ['DEFAULT_MAX_AGE', 'text'],
  default_acr_values: ['DEFAULT_ACR_VALUES', 'list'],
  require_pushed_authorization_requests: ['REQUIRE_PAR', 'text'],
  dpop_bound_access_tokens: ['DPOP', 'demand'],
  require_pkce: ['REQUIRE_PKCE', 'text'],
  require_consent: ['REQUIRE_CONSENT', 'text'],
  require_passkey: ['REQUIRE_PASSKEY', 'text'],
  dpop_nonce: ['DPOP_NONCE', 'text'],
  allow_impersonation: ['ALLOW_IMPERSONATION', 'text'],
  organization: ['ORGANIZATION', 'text'],
  organization_access: ['ORGANIZATION_ACCESS', 'list'],
  onboarding: ['ONBOARDING', 'list'],
  id_token_claims: ['ID_TOKEN_CLAIMS', 'text'],
  access_token_ttl: ['ACCESS_TOKEN_TTL', 'text'],
  audiences: ['AUDIENCES', 'list'],
  claims: ['CLAIMS', 'list'],
  fields: ['FIELDS', 'list'],
  exchange_rules: ['EXCHANGE_0', 'numbered'],
  assertion_audience: ['ASSERTION_AUDIENCE', 'list'],
  federated_issuer: ['FEDERATED_ISSUER', 'text'],
  federated_subject: ['FEDERATED_SUBJECT', 'text'],
  federated_claims: ['FEDERATED_CLAIMS', 'list'],
  federated_audience: ['FEDERATED_AUDIENCE', 'text'],
  federated_jwks: ['FEDERATED_JWKS', 'json'],
  federated_jwks_uri: ['FEDERATED_JWKS_URI', 'text'],
  federated_max_life: ['FEDERATED_MAX_LIFE', 'text'],
  federated_preset: ['FEDERATED_PRESET', 'text'],
} as const satisfies Record<string, readonly [setting: string, kind: Kind]>

export type ClientMember = keyof typeof members
/** The settings that a stored client may have. */
export const settingsOfMembers: readonly string[] = Object.values(members).map(([setting]) => setting)
export const clientMembers = Object.keys(members) as ClientMember[]

/** Some of these members; one that is absent has the default of its setting. */
export type ClientMetadata = Partial<Record<ClientMember, string | number | boolean | readonly string[] | object>>

/** What is wrong with a member, in the words in which a start would refuse the setting. */
export interface MetadataFault {
  member: ClientMember | 'client_id'
  fault: string
}

/** The variables that metadata stands for, read and checked as those of the environment are. */
export class MetadataReader extends EnvironmentReader {
  readonly #lists: ReadonlyMap<string, readonly string[]>

  constructor(issuer: string, texts: ReadonlyMap<string, string>, lists: ReadonlyMap<string, readonly string[]>) {
    super({ ...Object.fromEntries(texts), ISSUER: issuer }, () => {
      throw new Error('no member names a file')
    })
    this.#lists = lists
  }

  /** An item may have a comma in it, which only the text of a variable has to escape. */
  override list(name: string): string[] | null {
    const items =
      this.#lists
        .get(name)
        ?.map((item) => item.trim())
        .filter(Boolean) ?? []
    return items.length > 0 ? items : null
  }
}

const variable = (setting: string): string => `OIDC_CLIENT_0_${setting}`

function textOf(kind: Kind, value: unknown): string {
  if (kind === 'demand') return value === true ? 'required' : 'optional'
  return kind === 'json' ? JSON.stringify(value) : String(value)
}

function readerOf(issuer: string, id: string, metadata: ClientMetadata, hasSecret: boolean): MetadataReader {
  const texts = new Map([['OIDC_CLIENT_ID_0', id]])
  const lists = new Map<string, readonly string[]>()
  // Whether there is a secret decides what else is allowed; which one it is, only its digest knows.
  if (hasSecret) texts.set(variable('SECRET'), 'stored as a digest')
  for (const member of clientMembers) {
    const value = metadata[member]
    if (value === undefined || value === null) continue
    const [setting, kind] = members[member]
    const name = variable(setting)
    if (kind === 'numbered') {
      for (const [index, item] of (value as readonly string[]).entries())
        texts.set(`${name.slice(0, -1)}${index}`, item)
      continue
    }
    const items = kind === 'scope' ? String(value).split(' ') : kind === 'list' ? (value as readonly string[]) : null
    if (items) lists.set(name, items)
    texts.set(name, items ? items.join(',') : textOf(kind, value))
  }
  return new MetadataReader(issuer, texts, lists)
}

const memberOf = (name: string): MetadataFault['member'] =>
  clientMembers.find((member) => variable(members[member][0]) === knownSetting(name)) ?? 'client_id'

/**
 * Reads a client that is not of the environment, by the rules of the environment: what a start would refuse there is
 * refused here, for the same reasons.
 */
export function readClientMetadata(
  { production, issuer, dpop }: Pick<Config, 'production' | 'issuer' | 'dpop'>,
  id: string,
  metadata: ClientMetadata,
  secretDigests: readonly string[],
): { client: Client; faults: MetadataFault[] } {
  const reader = readerOf(issuer, id, metadata, secretDigests.length > 0)
  const development = !production && isLoopback(new URL(issuer).hostname)
  const client: Client = {
    ...readClient(reader, '0', { production, development }),
    source: 'console',
    variable: null,
    secretDigests,
  }
  const faults = reader.problems.map(({ variable, fault }) => ({ member: memberOf(variable), fault }))
  if (signsInDevices(client))
    faults.push({
      member: 'grant_types',
      fault: `contains ${deviceCode}, which only a client of the environment can use`,
    })
  if (client.requirePasskey && !mayHavePasskeys(issuer))
    faults.push({
      member: 'require_passkey',
      fault: 'is true, but ISSUER is an IP address, which cannot have passkeys',
    })
  const boundFault = dpopFault(client, { dpop }, 'true')
  if (boundFault) faults.push({ member: 'dpop_bound_access_tokens', fault: boundFault })
  if (client.federated?.issuer === issuer)
    faults.push({ member: 'federated_issuer', fault: 'is this server, whose tokens authenticate no client' })
  const exchange = exchangeFault(client, issuer)
  if (exchange) faults.push({ member: 'exchange_rules', fault: exchange.fault })
  return { client, faults }
}

/** All metadata of a client: what it was given, and the defaults of the rest. */
export const metadataOf = (client: Client): ClientMetadata =>
  withoutNull({
    client_name: client.name,
    redirect_uris: client.redirectUris,
    scope: [...client.scopes].join(' '),
    grant_types: [...client.grantTypes],
    response_types: [...client.responseTypes],
    token_endpoint_auth_method: client.tokenAuthMethods[0],
    jwks: client.jwks && { keys: client.jwks },
    jwks_uri: client.jwksUri,
    logo_uri: client.logoUri,
    policy_uri: client.policyUri,
    tos_uri: client.tosUri,
    initiate_login_uri: client.initiateLoginUri,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    backchannel_logout_uri: client.backchannelLogoutUri,
    backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
    frontchannel_logout_uri: client.frontchannelLogoutUri,
    frontchannel_logout_session_required: client.frontchannelLogoutSessionRequired,
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    default_max_age: client.defaultMaxAge,
    default_acr_values: client.defaultAcrValues,
    require_pushed_authorization_requests: client.requirePar,
    dpop_bound_access_tokens: client.dpop === 'required' || undefined,
    require_pkce: client.requirePkce,
    require_consent: client.requireConsent,
    require_passkey: client.requirePasskey,
    dpop_nonce: client.dpopNonce === 'required' ? 'required' : undefined,
    allow_impersonation: client.allowImpersonation,
    organization: client.organization,
    organization_access: client.organizationAccess === 'any' ? ['any'] : client.organizationAccess,
    onboarding: client.onboarding,
    id_token_claims: client.idTokenClaims,
    access_token_ttl: client.accessTokenTtl,
    audiences: client.audiences,
    claims: client.claims.map(fieldClaimText),
    fields: client.fields,
    exchange_rules: client.exchangeRules.map(exchangeRuleText),
    assertion_audience: client.assertionAudience,
    ...federatedMembers(client.federated),
  })

const federatedMembers = (credential: Client['federated']) => ({
  federated_issuer: credential?.issuer,
  federated_subject: credential?.subject,
  federated_claims: credential?.claims.map(({ name, value }) => `${name}=${value}`),
  federated_audience: credential?.audience,
  federated_jwks: credential?.jwks && { keys: credential.jwks },
  federated_jwks_uri: credential?.jwksUri,
  federated_max_life: credential?.maxLife,
  federated_preset: credential?.preset,
})

const withoutNull = (given: Record<ClientMember, unknown>): ClientMetadata =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
