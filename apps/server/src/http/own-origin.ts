import type { MiddlewareHandler } from 'hono'
import { HttpError } from './forms.ts'

/**
 * Refuses a form that another site sent: browsers name the origin of the page in every POST (RFC 6454 section 7), and
 * one without a name is not a form of ours (attack EC-22).
 */
export const requireOwnOrigin =
  (origin: string): MiddlewareHandler =>
  (c, next) => {
    if (c.req.raw.headers.get('origin') !== origin) throw new HttpError(403, 'the form was not sent from this site')
    return next()
  }
