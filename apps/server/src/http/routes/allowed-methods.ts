import type { Hono } from 'hono'

/** The methods of a path, for `Allow` (RFC 9110 section 10.2.1). Empty if there is no such path. */
export function allowedMethods({ router, routes }: Pick<Hono, 'router' | 'routes'>, path: string): string[] {
  const methods = new Set(routes.map(({ method }) => method).filter((method) => method !== 'ALL'))
  // Middleware matches every method, and does not make a path exist.
  return [...methods].filter((method) => router.match(method, path)[0].some(([[, route]]) => route.method === method))
}
