import { noStore, securityHeaders } from '../../http/headers.ts'

/**
 * The HTML of a mail in a frame of our own page. Mails have inline styles, which our pages forbid; it runs no script, and
 * its links open in the whole window.
 */
export function mailPreview(html: string): Response {
  const policy = [
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "style-src 'unsafe-inline'; img-src 'self' data: https:",
    'sandbox allow-top-navigation-by-user-activation',
  ]
  return new Response(html.replace('<head>', '<head><base target="_top">'), {
    headers: {
      ...securityHeaders,
      ...noStore,
      'Content-Type': 'text/html; charset=UTF-8',
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Security-Policy': policy.join('; '),
    },
  })
}
