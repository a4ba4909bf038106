import type { Context } from 'hono'
import type { Deps } from '../flows/platform/deps.ts'
import { corsHeaders, preflight, publicOrigins } from '../http/cors.ts'

/** Cross-origin access for the public clients, whose scripts call an endpoint from their own origins. */
export function clientOrigins({ clients }: Pick<Deps, 'clients'>) {
  const origins = clients.derive(publicOrigins)
  const originOf = (c: Context) => c.req.raw.headers.get('origin')
  return {
    headers: (c: Context): Record<string, string> => corsHeaders(originOf(c), origins()),
    preflight: (c: Context): Response => preflight(originOf(c), origins()),
  }
}
