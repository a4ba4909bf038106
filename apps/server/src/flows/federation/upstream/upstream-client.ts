import type { Config, SocialSettings } from '../../../config/settings.ts'
import { digest } from '../../../crypto/random.ts'
import type { AuthMethod, Provider, SocialProvider } from '../../../oidc/federation/connection.ts'
import { socialIssuers } from '../../../oidc/federation/providers.ts'
import type { ConnectionRecord } from '../../../store/prisma/federation/connections.ts'
import type { Deps } from '../../platform/deps.ts'

/** What we are at an identity provider: a client of it. */
export interface UpstreamClient {
  /** Whose people are looked up: the id of the connection, or the name of the social provider. */
  key: string
  /** The last part of the address that its answers come to (`callbackUri`). */
  callback: string
  provider: Provider | SocialProvider
  /** Byte for byte as tokens say. Null for GitHub, which has none. */
  issuer: string | null
  clientId: string
  authentication: UpstreamAuthentication
  scopes: readonly string[]
  groupsClaim: string | null
}

export type UpstreamAuthentication =
  | { method: 'private_key_jwt' }
  | { method: Exclude<AuthMethod, 'private_key_jwt'>; secret: string }
  /** A secret that is a JWT, made for each request. */
  | { method: 'apple'; teamId: string; keyId: string; privateKey: string }

/** A connection has a secret that cannot be opened: SECRET is not the one it was sealed under. */
export class ConnectionSecretLost extends Error {
  override readonly name = 'ConnectionSecretLost'
}

/**
 * Where a provider sends its answer: an address for each issuer of an organization, and for each social provider. A provider
 * that does not name itself in its answer (RFC 9207) is known by the address: otherwise whoever has a provider here could have
 * the answers of another one brought to theirs (RFC 9700 section 4.4).
 */
export const callbackUri = ({ config }: Pick<Deps, 'config'>, callback: string): string =>
  `${config.issuer}/sso/oidc/callback/${callback}`

/**
 * The last part of the redirect URI of a connection. It is worked out and not chosen, so that it is known before the connection
 * is, and two issuers never have the same, whatever is added, changed or removed. An issuer with and without a slash at its end
 * has the same metadata (OpenID Connect Discovery 1.0 section 4.1), and by that is the same provider.
 */
export const callbackOf = ({
  organizationId,
  issuer,
  organizationCallback,
}: Pick<ConnectionRecord, 'organizationId' | 'issuer' | 'organizationCallback'>): string =>
  organizationCallback ? organizationId : `${organizationId}-${digest(issuer.replace(/\/$/, '')).slice(0, 22)}`

const openIdScopes = ['openid', 'profile', 'email']

export function clientOfConnection({ keyring }: Pick<Deps, 'keyring'>, connection: ConnectionRecord): UpstreamClient {
  const { id, provider, issuer, clientId, authMethod, sealedSecret, settings } = connection
  return {
    key: id,
    callback: callbackOf(connection),
    provider,
    issuer,
    clientId,
    authentication:
      authMethod === 'private_key_jwt'
        ? { method: authMethod }
        : { method: authMethod, secret: openSecret(keyring, sealedSecret) },
    scopes: [...new Set([...openIdScopes, ...settings.extraScopes])],
    groupsClaim: settings.groupsClaim,
  }
}

function openSecret(keyring: Deps['keyring'], sealed: string | null): string {
  const secret = sealed === null ? null : keyring.open('connection-secret', sealed)
  if (secret === null) throw new ConnectionSecretLost('the secret of a connection cannot be opened')
  return secret
}

/** Null while the operator does not offer it. */
export function clientOfSocial({ config }: Pick<Deps, 'config'>, name: SocialProvider): UpstreamClient | null {
  const settings = config.social
  if (name === 'github')
    return (
      settings.github && { ...socialClient(name, settings.github), issuer: null, scopes: ['read:user', 'user:email'] }
    )
  if (name === 'apple') {
    const { apple } = settings
    if (!apple) return null
    const { clientId, ...key } = apple
    return {
      ...socialClient(name, { clientId, clientSecret: '' }),
      authentication: { method: 'apple', ...key },
      scopes: ['openid', 'name', 'email'],
    }
  }
  const found = settings[name]
  return found && socialClient(name, found)
}

function socialClient(
  name: SocialProvider,
  { clientId, clientSecret, tenant = 'common' }: { clientId: string; clientSecret: string; tenant?: string },
): UpstreamClient {
  return {
    key: name,
    callback: name,
    provider: name,
    issuer: name === 'github' ? null : socialIssuers[name](tenant),
    clientId,
    authentication: { method: 'client_secret_post', secret: clientSecret },
    scopes: openIdScopes,
    groupsClaim: null,
  }
}

/** The social providers that the operator offers. */
export const offeredSocial = (social: SocialSettings): SocialProvider[] =>
  (['google', 'microsoft', 'apple', 'github'] as const).filter((name) => social[name] !== null)

/** Whether people may sign in at any identity provider. */
export const hasFederation = ({ sso, social }: Pick<Config, 'sso' | 'social'>): boolean =>
  sso || offeredSocial(social).length > 0
