import type { NextRequest } from 'next/server'
import { proxy as updateSession } from './lib/auth'

/**
 * Extends sessions in use, and gives every page a Content Security Policy: only scripts with the nonce of the answer run. Pages and
 * handlers guard themselves; this guards nothing.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const policy = policyFor(Buffer.from(crypto.randomUUID()).toString('base64'))
  const headers = new Headers(request.headers)
  // Next reads the nonce from the header of the request.
  headers.set('Content-Security-Policy', policy)
  const response = await updateSession(new Request(request, { headers }))
  response.headers.set('Content-Security-Policy', policy)
  return response
}

const development = process.env.NODE_ENV !== 'production'
const issuer = URL.parse(process.env.VESTIBULE_ISSUER ?? '')?.origin ?? ''

function policyFor(nonce: string): string {
  return [
    "default-src 'self'",
    // The development server evaluates code and adds styles.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    `img-src 'self' https: ${issuer}`,
    // A sign-out is a form whose answer leads to the provider.
    `form-action 'self' ${issuer}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

export const config = {
  // Not the files, and not the routes of the SDK, which have headers of their own.
  matcher: ['/((?!_next/|auth/|api/|favicon.ico|icon.svg).*)'],
}
