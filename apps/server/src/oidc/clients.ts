import { hash } from 'node:crypto'
import type { JWK } from 'jose'
import type { Demand } from './dpop.ts'
import type { FederatedCredential } from './federation/credential.ts'
import type { FieldClaim, FieldId } from './fields/field.ts'
import { deviceCode, type GrantType } from './response-types.ts'
import type { ExchangeRule } from './token-exchange.ts'

/** The methods that the metadata names, and that a dynamic client may have. */
export const standardAuthMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
/** `federated_jwt` is the assertion of another issuer. On the wire it looks like private_key_jwt (RFC 7523 section 2.2). */
export const authMethods = [...standardAuthMethods, 'federated_jwt'] as const
export type AuthMethod = (typeof authMethods)[number]

export const idTokenAlgs = ['RS256', 'ES256', 'EdDSA'] as const
export type IdTokenAlg = (typeof idTokenAlgs)[number]

/** Whether the ID token from the token endpoint has the plain claims of its scopes, or none about the person. */
export const idTokenClaims = ['scopes', 'minimal'] as const
export type IdTokenClaims = (typeof idTokenClaims)[number]

export const onboardingSteps = ['terms', 'profile', 'organization', 'team'] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

/**
 * Where a client comes from: a metadata document that its id is the URL of, dynamic registration, or, as `own`, this
 * server itself.
 */
export type ClientSourceName = 'environment' | 'console' | 'document' | 'registered' | 'own'

/** Whether the operator chose the client (`own`), vouches for where it comes from (`listed`), or knows nothing of it. */
export type ClientTrust = 'own' | 'listed' | 'unknown'

/**
 * An application, from the environment (config/clients.ts), the database (config/client-metadata.ts), or a dynamic one
 * (`isDynamic`). It never changes: a changed client is another object.
 */
export interface Client {
  id: string
  source: ClientSourceName
  trust: ClientTrust
  /** The variable that names it; null for a client of the database. */
  variable: string | null
  name: string
  /** The SHA-256 of its secret, or of two during a replacement. Empty for a client without a secret. */
  secretDigests: readonly string[]
  redirectUris: readonly string[]
  scopes: ReadonlySet<string>
  grantTypes: ReadonlySet<GrantType>
  responseTypes: ReadonlySet<string>
  /** How the client may authenticate: more than one method only if it has a secret and no named method. */
  tokenAuthMethods: readonly AuthMethod[]
  idTokenSignedResponseAlg: IdTokenAlg
  /** Null for the server's own. */
  idTokenClaims: IdTokenClaims | null
  requirePkce: boolean
  requireConsent: boolean
  requirePar: boolean
  requirePasskey: boolean
  /** Whether its access tokens have to be bound to a key (RFC 9449), and whether its proofs have to have a nonce. */
  dpop: Demand
  dpopNonce: Demand
  /** Its devices may show the code as a QR code, which saves typing it (RFC 8628 section 3.3.1). */
  deviceQr: boolean
  /** Operators may act as its people: it shows the `act` claim. */
  allowImpersonation: boolean
  organization: 'required' | 'optional' | 'none'
  onboarding: readonly OnboardingStep[] | null
  postLogoutRedirectUris: readonly string[]
  backchannelLogoutUri: string | null
  backchannelLogoutSessionRequired: boolean
  frontchannelLogoutUri: string | null
  frontchannelLogoutSessionRequired: boolean
  initiateLoginUri: string | null
  logoUri: string | null
  policyUri: string | null
  tosUri: string | null
  jwks: readonly JWK[] | null
  jwksUri: string | null
  /** The token of another issuer that it authenticates by; null for every other method. */
  federated: FederatedCredential | null
  assertionAudience: readonly ('issuer' | 'token_endpoint')[]
  defaultAcrValues: readonly string[]
  /** Seconds. */
  defaultMaxAge: number | null
  /** Seconds; null for the server's own. */
  accessTokenTtl: number | null
  audiences: readonly string[]
  /** The declared fields that it has as claims. */
  claims: readonly FieldClaim[]
  /** The declared fields that it may know of at the management API. Null: all of them. */
  fields: readonly FieldId[] | null
  /** Organizations, by id or slug, that the client's own tokens may name. */
  organizationAccess: readonly string[] | 'any'
  /** What it may exchange tokens of people for. Never of a public or a dynamic client. */
  exchangeRules: readonly ExchangeRule[]
  /**
   * The server is a developer's own: not in production, with its issuer on loopback. Development servers take the next
   * free port, so `http://localhost` matches with any port too, for redirect and post-logout URIs.
   */
  development: boolean
}

/**
 * The client that operators try the sign-in with (flows/management/preview.ts), and the audience of its tokens. No other client
 * and no API may have it.
 */
export const previewClientId = 'urn:vestibule:preview'

/** What is known of a client's secret. It is long and random, so that no password hash is needed. */
export const digestOfSecret = (secret: string): string => hash('sha256', secret, 'base64url')

/**
 * A dynamic client: it brought its metadata by itself. That says how it was made. Who vouches for it is another
 * question (`isThirdParty`).
 */
export const isDynamic = ({ source }: Pick<Client, 'source'>): boolean =>
  source === 'document' || source === 'registered'

/** Whether a client may sign in devices by a code. */
export const signsInDevices = ({ grantTypes }: Pick<Client, 'grantTypes'>): boolean => grantTypes.has(deviceCode)

export const isPublic = ({ tokenAuthMethods }: Pick<Client, 'tokenAuthMethods'>): boolean =>
  tokenAuthMethods.includes('none')

const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d+)?(?=[/?]|$)/
const loopbackWithName = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?(?=[/?]|$)/

/**
 * Compares as strings. One exception (RFC 8252 section 7.3): a registered `http://127.0.0.1` or `http://[::1]` matches
 * with any port, all other characters equal. `localhost` is such an exception on a developer's own server, and for
 * dynamic clients: applications that listen on an ephemeral port publish it without one.
 */
export const isRedirectUri = ({ redirectUris, development, source }: Client, requested: string): boolean => {
  const anyPort = development || isDynamic({ source }) ? loopbackWithName : loopback
  return redirectUris.some((registered) => matches(registered, requested, anyPort))
}

/** OpenID Connect RP-Initiated Logout 1.0 section 3.1: compared as strings, except for the port on a development server. */
export const isPostLogoutRedirectUri = ({ postLogoutRedirectUris, development }: Client, requested: string): boolean =>
  postLogoutRedirectUris.some((registered) => matches(registered, requested, development ? loopbackWithName : null))

function matches(registered: string, requested: string, anyPort: RegExp | null): boolean {
  if (registered === requested) return true
  const a = anyPort?.exec(registered)
  const b = anyPort?.exec(requested)
  if (!a || !b || a[1] !== b[1]) return false
  return registered.slice(a[0].length) === requested.slice(b[0].length) && Number(b[2]?.slice(1) ?? 80) <= 65535
}

/** Where a client begins to sign in somebody at this issuer (OIDC Core section 4). Null if it has no such address. */
export const loginUrlOf = (
  { initiateLoginUri: uri }: Pick<Client, 'initiateLoginUri'>,
  parameters: { iss: string; organization?: string; login_hint?: string },
): string | null => uri && `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`
