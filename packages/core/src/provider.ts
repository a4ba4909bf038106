import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import { AuthError } from './errors.ts'

/** Milliseconds. */
const metadataAge = 600_000
const keysAge = 600_000
const cooldown = 30_000

/** The provider as this application knows it: its metadata and its keys, asked for when they are needed. */
export interface Provider {
  metadata(): Promise<oauth.AuthorizationServer>
  /** True when the provider answers now: before a browser is sent there without a person having asked for it. */
  isReachable(): Promise<boolean>
  keys(): Promise<JWTVerifyGetKey>
}

/**
 * Metadata is asked for again after ten minutes, keys when one is unknown and at most every thirty seconds. When the
 * provider does not answer, what was known goes on serving; without anything known the error says so.
 *
 * @param request how the provider is asked, with its limits of size and time
 */
export function providerOf(issuer: string, http: object, now: () => Date, request: typeof fetch): Provider {
  let known: { at: number; metadata: oauth.AuthorizationServer } | null = null
  let asking: Promise<oauth.AuthorizationServer> | null = null
  let keySet: { uri: string; keys: JWTVerifyGetKey } | null = null

  const ask = async (): Promise<oauth.AuthorizationServer> => {
    try {
      const metadata = await discover(issuer, http)
      known = { at: now().getTime(), metadata }
      return metadata
    } finally {
      asking = null
    }
  }
  const metadata = async (): Promise<oauth.AuthorizationServer> => {
    if (known && now().getTime() - known.at <= metadataAge) return known.metadata
    asking ??= ask()
    try {
      return await asking
    } catch (error) {
      if (!known) throw error
      // Try again a little later, not at every request.
      known.at = now().getTime() - metadataAge + cooldown
      return known.metadata
    }
  }
  return {
    metadata,
    async isReachable() {
      asking ??= ask()
      return asking.then(
        () => true,
        () => false,
      )
    },
    async keys() {
      const { jwks_uri: uri } = await metadata()
      if (!uri) throw new AuthError('issuer_unreachable', 'The provider names no jwks_uri.')
      if (keySet?.uri !== uri) {
        const options = {
          cacheMaxAge: keysAge,
          cooldownDuration: cooldown,
          [customFetch]: lastGoodAnswer(request),
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
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) demandUrl(metadata, name, url)
    for (const name of optional) if (metadata[name] !== undefined) demandUrl(metadata, name, url)
    return metadata
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    throw new AuthError(
      'issuer_unreachable',
      `The provider at ${issuer} did not answer as an OpenID provider does.`,
      'Is the server running, and VESTIBULE_ISSUER right?',
      { cause },
    )
  }
}

const optional = ['userinfo_endpoint', 'end_session_endpoint', 'pushed_authorization_request_endpoint'] as const

/** An https URL, or an http URL where the issuer is one: a browser and secrets are sent there. */
function demandUrl(metadata: oauth.AuthorizationServer, name: keyof oauth.AuthorizationServer, issuer: URL): void {
  const value = metadata[name]
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && issuer.protocol === 'http:'))) return
  throw new AuthError(
    'issuer_unreachable',
    `The metadata of the provider at ${issuer.href} has no usable ${name}.`,
    'Is VESTIBULE_ISSUER the address of an OpenID provider?',
  )
}

/** The last good answer serves while the provider gives none. */
function lastGoodAnswer(request: typeof fetch): typeof fetch {
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
