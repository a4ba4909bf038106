import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import { AuthError } from '../model/errors.ts'
import { discoverDevelopmentServer } from './development-server.ts'
import { causeOf, loggableCause } from './diagnosis.ts'
import { helpForDiscovery } from './discovery-failure.ts'

/** Milliseconds. */
const metadataAge = 600_000
const keysAge = 600_000
const cooldown = 30_000

/** The metadata and the keys of the provider, requested when they are needed. */
export interface Provider {
  metadata(): Promise<oauth.AuthorizationServer>
  /** Whether the provider responds now. Checked before a redirect that no person has asked for. */
  isReachable(): Promise<boolean>
  keys(): Promise<JWTVerifyGetKey>
}

/**
 * Metadata is requested again after ten minutes; keys when one is unknown, at most every thirty seconds. If the provider does
 * not respond, the last good metadata and keys stay in use.
 *
 * @param request a `fetch` with limits of size and time
 * @param isDefault whether no variable names the provider
 */
export function providerOf(
  issuer: string,
  http: object,
  now: () => Date,
  request: typeof fetch,
  isDefault = false,
): Provider {
  let known: { at: number; metadata: oauth.AuthorizationServer } | null = null
  let pending: Promise<oauth.AuthorizationServer> | null = null
  let keySet: { uri: string; keys: JWTVerifyGetKey } | null = null

  const load = async (): Promise<oauth.AuthorizationServer> => {
    try {
      const request = () => discover(issuer, http)
      const metadata = await (isDefault ? discoverDevelopmentServer(request) : request())
      known = { at: now().getTime(), metadata }
      return metadata
    } finally {
      pending = null
    }
  }
  const metadata = async (): Promise<oauth.AuthorizationServer> => {
    if (known && now().getTime() - known.at <= metadataAge) return known.metadata
    pending ??= load()
    try {
      return await pending
    } catch (error) {
      if (!known) throw error
      // Retry after the cooldown, not at every request.
      known.at = now().getTime() - metadataAge + cooldown
      return known.metadata
    }
  }
  return {
    metadata,
    async isReachable() {
      pending ??= load()
      return pending.then(
        () => true,
        () => false,
      )
    },
    async keys() {
      const { jwks_uri: uri } = await metadata()
      if (!uri) throw new AuthError('issuer_unreachable', 'The metadata of the provider has no jwks_uri.')
      if (keySet?.uri !== uri) {
        const options = {
          cacheMaxAge: keysAge,
          cooldownDuration: cooldown,
          [customFetch]: withLastGoodResponse(request),
        }
        keySet = { uri, keys: createRemoteJWKSet(new URL(uri), options) as JWTVerifyGetKey }
      }
      return keySet.keys
    },
  }
}

async function discover(issuer: string, http: object): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer)
  try {
    const response = await oauth.discoveryRequest(url, http)
    const metadata = await oauth.processDiscoveryResponse(url, response)
    for (const name of requiredUrls) checkUrl(metadata, name, url)
    for (const name of optionalUrls) if (metadata[name] !== undefined) checkUrl(metadata, name, url)
    return metadata
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    throw new AuthError(
      'issuer_unreachable',
      `The provider at ${issuer} did not respond as an OpenID provider: ${causeOf(cause)}.`,
      helpForDiscovery(cause, issuer),
      { cause: loggableCause(cause) },
    )
  }
}

const requiredUrls = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
const optionalUrls = ['userinfo_endpoint', 'end_session_endpoint', 'pushed_authorization_request_endpoint'] as const

/** Requires https, or http if the issuer itself uses it: browsers and secrets are sent to these URLs. */
function checkUrl(metadata: oauth.AuthorizationServer, name: keyof oauth.AuthorizationServer, issuer: URL): void {
  const value = metadata[name]
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && issuer.protocol === 'http:'))) return
  throw new AuthError(
    'issuer_unreachable',
    `The metadata of the provider at ${issuer.href} has no usable ${name}.`,
    'Is VESTIBULE_ISSUER the address of an OpenID provider?',
  )
}

/** A `fetch` that returns the last good response while the provider gives none. */
function withLastGoodResponse(request: typeof fetch): typeof fetch {
  let last: string | null = null
  return async (input, init) => {
    try {
      const response = await request(input, init)
      if (!response.ok) throw new Error(`status ${response.status}`)
      last = await response.text()
    } catch (error) {
      if (last === null) throw error
    }
    return new Response(last, { headers: { 'Content-Type': 'application/json' } })
  }
}
