/** How a member of a client's metadata is asked for in a form. */
export type MemberInput =
  | { kind: 'line' | 'lines' | 'flag' | 'json' }
  /** A line that the standard separates by spaces. */
  | { kind: 'choice'; choices: readonly string[] }
  /** Several of them, separated by spaces. */
  | { kind: 'several'; choices: readonly string[] }

/** Those that most applications set, with labels in the language of the page. */
export const mainMembers = {
  client_name: { kind: 'line' },
  redirect_uris: { kind: 'lines' },
  post_logout_redirect_uris: { kind: 'lines' },
  scope: { kind: 'line' },
} as const satisfies Record<string, MemberInput>

/** All others, named as the standards and docs/configuration.md name them. */
export const otherMembers = {
  grant_types: { kind: 'lines' },
  response_types: { kind: 'lines' },
  token_endpoint_auth_method: {
    kind: 'choice',
    choices: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'federated_jwt', 'none'],
  },
  require_pkce: { kind: 'flag' },
  require_consent: { kind: 'flag' },
  require_passkey: { kind: 'flag' },
  allow_impersonation: { kind: 'flag' },
  require_pushed_authorization_requests: { kind: 'flag' },
  dpop_bound_access_tokens: { kind: 'flag' },
  dpop_nonce: { kind: 'choice', choices: ['', 'optional', 'required'] },
  organization: { kind: 'choice', choices: ['required', 'optional', 'none'] },
  onboarding: { kind: 'lines' },
  initiate_login_uri: { kind: 'line' },
  logo_uri: { kind: 'line' },
  policy_uri: { kind: 'line' },
  tos_uri: { kind: 'line' },
  backchannel_logout_uri: { kind: 'line' },
  backchannel_logout_session_required: { kind: 'flag' },
  frontchannel_logout_uri: { kind: 'line' },
  frontchannel_logout_session_required: { kind: 'flag' },
  id_token_signed_response_alg: { kind: 'choice', choices: ['RS256', 'ES256', 'EdDSA'] },
  id_token_claims: { kind: 'choice', choices: ['', 'scopes', 'minimal'] },
  access_token_ttl: { kind: 'line' },
  default_max_age: { kind: 'line' },
  default_acr_values: { kind: 'lines' },
  audiences: { kind: 'lines' },
  claims: { kind: 'lines' },
  fields: { kind: 'lines' },
  exchange_rules: { kind: 'lines' },
  organization_access: { kind: 'lines' },
  assertion_audience: { kind: 'lines' },
  jwks_uri: { kind: 'line' },
  jwks: { kind: 'json' },
  federated_issuer: { kind: 'line' },
  federated_subject: { kind: 'line' },
  federated_claims: { kind: 'lines' },
  federated_audience: { kind: 'line' },
  federated_preset: {
    kind: 'choice',
    choices: ['', 'github', 'gitlab', 'kubernetes', 'buildkite', 'google', 'spiffe'],
  },
  federated_max_life: { kind: 'line' },
  federated_jwks_uri: { kind: 'line' },
  federated_jwks: { kind: 'json' },
} as const satisfies Record<string, MemberInput>

export type ApplicationMember = keyof typeof mainMembers | keyof typeof otherMembers
export const applicationMembers = Object.entries({ ...mainMembers, ...otherMembers }) as [
  ApplicationMember,
  MemberInput,
][]

/** What a form shows or was sent, by member. */
export type MemberValues = Partial<Record<ApplicationMember | 'client_id', string>>
