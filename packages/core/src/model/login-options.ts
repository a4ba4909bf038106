/**
 * Options of a sign-in.
 *
 * @example
 * ```ts
 * import type { LoginOptions } from '@vestibule/core'
 *
 * const toOrganization = (slug: string): LoginOptions => ({ organization: slug, returnTo: '/dashboard' })
 * ```
 */
export interface LoginOptions {
  /** Where the person lands afterwards: a path of this application. */
  returnTo?: string
  /** `select_organization`: the person chooses or creates an organization, also if they are in one already. */
  prompt?: 'login' | 'consent' | 'select_account' | 'select_organization' | 'create'
  loginHint?: string
  /** Id or slug of the organization to sign in to. */
  organization?: string
  /** Token of an invitation to accept. */
  invitation?: string
  /** Authentication contexts, one of which is required (an essential `acr`, OIDC Core section 5.5.1.1). */
  acr?: string | readonly string[]
  /** Maximum age of the sign-in, in seconds. */
  maxAge?: number
  /** Scopes to request in addition to `scope`. Each must be listed in `optionalScopes`. */
  scope?: string | readonly string[]
}
