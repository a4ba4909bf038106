import type { MiddlewareHandler } from 'hono'
import { HttpError } from './http-error.ts'

/**
 * Refuses a form that another site sent. A browser sends the origin of the page with every POST (RFC 6454 section 7), so
 * a request without one is not from our pages (attack EC-22).
 */
export const requireOwnOrigin =
  (origin: string): MiddlewareHandler =>
  (c, next) => {
    if (c.req.raw.headers.get('origin') !== origin) throw new HttpError(403, 'the form was not sent from this site')
    return next()
  }
