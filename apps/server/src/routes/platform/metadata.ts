import { Hono } from 'hono'
import { relyingParty } from '../../flows/identity/passkeys/relying-party.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import { jwksMaxAge } from '../../flows/platform/keys/key-rotation.ts'
import { openPreflight } from '../../http/cors.ts'
import { securityHeaders } from '../../http/headers.ts'
import { metadata } from '../../oidc/metadata.ts'
import { type PageContext, termsUrl } from '../page-context.ts'

/** Of all that the document is made of. The numbers only grow. */
const versionOf = ({ clients, resources, permissions }: Pick<Deps, 'clients' | 'resources' | 'permissions'>): number =>
  clients.version + resources.version + permissions.version

/** Discovery and keys, serialized once per change of the clients, resources and terms. They are public: scripts of any origin may read them, and cookies are ignored. */
export const metadataRoutes = ({ deps, base, origin }: PageContext) => {
  const { config } = deps
  const write = (terms: string | null) =>
    new TextEncoder().encode(
      JSON.stringify(
        metadata({
          issuer: config.issuer,
          locales: deps.languages.tags,
          clients: [...deps.clients.all()],
          resources: [...deps.resources.all()],
          termsUrl: terms?.startsWith('/') ? `${origin}${terms}` : terms,
          privacyUrl: config.privacyUrl,
          passkeys: relyingParty(deps) !== null,
          permissions: deps.permissions.application.length > 0,
          impersonation: config.impersonation !== 'off',
          registration: config.registration !== 'off',
          identityAssertions: config.enterpriseAuthorization,
          dpop: config.dpop,
          clientDocuments: config.dynamicClients.mode !== 'off',
          exampleClientId: deps.clients.exampleClientId,
        }),
      ),
    )
  const current = () => ({ version: versionOf(deps), terms: termsUrl(deps, base) })
  let written = { ...current(), document: write(current().terms) }
  const document = () => {
    const { version, terms } = current()
    if (written.version !== version || written.terms !== terms) written = { version, terms, document: write(terms) }
    return written.document
  }
  const headers = (contentType: string, maxAge: number) => ({
    ...securityHeaders,
    'Content-Type': contentType,
    'Cache-Control': `public, max-age=${maxAge}`,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  const documentHeaders = headers('application/json', 300)
  const jwksHeaders = headers('application/json', jwksMaxAge / 2)
  const discovery = () => new Response(document(), { headers: documentHeaders })
  const documents = new Hono()
    .get('/.well-known/openid-configuration', discovery)
    .get('/.well-known/oauth-authorization-server', discovery)
    .get('/jwks', () => new Response(deps.keys.jwks as Uint8Array<ArrayBuffer>, { headers: jwksHeaders }))
  // Scripts of every origin may read them, so a preflight says so too.
  for (const { path } of [...documents.routes]) documents.options(path, openPreflight)
  return documents
}
