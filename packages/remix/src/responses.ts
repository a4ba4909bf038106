import { markPrivate, privateHeaders } from '@vestibule/core'

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('='))

/** Adds cookies that a response does not set itself: its own are newer. Each name is set once. */
export function addCookies(headers: Headers, setCookies: readonly string[]): void {
  if (setCookies.length === 0) return
  const own = new Set(headers.getSetCookie().map(nameOf))
  const byName = new Map(setCookies.map((cookie) => [nameOf(cookie), cookie]))
  markPrivate(
    headers,
    [...byName].flatMap(([name, cookie]) => (own.has(name) ? [] : [cookie])),
  )
}

/** A copy of a response with other headers. Those of some, such as `Response.redirect`, are immutable. */
export const withHeaders = ({ body, status, statusText }: Response, headers: Headers): Response =>
  new Response(body, { status, statusText, headers })

/**
 * Redirects by a document request, because the routes of sign-in do not belong to the router. (React Router uses the same
 * header.)
 */
export function redirectDocument(location: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers({ ...privateHeaders, Location: location, 'X-Remix-Reload-Document': 'true' })
  for (const cookie of setCookies) headers.append('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
