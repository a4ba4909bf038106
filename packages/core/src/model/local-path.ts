declare const local: unique symbol

const lengthLimit = 2048

/**
 * A path within this application. Only `localPath` creates one, so the SDK cannot redirect to anything else.
 *
 * @example
 * ```ts
 * import { type LocalPath, localPath } from '@vestibule/core'
 *
 * const home: LocalPath = localPath('/')
 * ```
 */
export type LocalPath = string & { [local]: true }

/**
 * Returns a path of this application, or `/` for anything that could lead to another site (absolute URLs, `//host`, backslashes,
 * control characters) and for anything longer than 2048 characters, because a cookie stores it during the sign-in.
 *
 * @example
 * ```ts
 * import { localPath } from '@vestibule/core'
 *
 * localPath('/reports?year=2026') // '/reports?year=2026'
 * localPath('//evil.test') // '/'
 * ```
 */
export function localPath(input: string | null | undefined): LocalPath {
  const fallback = '/' as LocalPath
  if (!input?.startsWith('/') || input.length > lengthLimit || /^\/[/\\]|[\\\u0000-\u0020\u007f]/.test(input))
    return fallback
  const url = URL.canParse(input, 'http://local.invalid') ? new URL(input, 'http://local.invalid') : null
  if (url?.origin !== 'http://local.invalid' || url.pathname.startsWith('//')) return fallback
  const path = `${url.pathname}${url.search}`
  return path.length > lengthLimit ? fallback : (path as LocalPath)
}

/**
 * A query without the parameters that a framework has added to it. The rest stays byte for byte as it was requested, where
 * `URLSearchParams` would write `a%20b` as `a+b`.
 *
 * @example
 * ```ts
 * import { withoutParameters } from '@vestibule/core'
 *
 * withoutParameters('?_rsc=1x2&q=a%20b', ['_rsc']) // '?q=a%20b'
 * ```
 */
export function withoutParameters(search: string, names: readonly string[]): string {
  const parts = search.slice(1).split('&')
  const kept = parts.filter((part) => !names.includes(part.split('=')[0] ?? '')).join('&')
  return kept === '' ? '' : `?${kept}`
}
