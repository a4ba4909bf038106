import { createPrivateKey } from 'node:crypto'
import type { ClientAuth } from 'openid-client'
import { signerOf, signJwt } from '../../../crypto/jws.ts'
import { newSecret } from '../../../crypto/random.ts'
import type { IdTokenAlg } from '../../../oidc/clients.ts'
import type { Deps } from '../../platform/deps.ts'
import type { UpstreamAuthentication, UpstreamClient } from './upstream-client.ts'

/** Seconds that an assertion or a secret that is made for a request lives. */
const assertionLife = 300

type AuthenticationDeps = Pick<Deps, 'keys' | 'now'>

/** How we authenticate at the token endpoint of a provider. */
export async function clientAuthentication(deps: AuthenticationDeps, client: UpstreamClient): Promise<ClientAuth> {
  const { authentication, clientId } = client
  const { ClientSecretBasic, ClientSecretPost } = await import('openid-client')
  switch (authentication.method) {
    case 'client_secret_basic':
      return ClientSecretBasic(authentication.secret)
    case 'client_secret_post':
      return ClientSecretPost(authentication.secret)
    case 'apple':
      return ClientSecretPost(await appleSecret(deps, clientId, authentication))
    case 'private_key_jwt':
      return privateKeyJwt(deps, client)
  }
}

/** The library waits for it, although its type does not say so. */
const privateKeyJwt =
  (deps: AuthenticationDeps, { clientId, provider }: UpstreamClient): ClientAuth =>
  async ({ issuer, token_endpoint, token_endpoint_auth_signing_alg_values_supported: algs }, _, body) => {
    // Okta's documentation names the endpoint. It is where this is sent, and nowhere else.
    const audience = provider === 'okta' ? (token_endpoint ?? issuer) : issuer
    body.set('client_id', clientId)
    body.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    body.set('client_assertion', await signAssertion(deps, { clientId, audience, algs }))
  }

/** Of those that our key set has keys for, the one that most providers accept first. */
const assertionAlgs: readonly IdTokenAlg[] = ['RS256', 'ES256', 'EdDSA']

/**
 * An assertion of ours (RFC 7523 section 3), signed by a key of our key set. It has one audience: the issuer, as
 * draft-ietf-oauth-rfc7523bis wants it. `iss` and `sub` are what the owner of an organization typed: see `isClientId`.
 */
async function signAssertion(
  { keys, now }: AuthenticationDeps,
  { clientId, audience, algs }: { clientId: string; audience: string; algs: unknown },
): Promise<string> {
  const alg = assertionAlgs.find((known) => !Array.isArray(algs) || algs.includes(known)) ?? 'RS256'
  const iat = Math.floor(now().getTime() / 1000)
  const claims = { iss: clientId, sub: clientId, aud: audience, jti: newSecret(), iat, exp: iat + assertionLife }
  return signJwt(keys.signer(alg), 'JWT', claims)
}

/** Apple's secret of a client is a JWT that we sign by a key of theirs. */
async function appleSecret(
  { now }: AuthenticationDeps,
  clientId: string,
  { teamId, keyId, privateKey }: Extract<UpstreamAuthentication, { method: 'apple' }>,
): Promise<string> {
  const iat = Math.floor(now().getTime() / 1000)
  const signer = signerOf('ES256', keyId, createPrivateKey(privateKey).export({ format: 'jwk' }))
  const audience = 'https://appleid.apple.com'
  return signJwt(signer, 'JWT', { iss: teamId, sub: clientId, aud: audience, iat, exp: iat + assertionLife })
}

/**
 * Whether a text can be our client id at a provider. It becomes `iss` and `sub` of assertions that our keys sign, and no token
 * of ours may be made by naming our own issuer there.
 */
export const isClientId = ({ config }: Pick<Deps, 'config'>, clientId: string): boolean =>
  /^[\x21-\x7e]{1,255}$/.test(clientId) && !clientId.startsWith(config.issuer)
