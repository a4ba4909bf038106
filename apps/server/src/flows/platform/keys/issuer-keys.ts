import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import type { FederatedCredential } from '../../../oidc/federation/credential.ts'
import { presetOf } from '../../../oidc/federation/presets.ts'
import { JsonFault, parseJsonObject } from '../../../oidc/json.ts'
import type { OutboundFetch } from '../../../outbound/fetch.ts'
import { LeastRecentlyUsed } from '../clients/least-recently-used.ts'

/** How long keys are used before they are fetched again, in milliseconds. */
const maxAge = 600_000
/** How long an issuer is left alone after it was asked, whatever it answered, in milliseconds. */
const cooldown = 10_000
/** More issuers than an operator has: those of clients that were changed are forgotten. */
const maxSources = 200

/** Where the keys of an issuer are. `guarded`: somebody of an organization named it, and no operator. */
type KeySource = Pick<FederatedCredential, 'issuer' | 'jwks' | 'jwksUri' | 'subject' | 'preset'> & { guarded?: boolean }

/** Https as soon as the issuer is, and names that strangers chose are looked up apart. */
const guardedFetch =
  (outbound: OutboundFetch, issuer: string): OutboundFetch =>
  (url, init) =>
    outbound(url, { ...init, httpsOnly: issuer.startsWith('https:'), byDnsResolver: true })

/** Why the keys of an issuer could not be fetched, in words for the operator. */
export class IssuerKeysUnavailable extends Error {
  override readonly name = 'IssuerKeysUnavailable'
}

/**
 * The public keys of the issuers that workloads bring tokens of: inline, or discovered, cached, and fetched again for an
 * unknown kid. Nothing in a token decides where they are fetched.
 */
export class IssuerKeys {
  readonly #inline = new WeakMap<object, JWTVerifyGetKey>()
  /** Clients of one issuer share its keys, so that it is asked as rarely for many as for one. */
  readonly #remote = new LeastRecentlyUsed<string, RemoteKeys>(maxSources)

  constructor(private readonly deps: { outbound: OutboundFetch; now(): Date }) {}

  of(credential: KeySource): JWTVerifyGetKey {
    const { jwks } = credential
    return jwks ? this.#inlineOf(jwks) : this.#remoteOf(credential).find
  }

  #inlineOf(jwks: NonNullable<FederatedCredential['jwks']>): JWTVerifyGetKey {
    const known = this.#inline.get(jwks)
    if (known) return known
    const keys = createLocalJWKSet({ keys: [...jwks] })
    this.#inline.set(jwks, keys)
    return keys
  }

  #remoteOf(credential: KeySource): RemoteKeys {
    const name = JSON.stringify([credential.issuer, jwksUriOf(credential), credential.guarded === true])
    const known = this.#remote.get(name)
    if (known) return known
    const keys = new RemoteKeys(() => fetchIssuerKeys(this.deps.outbound, credential), this.deps.now)
    this.#remote.set(name, keys)
    return keys
  }
}

class RemoteKeys {
  #keys: { find: JWTVerifyGetKey; at: number } | null = null
  #askedAt: number | null = null
  #pending: Promise<JWTVerifyGetKey> | null = null

  constructor(
    private readonly fetchKeys: () => Promise<JSONWebKeySet>,
    private readonly now: () => Date,
  ) {}

  readonly find: JWTVerifyGetKey = async (header, token) => {
    const keys = await this.#fresh()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#within(this.#askedAt, cooldown)) throw error
      return (await this.#reloaded())(header, token)
    }
  }

  /** A clock that was set back counts as one that was set forward. */
  #within(time: number | null, limit: number): boolean {
    return time !== null && Math.abs(this.now().getTime() - time) < limit
  }

  async #fresh(): Promise<JWTVerifyGetKey> {
    if (this.#keys && this.#within(this.#keys.at, maxAge)) return this.#keys.find
    if (!this.#pending && this.#within(this.#askedAt, cooldown))
      throw new IssuerKeysUnavailable('its issuer did not give its keys a moment ago')
    return this.#reloaded()
  }

  /** Requests of one moment wait for one fetch. */
  #reloaded(): Promise<JWTVerifyGetKey> {
    this.#pending ??= this.#reload().finally(() => {
      this.#pending = null
    })
    return this.#pending
  }

  async #reload(): Promise<JWTVerifyGetKey> {
    const at = this.now().getTime()
    this.#askedAt = at
    const find = createLocalJWKSet(await this.fetchKeys())
    this.#keys = { find, at }
    return find
  }
}

const jwksUriOf = (credential: KeySource): string | null => credential.jwksUri ?? presetOf(credential)?.jwksUri ?? null

/** Fetches the keys of an issuer now. @throws IssuerKeysUnavailable with what is wrong about them */
export async function fetchIssuerKeys(outbound: OutboundFetch, credential: KeySource): Promise<JSONWebKeySet> {
  const fetch = credential.guarded ? guardedFetch(outbound, credential.issuer) : outbound
  const uri = jwksUriOf(credential) ?? (await discoverJwksUri(fetch, credential.issuer))
  const { keys } = await fetchJson(fetch, uri)
  if (!Array.isArray(keys) || keys.length === 0 || keys.some((key) => typeof key !== 'object' || key === null))
    throw new IssuerKeysUnavailable(`${uri} is no JSON Web Key Set`)
  return { keys }
}

/** OpenID Connect Discovery 1.0 section 4. */
async function discoverJwksUri(outbound: OutboundFetch, issuer: string): Promise<string> {
  const document = await fetchJson(outbound, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const { jwks_uri: uri } = document
  if (document.issuer !== issuer) throw new IssuerKeysUnavailable(`the metadata of ${issuer} names another issuer`)
  // The keys decide who is trusted: an issuer on https has them there, and only an operator may send us elsewhere.
  if (typeof uri !== 'string' || !URL.canParse(uri) || new URL(uri).origin !== new URL(issuer).origin)
    throw new IssuerKeysUnavailable(
      `the metadata of ${issuer} has its keys at another origin; if that is right, name it in FEDERATED_JWKS_URI`,
    )
  return uri
}

async function fetchJson(outbound: OutboundFetch, url: string): Promise<Record<string, unknown>> {
  const { status, body } = await outbound(url, { headers: { Accept: 'application/json' } }).catch((error: Error) => {
    throw new IssuerKeysUnavailable(`${url} could not be fetched (${reasonOf(error)})`, { cause: error })
  })
  if (status !== 200) throw new IssuerKeysUnavailable(`${url} answered with status ${status}`)
  try {
    return parseJsonObject(body)
  } catch (error) {
    throw error instanceof JsonFault ? new IssuerKeysUnavailable(`${url} ${error.message}`) : error
  }
}

const reasonOf = (error: Error): string =>
  error.name === 'OutboundRefused' ? error.message : ((error as { code?: string }).code ?? error.name)
