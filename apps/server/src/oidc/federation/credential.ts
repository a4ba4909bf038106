import type { JWK } from 'jose'

/** Services whose workloads are known: what their tokens look like, and what a credential has to pin. */
export const presetNames = ['github', 'gitlab', 'kubernetes', 'buildkite', 'google', 'spiffe'] as const
export type PresetName = (typeof presetNames)[number]

/**
 * What a workload authenticates by instead of a secret: a token of another issuer, such as a CI service or a cluster. One
 * rule for one workload: everything in it is compared exactly.
 */
export interface FederatedCredential {
  /** As in the `iss` claim. Keys are fetched only from this issuer, or from `jwksUri`. */
  issuer: string
  subject: string
  claims: readonly RequiredClaim[]
  /** Null for the issuer of this server. */
  audience: string | null
  jwks: readonly JWK[] | null
  jwksUri: string | null
  /** Seconds from `iat` to `exp`. */
  maxLife: number
  /** The preset that was named; `presetOf` (presets.ts) also knows the one that the issuer stands for. */
  preset: PresetName | null
}

/** A claim that a token must have. */
export interface RequiredClaim {
  /** Members of objects follow after slashes: `kubernetes.io/namespace`. */
  name: string
  value: string
}

/** Whether a claim of a token is the required text, number or boolean. Lists and objects never are. */
export function hasClaim(claims: object, { name, value }: RequiredClaim): boolean {
  let found: unknown = claims
  for (const member of name.split('/')) {
    if (typeof found !== 'object' || found === null || Array.isArray(found) || !Object.hasOwn(found, member))
      return false
    found = (found as Record<string, unknown>)[member]
  }
  if (typeof found === 'string') return found === value
  // A larger number has lost digits: another one could look the same.
  return (typeof found === 'boolean' || Number.isSafeInteger(found)) && String(found) === value
}
