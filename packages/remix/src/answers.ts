/** On every answer that depends on a session. */
export const privately = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' }

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('='))

/** Marks an answer as nobody else's. What else it varies by stays. */
export function markPrivate(headers: Headers): void {
  headers.set('Cache-Control', 'private, no-store')
  if (!/(^|[\s,])(cookie|\*)([\s,]|$)/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Cookie')
}

/** Adds cookies that an answer does not write itself: what it writes is newer. Each name goes out once. */
export function addCookies(headers: Headers, setCookies: readonly string[]): void {
  const written = new Set(headers.getSetCookie().map(nameOf))
  const missing = new Map(setCookies.map((cookie) => [nameOf(cookie), cookie]))
  for (const [name, cookie] of missing) if (!written.has(name)) headers.append('Set-Cookie', cookie)
  if (setCookies.length > 0) markPrivate(headers)
}

/** The same answer with headers of its own: those of some, such as `Response.redirect`, cannot be changed. */
export const withHeaders = ({ body, status, statusText }: Response, headers: Headers): Response =>
  new Response(body, { status, statusText, headers })

/**
 * Sends a browser elsewhere, as a document: the routes of sign-in are none of the router's. (React Router, too, calls the
 * header so.)
 */
export function redirectDocument(location: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers({ ...privately, Location: location, 'X-Remix-Reload-Document': 'true' })
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
