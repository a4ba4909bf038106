/** The identity providers that we know. `generic`: any other OpenID provider. */
export const providers = ['google', 'entra', 'okta', 'generic'] as const
export type Provider = (typeof providers)[number]

/** Social sign-in, which the operator configures. Also the `connection_id` of who people are there. */
export const socialProviders = ['google', 'microsoft', 'apple', 'github'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** What they call themselves. */
export const socialNames: Record<SocialProvider, string> = {
  google: 'Google',
  microsoft: 'Microsoft',
  apple: 'Apple',
  github: 'GitHub',
}

/**
 * `draft`: saved, nothing reaches it. `tested`: a test sign-in succeeded. `active`: it signs people in. `failing`: the same, but
 * its last sign-ins failed. `disabled`: it signs nobody in, and its sessions have ended.
 */
export const connectionStates = ['draft', 'tested', 'active', 'failing', 'disabled'] as const
export type ConnectionState = (typeof connectionStates)[number]

/** Whether a connection signs people in. */
export const isInUse = (state: ConnectionState): boolean => state === 'active' || state === 'failing'

/** How we authenticate at the token endpoint. `private_key_jwt` leaves no secret with anybody: it is offered first. */
export const authMethods = ['private_key_jwt', 'client_secret_basic', 'client_secret_post'] as const
export type AuthMethod = (typeof authMethods)[number]

/** What is chosen of a connection (the column `settings`). */
export interface ConnectionSettings {
  /** People with an address of its domains become members at their first sign-in. */
  jit: boolean
  /** What they become: `member`, `admin` or the id of another role. */
  defaultRole: string
  /** An `acr` of the provider that says phishing-resistant (`phr`, `phrh`) counts as ours. */
  trustMfa: boolean
  /** A mapping may give the role owner. */
  allowOwner: boolean
  /** Signing out here leads on to signing out there. */
  signOutUpstream: boolean
  /** The claim with the groups. Null: none is read. */
  groupsClaim: string | null
  /** Asked for beside `openid profile email`. */
  extraScopes: readonly string[]
}

export const defaultSettings: ConnectionSettings = {
  jit: true,
  defaultRole: 'member',
  trustMfa: false,
  allowOwner: false,
  signOutUpstream: false,
  groupsClaim: null,
  extraScopes: [],
}

/** What an identity provider says of a person, after every check. */
export interface UpstreamIdentity {
  issuer: string
  subject: string
  /** As it is written there. Whether it is proven is decided by the connection's domains, not by the provider's word. */
  email: string | null
  /** What `email_verified` said. Null: nothing, as of most providers of companies. */
  emailVerified: boolean | null
  /** The `hd` claim of Google. */
  hostedDomain: string | null
  /** Microsoft's `xms_edov`: the owner of the address's domain was verified. */
  domainOwnerVerified: boolean
  givenName: string | null
  familyName: string | null
  locale: string | null
  /** `overage`: the provider left them out because there are too many. Null: it sends none. */
  groups: readonly string[] | 'overage' | null
  acr: string | null
  amr: readonly string[]
  authenticatedAt: Date | null
  /** Its session there, and when that ends (`sid`, `session_expiry`). */
  sid: string | null
  sessionExpiresAt: Date | null
}
