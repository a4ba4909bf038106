const base = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Sent with every answer, whatever its status. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  // With `no-referrer`, browsers send `Origin: null`, and requireOwnOrigin would refuse our own forms.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': `${base}; form-action 'none'`,
} as const

export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const

/**
 * For pages: style sheets, images and (if the page has one) scripts from this origin, nothing inline. `images` are the origins
 * of the logos that the page shows; with all of https, whatever gets into a page could report to anybody that it was seen.
 * `connect`: its scripts call this server.
 * There is no `form-action`: browsers apply it to redirects after a form, and sign-in ends with a redirect to the client.
 */
export function pageHeaders({
  script = false,
  connect = false,
  frames = [] as readonly string[],
  images = [] as readonly string[],
} = {}): Record<string, string> {
  const parts = [
    base,
    "style-src 'self'",
    ["img-src 'self' data:", ...images].join(' '),
    script ? "script-src 'self'" : '',
    connect ? "connect-src 'self'" : '',
    frames.length > 0 ? `frame-src ${frames.join(' ')}` : '',
  ]
  return {
    ...securityHeaders,
    ...noStore,
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': parts.filter(Boolean).join('; '),
  }
}
