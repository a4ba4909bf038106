import { type EnvironmentReader, isLoopback, urlFault } from './environment.ts'

/** Characters of a redirect URI: a request has to repeat it, in a URL of 8 KiB. */
const maxUri = 2000

export function readRedirectUris(
  reader: EnvironmentReader,
  name: string,
  required: boolean,
  production: boolean,
): string[] {
  const uris = reader.list(name) ?? []
  if (required && uris.length === 0) reader.fault(name, 'is missing', 'https://app.example.com/auth/callback')
  for (const uri of uris) {
    const fault = redirectUriFault(uri, production)
    if (fault)
      reader.fault(name, `contains "${shortened(uri)}", which ${fault}`, 'https://app.example.com/auth/callback')
  }
  return uris
}

const shortened = (uri: string): string => (uri.length > 200 ? `${uri.slice(0, 200)}...` : uri)

/** A private-use scheme of a native app (RFC 8252 section 7.1) has a dot in it; script and data schemes have none. */
function redirectUriFault(uri: string, production: boolean): string | null {
  if (uri.length > maxUri) return `is longer than ${maxUri} characters`
  if (/[\s\\]/.test(uri)) return 'contains a space or a backslash'
  if (!URL.canParse(uri)) return 'is not an absolute URI'
  if (uri.includes('#')) return 'has a fragment'
  const url = new URL(uri)
  if (!/^https?:$/.test(url.protocol)) {
    return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/i.test(url.protocol)
      ? null
      : 'has a scheme that is neither https nor a reversed domain name'
  }
  const fault = urlFault(uri, false)
  if (fault) return fault
  if (url.hostname.includes('*')) return 'has a * in its host; redirect URIs are compared exactly, so name each one'
  for (const reserved of ['code', 'state', 'iss', 'error', 'session_state']) {
    if (url.searchParams.has(reserved)) return `has ${reserved} in its query, a name of the authorization response`
  }
  if (production && url.protocol === 'http:' && !isLoopback(url.hostname)) return 'is plain http in production'
  return null
}

export function readUris(reader: EnvironmentReader, name: string, production: boolean): string[] {
  const uris = reader.list(name) ?? []
  for (const uri of uris) {
    const fault = urlFault(uri, production)
    if (fault) reader.fault(name, `contains "${uri}", which ${fault}`, 'https://app.example.com/')
  }
  return uris
}
