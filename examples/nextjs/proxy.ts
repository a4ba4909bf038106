import type { NextRequest } from 'next/server'
import { auth } from './lib/auth'

/** A stranger's request for one of these pages is answered before it is rendered. Pages and handlers guard themselves all the same. */
const guarded = auth.proxy({
  '/dashboard': true,
  '/members': true,
  '/settings': true,
  '/settings/delete-notes': true,
  '/billing': { role: 'owner' },
})

/** Extends sessions in use, and gives every page a Content Security Policy: only scripts with the nonce of the answer run. */
export async function proxy(request: NextRequest): Promise<Response> {
  const policy = policyFor(Buffer.from(crypto.randomUUID()).toString('base64'))
  const headers = new Headers(request.headers)
  // Next reads the nonce from the header of the request.
  headers.set('Content-Security-Policy', policy)
  const response = await guarded(new Request(request, { headers }))
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
