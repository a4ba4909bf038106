import type { Hono } from 'hono'

/** The methods that a path has, for `Allow` (RFC 9110 section 10.2.1). None where there is no such path. */
export function allowedMethods({ router, routes }: Pick<Hono, 'router' | 'routes'>, path: string): string[] {
  const methods = new Set(routes.map(({ method }) => method).filter((method) => method !== 'ALL'))
  // What is registered for all methods, such as middleware, is matched by each of them and makes no path known.
  return [...methods].filter((method) => router.match(method, path)[0].some(([[, route]]) => route.method === method))
}
