import { AuthError } from '../model/errors.ts'
import { isLoopback } from '../model/loopback.ts'
import { type ErrorHelp, helpWith } from '../model/mistakes.ts'
import type { AuthRequest } from '../model/responses.ts'
import type { Context } from './context.ts'

/** @throws AuthError `forbidden`, unless a page of this application sent the request */
export function requireOwnOrigin(context: Context, request: AuthRequest, message: string): void {
  if (request.headers.get('origin') !== context.addresses.origin(request))
    throw foreignOrigin(context, request, message)
}

/** The error of a request that another site sent, or a page of this application at an address that is not `url`. */
export const foreignOrigin = (context: Context, request: AuthRequest, message: string): AuthError =>
  new AuthError('forbidden', message, helpForOrigin(context, request))

function helpForOrigin({ settings: { url, mount } }: Context, request: AuthRequest): ErrorHelp | undefined {
  const header = request.headers.get('origin') ?? ''
  const origin = URL.canParse(header) ? new URL(header) : null
  if (!url || !origin) return undefined
  // Only the host of `url` is repeated.
  if (origin.protocol === 'https:' && url.protocol === 'http:' && origin.host === url.host)
    return helpWith('http-behind-https', { url: `https://${url.host}${mount}` })
  const isOtherName = isLoopback(origin.hostname) && isLoopback(url.hostname) && origin.host !== url.host
  return isOtherName ? helpWith('other-address', { url: `${url.origin}${mount}` }) : undefined
}
