import { claimsOfScope, scopesOfClaim } from '../../oidc/claims.ts'

/** Where a claim was found. */
const claimSources = ['idToken', 'accessToken', 'userinfo'] as const
export type ClaimSource = (typeof claimSources)[number]

export type ClaimsBySource = Readonly<Record<ClaimSource, Readonly<Record<string, unknown>>>>

/** A claim with one value. A claim whose value differs between tokens, such as `aud`, appears once for each value. */
export interface ShownClaim {
  name: string
  value: unknown
  sources: readonly ClaimSource[]
}

/** What a granted scope brought. */
export interface ScopeClaims {
  scope: string
  claims: readonly ShownClaim[]
  /** Claims of the scope for which the person has no value. */
  missing: readonly string[]
}

/**
 * The claims of two tokens and of userinfo, by the scope that brought them. `openid` stands for what every sign-in brings:
 * the subject, and the claims about the tokens themselves.
 */
export function claimsByScope(granted: readonly string[], found: ClaimsBySource): ScopeClaims[] {
  const shown = new Map<string, ShownClaim[]>(granted.map((scope) => [scope, []]))
  const scopeOf = (name: string) => scopesOfClaim(name).find((scope) => shown.has(scope)) ?? 'openid'
  const names = new Set(claimSources.flatMap((source) => Object.keys(found[source])))
  for (const name of names) {
    const claims = shown.get(scopeOf(name)) ?? []
    claims.push(...valuesOf(name, found))
    shown.set(scopeOf(name), claims)
  }
  return [...shown].map(([scope, claims]) => ({
    scope,
    claims,
    missing: claimsOfScope(scope).filter((name) => !names.has(name)),
  }))
}

function valuesOf(name: string, found: ClaimsBySource): ShownClaim[] {
  const byValue = new Map<string, ShownClaim & { sources: ClaimSource[] }>()
  for (const source of claimSources) {
    const value = found[source][name]
    if (value === undefined) continue
    const key = JSON.stringify(value)
    const claim = byValue.get(key) ?? { name, value, sources: [] }
    claim.sources.push(source)
    byValue.set(key, claim)
  }
  return [...byValue.values()]
}
