import { type AuthError, type AuthRequest, cookieHeaderAfter, privateHeaders, varyByCookie } from '@vestibule/core'
import {
  appendResponseHeader,
  createError,
  getRequestHeader,
  getRequestWebStream,
  getResponseHeader,
  type H3Event,
  setResponseHeader,
} from 'h3'

/** The URL that the browser requested, by the socket and the Host header. Forwarding headers are not trusted. */
function addressOf(event: H3Event): string {
  const encrypted = (event.node.req.socket as { encrypted?: boolean } | undefined)?.encrypted === true
  const origin = `${encrypted ? 'https' : 'http'}://${getRequestHeader(event, 'host') ?? ''}`
  return `${URL.canParse(origin) ? new URL(origin).origin : 'http://host.invalid'}${event.path}`
}

/** The request for core. */
export const requestOf = (event: H3Event): AuthRequest => ({
  url: addressOf(event),
  method: event.method,
  headers: { get: (name) => getRequestHeader(event, name) ?? null },
})

/** The request with its body, for the routes of core. */
export const webRequestOf = (event: H3Event): Request =>
  new Request(addressOf(event), {
    method: event.method,
    headers: event.headers,
    body: getRequestWebStream(event),
    duplex: 'half',
  } as RequestInit)

/** Marks the response as private: it depends on a session. */
export function markPrivate(event: H3Event): void {
  if (event.node.res.headersSent) return
  setResponseHeader(event, 'Cache-Control', privateHeaders['Cache-Control'])
  setResponseHeader(event, 'Vary', varyByCookie(String(getResponseHeader(event, 'Vary') ?? '')))
}

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('='))

/**
 * Sets cookies of core. Each name is set only once, because some proxies reject responses with many kilobytes of cookies. Later
 * handlers of the request read the cookies that the browser will send next.
 */
export function writeCookies(event: H3Event, setCookies: readonly string[]): void {
  // Too late for this answer: core brings them with the next.
  if (setCookies.length === 0 || event.node.res.headersSent) return
  markPrivate(event)
  const names = new Set(setCookies.map(nameOf))
  const others = [getResponseHeader(event, 'Set-Cookie') ?? []].flat().map(String)
  const all = [...others.filter((cookie) => !names.has(nameOf(cookie))), ...setCookies]
  event.node.res.removeHeader('Set-Cookie')
  for (const cookie of all) appendResponseHeader(event, 'Set-Cookie', cookie)
  event.node.req.headers.cookie = cookieHeaderAfter(getRequestHeader(event, 'cookie'), setCookies)
}

/** Converts an error of core into one of h3, and sets its headers and cookies: 401 or 403 with `WWW-Authenticate`. */
export function httpError(event: H3Event, error: AuthError): Error {
  // A configuration error: h3 logs it and responds with 500.
  if (error.status === 500) return error
  if (!event.node.res.headersSent)
    for (const [name, value] of Object.entries(error.headers)) setResponseHeader(event, name, value)
  writeCookies(event, error.setCookies)
  // What the developer can do is for the log: Nuxt sends the message to the browser.
  const message = error.hint ? error.code : error.message
  return createError({ statusCode: error.status, statusMessage: error.code, message })
}
