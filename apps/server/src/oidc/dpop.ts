/** The algorithms of proofs (RFC 9449 section 5.1). RS256 is not among them: FAPI 2.0 refuses it. */
export const proofAlgs = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const

/** Whether something may be left out of a request. */
export const demands = ['optional', 'required'] as const
export type Demand = (typeof demands)[number]

/** The SHA-256 thumbprint of a key in base64url (RFC 7638). */
export const isThumbprint = (text: string): boolean => /^[\w-]{43}$/.test(text)

/**
 * What `htu` is compared by (RFC 9449 section 4.3): without query and fragment, scheme and host in lower case, without the
 * port that the scheme has anyway. Null for what is no URL of a request.
 */
export function comparableHtu(text: string): string | null {
  // The URL parser would take `https:/host` and `https:\\host` for the same as what was requested.
  if (!/^https?:\/\/[^/?#\\@\s][^\\\s]*$/i.test(text) || !URL.canParse(text)) return null
  const { origin, pathname, username, password } = new URL(text)
  return username === '' && password === '' ? `${origin}${pathname}` : null
}

/** The thumbprint of the key that a token is bound to (RFC 9449 section 6.1); null for any other token. */
export function boundKeyOf({ cnf }: Readonly<Record<string, unknown>>): string | null {
  const jkt = typeof cnf === 'object' && cnf !== null ? (cnf as { jkt?: unknown }).jkt : undefined
  return typeof jkt === 'string' ? jkt : null
}

/** The claim of a token that is bound to a key, and nothing for one that is not. */
export const confirmation = (jkt: string | null | undefined): { cnf?: { jkt: string } } => (jkt ? { cnf: { jkt } } : {})

export type TokenType = 'Bearer' | 'DPoP'

/** What the holder of a token has to show with it (RFC 9449 section 5). */
export const tokenTypeOf = (jkt: string | null | undefined): TokenType => (jkt ? 'DPoP' : 'Bearer')
