const base = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** On every answer, whatever its status. */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  // With no-referrer a browser sends `Origin: null`, and every form of ours would be refused.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': `${base}; form-action 'none'`,
} as const

export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const

/**
 * For pages: our own style, images and (where a page has one) script, nothing inline. `form-action` is left out:
 * browsers apply it to every redirect after a form, and sign-in ends with one to the client, which may go on anywhere.
 */
export function pageHeaders({ script = false, frames = [] as readonly string[] } = {}): Record<string, string> {
  const parts = [
    base,
    "style-src 'self'",
    "img-src 'self' data: https:",
    script ? "script-src 'self'; connect-src 'self'" : '',
    frames.length > 0 ? `frame-src ${frames.join(' ')}` : '',
  ]
  return {
    ...securityHeaders,
    ...noStore,
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': parts.filter(Boolean).join('; '),
  }
}
