/**
 * Headers of every response that sets a cookie or depends on the session.
 *
 * @example
 * ```ts
 * import { privateHeaders } from '@vestibule/core'
 *
 * const response = Response.json({ signedIn: true }, { headers: privateHeaders })
 * ```
 */
export const privateHeaders: Readonly<Record<'Cache-Control' | 'Vary', string>> = {
  'Cache-Control': 'private, no-store',
  Vary: 'Cookie',
}

/**
 * The part of a request that the SDK reads. A Web `Request` satisfies it.
 *
 * @example
 * ```ts
 * import type { AuthRequest } from '@vestibule/core'
 *
 * const request: AuthRequest = { url: 'http://localhost:3000/', method: 'GET', headers: new Headers() }
 * ```
 */
export interface AuthRequest {
  url: string
  method: string
  headers: { get(name: string): string | null }
}

/**
 * Marks a response as private to the browser that it is sent to, and adds cookies. Other values of `Vary` are kept.
 *
 * @example
 * ```ts
 * import { markPrivate } from '@vestibule/core'
 *
 * const headers = new Headers({ Vary: 'Accept-Language' })
 * markPrivate(headers) // Cache-Control: private, no-store; Vary: Accept-Language, Cookie
 * ```
 */
export function markPrivate(headers: Headers, setCookies: readonly string[] = []): void {
  headers.set('Cache-Control', privateHeaders['Cache-Control'])
  headers.set('Vary', varyByCookie(headers.get('Vary')))
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
}

/**
 * The value of a `Vary` header with `Cookie` added, for frameworks that do not use `Headers`.
 *
 * @example
 * ```ts
 * import { varyByCookie } from '@vestibule/core'
 *
 * varyByCookie('Accept') // 'Accept, Cookie'
 * ```
 */
export function varyByCookie(vary: string | null | undefined): string {
  if (!vary) return 'Cookie'
  return /(^|[\s,])(cookie|\*)([\s,]|$)/i.test(vary) ? vary : `${vary}, Cookie`
}

/** Text for HTML, also inside of an attribute in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

export function textResponse(
  body: string | null,
  status: number,
  headers: Record<string, string> = {},
  setCookies: readonly string[] = [],
): Response {
  return withCookies(new Response(body, { status, headers: { ...privateHeaders, ...headers } }), setCookies)
}

export const redirectTo = (location: string, setCookies: readonly string[] = []): Response =>
  textResponse(null, 303, { Location: location }, setCookies)

export const jsonResponse = (value: unknown, setCookies: readonly string[] = []): Response =>
  withCookies(Response.json(value, { headers: privateHeaders }), setCookies)

export function withCookies(response: Response, setCookies: readonly string[]): Response {
  for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** True for a document that a person opens; false for prefetches, requests of scripts, and images. */
export function isNavigation({ headers }: AuthRequest): boolean {
  if (/prefetch|prerender/.test(`${headers.get('sec-purpose')}${headers.get('purpose')}`)) return false
  const mode = headers.get('sec-fetch-mode')
  if (mode) return mode === 'navigate' && [null, 'document'].includes(headers.get('sec-fetch-dest'))
  return (headers.get('accept') ?? '').includes('text/html')
}
