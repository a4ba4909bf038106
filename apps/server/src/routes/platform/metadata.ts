import { Hono } from 'hono'
import { relyingParty } from '../../flows/identity/passkeys/relying-party.ts'
import { jwksMaxAge } from '../../flows/platform/keys/key-rotation.ts'
import { securityHeaders } from '../../http/headers.ts'
import { metadata } from '../../oidc/metadata.ts'
import { clientOrigins } from '../client-origins.ts'
import { type PageContext, termsUrl } from '../page-context.ts'

/** Discovery and keys, serialized once per change of the clients. They are public: scripts of any origin may read them, and cookies are ignored. */
export const metadataRoutes = ({ deps, base, origin }: PageContext) => {
  const { config } = deps
  const terms = termsUrl(deps, base)
  const document = deps.clients.derive((clients) =>
    new TextEncoder().encode(
      JSON.stringify(
        metadata({
          issuer: config.issuer,
          locales: deps.languages.tags,
          clients: [...clients],
          termsUrl: terms?.startsWith('/') ? `${origin}${terms}` : terms,
          privacyUrl: config.privacyUrl,
          passkeys: relyingParty(deps) !== null,
          impersonation: config.impersonation !== 'off',
        }),
      ),
    ),
  )
  const headers = (contentType: string, maxAge: number) => ({
    ...securityHeaders,
    'Content-Type': contentType,
    'Cache-Control': `public, max-age=${maxAge}`,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  const cors = clientOrigins(deps)
  const documentHeaders = headers('application/json', 300)
  const jwksHeaders = headers('application/json', jwksMaxAge / 2)
  const discovery = () => new Response(document(), { headers: documentHeaders })
  return new Hono()
    .get('/.well-known/openid-configuration', discovery)
    .get('/.well-known/oauth-authorization-server', discovery)
    .get('/jwks', () => new Response(deps.keys.jwks as Uint8Array<ArrayBuffer>, { headers: jwksHeaders }))
    .options('/jwks', (c) => cors.preflight(c))
    .options('/.well-known/openid-configuration', (c) => cors.preflight(c))
}
