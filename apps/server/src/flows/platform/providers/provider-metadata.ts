import type { ServerMetadata } from 'openid-client'
import { isLoopback } from '../../../config/environment.ts'
import { outboundRules } from '../../../config/outbound.ts'
import type { Config } from '../../../config/settings.ts'
import { shortened } from '../../../oidc/federation/checks.ts'
import { tenantTemplate, upstreamAlgs } from '../../../oidc/federation/providers.ts'
import type { FederationReason } from '../../../oidc/federation/reasons.ts'
import { JsonFault, parseJsonObject } from '../../../oidc/json.ts'
import { namesPrivateAddress, type OutboundFetch } from '../../../outbound/fetch.ts'

/** Milliseconds for an answer of a provider. */
export const providerTimeout = 5000
/** The largest answer of a provider. */
export const maxProviderAnswer = 256 * 1024

/** The metadata of a provider cannot be used: why, and what was received, without what its host answered. */
export class ProviderMetadataRefused extends Error {
  override readonly name = 'ProviderMetadataRefused'
  constructor(
    readonly reason: Extract<FederationReason, 'unreachable' | 'metadata' | 'metadata-issuer'>,
    readonly received: string,
    options?: ErrorOptions,
  ) {
    super(`${reason}: ${received}`, options)
  }
}

/** Whether a provider may be at an http URL: on this machine, while this server is there itself and not in production. */
export const mayBeHttp =
  (config: Pick<Config, 'production' | 'issuer' | 'outboundAllow'>) =>
  (url: URL): boolean =>
    outboundRules(config).allowLoopback && isLoopback(url.hostname)

export interface MetadataDeps {
  outbound: OutboundFetch
  config: Pick<Config, 'production' | 'issuer' | 'outboundAllow'>
}

/**
 * Fetches the metadata of an identity provider (OpenID Connect Discovery 1.0 section 4) and checks what we use of it.
 * @throws ProviderMetadataRefused
 */
export async function readProviderMetadata(
  { outbound, config }: MetadataDeps,
  issuer: string,
): Promise<ServerMetadata> {
  const httpsOnly = !mayBeHttp(config)(new URL(issuer))
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const host = new URL(issuer).host
  const { status, body } = await outbound(url, {
    headers: { Accept: 'application/json' },
    httpsOnly,
    timeout: providerTimeout,
    maxBytes: maxProviderAnswer,
    byDnsResolver: true,
  }).catch((cause: Error) => {
    throw new ProviderMetadataRefused('unreachable', `${host} (${failureOf(cause)})`, { cause })
  })
  if (status !== 200) throw new ProviderMetadataRefused('metadata', `${host} answered with status ${status}`)
  const document = parsed(body, host)
  checkIssuer(document.issuer, issuer)
  checkEndpoints(document, config)
  checkAlgorithms(document)
  return document as unknown as ServerMetadata
}

function parsed(body: string, host: string): Record<string, unknown> {
  try {
    return parseJsonObject(body)
  } catch (error) {
    throw error instanceof JsonFault
      ? new ProviderMetadataRefused('metadata', `the answer of ${host} ${error.message}`)
      : error
  }
}

/** Byte for byte. Only the shared tenants of Microsoft write a template there. */
function checkIssuer(found: unknown, issuer: string): void {
  const isShared = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\/v2\.0$/.test(issuer)
  if (found !== issuer && !(isShared && found === tenantTemplate))
    throw new ProviderMetadataRefused('metadata-issuer', shortened(found))
}

const requiredEndpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri']
const optionalEndpoints = ['userinfo_endpoint', 'end_session_endpoint']

function checkEndpoints(document: Record<string, unknown>, config: MetadataDeps['config']): void {
  for (const name of [...requiredEndpoints, ...optionalEndpoints]) {
    const value = document[name]
    if (value === undefined && !requiredEndpoints.includes(name)) continue
    const fault = endpointFault(value, config)
    if (fault !== null) throw new ProviderMetadataRefused('metadata', `${name} ${fault}`)
  }
}

/** What is wrong with the URL of an endpoint, after its name. What its name leads to is looked up when it is called. */
function endpointFault(value: unknown, config: MetadataDeps['config']): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return 'is missing or no URL'
  const url = new URL(value)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBeHttp(config)(url))) return 'is not https'
  if (namesPrivateAddress(outboundRules(config), url)) return `is at ${url.host}, on a private network`
  return url.username || url.password || url.hash ? 'has credentials or a fragment' : null
}

function checkAlgorithms({ id_token_signing_alg_values_supported: algs }: Record<string, unknown>): void {
  if (Array.isArray(algs) && !upstreamAlgs.some((alg) => algs.includes(alg)))
    throw new ProviderMetadataRefused('metadata', `ID tokens are signed by ${shortened(algs)} only`)
}

/** Why an answer was not received, without what the other host said. */
export const failureOf = (error: Error): string =>
  error.name === 'OutboundRefused' ? error.message : ((error as { code?: string }).code ?? error.name)
