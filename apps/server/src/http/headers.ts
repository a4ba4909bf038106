const base = "default-src 'none'; base-uri 'none'"
const unframed = `${base}; frame-ancestors 'none'`

/** Sent with every answer, whatever its status. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  // With `no-referrer`, browsers send `Origin: null`, and requireOwnOrigin would refuse our own forms.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': `${unframed}; form-action 'none'`,
} as const

/**
 * For a preview, the only answer of ours that a page of ours may frame. Whether it is framed or not, it runs no script, sends
 * no form and leads nowhere. It keeps its origin: with another, it could not load our style sheets.
 */
const framedHeaders = {
  'X-Frame-Options': 'SAMEORIGIN',
  'Content-Security-Policy': `${base}; frame-ancestors 'self'; form-action 'none'; sandbox allow-same-origin`,
} as const

/** Whoever opens an image as a page gets one that can do nothing. Other sites and mail programs show it from their origin. */
export const imageHeaders = {
  ...securityHeaders,
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
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
  framed = false,
  connect = false,
  frames = [] as readonly string[],
  images = [] as readonly string[],
} = {}): Record<string, string> {
  const parts = [
    framed ? framedHeaders['Content-Security-Policy'] : unframed,
    "style-src 'self'",
    ["img-src 'self' data:", ...images].join(' '),
    script ? "script-src 'self'" : '',
    connect ? "connect-src 'self'" : '',
    frames.length > 0 ? `frame-src ${frames.join(' ')}` : '',
  ]
  return {
    ...securityHeaders,
    ...noStore,
    ...(framed ? framedHeaders : {}),
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': parts.filter(Boolean).join('; '),
  }
}
