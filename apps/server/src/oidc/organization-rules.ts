import { satisfies, trustedFederatedAcr } from './acr.ts'

/** Whether an organization signs its people in by its own connections: not at all, if they like, or always. */
export const ssoPolicies = ['off', 'offered', 'required'] as const
export type SsoPolicy = (typeof ssoPolicies)[number]

/** What an organization asks of every sign-in that acts for it. */
export interface OrganizationRules {
  organizationId: string
  /** A session that began with a passkey, or by a connection of its own that it trusts with that. */
  requirePasskey: boolean
  /** `required`: a session that one of its connections made. */
  ssoPolicy: SsoPolicy
  /** CIDR ranges; null for every network. */
  allowedNetworks: readonly string[] | null
}

/**
 * Whether a sign-in is older than an organization lets it become. One by an identity provider counts from when it authenticated
 * the person: a passkey that they used here since makes it no younger.
 */
export const isTooOld = (
  { sessionMax }: { sessionMax: number | null },
  signIn: { authenticatedAt: Date; upstreamAuthenticatedAt?: Date | null },
  now: Date,
): boolean =>
  sessionMax !== null &&
  now.getTime() - (signIn.upstreamAuthenticatedAt ?? signIn.authenticatedAt).getTime() > sessionMax * 1000

/** A sign-in that is to act for an organization. */
export interface ActingSignIn {
  /** How strong it was. */
  acr: string
  /** The organization whose connection made it. */
  connectedOrganizationId: string | null
  /** Whether it comes from one of these networks. */
  isIn(networks: readonly string[]): boolean
}

/** What is missing. `network`: nobody can do anything about it from where they are. */
export type MissingRule = 'company-sign-in' | 'passkey' | 'network'

/**
 * What an organization asks of a sign-in and does not find. A session that the connection of one organization made opens
 * nothing of another that requires its own. The statements that read grants ask the same (store/hot/sign-in-rules.ts).
 */
export function missingRule(rules: OrganizationRules, signIn: ActingSignIn): MissingRule | null {
  const isConnected = signIn.connectedOrganizationId === rules.organizationId
  if (rules.ssoPolicy === 'required' && !isConnected) return 'company-sign-in'
  const isStrong = satisfies(signIn.acr, 'phr') || (isConnected && signIn.acr === trustedFederatedAcr)
  if (rules.requirePasskey && !isStrong) return 'passkey'
  return rules.allowedNetworks != null && !signIn.isIn(rules.allowedNetworks) ? 'network' : null
}
