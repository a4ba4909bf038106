import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * The route of a request, such as `/sign-in/:handle`, for the log: its path may contain a handle, a token or text that a
 * visitor typed. `unknown` if there is none.
 */
export const routeOf = (c: Context): string =>
  matchedRoutes(c)
    .map(({ path }) => path)
    .findLast((path) => path !== '*' && path !== '/*') ?? 'unknown'

/**
 * Makes the function that names the route of a URL, for metrics and traces: few names, without handles or tokens. A URL
 * without a route is `unknown`, so that visitors cannot create names.
 */
export function routeNamer(paths: Iterable<string>): (url: string) => string {
  const known = [...new Set(paths)].filter((path) => path !== '*' && path !== '/*')
  const plain = new Set(known.filter((path) => !/[:*]/.test(path)))
  const patterns = known.filter((path) => !plain.has(path)).map((path) => ({ path, pattern: patternOf(path) }))
  return (url) => {
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    if (plain.has(path)) return path
    return patterns.find(({ pattern }) => pattern.test(path))?.path ?? 'unknown'
  }
}

/** The expression for a path of the router, such as `/sign-in/:handle/code` or `/api/v1/*`. */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  )
