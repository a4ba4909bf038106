// The headers of every page.

/** Where scripts, styles and images may come from. A nonce allows the inline scripts of Remix, and no others. */
function contentSecurityPolicy(nonce: string): string {
  const issuer = new URL(process.env.VESTIBULE_ISSUER ?? 'http://localhost:4000').origin
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Profile pictures may be anywhere.
    `img-src 'self' data: https: ${issuer}`,
    // Forms of this application lead to the provider: to sign out, or to sign in again.
    `form-action 'self' ${issuer}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function setSecurityHeaders(headers: Headers, nonce?: string): void {
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Referrer-Policy', 'same-origin')
  // The development server adds styles and scripts without a nonce, and a socket.
  if (nonce && process.env.NODE_ENV === 'production')
    headers.set('Content-Security-Policy', contentSecurityPolicy(nonce))
}
