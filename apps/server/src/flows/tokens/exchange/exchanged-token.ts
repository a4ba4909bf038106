import { tokenTypeOf } from '../../../oidc/dpop.ts'
import type { TokenResponse } from '../issue-tokens.ts'

/** RFC 8693 section 3. */
export const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'

/** Seconds that a token lives at most that something was exchanged for. */
export const exchangedTtl = 300

/** What an exchange answers (RFC 8693 section 2.2.1): one access token, and nothing that gets another one. */
export type ExchangedToken = Omit<TokenResponse, 'id_token' | 'refresh_token' | 'resource'> &
  Required<Pick<TokenResponse, 'issued_token_type'>>

export const exchangedToken = (
  token: string,
  { expiresIn, scope, jkt }: { expiresIn: number; scope: readonly string[]; jkt: string | null },
): ExchangedToken => ({
  access_token: token,
  issued_token_type: accessTokenType,
  token_type: tokenTypeOf(jkt),
  expires_in: expiresIn,
  scope: scope.join(' '),
})
