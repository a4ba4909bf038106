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

/**
 * The headers that let a known origin read an answer. They go in when the answer is made: touching a finished
 * response costs more than making it. No credentials: these endpoints see no cookies.
 */
export function corsHeaders(origin: string | null, origins: ReadonlySet<string>): Record<string, string> {
  if (origin === null || !origins.has(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After',
  }
}

/** The answer to a preflight. */
export function preflight(origin: string | null, origins: ReadonlySet<string>): Response {
  const cors = corsHeaders(origin, origins)
  if (!cors['Access-Control-Allow-Origin']) return empty(204, cors)
  return empty(204, {
    ...cors,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': headers,
    'Access-Control-Max-Age': '600',
  })
}
