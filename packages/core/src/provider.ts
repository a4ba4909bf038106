import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as oauth from 'oauth4webapi'
import { AuthError } from './errors.ts'

/** Milliseconds. */
const metadataAge = 600_000
const keysAge = 600_000
const cooldown = 30_000
const timeout = 10_000

/** The provider as this application knows it: its metadata and its keys, asked for when they are needed. */
export interface Provider {
  metadata(): Promise<oauth.AuthorizationServer>
  keys(): Promise<JWTVerifyGetKey>
}

/**
 * Metadata is asked for again after ten minutes, keys when one is unknown and at most every thirty seconds. When the
 * provider does not answer, what was known goes on serving; without anything known the error says so.
 */
export function providerOf(issuer: string, http: object, now: () => Date, request: typeof fetch): Provider {
  let known: { at: number; metadata: oauth.AuthorizationServer } | null = null
  let asking: Promise<oauth.AuthorizationServer> | null = null
  let keySet: { uri: string; keys: JWTVerifyGetKey } | null = null

  const ask = async (): Promise<oauth.AuthorizationServer> => {
    const url = new URL(issuer)
    try {
      const response = await oauth.discoveryRequest(url, { ...http, signal: () => AbortSignal.timeout(timeout) })
      const metadata = await oauth.processDiscoveryResponse(url, response)
      known = { at: now().getTime(), metadata }
      return metadata
    } catch (error) {
      if (known) {
        // Try again a little later, not at every request.
        known.at = now().getTime() - metadataAge + cooldown
        return known.metadata
      }
      throw new AuthError(
        'issuer_unreachable',
        `The provider at ${issuer} did not answer as an OpenID provider does.`,
        'Is the server running, and VESTIBULE_ISSUER right?',
        { cause: error },
      )
    } finally {
      asking = null
    }
  }
  const metadata = async (): Promise<oauth.AuthorizationServer> => {
    if (known && now().getTime() - known.at <= metadataAge) return known.metadata
    asking ??= ask()
    return asking
  }
  /** The last good answer serves while the provider gives none. */
  const kept = (): typeof fetch => {
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
  return {
    metadata,
    async keys() {
      const { jwks_uri: uri } = await metadata()
      if (!uri) throw new AuthError('issuer_unreachable', 'The provider names no jwks_uri.')
      if (keySet?.uri !== uri) {
        const options = {
          cacheMaxAge: keysAge,
          cooldownDuration: cooldown,
          timeoutDuration: timeout,
          [customFetch]: kept(),
        }
        keySet = { uri, keys: createRemoteJWKSet(new URL(uri), options) as JWTVerifyGetKey }
      }
      return keySet.keys
    },
  }
}
