import type { Config } from '../config/settings.ts'
import { type Client, isPublic } from '../oidc/clients.ts'
import { empty } from './responses.ts'

const methods = 'GET, POST'
const headers = 'Authorization, Content-Type'
const exposedHeaders = 'WWW-Authenticate, Retry-After'

/** What scripts need for DPoP beside that (RFC 9449): the header of proofs, and that of nonces. */
type DpopConfig = Pick<Config, 'dpop'>
const allowed = ({ dpop }: DpopConfig): string => (dpop ? `${headers}, DPoP` : headers)
const exposed = ({ dpop }: DpopConfig): string => (dpop ? `${exposedHeaders}, DPoP-Nonce` : exposedHeaders)

/** The origins whose scripts may call the endpoints. */
type Origins = Pick<ReadonlySet<string>, 'has'>

/** The origins of public clients, from their redirect URIs. In development, `http://localhost` matches any port. */
export function publicOrigins(clients: Iterable<Client>): Origins {
  const origins = new Set<string>()
  let anyLocalPort = false
  for (const client of clients) {
    if (!isPublic(client)) continue
    for (const uri of client.redirectUris) {
      if (!/^https?:/.test(uri)) continue
      origins.add(new URL(uri).origin)
      anyLocalPort ||= client.development && new URL(uri).hostname === 'localhost'
    }
  }
  return { has: (origin) => origins.has(origin) || (anyLocalPort && /^http:\/\/localhost(:\d{1,5})?$/.test(origin)) }
}

/**
 * The headers that let a known origin read an answer. They are passed to the constructor of the response because
 * changing a finished response costs more than making one. Credentials are not allowed: these endpoints read no cookies.
 */
export function corsHeaders(config: DpopConfig, origin: string | null, origins: Origins): Record<string, string> {
  if (origin === null || !origins.has(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposed(config),
  }
}

/** The answer to a preflight request. */
export function preflight(config: DpopConfig, origin: string | null, origins: Origins): Response {
  const cors = corsHeaders(config, origin, origins)
  if (!cors['Access-Control-Allow-Origin']) return empty(204, cors)
  return empty(204, {
    ...cors,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': allowed(config),
    'Access-Control-Max-Age': '600',
  })
}

/** For endpoints that scripts of every origin may call. Without credentials, as `*` says. */
export const openCorsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
}

/** For those of them that take DPoP proofs. */
export const openDpopCorsHeaders: Readonly<Record<string, string>> = {
  ...openCorsHeaders,
  'Access-Control-Expose-Headers': exposed({ dpop: true }),
}

/** The answer to a preflight request of any origin. MCP clients name the version of their protocol in every request. */
export const openPreflight = (): Response => openPreflightOf({ dpop: false })

export const openPreflightOf = (config: DpopConfig): Response =>
  empty(204, {
    ...(config.dpop ? openDpopCorsHeaders : openCorsHeaders),
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': `${allowed(config)}, MCP-Protocol-Version`,
    'Access-Control-Max-Age': '600',
  })
