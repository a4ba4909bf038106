/** On every answer that sets a cookie or depends on the session. */
export const privateHeaders = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }

/** A request as far as the SDK reads it. A Web `Request` is one. */
export interface AuthRequest {
  url: string
  method: string
  headers: { get(name: string): string | null }
}

export function answer(
  body: string | null,
  status: number,
  headers: Record<string, string> = {},
  setCookies: readonly string[] = [],
): Response {
  return withCookies(new Response(body, { status, headers: { ...privateHeaders, ...headers } }), setCookies)
}

export const redirectTo = (location: string, setCookies: readonly string[] = []): Response =>
  answer(null, 303, { Location: location }, setCookies)

export const jsonAnswer = (value: unknown, setCookies: readonly string[] = []): Response =>
  withCookies(Response.json(value, { headers: privateHeaders }), setCookies)

export function withCookies(response: Response, setCookies: readonly string[]): Response {
  for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/** True for a document that a person opens; false for prefetches, fetches and images. */
export function isNavigation({ headers }: AuthRequest): boolean {
  if (/prefetch|prerender/.test(`${headers.get('sec-purpose')}${headers.get('purpose')}`)) return false
  const mode = headers.get('sec-fetch-mode')
  if (mode) return mode === 'navigate' && [null, 'document'].includes(headers.get('sec-fetch-dest'))
  return (headers.get('accept') ?? '').includes('text/html')
}
