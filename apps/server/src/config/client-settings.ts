import { exampleRule } from '../oidc/exchange-rules.ts'
import { type Environment, type EnvironmentReader, nearest } from './environment.ts'

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
  ['FEDERATED_ISSUER', 'https://token.actions.githubusercontent.com'],
  ['FEDERATED_SUBJECT', 'repo:acme@1234/app@5678:environment:production'],
  ['FEDERATED_CLAIMS', 'repository_id=5678,repository_owner_id=1234'],
  ['FEDERATED_AUDIENCE', 'https://id.example.com'],
  ['FEDERATED_JWKS', '{"keys":[...]}'],
  ['FEDERATED_JWKS_URI', 'https://cluster.example.com/openid/v1/jwks'],
  ['FEDERATED_MAX_LIFE', '3600'],
  ['FEDERATED_PRESET', 'github'],
  ['ID_TOKEN_SIGNED_RESPONSE_ALG', 'RS256'],
  ['ID_TOKEN_CLAIMS', 'scopes'],
  ['REQUIRE_PKCE', 'true'],
  ['REQUIRE_CONSENT', 'true'],
  ['REQUIRE_PAR', 'true'],
  ['REQUIRE_PASSKEY', 'true'],
  ['DPOP', 'required'],
  ['DPOP_NONCE', 'required'],
  ['ALLOW_IMPERSONATION', 'true'],
  ['DEVICE_QR', 'true'],
  ['ORGANIZATION', 'required'],
  ['ORGANIZATION_ACCESS', 'acme'],
  ['ONBOARDING', 'terms,profile,organization'],
  ['ASSERTION_AUDIENCE', 'issuer'],
  ['DEFAULT_ACR_VALUES', 'phr'],
  ['DEFAULT_MAX_AGE', '3600'],
  ['ACCESS_TOKEN_TTL', '600'],
  ['AUDIENCES', 'https://api.example.com'],
  ['CLAIMS', 'plan:organization.plan'],
  ['FIELDS', 'organization.plan'],
  // Any number of them: EXCHANGE_0, EXCHANGE_1 and so on.
  ['EXCHANGE_0', exampleRule],
])

/** The names of the settings of a client. */
export const clientSettings: readonly string[] = [...settings.keys()]

/** Variables that may come from a file. */
const fileSuffixes = ['SECRET_FILE', 'SECRET_NEXT_FILE', 'JWKS_FILE', 'FEDERATED_JWKS_FILE']

const known = [...clientSettings, ...fileSuffixes]

/** The name under which a numbered setting is known. */
export const knownSetting = (setting: string): string => setting.replace(/EXCHANGE_\d{1,9}$/, 'EXCHANGE_0')

/** The indices of the clients that the environment names. Reports variables that belong to no client, or to no setting. */
export function clientIndices(reader: EnvironmentReader, env: Environment): string[] {
  const indices = new Set<string>()
  for (const name of Object.keys(env)) {
    if (!name.startsWith('OIDC_CLIENT_') || !env[name]?.trim()) continue
    const index = /^OIDC_CLIENT_ID_(\d+)$/.exec(name)?.[1]
    if (index) indices.add(index)
    else checkSetting(reader, env, name)
  }
  return [...indices].sort((a, b) => Number(a) - Number(b))
}

function checkSetting(reader: EnvironmentReader, env: Environment, name: string): void {
  const [, index, setting] = /^OIDC_CLIENT_(\d+)_(.+)$/.exec(name) ?? []
  if (!index || !setting) {
    reader.fault(
      name,
      'is not a client variable; names are OIDC_CLIENT_ID_<n> and OIDC_CLIENT_<n>_<SETTING>',
      'my-app',
      'OIDC_CLIENT_ID_0',
    )
  } else if (!known.includes(knownSetting(setting))) {
    const meant = nearest(setting, [...settings.keys()])
    reader.fault(
      name,
      `is not a known setting of a client${meant ? `; did you mean "${meant}"?` : ' (docs/configuration.md lists them)'}`,
      settings.get(meant ?? 'NAME') as string,
      `OIDC_CLIENT_${index}_${meant ?? 'NAME'}`,
    )
  } else if (!env[`OIDC_CLIENT_ID_${index}`]?.trim()) {
    reader.fault(`OIDC_CLIENT_ID_${index}`, `is missing, but ${name} is set`, 'my-app')
  }
}
