import { type AuthError, type AuthRequest, cookieHeaderAfter } from '@vestibule/core'
import {
  appendResponseHeader,
  createError,
  getRequestHeader,
  getRequestWebStream,
  getResponseHeader,
  type H3Event,
  setResponseHeader,
} from 'h3'

/** The address that the browser asked, by the socket and the Host header: forwarding headers are not believed. */
function addressOf(event: H3Event): string {
  const encrypted = (event.node.req.socket as { encrypted?: boolean } | undefined)?.encrypted === true
  const origin = `${encrypted ? 'https' : 'http'}://${getRequestHeader(event, 'host') ?? ''}`
  return `${URL.canParse(origin) ? new URL(origin).origin : 'http://host.invalid'}${event.path}`
}

/** A request as core reads it. */
export const requestOf = (event: H3Event): AuthRequest => ({
  url: addressOf(event),
  method: event.method,
  headers: { get: (name) => getRequestHeader(event, name) ?? null },
})

/** The same with its body, for the routes of core. */
export const webRequestOf = (event: H3Event): Request =>
  new Request(addressOf(event), {
    method: event.method,
    headers: event.headers,
    body: getRequestWebStream(event),
    duplex: 'half',
  } as RequestInit)

/** An answer that depends on a session is nobody else's. */
export function markPrivate(event: H3Event): void {
  if (event.node.res.headersSent) return
  setResponseHeader(event, 'Cache-Control', 'private, no-store')
  const vary = String(getResponseHeader(event, 'Vary') ?? '')
  if (!/(^|[\s,])(cookie|\*)([\s,]|$)/i.test(vary))
    setResponseHeader(event, 'Vary', vary ? `${vary}, Cookie` : 'Cookie')
}

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('='))

/**
 * Writes cookies of core. A name is written once: an answer of several kilobytes of cookies is too long for some proxies. What
 * reads the request from here on sees what the browser will send next.
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

/** Writes what an error of core says, and makes it one that h3 answers: 401 or 403 with `WWW-Authenticate`, no redirect. */
export function refusal(event: H3Event, error: AuthError): Error {
  // A fault of the application is for its log.
  if (error.status === 500) return error
  if (!event.node.res.headersSent)
    for (const [name, value] of Object.entries(error.headers)) setResponseHeader(event, name, value)
  writeCookies(event, error.setCookies)
  return createError({ statusCode: error.status, statusMessage: error.code, message: error.message })
}
