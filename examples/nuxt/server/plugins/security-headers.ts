import { randomBytes } from 'node:crypto'

/** Headers of every response, and the policy that lets a page run only the scripts that Nuxt wrote into it. */
export default defineNitroPlugin((nitro) => {
  nitro.hooks.hook('request', (event) => {
    setResponseHeaders(event, {
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'X-Frame-Options': 'DENY',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    })
  })
  // The development server adds scripts and styles of its own.
  if (import.meta.dev) return
  const provider = URL.canParse(process.env.VESTIBULE_ISSUER ?? '')
    ? new URL(process.env.VESTIBULE_ISSUER ?? '').origin
    : ''
  nitro.hooks.hook('render:html', (html, { event }) => {
    const nonce = randomBytes(16).toString('base64')
    const withNonce = (part: string) => part.replaceAll('<script', `<script nonce="${nonce}"`)
    html.head = html.head.map(withNonce)
    html.bodyPrepend = html.bodyPrepend.map(withNonce)
    html.bodyAppend = html.bodyAppend.map(withNonce)
    setResponseHeader(
      event,
      'Content-Security-Policy',
      [
        "default-src 'self'",
        `script-src 'self' 'nonce-${nonce}'`,
        // Pictures of people are wherever they keep them.
        `img-src 'self' https: ${provider}`,
        // Sign-out is a form that ends at the provider.
        `form-action 'self' ${provider}`,
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    )
  })
})
