import type { PersonOptions } from './person.ts'

/**
 * What an access token is for. With an address it is a person's, without one it is the client's own.
 *
 * @example
 * ```ts
 * import { startVestibule, type TokenOptions } from '@vestibule/testing'
 *
 * await using vestibule = await startVestibule({
 *   clients: [{ scopes: ['openid', 'notes:write'], audiences: ['https://notes.example.com'] }],
 * })
 * const request: TokenOptions = { email: 'ada@example.com', organization: 'Acme', scopes: ['openid', 'notes:write'] }
 * const token = await vestibule.tokenFor(request)
 * await fetch('http://localhost:3000/api/notes', { headers: { authorization: `Bearer ${token}` } })
 * ```
 */
export interface TokenOptions extends Partial<PersonOptions> {
  /** Default: the first client. */
  clientId?: string
  /** Default: all that the client may ask for, but `offline_access`. */
  scopes?: readonly string[]
  /** The API that the token is for (RFC 8707). */
  resource?: string
}
