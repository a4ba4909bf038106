import { AuthError } from '../model/errors.ts'

/**
 * Options of `protectedResource`.
 *
 * @example
 * ```ts
 * import type { ProtectedResourceOptions } from '@vestibule/core/mcp'
 *
 * const options: ProtectedResourceOptions = {
 *   resource: 'https://notes.example.com/mcp',
 *   issuer: 'https://id.example.com',
 *   scopes: ['notes:read', 'notes:write'],
 *   name: 'Notes',
 * }
 * ```
 */
export interface ProtectedResourceOptions {
  /** The API's own address, as clients enter it, in the spelling that the provider has: the `aud` of its access tokens. */
  resource: string
  /** Issuer of the provider: `https://id.example.com`. */
  issuer: string
  /** The scopes that clients may ask for. A request without an access token is told to ask for all of them. */
  scopes: readonly string[]
  /** What people call the API. */
  name?: string
  /**
   * Access tokens that are bound to a key (RFC 9449) are always verified with the proof of the request. `required` accepts no others;
   * `optional` says in the metadata and in challenges that clients may send them. Default: clients are not told.
   */
  dpop?: 'optional' | 'required'
  /** For tests. */
  fetch?: typeof fetch
  now?: () => Date
}

/** RFC 6749 section 3.3. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** @throws AuthError `config_invalid` */
export function checkResource({ resource, issuer, scopes }: ProtectedResourceOptions): void {
  for (const [name, value] of Object.entries({ resource, issuer }))
    if (!isAddress(value))
      throw new AuthError('config_invalid', `${name} is not an https URL without a fragment: ${value}`)
  const wrong = scopes.find((scope) => !scopeToken.test(scope))
  if (wrong !== undefined) throw new AuthError('config_invalid', `This is not a scope: ${JSON.stringify(wrong)}`)
}

/** https, or http on this machine; without a fragment (RFC 8707 section 2) and without credentials. */
function isAddress(value: string): boolean {
  if (!URL.canParse(value) || value.includes('#')) return false
  const { protocol, hostname, username, password } = new URL(value)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && username === '' && password === ''
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** RFC 9728 section 3.1: the well-known part goes between the host and the path, and a lone slash is no path. */
export function metadataUrlOf(resource: string): string {
  const { origin, pathname, search } = new URL(resource)
  return `${origin}${wellKnown}${pathname === '/' ? '' : pathname}${search}`
}

/** Clients that have no challenge also ask without the path. */
export const isMetadataPath = (pathname: string, resource: string): boolean =>
  pathname === wellKnown || pathname === new URL(metadataUrlOf(resource)).pathname
