import type { Context } from 'hono'
import { acceptsDynamicClients } from '../config/dynamic-clients.ts'
import type { Deps } from '../flows/platform/deps.ts'
import {
  corsHeaders,
  openCorsHeaders,
  openDpopCorsHeaders,
  openPreflightOf,
  preflight,
  publicOrigins,
} from '../http/cors.ts'

/**
 * Cross-origin access for the public clients, whose scripts call an endpoint from their own origins. Where dynamic
 * clients may come, scripts of every origin may call the endpoints for `strangers`: these read no cookies.
 */
export function clientOrigins(
  { clients, config }: Pick<Deps, 'clients' | 'config'>,
  { strangers = false }: { strangers?: boolean } = {},
) {
  if (strangers && acceptsDynamicClients(config))
    return {
      headers: (): Record<string, string> => (config.dpop ? openDpopCorsHeaders : openCorsHeaders),
      preflight: () => openPreflightOf(config),
    }
  const origins = clients.derive(publicOrigins)
  const originOf = (c: Context) => c.req.raw.headers.get('origin')
  return {
    headers: (c: Context): Record<string, string> => corsHeaders(config, originOf(c), origins()),
    preflight: (c: Context): Response => preflight(config, originOf(c), origins()),
  }
}
