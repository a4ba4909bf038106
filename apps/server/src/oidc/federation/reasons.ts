/**
 * Why a sign-in at an identity provider did not end in a session. Stored with the attempt, shown to owners and operators, and
 * a label of the metrics.
 *
 * `whose`: who can do something about it. `person`: it is no mistake of the set-up. `connection`: its set-up or its provider is
 * at fault, so that several in a row make the connection `failing`. Nothing that a stranger can bring about is.
 */
const reasons = {
  // The answer of the browser.
  expired: 'person',
  replayed: 'person',
  'other-browser': 'person',
  'too-many-attempts': 'person',
  'response-issuer': 'person',
  'response-invalid': 'person',
  'upstream-refused': 'person',
  'code-rejected': 'person',
  // The provider and what is configured of it.
  'connection-off': 'person',
  'connection-changed': 'person',
  unreachable: 'connection',
  metadata: 'connection',
  'metadata-issuer': 'connection',
  'secret-lost': 'connection',
  'client-rejected': 'connection',
  'token-response': 'connection',
  userinfo: 'connection',
  // The ID token.
  'id-token-missing': 'connection',
  'id-token-invalid': 'connection',
  signature: 'connection',
  'signing-key': 'connection',
  algorithm: 'connection',
  issuer: 'connection',
  audience: 'connection',
  'authorized-party': 'connection',
  nonce: 'connection',
  'token-expired': 'connection',
  clock: 'connection',
  subject: 'connection',
  'userinfo-subject': 'connection',
  'auth-time-missing': 'person',
  'authentication-too-old': 'person',
  // Whom it is about.
  'hosted-domain': 'person',
  'email-missing': 'person',
  'outside-domain': 'person',
  'not-provisioned': 'person',
  'account-disabled': 'person',
  'identity-taken': 'person',
  'other-subject': 'person',
  'address-taken': 'person',
  'sign-up-closed': 'person',
  'not-confirmed': 'person',
  'other-person': 'person',
  'company-sign-in': 'person',
} as const

export type FederationReason = keyof typeof reasons

export const federationReasons = Object.keys(reasons) as readonly FederationReason[]

export const isFederationReason = (text: string): text is FederationReason => Object.hasOwn(reasons, text)

/** Whether the set-up of a connection, or its provider, is at fault. */
export const isConnectionFault = (reason: FederationReason): boolean => reasons[reason] === 'connection'
