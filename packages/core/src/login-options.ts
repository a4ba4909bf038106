/** What a login may ask of the provider. */
export interface LoginOptions {
  /** Where to land afterwards: a path of this application. */
  returnTo?: string
  prompt?: 'login' | 'consent' | 'select_account' | 'create'
  loginHint?: string
  /** Id or slug. */
  organization?: string
  /** The token of an invitation. */
  invitation?: string
  /** Ways to sign in, one of which must be reached (an essential `acr`, OIDC Core 5.5.1.1). */
  acr?: string | readonly string[]
  /** How long ago the sign-in may be, in seconds. */
  maxAge?: number
  /** Scopes in addition to those of every login. The application names them in `optionalScopes`. */
  scope?: string | readonly string[]
}
