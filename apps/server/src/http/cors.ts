import type { Client } from '../oidc/clients.ts'
import { empty } from './responses.ts'

const methods = 'GET, POST'
const headers = 'Authorization, Content-Type'

/** The origins of public clients, from their redirect URIs: the only ones whose scripts may call our endpoints. */
export function publicOrigins(clients: Iterable<Client>): ReadonlySet<string> {
  const origins = new Set<string>()
  for (const client of clients) {
    if (client.tokenAuthMethod !== 'none') continue
    for (const uri of client.redirectUris) if (/^https?:/.test(uri)) origins.add(new URL(uri).origin)
  }
  return origins
}

/** Lets a known origin read an answer. No credentials: these endpoints see no cookies. */
export function allowOrigin(response: Response, origin: string | null, origins: ReadonlySet<string>): Response {
  response.headers.append('Vary', 'Origin')
  if (origin !== null && origins.has(origin)) {
    response.headers.set('Access-Control-Allow-Origin', origin)
    response.headers.set('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After')
  }
  return response
}

/** The answer to a preflight. */
export function preflight(origin: string | null, origins: ReadonlySet<string>): Response {
  const response = allowOrigin(empty(204), origin, origins)
  if (response.headers.has('Access-Control-Allow-Origin')) {
    response.headers.set('Access-Control-Allow-Methods', methods)
    response.headers.set('Access-Control-Allow-Headers', headers)
    response.headers.set('Access-Control-Max-Age', '600')
  }
  return response
}
