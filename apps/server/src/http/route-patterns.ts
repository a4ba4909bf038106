import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * The route of a request as the router has it, for the log: a path may hold a handle, a token or whatever a visitor typed.
 * `unknown` where there is none.
 */
export const routeOf = (c: Context): string =>
  matchedRoutes(c)
    .map(({ path }) => path)
    .findLast((path) => path !== '*' && path !== '/*') ?? 'unknown'

/**
 * Says which route a URL belongs to, for metrics and traces: few names, and nothing of a handle or a token in them. What
 * belongs to none is `unknown`, so that nobody can make new names.
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

/** What matches a path of the router (`/sign-in/:handle/code`, `/api/v1/*`). */
const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  )
