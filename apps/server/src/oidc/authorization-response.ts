import type { ReturnAddress } from './authorization-request.ts'

/** Members of an authorization response, in the order they are sent. */
export type ResponseMembers = Record<string, string | number | undefined>

const encode = (members: ResponseMembers): string =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')

/**
 * The URL of a response in the query and fragment modes. The registered URI is unchanged, byte for byte.
 * `iss` names the issuer (RFC 9207), and `state` is returned as it was sent.
 */
export function responseLocation(to: Pick<ReturnAddress, 'redirectUri' | 'mode'>, members: ResponseMembers): string {
  const answer = encode(members)
  if (to.mode === 'fragment') return `${to.redirectUri}#${answer}`
  return `${to.redirectUri}${to.redirectUri.includes('?') ? (/[?&]$/.test(to.redirectUri) ? '' : '&') : '?'}${answer}`
}
