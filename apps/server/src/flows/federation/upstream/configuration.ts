import type { Configuration, CustomFetch, CustomFetchOptions, ServerMetadata } from 'openid-client'
import type { OutboundFetch } from '../../../outbound/fetch.ts'
import type { Deps } from '../../platform/deps.ts'
import { maxProviderAnswer, mayBeHttp, providerTimeout } from '../../platform/providers/provider-metadata.ts'
import { clientAuthentication } from './client-authentication.ts'
import type { UpstreamClient } from './upstream-client.ts'

/** How far the clock of a provider may be from ours, in seconds. */
export const clockTolerance = 120

type ProviderDeps = Pick<Deps, 'outbound' | 'config' | 'now' | 'keys' | 'identityProviders'>

/** What openid-client needs to speak with a provider. Every request it makes goes through the guarded fetch. @throws ProviderMetadataRefused */
export async function configurationOf(
  deps: ProviderDeps,
  client: UpstreamClient & { issuer: string },
  options: { fresh?: boolean } = {},
): Promise<Configuration> {
  const {
    allowInsecureRequests,
    clockSkew,
    clockTolerance: tolerance,
    customFetch,
    discovery,
  } = await import('openid-client')
  const metadata = await deps.identityProviders.metadataOf(client.issuer, options)
  const skew = Math.round((deps.now().getTime() - Date.now()) / 1000)
  const insecure = mayBeHttp(deps.config)(new URL(client.issuer))
  return discovery(
    new URL(client.issuer),
    client.clientId,
    { [clockSkew]: skew, [tolerance]: clockTolerance, id_token_signed_response_alg: undefined },
    await clientAuthentication(deps, client),
    {
      [customFetch]: answeringMetadata(metadata, guardedFetch(deps)),
      timeout: 2 * (providerTimeout / 1000),
      execute: insecure ? [allowInsecureRequests] : [],
    },
  )
}

/** Discovery repeats the checks of the issuer, and reads what we hold. */
const answeringMetadata =
  (metadata: ServerMetadata, others: CustomFetch): CustomFetch =>
  async (url, options) =>
    options.method === 'GET' && url.endsWith('/.well-known/openid-configuration')
      ? new Response(JSON.stringify(metadata), { headers: { 'Content-Type': 'application/json' } })
      : others(url, options)

/** Our own fetch for openid-client: limited in time and size, without redirects, and never into a private network. */
export const guardedFetch =
  ({ outbound, config }: { outbound: OutboundFetch; config: Deps['config'] }): CustomFetch =>
  async (url, { method, headers, body }) => {
    const {
      status,
      headers: received,
      body: text,
    } = await outbound(url, {
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      httpsOnly: !mayBeHttp(config)(new URL(url)),
      timeout: providerTimeout,
      maxBytes: maxProviderAnswer,
      byDnsResolver: true,
    })
    const kept = ['content-type', 'www-authenticate'].flatMap((name): [string, string][] => {
      const value = received[name]
      return typeof value === 'string' ? [[name, value]] : []
    })
    // A Response can have neither a body with these statuses nor any other status below 200.
    const hasBody = status >= 200 && ![204, 205, 304].includes(status)
    return new Response(hasBody ? text : null, { status: status >= 200 && status <= 599 ? status : 502, headers: kept })
  }

function textOf(body: NonNullable<CustomFetchOptions['body']>): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('a request to a provider has a text as its body')
}
