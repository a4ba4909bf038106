declare const local: unique symbol

const lengthLimit = 2048

/** A path within this application. Only `localPath` makes one, so nothing else can be redirected to. */
export type LocalPath = string & { [local]: true }

/**
 * A path of this application, or `/` for anything that could lead elsewhere (absolute URLs, `//host`, backslashes, control
 * characters) and for what is longer than 2048 characters, which a cookie must hold while a person signs in.
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
