/** Characters of a redirect URI, and how many a client may have. */
const maxRedirectUri = 512
export const maxRedirectUris = 10

/** Private-use schemes of well-known applications. Others are reversed domain names (RFC 8252 section 7.1). */
const knownSchemes = ['cursor', 'vscode', 'vscode-insiders', 'windsurf', 'claude']

/** Names of the authorization response: a redirect URI that has one in its query would take its place. */
const responseParameters = ['code', 'state', 'iss', 'error', 'session_state']

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Why a dynamic client can't have this redirect URI, or null if it can. Schemes are allowed, not
 * forbidden: a list of those that run a script is never complete.
 */
export function dynamicRedirectUriFault(uri: string): string | null {
  if (uri.length > maxRedirectUri) return `is longer than ${maxRedirectUri} characters`
  // What a URL parser would drop or rewrite, a browser may see differently.
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\"<>^`{|}]/.test(uri)) return 'has a character that a URI does not have'
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]*):/i.exec(uri) ?? []
  if (!scheme || !URL.canParse(uri)) return 'is not an absolute URI'
  if (uri.includes('#')) return 'has a fragment'
  if (uri.includes('*')) return 'has a *; redirect URIs are compared exactly, so name each of them'
  const url = new URL(uri)
  if (url.username || url.password) return 'has a user name or a password'
  if (responseParameters.some((name) => url.searchParams.has(name)))
    return 'has a parameter of the authorization response in its query'
  if (url.protocol === 'https:') return /^https:\/\/[^/?]/i.test(uri) ? null : 'is not an absolute URI'
  if (url.protocol === 'http:')
    return isLoopbackRedirectUri(uri) ? null : 'is plain http, which is only for localhost, 127.0.0.1 and [::1]'
  return isPrivateUseScheme(scheme.toLowerCase()) ? null : 'has a scheme that is neither https nor of an application'
}

const isPrivateUseScheme = (scheme: string): boolean =>
  knownSchemes.includes(scheme) || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/.test(scheme)

/** A redirect URI of an application on the person's own machine (RFC 8252 section 7.3). */
export function isLoopbackRedirectUri(uri: string): boolean {
  const [, authority] = /^http:\/\/([^/?]+)/i.exec(uri) ?? []
  return authority !== undefined && loopbackHosts.includes(authority.toLowerCase().replace(/:\d{1,5}$/, ''))
}

/** A redirect URI that the operating system hands to an application, or that one on this machine listens at. */
export const isNativeRedirectUri = (uri: string): boolean => !/^https:/i.test(uri)

/** A redirect URI of an application that many people know by its scheme. */
export const hasKnownScheme = (uri: string): boolean =>
  knownSchemes.includes(uri.slice(0, uri.indexOf(':')).toLowerCase())

/** The host that a web application is called back at; null for a native one. */
export const hostOfRedirectUri = (uri: string): string | null =>
  isNativeRedirectUri(uri) ? null : new URL(uri).hostname
