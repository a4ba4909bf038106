import { Hono } from 'hono'
import { relyingParty } from '../../flows/identity/passkeys/relying-party.ts'
import { apiAudience, apiMetadataUrl } from '../../flows/tokens/api-audience.ts'
import { openCorsHeaders, openPreflight } from '../../http/cors.ts'
import { json, seeOther } from '../../http/responses.ts'
import { proofAlgs } from '../../oidc/dpop.ts'
import { apiScopes } from '../../oidc/scopes.ts'
import type { PageContext } from '../page-context.ts'

/**
 * What browsers and password managers look for at the root of a host, whatever the path of the issuer is. Any other
 * well-known path is 404: that is how they find out whether these exist.
 */
export function wellKnownRoutes({ deps, base, origin }: PageContext): Hono {
  const cached = { 'Cache-Control': 'public, max-age=3600' }
  const passkeys = `${base}/account/passkeys`
  // W3C, A Well-Known URL for Changing Passwords. Nobody has a password here: passkeys are what replaces a stolen one.
  const routes = new Hono().get('/.well-known/change-password', () => seeOther(passkeys))
  // RFC 9728: how a program that was refused by the management API finds out who issues access tokens for it.
  const { config } = deps
  const api = {
    resource: apiAudience(config),
    authorization_servers: [config.issuer],
    scopes_supported: apiScopes,
    bearer_methods_supported: ['header'],
    ...(config.dpop ? { dpop_signing_alg_values_supported: proofAlgs } : {}),
  }
  const apiMetadata = new URL(apiMetadataUrl(config)).pathname
  routes.get(apiMetadata, () =>
    json(api, 200, { ...cached, ...openCorsHeaders, 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  )
  routes.options(apiMetadata, openPreflight)
  // W3C, A Well-Known URL for Relying Party Passkey Endpoints, section 3.1
  if (relyingParty(deps))
    routes.get('/.well-known/passkey-endpoints', () =>
      json({ enroll: `${origin}${passkeys}`, manage: `${origin}${passkeys}` }, 200, cached),
    )
  // Web Authentication Level 3, section 5.11.1: the other origins that may use the passkeys of this host.
  const related = deps.config.passkeyRelatedOrigins
  if (related.length > 0)
    routes.get('/.well-known/webauthn', () => json({ origins: [origin, ...related] }, 200, cached))
  return routes
}
