/** How an access token is sent: as a bearer token (RFC 6750), or with a proof of the key that it is bound to (RFC 9449). */
export type TokenScheme = 'Bearer' | 'DPoP'

/** The algorithms of DPoP proofs. */
export const proofAlgorithms = ['ES256', 'PS256', 'EdDSA', 'Ed25519']

/**
 * What a challenge tells a client.
 *
 * @example
 * ```ts
 * import type { BearerChallenge } from '@vestibule/core/mcp'
 *
 * const writing: BearerChallenge = { error: 'insufficient_scope', scope: ['notes:read', 'notes:write'] }
 * ```
 */
export interface BearerChallenge {
  /** Error code. None when the request had no access token (RFC 6750 section 3.1). */
  error?: string | null | undefined
  /** What is missing, for the developer of the client (RFC 6750 section 3). */
  description?: string | undefined
  /** URL of the metadata of the API (RFC 9728 section 5.1). */
  resourceMetadata?: string | undefined
  /** All scopes that the request needs (RFC 6750 section 3). */
  scope?: string | readonly string[] | undefined
  /** Authentication contexts, one of which the sign-in must have (RFC 9470 section 3). */
  acr?: string | readonly string[] | undefined
  /** Maximum age of the sign-in, in seconds (RFC 9470 section 3). */
  maxAge?: number | undefined
  /** How an access token may be sent. The error is about the first. Default: as a bearer token. */
  schemes?: readonly TokenScheme[] | undefined
}

/** The value of `WWW-Authenticate` for an API that takes access tokens (RFC 6750 section 3, RFC 9449 section 7.1). */
export function bearerChallenge({ schemes = ['Bearer'], maxAge, ...given }: BearerChallenge): string {
  const challenges = schemes.map((scheme, index) => {
    const parameters = Object.entries({
      algs: scheme === 'DPoP' && proofAlgorithms.join(' '),
      error: index === 0 && given.error,
      error_description: index === 0 && given.description,
      resource_metadata: given.resourceMetadata,
      scope: [given.scope].flat().join(' '),
      acr_values: [given.acr].flat().join(' '),
      max_age: maxAge !== undefined && String(Number(maxAge)),
    }).flatMap(([name, value]) => (value ? [`${name}="${value.replaceAll(/[^\x20-\x7e]|["\\]/g, '')}"`] : []))
    return `${scheme} ${parameters.join(', ')}`.trimEnd()
  })
  return challenges.join(', ')
}
