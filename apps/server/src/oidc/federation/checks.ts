/** What is checked of the answer of an identity provider, in this order. */
export const checkNames = [
  'attempt',
  'connection',
  'metadata',
  'response-issuer',
  'response',
  'client',
  'token',
  'algorithm',
  'signature',
  'issuer',
  'audience',
  'nonce',
  'lifetime',
  'subject',
  'userinfo',
  'auth-time',
  'email',
  'email-verified',
  'domain',
  'groups',
  'session-expiry',
] as const
export type CheckName = (typeof checkNames)[number]

/**
 * A check of an attempt, for whoever sets a connection up. `noted`: it refuses nobody, but should be known, such as groups that
 * are missing. `expected` and `received` are shortened texts without anything secret.
 */
export interface FederationCheck {
  name: CheckName
  state: 'passed' | 'failed' | 'noted'
  expected?: string
  received?: string
}

/** So many characters of a value are kept. */
const keptLength = 500

/** A value of a token or a document, as far as it is kept. */
export const shortened = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.length > keptLength ? `${text.slice(0, keptLength)}…` : text
}
